-- A merged customer's row stays for its phone number, which leads to the customer that was kept. Nothing else refers to it.
alter table customers
  add column version integer not null default 1,
  add column merged_into uuid references customers (id),
  add column merged_at timestamptz(3);

create index concurrently customers_merged on customers (merged_into) where merged_into is not null;

-- Who merged what, and how to undo it. `replaced`: what the customers were before; empty once it was undone or cannot be any more.
create table customer_merges (
  id uuid primary key,
  kept_id uuid not null references customers (id) on delete cascade,
  merged_ids uuid[] not null,
  replaced jsonb not null,
  merged_by uuid not null references employees (id),
  merged_at timestamptz(3) not null,
  undone_by uuid references employees (id),
  undone_at timestamptz(3)
);
create index customer_merges_by_customer on customer_merges (kept_id, merged_at desc);
create index customer_merges_undoable on customer_merges (merged_at) where replaced <> '{}';

-- Merged customers are not counted.
create or replace function keep_customer_counts() returns trigger language plpgsql as $$
declare
  difference bigint := (select count(*) from changed where merged_into is null) * case tg_op when 'INSERT' then 1 else -1 end;
begin
  if difference <> 0 then
    insert into customer_counts as counted values (pg_backend_pid() % 16, difference)
      on conflict (slot) do update set customers = counted.customers + excluded.customers;
  end if;
  return null;
end $$;

create function keep_merged_customer_counts() returns trigger language plpgsql as $$
begin
  insert into customer_counts as counted
    values (pg_backend_pid() % 16, case when new.merged_into is null then 1 else -1 end)
    on conflict (slot) do update set customers = counted.customers + excluded.customers;
  return null;
end $$;
create trigger customers_keep_counts_of_merged after update of merged_into on customers for each row
  when ((old.merged_into is null) <> (new.merged_into is null)) execute function keep_merged_customer_counts();

-- A merge and its undo change no version of a lead, so that customers tell of it themselves.
create function tell_merged_customer() returns trigger language plpgsql as $$
begin
  perform tell('customer', jsonb_build_object('_id', new.id, 'change', 'edited'), '{}');
  return null;
end $$;
create trigger customers_tell_merged after update of merged_into on customers for each row
  when (old.merged_into is distinct from new.merged_into) execute function tell_merged_customer();

-- Who is merged is no likely pair of anybody.
drop trigger customers_note_duplicate_check on customers;
create trigger customers_note_duplicate_check after update on customers for each row
  when ((old.name, old.email, old.is_erasing, old.merged_into)
    is distinct from (new.name, new.email, new.is_erasing, new.merged_into))
  execute function note_duplicate_check();
