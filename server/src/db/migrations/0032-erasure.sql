-- Personal data can be erased. A lead without a customer is an erased one: it keeps what reports count, and nobody changes it.
alter table leads alter column customer_id drop not null;
-- While the leads of a customer are being erased, none is added.
alter table customers add column is_erasing boolean not null default false;

-- Which customers were erased, so that a restored backup that still holds them can be found out.
create table customer_erasures (
  customer_id uuid primary key,
  -- Null for one that a start repeats after a restore.
  requested_by uuid references employees (id),
  requested_at timestamptz(3) not null,
  leads integer not null default 0,
  finished_at timestamptz(3)
);

-- A lead whose phone number was changed has versions of an earlier customer.
create index if not exists lead_versions_of_changed_phone on lead_versions (lead_id) where 'phone' = any(changed_fields);

create index audit_log_by_customer on audit_log ((details ->> 'customer'), at desc, id desc)
  where details ->> 'customer' is not null;

-- What is append-only stays so, but for the column that holds personal data, and for it only while an erasure says so.
create function refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('pitlane.erasing', true) = 'on'
    and to_jsonb(new) - tg_argv[0] = to_jsonb(old) - tg_argv[0] then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
drop trigger lead_versions_append_only on lead_versions;
create trigger lead_versions_append_only before update or delete on lead_versions
  for each row execute function refuse_change_but_erasure('snapshot');
drop trigger lead_comments_append_only on lead_comments;
create trigger lead_comments_append_only before update or delete on lead_comments
  for each row execute function refuse_change_but_erasure('text');
