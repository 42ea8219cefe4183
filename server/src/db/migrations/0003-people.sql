-- Invitations: one per address. Accepted means that an account was made by it.
create table invites (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  invited_by uuid not null references employees (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3)
);
create index invites_newest on invites (created_at desc, id desc);
create trigger invites_tell after insert or update or delete on invites
  for each row execute function tell_record('invite');

-- A link or code belongs to one purpose and to one person or invitation. `tries` counts wrong codes.
alter table one_time_tokens
  add column invite_id uuid references invites (id) on delete cascade,
  add column tries smallint not null default 0,
  add check (case purpose
    when 'setup' then employee_id is null and invite_id is null
    when 'invitation' then employee_id is null and invite_id is not null
    else employee_id is not null and invite_id is null end);
create index one_time_tokens_by_employee on one_time_tokens (employee_id, purpose);
create index one_time_tokens_by_invite on one_time_tokens (invite_id);

-- Mails to be sent, written by the transaction that causes them. A mail is written, and its link made, when it is sent, so
-- that no usable link or code rests here. Whoever sends one moves `run_at` on first: should he die, another takes over.
create table mail_jobs (
  id uuid primary key,
  kind text not null check (kind in ('invitation', 'registration', 'code', 'passwordReset', 'passwordChanged')),
  email text not null,
  attempts smallint not null default 0,
  run_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);
create index mail_jobs_due on mail_jobs (run_at, id);

-- Who did what to whom. Append-only; ids, and what is necessary to make use of them.
create table audit_log (
  id uuid primary key,
  at timestamptz(3) not null,
  action text not null,
  actor_id uuid references employees (id),
  subject_id uuid references employees (id),
  address text,
  details jsonb not null default '{}'
);
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_by_action on audit_log (action, at desc, id desc);
create index audit_log_by_actor on audit_log (actor_id, at desc, id desc);
create index audit_log_by_subject on audit_log (subject_id, at desc, id desc);
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_never_emptied before truncate on audit_log
  for each statement execute function refuse_change();

-- When a lead entered its status. Its days are counted from here when the dealer's time zone changes.
alter table leads add column status_at timestamptz(3);
alter table leads disable trigger user;
update leads l set status_at = coalesce((
  select v.created_at from lead_versions v
  where v.lead_id = l.id and v.snapshot ->> 'status' = l.status and (v.snapshot ->> 'status_on')::date = l.status_on
  order by v.version limit 1), l.updated_at);
alter table leads enable trigger user;
alter table leads alter column status_at set not null;

-- Rebuilds the counters that are kept by day, for when the days of leads change. A migration that adds such a counter
-- extends this function. The caller holds `leads` against writers.
create function recount_lead_days() returns void language plpgsql as $$
begin
  delete from lead_entry_counts;
  insert into lead_entry_counts
    select entered_on, service_center_id, status, 0, count(*) from leads where is_active group by 1, 2, 3;
  delete from lead_status_counts;
  insert into lead_status_counts
    select status_on, service_center_id, employee_id, status, 0, count(*) from leads where is_active group by 1, 2, 3, 4;
end $$;

-- Other settings, other days: whatever is on screen is read again.
create function tell_refresh() returns trigger language plpgsql as $$
begin
  perform tell('refresh', '{}', '{}');
  return null;
end $$;
create trigger dealer_tell after update on dealer for each row execute function tell_refresh();
