-- Registrations, invitations, sessions and second factors. Tokens and codes are stored as SHA-256 only.

-- A registration without an invitation link waits here until its code proves the address. Several may wait for one address: a code
-- belongs to one of them.
create table registrations (
  id              uuid           primary key,
  email           text           not null check (email = lower(email)),
  name            text           not null,
  password_hash   text           not null,
  dp              text           references pictures (name),
  key_hash        bytea,                   -- Of the browser that registered.
  network         text           not null, -- From which it registered.
  code_hash       bytea,
  code_expires_at timestamptz(3),
  created_at      timestamptz(3) not null,
  unique (email, code_hash)
);
create index registrations_by_address on registrations (email, created_at desc, id desc);
create index registrations_by_network on registrations (network, created_at desc, id desc);
create index registrations_by_picture on registrations (dp) where dp is not null;
create index registrations_by_age on registrations (created_at);

-- One per address.
create table invites (
  id          uuid           primary key,
  email       text           not null unique check (email = lower(email)),
  level       text           not null default 'unassigned' -- What the invited person starts with.
    check (level in ('superAdmin', 'admin', 'manager', 'service', 'dataEntry', 'unassigned')),
  invited_by  uuid           not null references employees (id),
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  accepted_at timestamptz(3)                               -- When an account was made by it.
);
create index invites_newest on invites (created_at desc, id desc);

create table invite_service_centers (
  invite_id         uuid not null references invites (id) on delete cascade,
  service_center_id uuid not null references service_centers (id),
  primary key (invite_id, service_center_id)
);

create table sessions (
  id           uuid           primary key,
  token_hash   bytea          not null unique,
  employee_id  uuid           not null references employees (id) on delete cascade,
  user_agent   text,
  created_at   timestamptz(3) not null,
  last_seen_at timestamptz(3) not null
);
create index sessions_by_employee on sessions (employee_id);
create index sessions_by_age on sessions (created_at);

-- Links that work once, for one purpose and one person or invitation.
create table one_time_tokens (
  token_hash  bytea          primary key,
  purpose     text           not null check (purpose in ('setup', 'invitation', 'passwordReset')),
  employee_id uuid           references employees (id) on delete cascade,
  invite_id   uuid           references invites (id) on delete cascade,
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  check (case purpose
    when 'setup' then employee_id is null and invite_id is null
    when 'invitation' then employee_id is null and invite_id is not null
    else employee_id is not null and invite_id is null end)
);
create index one_time_tokens_by_employee on one_time_tokens (employee_id, purpose);
create index one_time_tokens_by_invite on one_time_tokens (invite_id);

-- Failed attempts per client address and account; losing them in a crash is harmless.
create unlogged table throttles (
  key       text           primary key,
  tries     integer        not null,
  resets_at timestamptz(3) not null
);
create index throttles_by_end on throttles (resets_at);

-- The app that shows an employee a code for each half minute.
create table authenticator_apps (
  employee_id uuid           primary key references employees (id) on delete cascade,
  secret      bytea          not null, -- As it is, for codes are computed from it.
  last_step   bigint         not null, -- The newest half minute whose code was used: neither it nor an earlier one works again.
  added_at    timestamptz(3) not null
);

-- Those that were not used yet.
create table recovery_codes (
  employee_id uuid  not null references employees (id) on delete cascade,
  code_hash   bytea not null,
  primary key (employee_id, code_hash)
);

-- The secret of an authenticator app that a session is about to add.
create table second_factor_offers (
  session_id uuid           primary key references sessions (id) on delete cascade,
  secret     bytea          not null,
  expires_at timestamptz(3) not null
);

-- Logins whose password was right, waiting for the second step; they are not sessions. `address` and `user_agent` say where one waits:
-- whoever finishes another one there need not be notified of it.
create table login_steps (
  token_hash  bytea          primary key,
  employee_id uuid           not null references employees (id) on delete cascade,
  address     text           not null,
  user_agent  text,
  expires_at  timestamptz(3) not null
);
create index login_steps_by_employee on login_steps (employee_id, expires_at);
create index login_steps_by_end on login_steps (expires_at);

-- Keys of devices and password managers that take the second step of a login.
create table passkeys (
  id            uuid           primary key,
  employee_id   uuid           not null references employees (id) on delete cascade,
  credential_id text           not null unique,
  public_key    bytea          not null,
  counter       bigint         not null, -- What the device counted when it was last used; 0 for those that do not count.
  transports    text[]         not null,
  name          text           not null,
  added_at      timestamptz(3) not null,
  last_used_at  timestamptz(3)
);
create index passkeys_by_employee on passkeys (employee_id, added_at);

-- What a device is asked to sign, once and for one purpose: within a session, or for a login that waits for its second step.
create table passkey_challenges (
  session_id uuid           references sessions (id) on delete cascade,
  login_step bytea          unique references login_steps (token_hash) on delete cascade,
  purpose    text           not null check (purpose in ('add', 'turnOff', 'logIn')),
  challenge  text           not null,
  expires_at timestamptz(3) not null,
  unique (session_id, purpose),
  check (num_nonnulls(session_id, login_step) = 1),
  check ((purpose = 'logIn') = (login_step is not null))
);

create trigger invites_tell after insert or update or delete on invites for each row execute function tell_record('invite');

create function tell_session_end() returns trigger language plpgsql as $$
begin
  perform tell('sessionEnd', '{}', jsonb_build_object('session', old.id));
  return null;
end $$;
create trigger sessions_tell_end after delete on sessions for each row execute function tell_session_end();

-- The employee's own screens and the lists of employees follow.
create function tell_second_factor() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.employee_id else new.employee_id end;
begin
  perform tell('account', jsonb_build_object('_id', changed), jsonb_build_object('employee', changed));
  perform tell('employee', jsonb_build_object('_id', changed, 'change', 'edited'), '{}');
  return null;
end $$;
create trigger authenticator_apps_tell after insert or delete on authenticator_apps for each row execute function tell_second_factor();
create trigger passkeys_tell after insert or delete on passkeys for each row execute function tell_second_factor();
