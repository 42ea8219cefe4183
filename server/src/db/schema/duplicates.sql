-- Customers who may be one person, and enquiries that may be one.

-- Customers to compare: a write adds a row and waits for nobody, a job takes them, the newest first.
create table duplicate_checks (
  customer_id uuid        not null,
  noted_at    timestamptz not null default clock_timestamp() -- No sequence, which a restore would begin anew.
);
create index duplicate_checks_newest on duplicate_checks (noted_at desc);

-- What customers are compared by.
create table duplicate_keys (
  customer_id uuid   not null,
  reason      text   not null check (reason in ('email', 'plate', 'name')),
  key         bigint not null, -- A hash of the reason and the value.
  district    smallint,        -- Of a number plate that names one.
  primary key (customer_id, key)
);
create index duplicate_keys_by_key on duplicate_keys (key, customer_id desc);

-- Two customers, or two open leads of `customer_id`. Pairs that were dismissed stay, so that they are not found again.
create table duplicate_pairs (
  id           uuid           primary key,
  kind         text           not null check (kind in ('customer', 'lead')),
  one_id       uuid           not null,
  other_id     uuid           not null,
  customer_id  uuid,
  reasons      text[]         not null,
  centers      uuid[]         not null,
  found_at     timestamptz(3) not null,
  dismissed_by uuid           references employees (id),
  dismissed_at timestamptz(3),
  unique (one_id, other_id),
  check (one_id < other_id),
  check ((kind = 'lead') = (customer_id is not null)),
  check ((dismissed_by is null) = (dismissed_at is null))
);
create index duplicate_pairs_by_other on duplicate_pairs (other_id);
create index duplicate_pairs_by_customer on duplicate_pairs (customer_id) where customer_id is not null;
create index duplicate_pairs_newest on duplicate_pairs (id desc) where dismissed_at is null;
create index duplicate_pairs_newest_by_kind on duplicate_pairs (kind, id desc) where dismissed_at is null;
create index duplicate_pairs_dismissed on duplicate_pairs (dismissed_at desc, id desc) where dismissed_at is not null;
create index duplicate_pairs_by_part on duplicate_pairs using gin (centers, reasons);

-- Notes the customers of leads of which something has changed that is compared.
create function note_duplicate_checks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into duplicate_checks (customer_id) select customer_id from new_leads where customer_id is not null;
  elsif tg_op = 'DELETE' then
    insert into duplicate_checks (customer_id) select customer_id from old_leads where customer_id is not null;
  else
    insert into duplicate_checks (customer_id)
    select c.id from old_leads o join new_leads n using (id), lateral (select o.customer_id union select n.customer_id) c (id)
    where c.id is not null and (o.customer_id, o.name, o.email, o.vehicle_number, o.service_center_id, o.is_active,
        o.status in ('pending', 'potential', 'booked'))
      is distinct from (n.customer_id, n.name, n.email, n.vehicle_number, n.service_center_id, n.is_active,
        n.status in ('pending', 'potential', 'booked'));
  end if;
  return null;
end $$;
create trigger leads_note_duplicate_checks_of_new after insert on leads referencing new table as new_leads
  for each statement execute function note_duplicate_checks();
create trigger leads_note_duplicate_checks after update on leads referencing old table as old_leads new table as new_leads
  for each statement execute function note_duplicate_checks();
create trigger leads_note_duplicate_checks_of_gone after delete on leads referencing old table as old_leads
  for each statement execute function note_duplicate_checks();

-- A merged customer is no likely pair of anybody.
create function note_duplicate_check() returns trigger language plpgsql as $$
begin
  insert into duplicate_checks (customer_id) values (new.id);
  return null;
end $$;
create trigger customers_note_duplicate_check after update on customers for each row
  when ((old.name, old.email, old.is_erasing, old.merged_into)
    is distinct from (new.name, new.email, new.is_erasing, new.merged_into))
  execute function note_duplicate_check();

-- What was compared is deleted with the customer.
create function forget_duplicates() returns trigger language plpgsql as $$
begin
  delete from duplicate_keys where customer_id = old.id;
  delete from duplicate_pairs where one_id = old.id or other_id = old.id or customer_id = old.id;
  return null;
end $$;
create trigger customers_forget_duplicates after delete on customers for each row execute function forget_duplicates();

-- Once for all that a statement changes.
create function tell_duplicates() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then perform tell('duplicates', '{}', '{}'); end if;
  return null;
end $$;
create trigger duplicate_pairs_tell_new after insert on duplicate_pairs referencing new table as changed
  for each statement execute function tell_duplicates();
create trigger duplicate_pairs_tell after update on duplicate_pairs referencing new table as changed
  for each statement execute function tell_duplicates();
create trigger duplicate_pairs_tell_gone after delete on duplicate_pairs referencing old table as changed
  for each statement execute function tell_duplicates();
