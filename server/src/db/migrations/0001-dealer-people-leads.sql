create extension if not exists pg_trgm;

-- One dealer per database.
create table dealer (
  only_one boolean primary key default true check (only_one),
  name text not null,
  logo text,
  time_zone text not null,
  phone_country text not null check (phone_country ~ '^[A-Z]{2}$'),
  created_at timestamptz(3) not null
);

-- Re-encoded pictures under unguessable names.
create table pictures (
  name text primary key,
  bytes bytea not null,
  created_at timestamptz(3) not null
);

create table employees (
  id uuid primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  level text not null check (level in ('superAdmin', 'admin', 'manager', 'service', 'dataEntry', 'unassigned')),
  dp text references pictures (name),
  is_verified boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index employees_by_level on employees (level, name collate "und-x-icu", id);

-- Bearer tokens are stored as SHA-256 only.
create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  employee_id uuid not null references employees (id) on delete cascade,
  user_agent text,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null
);
create index sessions_by_employee on sessions (employee_id);

-- Links and codes that work once; stored as SHA-256 only.
create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('setup', 'invitation', 'passwordReset', 'emailVerification')),
  employee_id uuid references employees (id) on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

-- Failed tries per client address and account; losing them in a crash is harmless.
create unlogged table throttles (
  key text primary key,
  tries integer not null,
  resets_at timestamptz(3) not null
);

create table service_centers (
  id uuid primary key,
  name text not null,
  address text,
  contact_no text,
  is_active boolean not null default true,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index service_centers_name on service_centers (lower(name));

create table employee_service_centers (
  employee_id uuid not null references employees (id) on delete cascade,
  service_center_id uuid not null references service_centers (id),
  primary key (employee_id, service_center_id)
);

create table offerings (
  id uuid primary key,
  name text not null,
  type text not null check (type in ('service', 'campaign', 'parts')),
  location text,
  start_date date,
  end_date date,
  is_active boolean not null default true,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (end_date >= start_date),
  check (type <> 'campaign' or (location is not null and start_date is not null and end_date is not null))
);
create unique index offerings_name on offerings (type, lower(name));

-- One customer per phone number in its normalised form.
create table customers (
  id uuid primary key,
  name text not null,
  email text,
  mobile text not null unique,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- The current state of each enquiry. Days are those of the dealer's calendar.
create table leads (
  id uuid primary key,
  version integer not null,
  customer_id uuid not null references customers (id),
  name text not null,
  email text,
  phone text not null,
  platform text check (platform in ('facebook', 'whatsapp', 'website')),
  vehicle_number text,
  notes text,
  status text not null check (status in ('pending', 'potential', 'booked', 'completed', 'lostCustomer')),
  job_id text,
  is_active boolean not null default true,
  service_center_id uuid not null references service_centers (id),
  offering_id uuid references offerings (id),
  appointment_date date,
  appointment_time text check (appointment_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  follow_up_count smallint not null default 0 check (follow_up_count between 0 and 4),
  next_follow_up_dates date[] not null default '{}',
  lost_reason text,
  employee_id uuid not null references employees (id),
  editor_ids uuid[] not null default '{}',
  last_modified_by uuid not null references employees (id),
  changed_fields text[] not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  entered_on date not null,
  status_on date not null,
  search_key text not null,
  check (status <> 'potential' or cardinality(next_follow_up_dates) > 0),
  check (status <> 'booked' or appointment_date is not null),
  check (status <> 'lostCustomer' or (lost_reason is not null and follow_up_count = 4))
);
create index leads_newest on leads (is_active, created_at desc, id desc);
create index leads_newest_by_center on leads (service_center_id, is_active, created_at desc, id desc);
create index leads_newest_by_status on leads (status, created_at desc, id desc) where is_active;
create index leads_newest_by_center_status on leads (service_center_id, status, created_at desc, id desc) where is_active;
create index leads_by_customer on leads (customer_id, created_at desc);
create index leads_by_employee on leads (employee_id);
create index leads_by_offering on leads (offering_id);
create index leads_search on leads using gin (search_key gin_trgm_ops);

-- Append-only: every write to a lead adds its full state afterwards.
create table lead_versions (
  id uuid primary key,
  lead_id uuid not null references leads (id),
  version integer not null,
  changed_fields text[] not null,
  edited_by uuid not null references employees (id),
  created_at timestamptz(3) not null,
  snapshot jsonb not null,
  unique (lead_id, version)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger lead_versions_append_only before update or delete on lead_versions
  for each row execute function refuse_change();

-- A repeated create with the same key answers the lead that the first one made.
create table idempotency_keys (
  employee_id uuid not null references employees (id) on delete cascade,
  key text not null,
  body_hash bytea not null,
  lead_id uuid references leads (id),
  created_at timestamptz(3) not null,
  primary key (employee_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Counters, kept in the transaction that changes a lead. Each backend adds to a slot of its own, so that people who work
-- on the same center seldom wait for each other; readers sum the slots.
create table lead_counts (
  service_center_id uuid not null,
  status text not null,
  is_active boolean not null,
  slot smallint not null,
  leads bigint not null,
  primary key (service_center_id, status, is_active, slot)
);
create table lead_entry_counts (
  entered_on date not null,
  service_center_id uuid not null,
  status text not null,
  slot smallint not null,
  leads bigint not null,
  primary key (entered_on, service_center_id, status, slot)
);
create table lead_status_counts (
  status_on date not null,
  service_center_id uuid not null,
  employee_id uuid not null,
  status text not null,
  slot smallint not null,
  leads bigint not null,
  primary key (status_on, service_center_id, employee_id, status, slot)
);

create function count_lead(lead leads, delta integer) returns void language plpgsql as $$
declare
  my_slot smallint := pg_backend_pid() % 16;
begin
  insert into lead_counts as counted values (lead.service_center_id, lead.status, lead.is_active, my_slot, delta)
    on conflict (service_center_id, status, is_active, slot) do update set leads = counted.leads + delta;
  if lead.is_active then
    insert into lead_entry_counts as counted
      values (lead.entered_on, lead.service_center_id, lead.status, my_slot, delta)
      on conflict (entered_on, service_center_id, status, slot) do update set leads = counted.leads + delta;
    insert into lead_status_counts as counted
      values (lead.status_on, lead.service_center_id, lead.employee_id, lead.status, my_slot, delta)
      on conflict (status_on, service_center_id, employee_id, status, slot) do update set leads = counted.leads + delta;
  end if;
end $$;

create function keep_lead_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.service_center_id, old.status, old.is_active, old.employee_id, old.entered_on, old.status_on)
    is not distinct from (new.service_center_id, new.status, new.is_active, new.employee_id, new.entered_on, new.status_on)
  then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform count_lead(old, -1);
  end if;
  if tg_op <> 'DELETE' then
    perform count_lead(new, 1);
  end if;
  return null;
end $$;
create trigger leads_keep_counts after insert or update or delete on leads
  for each row execute function keep_lead_counts();
