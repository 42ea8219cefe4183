-- The people who use Pitlane, and the connections over which enquiries come in. Somebody who left is deactivated, never deleted:
-- histories and reports keep their name.
create table employees (
  id            uuid           primary key,
  name          text           not null,
  email         text           not null unique check (email = lower(email)),
  password_hash text           not null,
  level         text           not null check (level in ('superAdmin', 'admin', 'manager', 'service', 'dataEntry', 'unassigned')),
  dp            text           references pictures (name), -- The profile picture.
  is_active     boolean        not null default true,
  -- Records what came over a connection; nobody can log in as it, and no list or report of people has it.
  is_connection boolean        not null default false,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null,
  away_until    date -- The last day of an absence.
);
create index employees_by_level on employees (level, name collate "und-x-icu", id);
create index employees_by_picture on employees (dp) where dp is not null;
create unique index connections_name on employees (name_key(name)) where is_connection;

create table employee_service_centers (
  employee_id       uuid not null references employees (id) on delete cascade,
  service_center_id uuid not null, -- References service_centers, see circular-keys.sql.
  primary key (employee_id, service_center_id)
);

create trigger employees_tell after insert or update or delete on employees for each row execute function tell_record('employee');

-- The employee's own screens follow a changed level, name, picture or center.
create function tell_account() returns trigger language plpgsql as $$
declare
  changed uuid := case tg_table_name when 'employees' then (to_jsonb(new) ->> 'id')::uuid
    else ((case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end) ->> 'employee_id')::uuid
  end;
begin
  perform tell('account', jsonb_build_object('_id', changed), jsonb_build_object('employee', changed));
  return null;
end $$;
create trigger employees_tell_account after update on employees for each row execute function tell_account();
create trigger employee_service_centers_tell_account after insert or delete on employee_service_centers for each row execute function tell_account();
