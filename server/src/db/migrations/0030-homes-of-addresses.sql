-- To whom an address was added, where merges of customers have moved it: so that it finds home whichever merge is undone first.
alter table customer_addresses add column home_id uuid;

update customer_addresses a set home_id = first.home_id from (
  select distinct on (1) (address ->> 'id')::uuid as id, (merged ->> 'id')::uuid as home_id
  from customer_merges g
  cross join jsonb_array_elements(g.replaced -> 'merged') merged
  cross join jsonb_array_elements(merged -> 'addresses') address
  where g.replaced <> '{}' and g.undone_at is null
  order by 1, g.id) first
where a.id = first.id and a.customer_id <> first.home_id;
