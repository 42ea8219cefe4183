-- A registration without an invitation link waits here, as a record of its own, until its code proves it. Several may wait for
-- one address: a code belongs to one of them. `key_hash` is of the browser that registered, `network` of where it registered.
create table registrations (
  id uuid primary key,
  email text not null check (email = lower(email)),
  name text not null,
  password_hash text not null,
  dp text references pictures (name),
  key_hash bytea,
  network text not null,
  code_hash bytea,
  code_expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  unique (email, code_hash)
);
create index registrations_by_address on registrations (email, created_at desc, id desc);
create index registrations_by_network on registrations (network, created_at desc, id desc);
create index registrations_by_age on registrations (created_at);
create index registrations_by_picture on registrations (dp) where dp is not null;
create index employees_by_picture on employees (dp) where dp is not null;

-- Accounts that nobody proved become registrations; the log keeps what happened, without naming them.
insert into registrations (id, email, name, password_hash, dp, network, created_at)
  select id, email, name, password_hash, dp, '', created_at from employees where not is_verified;
alter table audit_log disable trigger audit_log_append_only;
update audit_log set actor_id = null where actor_id in (select id from employees where not is_verified);
update audit_log set subject_id = null where subject_id in (select id from employees where not is_verified);
alter table audit_log enable trigger audit_log_append_only;
delete from employees where not is_verified;
alter table employees drop column is_verified;

-- Codes stand with their registrations now.
delete from one_time_tokens where purpose = 'emailVerification';
alter table one_time_tokens
  drop constraint one_time_tokens_purpose_check,
  add constraint one_time_tokens_purpose_check check (purpose in ('setup', 'invitation', 'passwordReset')),
  drop column tries;

-- The registration that a mail is about. It may be gone by the time the mail is written.
alter table mail_jobs add column registration_id uuid;

-- What is over is deleted a few rows at a time, found by these.
create index throttles_by_end on throttles (resets_at);
create index sessions_by_age on sessions (created_at);
