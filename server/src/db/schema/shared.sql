-- What several nouns use: forms of text, what keeps rows from being changed, and how a change is announced.

create extension if not exists pg_trgm;

-- Forms of text ---------------------------------------------------------------------------------------------------------------------

-- A search key is spelled in ASCII (lib/search/search-key.ts). Trigrams know nothing of a needle of one or two characters, so beside
-- them stand the characters of a key and its pairs of neighbours, as numbers: a character by its code, a pair as 128 times the first
-- plus the second. Repeated ones are listed repeatedly: an index keeps each once, and removing them would cost more than all the rest.
create function search_grams(key text) returns smallint[] language plpgsql immutable strict parallel safe as $$
declare
  bytes bytea := convert_to(key, 'UTF8');
  grams smallint[] := '{}';
  before smallint;
  letter smallint;
begin
  for place in 0 .. length(bytes) - 1 loop
    before := letter;
    letter := get_byte(bytes, place);
    grams := grams || letter;
    if before is not null then grams := grams || (before * 128 + letter)::smallint; end if;
  end loop;
  return grams;
end $$;

-- Text as searches compare it, as toSearchForm does in lib/search/search-key.ts. Names are found without their accents and
-- apostrophes: "obrien" finds O'Brien and O’Brien, "jose" finds José.
create function search_form(text text) returns text language sql immutable strict parallel safe as $$
  select case when text ~ '[^\u0001-\u007f]' then normalize(regexp_replace(normalize(
      replace(replace(replace(
        translate(replace(translate(lower(text collate "und-x-icu") collate "default", '০১২৩৪৫৬৭৮৯', '0123456789'),
          U&'\09A4\09CD\200D', U&'\09CE'), 'øłđħŧı', 'oldhti'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), NFD),
      '[\u0009-\u000d\u0020\u0027-\u0029\u002c-\u002f\u0060\u00a0\u00ad\u00b4\u00b7\u02b9\u02bb\u02bc\u0300-\u036f\u061c\u1680\u2000-\u200f\u2010-\u2015\u2018\u2019\u201b\u2022\u2028-\u202f\u2032\u205f-\u2069\u2212\u3000\ufeff\uff07]',
      '', 'g'), NFC)
    else regexp_replace(lower(text collate "C") collate "default", '[\u0009-\u000d\u0020\u0027-\u0029\u002c-\u002f\u0060]', '', 'g') end
$$;

-- What two names share that count as one.
create function name_key(name text) returns text language sql immutable strict parallel safe as $$
  select lower(btrim(regexp_replace(translate(normalize(name, NFC), U&'\200C\200D', ''), '\s+', ' ', 'g')) collate "und-x-icu") collate "default"
$$;

-- Why leads are lost may be typed freely: reasons count as one when they differ only in case and spacing.
create function lost_reason_key(reason text) returns text language sql immutable parallel safe as $$
  select left(lower(btrim(regexp_replace(reason, '\s+', ' ', 'g'))), 120)
$$;

-- Rows that stay as they are --------------------------------------------------------------------------------------------------------

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- Allows an erasure to replace the one column that holds personal data, which the trigger names, and a revert to delete the versions of
-- leads that its import brought in.
create function refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('pitlane.erasing', true) = 'on' and to_jsonb(new) - tg_argv[0] = to_jsonb(old) - tg_argv[0] then
    return new;
  end if;
  if tg_op = 'DELETE' and tg_table_name = 'lead_versions' then
    if old.snapshot ->> 'import_id' = current_setting('pitlane.reverting', true) then return old; end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

-- Announcements ---------------------------------------------------------------------------------------------------------------------

-- Every committed change is announced to all processes: its kind, what their clients may know (`data`), and what decides to whom
-- it may be passed on (`scope`).
create function tell(kind text, data jsonb, scope jsonb) returns void language sql as $$
  select pg_notify('pitlane', jsonb_build_object('kind', kind, 'data', data, 'scope', scope)::text);
$$;

-- Announces a record that was created, edited or deleted; the trigger names its kind.
create function tell_record() returns trigger language plpgsql as $$
declare
  record_id uuid := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  perform tell(tg_argv[0], jsonb_build_object('_id', record_id, 'change',
      case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'edited' else 'deleted' end),
    '{}');
  return null;
end $$;

-- Other settings mean other days or times: everything on screen is read again.
create function tell_refresh() returns trigger language plpgsql as $$
begin
  perform tell('refresh', '{}', '{}');
  return null;
end $$;
