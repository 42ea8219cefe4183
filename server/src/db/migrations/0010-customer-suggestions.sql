-- A lead fills in what a customer lacks. What it says differently waits here until management decides: one suggestion a
-- field waits, the newest; decided ones stay for a while, so that the same text is not suggested again.
create table customer_suggestions (
  customer_id uuid not null references customers (id) on delete cascade,
  field text not null check (field in ('name', 'email')),
  key text not null,
  value text not null,
  -- Written before the lead is.
  lead_id uuid references leads (id) deferrable initially deferred,
  suggested_by uuid not null references employees (id),
  suggested_at timestamptz(3) not null,
  is_waiting boolean not null,
  primary key (customer_id, field, key),
  check (lead_id is not null or not is_waiting)
);
create unique index customer_suggestions_waiting on customer_suggestions (customer_id, field) where is_waiting;

alter table customers drop column name_by_hand, drop column email_by_hand;
