-- Keys of devices and password managers that take the second step of a login; only the public half is kept.
create table passkeys (
  id uuid primary key,
  employee_id uuid not null references employees (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- What the device counted when it was last used; 0 for those that do not count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  added_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index passkeys_by_employee on passkeys (employee_id, added_at);
create trigger passkeys_tell after insert or delete on passkeys
  for each row execute function tell_second_factor();

-- What a device is asked to sign, once: within a session, or for a login that waits for its second step.
create table passkey_challenges (
  session_id uuid unique references sessions (id) on delete cascade,
  login_step bytea unique references login_steps (token_hash) on delete cascade,
  challenge text not null,
  expires_at timestamptz(3) not null,
  check (num_nonnulls(session_id, login_step) = 1)
);
