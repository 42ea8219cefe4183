-- Names are found without their accents and apostrophes: "obrien" finds O'Brien and O’Brien, "jose" finds José.

create or replace function search_form(text text) returns text language sql immutable strict parallel safe as $$
  select case when text ~ '[^\u0001-\u007f]'
    then normalize(regexp_replace(normalize(
      replace(replace(replace(
        translate(replace(translate(lower(text collate "und-x-icu") collate "default", '০১২৩৪৫৬৭৮৯', '0123456789'),
          U&'\09A4\09CD\200D', U&'\09CE'), 'øłđħŧı', 'oldhti'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), NFD),
      '[\u0009-\u000d\u0020\u0027-\u0029\u002c-\u002f\u0060\u00a0\u00ad\u00b4\u00b7\u02b9\u02bb\u02bc\u0300-\u036f\u061c\u1680\u2000-\u200f\u2010-\u2015\u2018\u2019\u201b\u2022\u2028-\u202f\u2032\u205f-\u2069\u2212\u3000\ufeff\uff07]',
      '', 'g'), NFC)
    else regexp_replace(lower(text collate "C") collate "default", '[\u0009-\u000d\u0020\u0027-\u0029\u002c-\u002f\u0060]', '', 'g') end
$$;

-- Keys that are stored spell each character beyond ASCII that is no Bengali one as M and six letters, the last its lowest digit to the base of 13.
create function pg_temp.without_accents(key text) returns text language plpgsql immutable as $$
declare
  code text;
  letter text;
  plain text;
  result text := translate(key, '''`', '');
begin
  for code in select distinct m.found[1] from regexp_matches(key, 'M[N-Z]{6}', 'g') as m(found) loop
    letter := chr((select sum((ascii(substr(code, place, 1)) - ascii('N')) * 13 ^ (7 - place))::int from generate_series(2, 7) place));
    plain := search_form(letter);
    if plain <> letter and plain ~ '^[\u0001-\u007f]*$' then result := replace(result, code, plain); end if;
  end loop;
  return result;
end $$;

update leads set search_key = pg_temp.without_accents(search_key)
  where search_key ~ '[''`M]' and pg_temp.without_accents(search_key) <> search_key;
update customers set search_key = pg_temp.without_accents(search_key)
  where search_key ~ '[''`M]' and pg_temp.without_accents(search_key) <> search_key;

-- It holds what the function answered before; on a new database it is built later.
do $$ begin
  if to_regclass('leads_by_job') is not null then reindex index leads_by_job; end if;
end $$;
