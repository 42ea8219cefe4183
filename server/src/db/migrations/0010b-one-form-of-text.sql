-- Text as searches compare it: as searchForm in lib/search-key.ts.
create function search_form(text text) returns text language sql immutable strict parallel safe as $$
  select case when text ~ '[^\u0001-\u007f]'
    then normalize(regexp_replace(replace(translate(lower(text collate "und-x-icu") collate "default", '০১২৩৪৫৬৭৮৯', '0123456789'),
        U&'\09A4\09CD\200D', U&'\09CE'),
      '[\u0009-\u000d\u0020\u0028\u0029\u002c-\u002f\u00a0\u00ad\u00b7\u061c\u1680\u2000-\u200f\u2010-\u2015\u2022\u2028-\u202f\u205f-\u2069\u2212\u3000\ufeff]',
      '', 'g'), NFC)
    else regexp_replace(lower(text collate "C") collate "default", '[\u0009-\u000d\u0020\u0028\u0029\u002c-\u002f]', '', 'g') end
$$;

-- What two names share that count as one.
create function name_key(name text) returns text language sql immutable strict parallel safe as $$
  select lower(btrim(regexp_replace(translate(normalize(name, NFC), U&'\200C\200D', ''), '\s+', ' ', 'g')) collate "und-x-icu") collate "default"
$$;

-- The functions that only this migration needs. Text in the one form in which it is stored from here on: as cleanLines in
-- the contract; control characters, which are refused now, are left out.
create function pg_temp.clean_lines(text text) returns text language sql immutable strict as $$
  select case when text ~ '[^\u0020-\u007e]'
    then btrim(translate(regexp_replace(regexp_replace(normalize(
        translate(text, U&'\00AD\061C\200B\200E\200F\202A\202B\202C\202D\202E\2060\2066\2067\2068\2069\FEFF', ''), NFC),
      E'\r\n?', E'\n', 'g'), '[\u0001-\u0008\u000b-\u001f\u007f-\u009f]', '', 'g'), U&'\00A0\2007\202F', '   '),
      U&' \0009\000A\1680\2000\2001\2002\2003\2004\2005\2006\2008\2009\200A\200C\200D\2028\2029\205F\3000')
    else btrim(text) end
$$;
create function pg_temp.clean_line(text text) returns text language sql immutable strict as $$
  select regexp_replace(pg_temp.clean_lines(text), '[\t\n]+', ' ', 'g')
$$;
create function pg_temp.digits_of(value integer, length integer) returns text language sql immutable as $$
  select string_agg(substr('NOPQRSTUVWXYZ', 1 + (value / (13 ^ place)::bigint % 13)::integer, 1), '' order by place desc)
  from generate_series(0, length - 1) place
$$;
-- As spellForSearch.
create function pg_temp.spelled(form text) returns text language sql immutable strict as $$
  select case when form ~ '[^\u0001-\u007f]' then (
    select string_agg(case
        when ascii(letter) < 128 then letter
        when ascii(letter) between 2432 and 2559
          then substr('ABCDEFGHIJKL', 1 + (ascii(letter) - 2432) / 13, 1) || pg_temp.digits_of((ascii(letter) - 2432) % 13, 1)
        else 'M' || pg_temp.digits_of(ascii(letter), 6) end, '' order by place)
    from regexp_split_to_table(form, '') with ordinality as letters (letter, place))
  else form end
$$;
create function pg_temp.search_key(variadic texts text[]) returns text language sql immutable as $$
  select string_agg(pg_temp.spelled(search_form(text)), E'\n' order by place)
  from unnest(texts) with ordinality as given (text, place) where search_form(text) <> ''
$$;

-- Names that become equal are told apart by a number, the younger ones' behind them.
create function pg_temp.number_equal_names(list regclass, kind text) returns void language plpgsql as $$
declare
  equal_id uuid;
  equal_name text;
  equal_kind text;
  number integer;
  is_taken boolean;
begin
  for equal_id, equal_name, equal_kind in execute format(
    'select id, name, kind from (select id, name, %1$s as kind,
       row_number() over (partition by %1$s, name_key(name) order by created_at, id) as place from %2$s) named
     where place > 1', kind, list)
  loop
    number := 1;
    loop
      number := number + 1;
      execute format('select exists (select from %s where name_key(name) = name_key($1) and %s = $2)', list, kind)
        into is_taken using equal_name || ' (' || number || ')', equal_kind;
      exit when not is_taken;
    end loop;
    execute format('update %s set name = $1 where id = $2', list) using equal_name || ' (' || number || ')', equal_id;
  end loop;
end $$;

drop index service_centers_name;
update service_centers set name = pg_temp.clean_line(name), address = nullif(pg_temp.clean_line(address), ''),
    contact_no = nullif(pg_temp.clean_line(contact_no), '')
  where (name, address, contact_no) is distinct from
    (pg_temp.clean_line(name), nullif(pg_temp.clean_line(address), ''), nullif(pg_temp.clean_line(contact_no), ''));
select pg_temp.number_equal_names('service_centers', '''''');
create unique index service_centers_name on service_centers (name_key(name));

drop index offerings_name;
update offerings set name = pg_temp.clean_line(name), location = pg_temp.clean_line(location)
  where (name, location) is distinct from (pg_temp.clean_line(name), pg_temp.clean_line(location));
select pg_temp.number_equal_names('offerings', 'type');
create unique index offerings_name on offerings (type, name_key(name));

update employees set name = pg_temp.clean_line(name) where name <> pg_temp.clean_line(name);
update dealer set name = pg_temp.clean_line(name) where name <> pg_temp.clean_line(name);
update customer_addresses set label = pg_temp.clean_line(label), line = pg_temp.clean_line(line),
    area = pg_temp.clean_line(area), city = pg_temp.clean_line(city)
  where (label, line, area, city) is distinct from (pg_temp.clean_line(label), pg_temp.clean_line(line),
    pg_temp.clean_line(area), pg_temp.clean_line(city));

-- Every key is made anew; indexes are built faster over rows that are there.
drop index customers_search, customers_search_short;
alter table customers disable trigger user;
update customers set name = pg_temp.clean_line(name), email = pg_temp.clean_line(email),
  search_key = coalesce(pg_temp.search_key(pg_temp.clean_line(name), mobile, pg_temp.clean_line(email)), '');
alter table customers enable trigger user;
create index customers_search on customers using gin (search_key gin_trgm_ops);
create index customers_search_short on customers using gin (search_grams);

drop index leads_search, leads_search_short;
alter table leads disable trigger user;
update leads set name = pg_temp.clean_line(name), email = pg_temp.clean_line(email),
  vehicle_number = pg_temp.clean_line(vehicle_number), notes = pg_temp.clean_lines(notes),
  job_id = pg_temp.clean_line(job_id), lost_reason = pg_temp.clean_lines(lost_reason),
  search_key = coalesce(pg_temp.search_key(pg_temp.clean_line(name), phone, pg_temp.clean_line(email),
    pg_temp.clean_line(vehicle_number)), '');
alter table leads enable trigger user;
create index leads_search on leads using gin (search_key gin_trgm_ops);
create index leads_search_short on leads using gin (search_grams);

-- Reasons that were written in two ways count as one from here on.
delete from lead_figures where figure = 'lostReason';
insert into lead_figures
  select entered_on, service_center_id, 'lostReason', lost_reason_key(lost_reason), 0, count(*)
  from leads where is_active and status = 'lostCustomer' and lost_reason is not null group by 1, 2, 3, 4;
