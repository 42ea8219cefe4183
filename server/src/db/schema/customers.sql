-- Customers, one per phone number in its normalised form.

-- A merged customer's row stays for its phone number, which leads to the customer that was kept. Nothing else refers to it.
create table customers (
  id               uuid           primary key,
  name             text           not null,
  email            text,
  mobile           text           not null unique,
  search_key       text           not null,
  search_grams     smallint[]     not null generated always as (search_grams(search_key)) stored,
  is_erasing       boolean        not null default false,  -- While the customer's leads are being erased, none is added.
  import_id        uuid           references imports (id), -- What brought them in.
  version          integer        not null default 1,
  merged_into      uuid           references customers (id),
  merged_at        timestamptz(3),
  last_modified_by uuid           references employees (id),
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  stopped_messages text[]         not null default '{}'    -- Kinds of messages that they do not want.
);
create index customers_by_name on customers (name collate "und-x-icu", id);
create index customers_by_import on customers (import_id, id) where import_id is not null;
create index customers_merged on customers (merged_into) where merged_into is not null;
-- What is written waits in a list before it goes into a search index, and searches read the whole list. By default it grows to 4 MB:
-- whoever then writes waits a tenth of a second for it to be emptied.
create index customers_search on customers using gin (search_key gin_trgm_ops, search_grams) with (gin_pending_list_limit = 256);

create table customer_addresses (
  id               uuid           primary key,
  customer_id      uuid           not null references customers (id) on delete cascade,
  home_id          uuid, -- To whom it was added, once a merge has moved it: so it finds home whichever merge is undone first.
  label            text,
  line             text           not null,
  area             text,
  city             text,
  is_default       boolean        not null,
  last_modified_by uuid           references employees (id),
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null
);
create index customer_addresses_by_customer on customer_addresses (customer_id, created_at, id);
create unique index customer_addresses_one_default on customer_addresses (customer_id) where is_default;

-- A lead fills in what a customer lacks. What it says differently waits here until management decides: one suggestion a field waits,
-- the newest; decided ones stay for a while, so that the same text is not suggested again.
create table customer_suggestions (
  customer_id  uuid           not null references customers (id) on delete cascade,
  field        text           not null check (field in ('name', 'email')),
  key          text           not null,
  value        text           not null,
  lead_id      uuid, -- References leads, see circular-keys.sql; written before the lead is.
  suggested_by uuid           not null references employees (id),
  suggested_at timestamptz(3) not null,
  is_waiting   boolean        not null,
  primary key (customer_id, field, key),
  check (lead_id is not null or not is_waiting)
);
create unique index customer_suggestions_waiting on customer_suggestions (customer_id, field) where is_waiting;
create index customer_suggestions_by_lead on customer_suggestions (lead_id) where lead_id is not null;

-- Who merged which customers, and how to undo it.
create table customer_merges (
  id         uuid           primary key,
  kept_id    uuid           not null references customers (id) on delete cascade,
  merged_ids uuid[]         not null,
  replaced   jsonb          not null, -- What the customers were before; empty once it was undone or cannot be any more.
  merged_by  uuid           not null references employees (id),
  merged_at  timestamptz(3) not null,
  undone_by  uuid           references employees (id),
  undone_at  timestamptz(3)
);
create index customer_merges_by_customer on customer_merges (kept_id, merged_at desc);
create index customer_merges_undoable on customer_merges (merged_at) where replaced <> '{}';

-- What arrived before an erasure and is worked after it must not bring the person back: a file that is being imported, an enquiry that
-- waits. Only a hash is stored, and no longer than something older waits.
create table erased_numbers (
  hash      bytea          primary key,
  erased_at timestamptz(3) not null
);

-- Numbers, and ids of WhatsApp, of people who wanted no messages before they were customers: their customers want none of any kind. Only a
-- hash is stored.
create table stopped_numbers (
  hash       bytea          primary key,
  stopped_at timestamptz(3) not null
);

-- Customers who are not merged into another; each database backend adds to a slot of its own, see lead-counters.sql. Counting 333,000
-- took 19 ms, which every page of their list would pay.
create table customer_counts (
  slot      smallint primary key,
  customers bigint   not null
);

create function keep_customer_counts() returns trigger language plpgsql as $$
declare
  difference bigint := (select count(*) from changed where merged_into is null) * case tg_op when 'INSERT' then 1 else -1 end;
begin
  if difference <> 0 then
    insert into customer_counts as counted values (pg_backend_pid() % 16, difference)
      on conflict (slot) do update set customers = counted.customers + excluded.customers;
  end if;
  return null;
end $$;
create trigger customers_keep_counts after insert on customers referencing new table as changed
  for each statement execute function keep_customer_counts();
create trigger customers_keep_counts_of_gone after delete on customers referencing old table as changed
  for each statement execute function keep_customer_counts();

create function keep_merged_customer_counts() returns trigger language plpgsql as $$
begin
  insert into customer_counts as counted values (pg_backend_pid() % 16, case when new.merged_into is null then 1 else -1 end)
    on conflict (slot) do update set customers = counted.customers + excluded.customers;
  return null;
end $$;
create trigger customers_keep_counts_of_merged after update of merged_into on customers for each row
  when ((old.merged_into is null) <> (new.merged_into is null)) execute function keep_merged_customer_counts();

-- Announces what people change of a customer: name, email, merges, addresses and decided suggestions. What leads and imports change of
-- many customers is announced by them.
create function tell_customer() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0];
begin
  -- A deleted customer takes its addresses along.
  if current_setting('pitlane.many_leads', true) is distinct from 'on' and exists (select from customers where id = changed) then
    perform tell('customer', jsonb_build_object('_id', changed, 'change', 'edited'), '{}');
  end if;
  return null;
end $$;
create trigger customers_tell after update on customers for each row
  when ((old.name, old.email, old.merged_into) is distinct from (new.name, new.email, new.merged_into))
  execute function tell_customer('id');
create trigger customer_addresses_tell after insert or update or delete on customer_addresses
  for each row execute function tell_customer('customer_id');
create trigger customer_suggestions_tell after update on customer_suggestions for each row
  when (old.is_waiting and not new.is_waiting) execute function tell_customer('customer_id');
