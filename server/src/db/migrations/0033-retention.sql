-- For how many months archived leads keep personal data, and the audit log its entries; null: for ever. `retention_by` set it.
alter table dealer
  add column archived_months smallint check (archived_months between 1 and 120),
  add column audit_months smallint check (audit_months between 12 and 120),
  add column retention_by uuid references employees (id);

-- Archived leads that still hold personal data, those first that nobody has touched for longest.
create index leads_archived on leads (touched_at, id) where not is_active and customer_id is not null;

-- The audit log loses entries only from its end, and only while somebody says up to when.
create function refuse_change_but_trim() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < nullif(current_setting('pitlane.audit_before', true), '')::timestamptz then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change_but_trim();
