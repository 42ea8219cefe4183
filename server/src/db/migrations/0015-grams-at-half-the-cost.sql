-- As before, but a gram that comes twice is listed twice: an index keeps it once by itself, and taking it out cost more than
-- all the rest. What is stored finds the same.
create or replace function search_grams(key text) returns smallint[] language plpgsql immutable strict parallel safe as $$
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
