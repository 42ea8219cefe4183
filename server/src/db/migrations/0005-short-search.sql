-- Trigrams know nothing of a needle of one or two characters. Beside them stand the characters of a search key and its pairs
-- of neighbours, as numbers: a character by its ASCII code, a pair as 128 times the first and the second.
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
  return array(select distinct unnest(grams));
end $$;

alter table leads
  add column search_grams smallint[] not null generated always as (search_grams(search_key)) stored;
create index leads_search_short on leads using gin (search_grams);

alter table customers
  add column search_grams smallint[] not null generated always as (search_grams(search_key)) stored;
create index customers_search_short on customers using gin (search_grams);

-- A rare reason is found without walking over every lost lead.
create index leads_by_lost_reason on leads (lost_reason_key(lost_reason), created_at desc, id desc)
  where is_active and status = 'lostCustomer';
