-- The app that shows an employee a code for each half minute. The secret is kept as it is: codes are computed from it.
create table authenticator_apps (
  employee_id uuid primary key references employees (id) on delete cascade,
  secret bytea not null,
  -- The newest half minute whose code was used: neither that code nor an earlier one works again.
  last_step bigint not null,
  added_at timestamptz(3) not null
);

-- Unused ones, as SHA-256 only.
create table recovery_codes (
  employee_id uuid not null references employees (id) on delete cascade,
  code_hash bytea not null,
  primary key (employee_id, code_hash)
);

-- What a session is about to add.
create table second_factor_offers (
  session_id uuid primary key references sessions (id) on delete cascade,
  secret bytea not null,
  expires_at timestamptz(3) not null
);

-- Logins whose password was right, waiting for the second step. Not sessions.
create table login_steps (
  token_hash bytea primary key,
  employee_id uuid not null references employees (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index login_steps_by_employee on login_steps (employee_id, expires_at);
create index login_steps_by_end on login_steps (expires_at);

-- The employee's own screens and the lists of employees follow.
create function tell_second_factor() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.employee_id else new.employee_id end;
begin
  perform tell('account', jsonb_build_object('_id', changed), jsonb_build_object('employee', changed));
  perform tell('employee', jsonb_build_object('_id', changed, 'change', 'edited'), '{}');
  return null;
end $$;
create trigger authenticator_apps_tell after insert or delete on authenticator_apps
  for each row execute function tell_second_factor();
