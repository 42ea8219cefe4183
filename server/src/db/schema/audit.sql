-- Who did what to whom. Append-only; ids, and what is necessary to make use of them.
create table audit_log (
  id         uuid           primary key,
  at         timestamptz(3) not null,
  action     text           not null,
  actor_id   uuid           references employees (id),
  subject_id uuid           references employees (id),
  address    text,
  details    jsonb          not null default '{}'
);
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_by_action on audit_log (action, at desc, id desc);
create index audit_log_by_actor on audit_log (actor_id, at desc, id desc);
create index audit_log_by_subject on audit_log (subject_id, at desc, id desc);
create index audit_log_by_customer on audit_log ((details ->> 'customer'), at desc, id desc) where details ->> 'customer' is not null;

-- Entries are deleted only from the end of the log, and only while somebody says up to when.
create function refuse_change_but_trim() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < nullif(current_setting('pitlane.audit_before', true), '')::timestamptz then return old; end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change_but_trim();
create trigger audit_log_never_emptied before truncate on audit_log for each statement execute function refuse_change();
