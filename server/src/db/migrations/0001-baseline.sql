-- The schema as it was when it moved into schema.sql: what databases begin with that are restored from a backup, or older than this
-- Pitlane. It is made from the files of then, without their comments, and never edited. How things are now is in schema/.

create extension if not exists pg_trgm;
create function search_grams(key text) returns smallint[] language plpgsql immutable strict parallel safe as $$
declare
  bytes bytea := convert_to(key, 'UTF8');
  grams smallint[] := '{}';
  before smallint;
  letter smallint;
begin
  for place in 0 .. length(bytes) - 1 loop
    before := letter;
    letter := get_byte(bytes, place);
    grams := grams || letter;
    if before is not null then grams := grams || (before * 128 + letter)::smallint; end if;
  end loop;
  return grams;
end $$;
create function search_form(text text) returns text language sql immutable strict parallel safe as $$
  select case when text ~ '[^\u0001-\u007f]' then normalize(regexp_replace(normalize(
      replace(replace(replace(
        translate(replace(translate(lower(text collate "und-x-icu") collate "default", '০১২৩৪৫৬৭৮৯', '0123456789'),
          U&'\09A4\09CD\200D', U&'\09CE'), 'øłđħŧı', 'oldhti'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), NFD),
      '[\u0009-\u000d\u0020\u0027-\u0029\u002c-\u002f\u0060\u00a0\u00ad\u00b4\u00b7\u02b9\u02bb\u02bc\u0300-\u036f\u061c\u1680\u2000-\u200f\u2010-\u2015\u2018\u2019\u201b\u2022\u2028-\u202f\u2032\u205f-\u2069\u2212\u3000\ufeff\uff07]',
      '', 'g'), NFC)
    else regexp_replace(lower(text collate "C") collate "default", '[\u0009-\u000d\u0020\u0027-\u0029\u002c-\u002f\u0060]', '', 'g') end
$$;
create function name_key(name text) returns text language sql immutable strict parallel safe as $$
  select lower(btrim(regexp_replace(translate(normalize(name, NFC), U&'\200C\200D', ''), '\s+', ' ', 'g')) collate "und-x-icu") collate "default"
$$;
create function lost_reason_key(reason text) returns text language sql immutable parallel safe as $$
  select left(lower(btrim(regexp_replace(reason, '\s+', ' ', 'g'))), 120)
$$;
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create function refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('pitlane.erasing', true) = 'on' and to_jsonb(new) - tg_argv[0] = to_jsonb(old) - tg_argv[0] then
    return new;
  end if;
  if tg_op = 'DELETE' and tg_table_name = 'lead_versions' then
    if old.snapshot ->> 'import_id' = current_setting('pitlane.reverting', true) then return old; end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create function tell(kind text, data jsonb, scope jsonb) returns void language sql as $$
  select pg_notify('pitlane', jsonb_build_object('kind', kind, 'data', data, 'scope', scope)::text);
$$;
create function tell_record() returns trigger language plpgsql as $$
declare
  record_id uuid := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  perform tell(tg_argv[0], jsonb_build_object('_id', record_id, 'change',
      case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'edited' else 'deleted' end),
    '{}');
  return null;
end $$;
create function tell_refresh() returns trigger language plpgsql as $$
begin
  perform tell('refresh', '{}', '{}');
  return null;
end $$;

create table pictures (
  name       text           primary key,
  bytes      bytea          not null,
  created_at timestamptz(3) not null
);

create table employees (
  id            uuid           primary key,
  name          text           not null,
  email         text           not null unique check (email = lower(email)),
  password_hash text           not null,
  level         text           not null check (level in ('superAdmin', 'admin', 'manager', 'service', 'dataEntry', 'unassigned')),
  dp            text           references pictures (name),
  is_active     boolean        not null default true,
  is_connection boolean        not null default false,
  created_at    timestamptz(3) not null,
  updated_at    timestamptz(3) not null
);
create index employees_by_level on employees (level, name collate "und-x-icu", id);
create index employees_by_picture on employees (dp) where dp is not null;
create unique index connections_name on employees (name_key(name)) where is_connection;
create table employee_service_centers (
  employee_id       uuid not null references employees (id) on delete cascade,
  service_center_id uuid not null,
  primary key (employee_id, service_center_id)
);
create trigger employees_tell after insert or update or delete on employees for each row execute function tell_record('employee');
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

create table dealer (
  only_one               boolean        primary key default true check (only_one),
  name                   text           not null,
  logo                   text,
  time_zone              text           not null,
  next_time_zone         text,
  phone_country          text           not null check (phone_country ~ '^[A-Z]{2}$'),
  service_may_correct    boolean        not null default false,
  service_may_merge      boolean        not null default false,
  requires_second_factor boolean        not null default false,
  joins_open_leads       boolean        not null default true,
  message_texts          jsonb          not null default '[]',
  lost_reasons           jsonb          not null default '[
    {"_id": "019ab3c0-0000-7000-8000-000000000001", "en": "Price too high", "bn": "দাম বেশি", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000002", "en": "Went to another workshop", "bn": "অন্য ওয়ার্কশপে গেছেন", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000003", "en": "Sold the car", "bn": "গাড়ি বিক্রি করে দিয়েছেন", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000004", "en": "Could not be reached", "bn": "যোগাযোগ করা যায়নি", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000005", "en": "Part not available", "bn": "পার্টস পাওয়া যায়নি", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000006", "en": "Only asked for information", "bn": "শুধু তথ্য জানতে চেয়েছেন", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000007", "en": "No suitable time", "bn": "সুবিধাজনক সময় নেই", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000008", "en": "Workshop too far away", "bn": "ওয়ার্কশপ অনেক দূরে", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000009", "en": "Put off for now", "bn": "আপাতত করাবেন না", "isActive": true},
    {"_id": "019ab3c0-0000-7000-8000-000000000010", "en": "Enquired twice", "bn": "একই অনুরোধ দুবার এসেছে", "isActive": true}
  ]',
  neglected_after_days   jsonb          not null default '{"pending": 1, "potential": 7, "booked": 3}'
    check (neglected_after_days @? '$ ? (@.pending >= 1 && @.potential >= 1 && @.booked >= 1)'),
  archived_months        smallint       check (archived_months between 1 and 120),
  audit_months           smallint       check (audit_months between 12 and 120),
  retention_by           uuid           references employees (id),
  created_at             timestamptz(3) not null
);
create trigger dealer_tell after update on dealer for each row
  when (old.next_time_zone is not distinct from new.next_time_zone or old.time_zone <> new.time_zone)
  execute function tell_refresh();

create table service_centers (
  id               uuid           primary key,
  name             text           not null,
  address          text,
  contact_no       text,
  is_active        boolean        not null default true,
  last_modified_by uuid           references employees (id),
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null
);
create unique index service_centers_name on service_centers (name_key(name));
create trigger service_centers_tell after insert or update or delete on service_centers for each row execute function tell_record('serviceCenter');

create table offerings (
  id               uuid           primary key,
  name             text           not null,
  type             text           not null check (type in ('service', 'campaign', 'parts')),
  location         text,
  start_date       date,
  end_date         date,
  is_active        boolean        not null default true,
  last_modified_by uuid           references employees (id),
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  check (end_date >= start_date),
  check (type <> 'campaign' or (location is not null and start_date is not null and end_date is not null))
);
create unique index offerings_name on offerings (type, name_key(name));
create trigger offerings_tell after insert or update or delete on offerings for each row execute function tell_record('serviceOrCampaign');

create table registrations (
  id              uuid           primary key,
  email           text           not null check (email = lower(email)),
  name            text           not null,
  password_hash   text           not null,
  dp              text           references pictures (name),
  key_hash        bytea,
  network         text           not null,
  code_hash       bytea,
  code_expires_at timestamptz(3),
  created_at      timestamptz(3) not null,
  unique (email, code_hash)
);
create index registrations_by_address on registrations (email, created_at desc, id desc);
create index registrations_by_network on registrations (network, created_at desc, id desc);
create index registrations_by_picture on registrations (dp) where dp is not null;
create index registrations_by_age on registrations (created_at);
create table invites (
  id          uuid           primary key,
  email       text           not null unique check (email = lower(email)),
  level       text           not null default 'unassigned'
    check (level in ('superAdmin', 'admin', 'manager', 'service', 'dataEntry', 'unassigned')),
  invited_by  uuid           not null references employees (id),
  created_at  timestamptz(3) not null,
  expires_at  timestamptz(3) not null,
  accepted_at timestamptz(3)
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
create unlogged table throttles (
  key       text           primary key,
  tries     integer        not null,
  resets_at timestamptz(3) not null
);
create index throttles_by_end on throttles (resets_at);
create table authenticator_apps (
  employee_id uuid           primary key references employees (id) on delete cascade,
  secret      bytea          not null,
  last_step   bigint         not null,
  added_at    timestamptz(3) not null
);
create table recovery_codes (
  employee_id uuid  not null references employees (id) on delete cascade,
  code_hash   bytea not null,
  primary key (employee_id, code_hash)
);
create table second_factor_offers (
  session_id uuid           primary key references sessions (id) on delete cascade,
  secret     bytea          not null,
  expires_at timestamptz(3) not null
);
create table login_steps (
  token_hash  bytea          primary key,
  employee_id uuid           not null references employees (id) on delete cascade,
  address     text           not null,
  user_agent  text,
  expires_at  timestamptz(3) not null
);
create index login_steps_by_employee on login_steps (employee_id, expires_at);
create index login_steps_by_end on login_steps (expires_at);
create table passkeys (
  id            uuid           primary key,
  employee_id   uuid           not null references employees (id) on delete cascade,
  credential_id text           not null unique,
  public_key    bytea          not null,
  counter       bigint         not null,
  transports    text[]         not null,
  name          text           not null,
  added_at      timestamptz(3) not null,
  last_used_at  timestamptz(3)
);
create index passkeys_by_employee on passkeys (employee_id, added_at);
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

create table working_hours (
  service_center_id uuid references service_centers (id),
  valid_from        date not null,
  week              jsonb,
  check (week is not null or service_center_id is not null),
  unique nulls not distinct (service_center_id, valid_from)
);
create table holidays (
  service_center_id uuid references service_centers (id),
  day               date not null,
  name              text not null,
  unique nulls not distinct (service_center_id, day)
);
create table response_targets (
  platform text    primary key check (platform in ('default', 'facebook', 'whatsapp', 'website')),
  minutes  integer not null check (minutes between 1 and 10080)
);
create trigger working_hours_tell after insert or update or delete on working_hours for each statement execute function tell_refresh();
create trigger holidays_tell after insert or update or delete on holidays for each statement execute function tell_refresh();
create trigger response_targets_tell after insert or update or delete on response_targets for each statement execute function tell_refresh();

create table imports (
  id                 uuid           primary key,
  employee_id        uuid           not null references employees (id),
  noun               text           not null check (noun in ('leads', 'customers')),
  state              text           not null default 'draft' check (state in ('draft', 'checking', 'checked', 'running', 'done', 'stopped', 'failed',
    'expired', 'reverting', 'reverted')),
  file_name          text           not null,
  kind               text           not null check (kind in ('csv', 'xlsx')),
  encoding           text,
  separator          text,
  sheets             jsonb,
  sheet              text,
  headers            jsonb          not null,
  header_row         integer,
  top                jsonb          not null default '[]',
  shape              bytea          not null,
  sample             jsonb          not null,
  settings           jsonb          not null,
  is_remembered      boolean        not null,
  checked            jsonb,
  rows               integer,
  handled            integer        not null default 0,
  taken              integer        not null default 0,
  joined             integer        not null default 0,
  skipped            integer        not null default 0,
  refused            integer        not null default 0,
  beside             integer        not null default 0,
  reverted_leads     integer        not null default 0,
  reverted_customers integer        not null default 0,
  restored           integer        not null default 0,
  kept_count         integer        not null default 0,
  kept               jsonb          not null default '[]',
  reverted_lead      uuid,
  reverted_customer  uuid,
  reverted_joined    uuid,
  reverted_by        uuid           references employees (id),
  fault              text,
  created_at         timestamptz(3) not null,
  started_at         timestamptz(3),
  ended_at           timestamptz(3)
);
create index imports_newest on imports (created_at desc, id desc);
create index imports_by_shape on imports (shape, created_at desc);
create unique index imports_one_at_a_time on imports ((true)) where state in ('running', 'reverting');
create table import_chunks (
  import_id uuid    not null references imports (id),
  place     integer not null,
  bytes     bytea   not null,
  primary key (import_id, place)
);
create table import_rows (
  import_id      uuid    not null references imports (id),
  row            integer not null,
  outcome        text    not null check (outcome in ('refused', 'joined')),
  joined_id      uuid,
  joined_version integer,
  differing      jsonb,
  phone          text,
  cells          jsonb,
  reasons        text,
  primary key (import_id, row)
);
create index import_rows_by_phone on import_rows (phone) where phone is not null;
create index import_rows_joined on import_rows (joined_id) where joined_version is not null;
create index import_rows_changed on import_rows (import_id, joined_id) where joined_version is not null;
create index import_rows_kept on import_rows (import_id) where cells is not null;
create index import_rows_unread on import_rows (import_id, row) where phone is null and cells is not null;
create table import_leads (
  import_id   uuid    not null references imports (id),
  row         integer not null,
  former_id   uuid    not null,
  merged_into uuid,
  lead_id     uuid    not null,
  version     integer,
  primary key (import_id, row)
);
create index import_leads_by_former_id on import_leads (former_id);
create index import_leads_by_lead on import_leads (lead_id) where version is not null;
create trigger imports_tell after insert or update on imports for each row execute function tell_record('import');

create table customers (
  id               uuid           primary key,
  name             text           not null,
  email            text,
  mobile           text           not null unique,
  search_key       text           not null,
  search_grams     smallint[]     not null generated always as (search_grams(search_key)) stored,
  is_erasing       boolean        not null default false,
  import_id        uuid           references imports (id),
  version          integer        not null default 1,
  merged_into      uuid           references customers (id),
  merged_at        timestamptz(3),
  last_modified_by uuid           references employees (id),
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null
);
create index customers_by_name on customers (name collate "und-x-icu", id);
create index customers_by_import on customers (import_id, id) where import_id is not null;
create index customers_merged on customers (merged_into) where merged_into is not null;
create index customers_search on customers using gin (search_key gin_trgm_ops, search_grams) with (gin_pending_list_limit = 256);
create table customer_addresses (
  id               uuid           primary key,
  customer_id      uuid           not null references customers (id) on delete cascade,
  home_id          uuid,
  label            text,
  line             text           not null,
  area             text,
  city             text,
  is_default       boolean        not null,
  last_modified_by uuid           references employees (id),
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null
);
create index customer_addresses_by_customer on customer_addresses (customer_id, created_at, id);
create unique index customer_addresses_one_default on customer_addresses (customer_id) where is_default;
create table customer_suggestions (
  customer_id  uuid           not null references customers (id) on delete cascade,
  field        text           not null check (field in ('name', 'email')),
  key          text           not null,
  value        text           not null,
  lead_id      uuid,
  suggested_by uuid           not null references employees (id),
  suggested_at timestamptz(3) not null,
  is_waiting   boolean        not null,
  primary key (customer_id, field, key),
  check (lead_id is not null or not is_waiting)
);
create unique index customer_suggestions_waiting on customer_suggestions (customer_id, field) where is_waiting;
create index customer_suggestions_by_lead on customer_suggestions (lead_id) where lead_id is not null;
create table customer_merges (
  id         uuid           primary key,
  kept_id    uuid           not null references customers (id) on delete cascade,
  merged_ids uuid[]         not null,
  replaced   jsonb          not null,
  merged_by  uuid           not null references employees (id),
  merged_at  timestamptz(3) not null,
  undone_by  uuid           references employees (id),
  undone_at  timestamptz(3)
);
create index customer_merges_by_customer on customer_merges (kept_id, merged_at desc);
create index customer_merges_undoable on customer_merges (merged_at) where replaced <> '{}';
create table erased_numbers (
  hash      bytea          primary key,
  erased_at timestamptz(3) not null
);
create table customer_counts (
  slot      smallint primary key,
  customers bigint   not null
);
create function keep_customer_counts() returns trigger language plpgsql as $$
declare
  difference bigint := (select count(*) from changed where merged_into is null) * case tg_op when 'INSERT' then 1 else -1 end;
begin
  if difference <> 0 then
    insert into customer_counts as counted values (pg_backend_pid() % 16, difference)
      on conflict (slot) do update set customers = counted.customers + excluded.customers;
  end if;
  return null;
end $$;
create trigger customers_keep_counts after insert on customers referencing new table as changed
  for each statement execute function keep_customer_counts();
create trigger customers_keep_counts_of_gone after delete on customers referencing old table as changed
  for each statement execute function keep_customer_counts();
create function keep_merged_customer_counts() returns trigger language plpgsql as $$
begin
  insert into customer_counts as counted values (pg_backend_pid() % 16, case when new.merged_into is null then 1 else -1 end)
    on conflict (slot) do update set customers = counted.customers + excluded.customers;
  return null;
end $$;
create trigger customers_keep_counts_of_merged after update of merged_into on customers for each row
  when ((old.merged_into is null) <> (new.merged_into is null)) execute function keep_merged_customer_counts();
create function tell_customer() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0];
begin
  if current_setting('pitlane.many_leads', true) is distinct from 'on' and exists (select from customers where id = changed) then
    perform tell('customer', jsonb_build_object('_id', changed, 'change', 'edited'), '{}');
  end if;
  return null;
end $$;
create trigger customers_tell after update on customers for each row
  when ((old.name, old.email, old.merged_into) is distinct from (new.name, new.email, new.merged_into))
  execute function tell_customer('id');
create trigger customer_addresses_tell after insert or update or delete on customer_addresses
  for each row execute function tell_customer('customer_id');
create trigger customer_suggestions_tell after update on customer_suggestions for each row
  when (old.is_waiting and not new.is_waiting) execute function tell_customer('customer_id');

create table leads (
  id                   uuid           primary key,
  version              integer        not null,
  customer_id          uuid           references customers (id),
  name                 text           not null,
  email                text,
  phone                text           not null,
  platform             text           check (platform in ('facebook', 'whatsapp', 'website')),
  filled_platform      text,
  source               jsonb,
  import_id            uuid           references imports (id),
  vehicle_number       text,
  notes                text,
  search_key           text           not null,
  search_grams         smallint[]     not null generated always as (search_grams(search_key)) stored,
  service_center_id    uuid           not null references service_centers (id),
  offering_id          uuid           references offerings (id),
  is_active            boolean        not null default true,
  merged_into          uuid           references leads (id),
  joined_ids           uuid[]         not null default '{}',
  status               text           not null check (status in ('pending', 'potential', 'booked', 'completed', 'lostCustomer')),
  status_at            timestamptz(3) not null,
  furthest_status      text           not null default 'pending' check (furthest_status in ('pending', 'potential', 'booked', 'completed')),
  first_follow_up_at   timestamptz(3),
  first_booked_at      timestamptz(3),
  follow_up_count      smallint       not null default 0 check (follow_up_count between 0 and 4),
  next_follow_up_dates date[]         not null default '{}',
  appointment_date     date,
  appointment_time     text           check (appointment_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  is_day_booked        boolean,
  job_id               text,
  lost_reason          text,
  employee_id          uuid           not null references employees (id),
  advisor_id           uuid           references employees (id),
  editor_ids           uuid[]         not null default '{}',
  last_modified_by     uuid           not null references employees (id),
  changed_fields       text[]         not null default '{}',
  contact_tries        smallint       not null default 0 check (contact_tries >= 0),
  last_contact_at      timestamptz(3),
  try_again_at         timestamptz(3),
  reminded_for         date,
  response_due_at      timestamptz(3),
  responded_at         timestamptz(3),
  response_minutes     integer,
  asked_again_at       timestamptz(3),
  created_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,
  touched_at           timestamptz(3) not null generated always as (greatest(updated_at, last_contact_at)) stored,
  follow_up_on         date           generated always as (
    case when status = 'potential' then next_follow_up_dates[cardinality(next_follow_up_dates)] end) stored,
  due_kind             text           generated always as (
    case
      when not is_active or status not in ('pending', 'potential', 'booked') then null
      when try_again_at is not null then 'tryAgain'
      when status = 'potential' then 'followUp'
      when status = 'booked' then case when reminded_for = appointment_date then 'reminded' else 'appointment' end
      when contact_tries = 0 then 'new'
    end) stored,
  due_at               timestamp(3)   generated always as (
    case
      when not is_active or status not in ('pending', 'potential', 'booked') then null
      when try_again_at is not null then try_again_at at time zone 'UTC'
      when status = 'potential' then next_follow_up_dates[cardinality(next_follow_up_dates)]::timestamp
      when status = 'booked' then appointment_date
        + coalesce(make_time(left(appointment_time, 2)::integer, right(appointment_time, 2)::integer, 0), '00:00')
      when contact_tries = 0 then created_at at time zone 'UTC'
    end) stored,
  check (status <> 'potential' or cardinality(next_follow_up_dates) > 0),
  check (status <> 'booked' or appointment_date is not null),
  check (status <> 'lostCustomer' or (lost_reason is not null and follow_up_count = 4))
) with (fillfactor = 90);
create table lead_versions (
  id                 uuid           primary key,
  lead_id            uuid           not null references leads (id),
  version            integer        not null,
  changed_fields     text[]         not null,
  edited_by          uuid           not null references employees (id),
  ended_try_again_at timestamptz(3),
  created_at         timestamptz(3) not null,
  snapshot           jsonb          not null,
  unique (lead_id, version)
);
create index lead_versions_of_changed_phone on lead_versions (lead_id) where 'phone' = any(changed_fields);
create table lead_merges (
  id         uuid           primary key,
  lead_id    uuid           not null references leads (id),
  version    integer        not null,
  joined_ids uuid[]         not null,
  replaced   jsonb          not null,
  merged_by  uuid           not null references employees (id),
  merged_at  timestamptz(3) not null,
  undone_by  uuid           references employees (id),
  undone_at  timestamptz(3)
);
create index lead_merges_by_lead on lead_merges (lead_id, id desc);
create table idempotency_keys (
  employee_id uuid           not null references employees (id) on delete cascade,
  key         text           not null,
  body_hash   bytea          not null,
  lead_id     uuid           references leads (id) deferrable initially deferred,
  created_at  timestamptz(3) not null,
  primary key (employee_id, key)
);
create index idempotency_keys_by_lead on idempotency_keys (lead_id) where lead_id is not null;
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index leads_search on leads using gin (search_key gin_trgm_ops, search_grams) with (gin_pending_list_limit = 256);
create index leads_by_job on leads using gin (search_form(job_id) gin_trgm_ops) with (gin_pending_list_limit = 256) where job_id is not null;
create index leads_newest on leads (is_active, created_at desc, id desc) include (search_key);
create index leads_newest_by_center on leads (service_center_id, is_active, created_at desc, id desc) include (search_key, status);
create index leads_newest_by_status on leads (status, created_at desc, id desc) include (service_center_id, offering_id) where is_active;
create index leads_newest_by_advisor on leads (advisor_id, status, created_at desc, id desc) include (service_center_id) where is_active;
create index leads_by_name on leads (status, name collate "und-x-icu", id) include (service_center_id) where is_active;
create index leads_by_status_time on leads (status, status_at, id) include (service_center_id, employee_id) where is_active;
create index leads_by_follow_up on leads (follow_up_on, id) include (service_center_id) where is_active and status = 'potential';
create index leads_by_appointment on leads (appointment_date, appointment_time, id) include (service_center_id) where is_active and status = 'booked';
create index leads_by_last_contact
  on leads (status, (greatest(status_at, last_contact_at)), id, follow_up_on, appointment_date)
  include (service_center_id, advisor_id, status_at, last_contact_at)
  where is_active and status in ('pending', 'potential', 'booked');
create index leads_by_lost_reason on leads (lost_reason_key(lost_reason), created_at desc, id desc) where is_active and status = 'lostCustomer';
create index leads_by_first_booking on leads (first_booked_at, id) include (service_center_id, advisor_id)
  where is_active and first_booked_at is not null;
create index leads_due on leads (due_kind, due_at, id) include (service_center_id, advisor_id, offering_id) where due_kind is not null;
create index leads_by_response on leads (service_center_id, response_due_at, id) include (advisor_id, offering_id) where due_kind = 'new';
create index leads_by_customer on leads (customer_id, created_at desc);
create index leads_archived on leads (created_at, id) where not is_active and customer_id is not null;
create index leads_merged on leads (merged_into) where merged_into is not null;
create index leads_by_import on leads (import_id, id) where import_id is not null;
create trigger lead_versions_append_only before update or delete on lead_versions for each row execute function refuse_change_but_erasure('snapshot');
create function tell_many_leads(changed uuid[]) returns void language plpgsql as $$
declare
  centers uuid[] := array(select distinct center from unnest(changed) center order by center);
begin
  for place in 1..coalesce(array_length(centers, 1), 0) by 100 loop
    perform tell('leads', '{}', jsonb_build_object('centers', to_jsonb(centers[place:place + 99])));
  end loop;
end $$;
create function tell_leads() returns trigger language plpgsql as $$
begin
  if current_setting('pitlane.many_leads', true) = 'on' then
    if tg_op = 'INSERT' then
      perform tell_many_leads(array(select distinct service_center_id from new_leads));
    elsif tg_op = 'DELETE' then
      perform tell_many_leads(array(select distinct service_center_id from old_leads));
    else
      perform tell_many_leads(array(
        select service_center_id from new_leads union select service_center_id from old_leads));
    end if;
  elsif tg_op = 'INSERT' then
    perform tell('lead', jsonb_build_object(
        '_id', n.id, 'version', n.version, 'change', 'created', 'status', n.status, 'previousStatus', null,
        'serviceCenter', n.service_center_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', jsonb_build_array(n.service_center_id)))
    from new_leads n join employees e on e.id = n.last_modified_by;
  elsif tg_op = 'UPDATE' then
    perform tell('lead', jsonb_build_object(
        '_id', n.id, 'version', n.version,
        'change', case when o.is_active and not n.is_active then 'archived' when n.is_active and not o.is_active then 'unarchived'
          when o.status <> n.status then 'moved'
          else 'edited'
        end,
        'status', n.status, 'previousStatus', o.status,
        'serviceCenter', n.service_center_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', case when o.service_center_id = n.service_center_id then jsonb_build_array(n.service_center_id)
        else jsonb_build_array(n.service_center_id, o.service_center_id) end))
    from old_leads o join new_leads n using (id) join employees e on e.id = n.last_modified_by
    where o.version <> n.version;
  end if;
  return null;
end $$;
create trigger leads_tell_new after insert on leads referencing new table as new_leads for each statement execute function tell_leads();
create trigger leads_tell after update on leads referencing old table as old_leads new table as new_leads
  for each statement execute function tell_leads();
create trigger leads_tell_gone after delete on leads referencing old table as old_leads for each statement execute function tell_leads();

create table lead_counts (
  service_center_id uuid     not null,
  status            text     not null,
  is_active         boolean  not null,
  slot              smallint not null, leads bigint not null,
  primary key (service_center_id, status, is_active, slot)
);
create table lead_entry_counts (
  time_zone         text     not null,
  entered_on        date     not null,
  service_center_id uuid     not null,
  status            text     not null,
  slot              smallint not null, leads bigint not null,
  primary key (time_zone, entered_on, service_center_id, status, slot)
);
create table lead_status_counts (
  time_zone         text     not null,
  status_on         date     not null,
  service_center_id uuid     not null,
  employee_id       uuid     not null,
  status            text     not null,
  slot              smallint not null, leads bigint not null,
  primary key (time_zone, status_on, service_center_id, employee_id, status, slot)
);
create table lead_recorder_counts (
  employee_id       uuid     not null,
  status            text     not null,
  service_center_id uuid     not null,
  slot              smallint not null, leads bigint not null,
  primary key (employee_id, status, service_center_id, slot)
);
create table lead_figures (
  time_zone         text     not null,
  entered_on        date     not null,
  service_center_id uuid     not null,
  figure            text     not null
    check (figure in ('platform', 'offeringType', 'stage', 'lostReason', 'firstFollowUp', 'firstBooking')),
  key               text     not null,
  slot              smallint not null, leads bigint not null,
  primary key (time_zone, entered_on, service_center_id, figure, key, slot)
);
create table lead_figure_totals (
  figure            text     not null,
  key               text     not null,
  service_center_id uuid     not null,
  slot              smallint not null, leads bigint not null,
  primary key (figure, key, service_center_id, slot)
);
create table lead_due_counts (
  service_center_id uuid      not null references service_centers (id),
  kind              text      not null,
  due_from          timestamp not null,
  slot              smallint  not null,
  leads             bigint    not null,
  primary key (kind, service_center_id, due_from, slot)
);
create table lead_advisor_counts (
  status            text     not null,
  service_center_id uuid     not null references service_centers (id),
  advisor_id        uuid     not null,
  due_on            date     not null,
  slot              smallint not null, leads bigint not null,
  primary key (status, service_center_id, advisor_id, due_on, slot)
);
create table lead_work_figures (
  time_zone         text     not null,
  day               date     not null,
  figure            text     not null,
  key               integer  not null,
  service_center_id uuid     not null,
  employee_id       uuid     not null,
  platform          text     not null,
  slot              smallint not null, leads bigint not null,
  primary key (time_zone, day, figure, key, service_center_id, employee_id, platform, slot)
);
create table lead_stage_counts (
  time_zone         text     not null,
  entered_on        date     not null,
  service_center_id uuid     not null,
  advisor_id        uuid     not null,
  platform          text     not null,
  stage             text     not null,
  lost_reason       text     not null,
  slot              smallint not null, leads bigint not null,
  primary key (time_zone, entered_on, service_center_id, advisor_id, platform, stage, lost_reason, slot)
);
create type counted_lead as (
  delta integer, service_center_id uuid, status text, is_active boolean, employee_id uuid, created_at timestamptz, status_at timestamptz,
  platform text, offering_id uuid, furthest_status text, lost_reason text, first_follow_up_at timestamptz, first_booked_at timestamptz);
create type due_lead as (delta integer, service_center_id uuid, due_kind text, due_at timestamp);
create type open_lead as (delta integer, service_center_id uuid, advisor_id uuid, status text, due_on date);
create type worked_lead as (
  delta integer, is_active boolean, service_center_id uuid, advisor_id uuid, employee_id uuid, platform text, status text,
  created_at timestamptz, status_at timestamptz, first_booked_at timestamptz, response_due_at timestamptz, responded_at timestamptz,
  response_minutes integer, furthest_status text, lost_reason text);
create function counted(delta integer, lead leads) returns counted_lead language sql immutable parallel safe as $$
  select row(delta, lead.service_center_id, lead.status, lead.is_active, lead.employee_id, lead.created_at, lead.status_at,
    lead.platform, lead.offering_id, lead.furthest_status, lead.lost_reason, lead.first_follow_up_at,
    lead.first_booked_at)::counted_lead
$$;
create function due(delta integer, lead leads) returns due_lead language sql immutable parallel safe as $$
  select row(delta, lead.service_center_id, lead.due_kind, lead.due_at)::due_lead
$$;
create function open_lead(delta integer, lead leads) returns open_lead language sql immutable parallel safe as $$
  select row(delta, lead.service_center_id, coalesce(lead.advisor_id, '00000000-0000-0000-0000-000000000000'),
    case when lead.is_active and lead.status in ('pending', 'potential', 'booked') then lead.status end,
    coalesce(case lead.status when 'potential' then lead.follow_up_on when 'booked' then lead.appointment_date end, '-infinity'))::open_lead
$$;
create function worked(delta integer, lead leads) returns worked_lead language sql immutable parallel safe as $$
  select row(delta, lead.is_active, lead.service_center_id, lead.advisor_id, lead.employee_id, lead.platform, lead.status,
    lead.created_at, lead.status_at, lead.first_booked_at, lead.response_due_at, lead.responded_at,
    lead.response_minutes, lead.furthest_status, lead.lost_reason)::worked_lead
$$;
create function rounded_minutes(duration interval) returns integer language sql immutable parallel safe as $$
  select (minutes - minutes % case when minutes < 60 then 10 when minutes < 1440 then 60 when minutes < 10080 then 720 else 1440 end)::integer
  from (select floor(extract(epoch from duration) / 60)::bigint as minutes) exact
$$;
create function lead_figure_keys(lead counted_lead) returns table (figure text, key text) language sql stable as $$
  select figures.figure, figures.key from (values ('platform', coalesce(lead.platform, 'none')),
    ('offeringType', coalesce((select type from offerings where id = lead.offering_id), 'none')),
    ('stage', lead.furthest_status || case when lead.status = 'lostCustomer' then ' lost' else '' end),
    ('lostReason', case when lead.status = 'lostCustomer' then lost_reason_key(lead.lost_reason) end),
    ('firstFollowUp', rounded_minutes(lead.first_follow_up_at - lead.created_at)::text),
    ('firstBooking', rounded_minutes(lead.first_booked_at - lead.created_at)::text)
  ) figures (figure, key)
  where figures.key is not null
$$;
create function lead_figure_keys(lead leads) returns table (figure text, key text) language sql stable as $$
  select figure, key from lead_figure_keys(counted(1, lead))
$$;
create function total_key(figure text, key text) returns text language sql immutable parallel safe as $$
  select case when figure in ('firstFollowUp', 'firstBooking') then '' else key end
$$;
create function lead_work_keys(lead worked_lead) returns table (figure text, key integer, at timestamptz, employee_id uuid)
language sql immutable as $$
  select figures.figure, figures.key, figures.at, coalesce(figures.employee_id, '00000000-0000-0000-0000-000000000000')
  from (values ('entered', 0, lead.created_at, lead.advisor_id), ('recorded', 0, lead.created_at, lead.employee_id),
    ('answered', rounded_minutes(make_interval(mins => lead.response_minutes)), lead.created_at, lead.advisor_id),
    ('timed', case when lead.response_due_at is not null then 0 end, lead.created_at, lead.advisor_id),
    ('inTarget', case when lead.responded_at <= lead.response_due_at then 0 end, lead.created_at, lead.advisor_id),
    ('booked', case when lead.first_booked_at is not null then 0 end, lead.first_booked_at, lead.advisor_id),
    ('completed', case when lead.status = 'completed' then 0 end, lead.status_at, lead.advisor_id),
    ('lost', case when lead.status = 'lostCustomer' then 0 end, lead.status_at, lead.advisor_id)
  ) figures (figure, key, at, employee_id)
  where figures.key is not null and lead.is_active
$$;
create function lead_stage(lead worked_lead) returns table (stage text, lost_reason text) language sql immutable as $$
  select lead.furthest_status || case when lead.status = 'lostCustomer' then ' lost' else '' end,
    case when lead.status = 'lostCustomer' then lost_reason_key(lead.lost_reason) else '' end
$$;
create function due_from(kind text, due_at timestamp) returns timestamp language sql immutable parallel safe as $$
  select case kind when 'new' then '-infinity' when 'tryAgain' then date_bin('15 minutes', due_at, '2000-01-01') else date_trunc('day', due_at)
  end
$$;
create function count_leads(changed counted_lead[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  slot_of_16 smallint := pg_backend_pid() % 16;
  slot_of_4 smallint := pg_backend_pid() % 4;
  zones text[];
begin
  select array_remove(array[time_zone, next_time_zone], null) into zones from dealer;
  insert into lead_counts as counted select service_center_id, status, is_active, slot_of_16, sum(delta) from unnest(changed)
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    on conflict (service_center_id, status, is_active, slot) do update set leads = counted.leads + excluded.leads;
  insert into lead_recorder_counts as counted
    select employee_id, status, service_center_id, slot_of_4, sum(delta) from unnest(changed) where is_active
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    on conflict (employee_id, status, service_center_id, slot) do update set leads = counted.leads + excluded.leads;
  insert into lead_entry_counts as counted (time_zone, entered_on, service_center_id, status, slot, leads)
    select zone, (created_at at time zone zone)::date, service_center_id, status, slot_of_16, sum(delta)
    from unnest(changed), unnest(zones) zone where is_active
    group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4
    on conflict (time_zone, entered_on, service_center_id, status, slot) do update set leads = counted.leads + excluded.leads;
  insert into lead_status_counts as counted (time_zone, status_on, service_center_id, employee_id, status, slot, leads)
    select zone, (status_at at time zone zone)::date, service_center_id, employee_id, status, slot_of_4, sum(delta)
    from unnest(changed), unnest(zones) zone where is_active
    group by 1, 2, 3, 4, 5 having sum(delta) <> 0 order by 1, 2, 3, 4, 5
    on conflict (time_zone, status_on, service_center_id, employee_id, status, slot) do update set leads = counted.leads + excluded.leads;
  with figures as materialized (
    select delta, service_center_id, created_at, of.figure, of.key
    from unnest(changed) lead, lead_figure_keys(lead) of where is_active),
  of_all_days as (
    insert into lead_figure_totals as counted select figure, total_key(figure, key), service_center_id, slot_of_16, sum(delta) from figures
      group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
      on conflict (figure, key, service_center_id, slot) do update set leads = counted.leads + excluded.leads)
  insert into lead_figures as counted (time_zone, entered_on, service_center_id, figure, key, slot, leads)
    select zone, (created_at at time zone zone)::date, service_center_id, figure, key, slot_of_4, sum(delta)
    from figures, unnest(zones) zone
    group by 1, 2, 3, 4, 5 having sum(delta) <> 0 order by 1, 2, 3, 4, 5
    on conflict (time_zone, entered_on, service_center_id, figure, key, slot) do update set leads = counted.leads + excluded.leads;
end $$;
create function count_due(changed due_lead[]) returns void language sql set plan_cache_mode = force_generic_plan as $$
  insert into lead_due_counts as counted (kind, service_center_id, due_from, slot, leads)
    select due_kind, service_center_id, due_from(due_kind, due_at), pg_backend_pid() % 4, sum(delta)
    from unnest(changed) where due_kind is not null
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    on conflict (kind, service_center_id, due_from, slot) do update set leads = counted.leads + excluded.leads
$$;
create function count_open(changed open_lead[]) returns void language sql set plan_cache_mode = force_generic_plan as $$
  insert into lead_advisor_counts as counted (status, service_center_id, advisor_id, due_on, slot, leads)
    select status, service_center_id, advisor_id, due_on, pg_backend_pid() % 4, sum(delta)
    from unnest(changed) where status is not null
    group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4
    on conflict (status, service_center_id, advisor_id, due_on, slot) do update set leads = counted.leads + excluded.leads
$$;
create function count_work(changed worked_lead[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  zones text[];
begin
  select array_remove(array[time_zone, next_time_zone], null) into zones from dealer;
  insert into lead_work_figures as counted (time_zone, day, figure, key, service_center_id, employee_id, platform, slot, leads)
    select zone, (of.at at time zone zone)::date, of.figure, of.key, lead.service_center_id, of.employee_id,
      coalesce(lead.platform, 'none'), pg_backend_pid() % 4, sum(lead.delta)
    from unnest(changed) lead, lead_work_keys(lead) of, unnest(zones) zone
    group by 1, 2, 3, 4, 5, 6, 7 having sum(lead.delta) <> 0 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (time_zone, day, figure, key, service_center_id, employee_id, platform, slot) do update set leads = counted.leads + excluded.leads;
  insert into lead_stage_counts as counted (time_zone, entered_on, service_center_id, advisor_id, platform, stage, lost_reason, slot, leads)
    select zone, (lead.created_at at time zone zone)::date, lead.service_center_id,
      coalesce(lead.advisor_id, '00000000-0000-0000-0000-000000000000'), coalesce(lead.platform, 'none'), of.stage,
      of.lost_reason, pg_backend_pid() % 4, sum(lead.delta)
    from unnest(changed) lead, lead_stage(lead) of, unnest(zones) zone where lead.is_active
    group by 1, 2, 3, 4, 5, 6, 7 having sum(lead.delta) <> 0 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (time_zone, entered_on, service_center_id, advisor_id, platform, stage, lost_reason, slot)
      do update set leads = counted.leads + excluded.leads;
end $$;
create function count_lead_days(zone text, after uuid, most integer) returns uuid language sql as $$
  with batch as materialized (select id, service_center_id, employee_id, status, is_active, created_at, status_at
    from leads where id > after order by id limit most),
  entries as (
    insert into lead_entry_counts as counted (time_zone, entered_on, service_center_id, status, slot, leads)
      select zone, (created_at at time zone zone)::date, service_center_id, status, 16, count(*)
      from batch where is_active group by 1, 2, 3, 4
      on conflict (time_zone, entered_on, service_center_id, status, slot) do update set leads = counted.leads + excluded.leads),
  statuses as (
    insert into lead_status_counts as counted (time_zone, status_on, service_center_id, employee_id, status, slot, leads)
      select zone, (status_at at time zone zone)::date, service_center_id, employee_id, status, 16, count(*)
      from batch where is_active group by 1, 2, 3, 4, 5
      on conflict (time_zone, status_on, service_center_id, employee_id, status, slot) do update set leads = counted.leads + excluded.leads),
  figures as (
    insert into lead_figures as counted (time_zone, entered_on, service_center_id, figure, key, slot, leads)
      select zone, (lead.created_at at time zone zone)::date, lead.service_center_id, of.figure, of.key, 16, count(*)
      from batch join leads lead using (id), lead_figure_keys(lead) of where lead.is_active group by 1, 2, 3, 4, 5
      on conflict (time_zone, entered_on, service_center_id, figure, key, slot) do update set leads = counted.leads + excluded.leads),
  work as (
    insert into lead_work_figures as counted (time_zone, day, figure, key, service_center_id, employee_id, platform, slot, leads)
      select zone, (of.at at time zone zone)::date, of.figure, of.key, lead.service_center_id, of.employee_id,
        coalesce(lead.platform, 'none'), 16, count(*)
      from batch join leads lead using (id), lead_work_keys(worked(1, lead)) of group by 1, 2, 3, 4, 5, 6, 7
      on conflict (time_zone, day, figure, key, service_center_id, employee_id, platform, slot) do update set leads = counted.leads + excluded.leads),
  stages as (
    insert into lead_stage_counts as counted (time_zone, entered_on, service_center_id, advisor_id, platform, stage, lost_reason, slot, leads)
      select zone, (lead.created_at at time zone zone)::date, lead.service_center_id,
        coalesce(lead.advisor_id, '00000000-0000-0000-0000-000000000000'), coalesce(lead.platform, 'none'), of.stage,
        of.lost_reason, 16, count(*)
      from batch join leads lead using (id), lead_stage(worked(1, lead)) of where lead.is_active group by 1, 2, 3, 4, 5, 6, 7
      on conflict (time_zone, entered_on, service_center_id, advisor_id, platform, stage, lost_reason, slot)
        do update set leads = counted.leads + excluded.leads)
  select id from batch order by id desc limit 1
$$;
create function keep_lead_counts() returns trigger language plpgsql as $$
declare
  changed counted_lead[];
  changed_due due_lead[];
begin
  if tg_op = 'INSERT' then
    select array_agg(counted(1, row(n.*)::leads)), array_agg(due(1, row(n.*)::leads))
    into changed, changed_due from new_leads n;
  elsif tg_op = 'DELETE' then
    select array_agg(counted(-1, row(o.*)::leads)), array_agg(due(-1, row(o.*)::leads))
    into changed, changed_due from old_leads o;
  else
    select array_agg(counted(-1, row(o.*)::leads)) filter (where is_counted) || array_agg(counted(1, row(n.*)::leads)) filter (where is_counted),
      array_agg(due(-1, row(o.*)::leads)) filter (where is_due) || array_agg(due(1, row(n.*)::leads)) filter (where is_due)
    into changed, changed_due
    from old_leads o join new_leads n using (id) cross join lateral (select
      counted(0, row(o.*)::leads) is distinct from counted(0, row(n.*)::leads) as is_counted,
      due(0, row(o.*)::leads) is distinct from due(0, row(n.*)::leads) as is_due) differences;
  end if;
  if changed is not null then perform count_leads(changed); end if;
  if changed_due is not null then perform count_due(changed_due); end if;
  return null;
end $$;
create trigger leads_keep_counts_of_new after insert on leads referencing new table as new_leads
  for each statement execute function keep_lead_counts();
create trigger leads_keep_counts after update on leads referencing old table as old_leads new table as new_leads
  for each statement execute function keep_lead_counts();
create trigger leads_keep_counts_of_gone after delete on leads referencing old table as old_leads
  for each statement execute function keep_lead_counts();
create function keep_advisor_counts() returns trigger language plpgsql as $$
declare
  changed open_lead[];
begin
  if tg_op = 'INSERT' then
    select array_agg(open_lead(1, row(n.*)::leads)) into changed from new_leads n;
  elsif tg_op = 'DELETE' then
    select array_agg(open_lead(-1, row(o.*)::leads)) into changed from old_leads o;
  else
    select array_agg(open_lead(-1, row(o.*)::leads)) || array_agg(open_lead(1, row(n.*)::leads)) into changed
    from old_leads o join new_leads n using (id)
    where open_lead(0, row(o.*)::leads) is distinct from open_lead(0, row(n.*)::leads);
  end if;
  if changed is not null then perform count_open(changed); end if;
  return null;
end $$;
create trigger leads_keep_advisor_counts_of_new after insert on leads referencing new table as new_leads
  for each statement execute function keep_advisor_counts();
create trigger leads_keep_advisor_counts after update on leads referencing old table as old_leads new table as new_leads
  for each statement execute function keep_advisor_counts();
create trigger leads_keep_advisor_counts_of_gone after delete on leads referencing old table as old_leads
  for each statement execute function keep_advisor_counts();
create function keep_work_figures() returns trigger language plpgsql as $$
declare
  changed worked_lead[];
begin
  if tg_op = 'INSERT' then
    select array_agg(worked(1, row(n.*)::leads)) into changed from new_leads n;
  elsif tg_op = 'DELETE' then
    select array_agg(worked(-1, row(o.*)::leads)) into changed from old_leads o;
  else
    select array_agg(worked(-1, row(o.*)::leads)) || array_agg(worked(1, row(n.*)::leads)) into changed
    from old_leads o join new_leads n using (id)
    where worked(0, row(o.*)::leads) is distinct from worked(0, row(n.*)::leads);
  end if;
  if changed is not null then perform count_work(changed); end if;
  return null;
end $$;
create trigger leads_keep_work_figures_of_new after insert on leads referencing new table as new_leads
  for each statement execute function keep_work_figures();
create trigger leads_keep_work_figures after update on leads referencing old table as old_leads new table as new_leads
  for each statement execute function keep_work_figures();
create trigger leads_keep_work_figures_of_gone after delete on leads referencing old table as old_leads
  for each statement execute function keep_work_figures();

create table lead_contacts (
  id           uuid           primary key,
  lead_id      uuid           not null references leads (id),
  employee_id  uuid           not null references employees (id),
  channel      text           not null check (channel in ('call', 'whatsapp', 'sms', 'email', 'visit')),
  outcome      text           not null check (outcome in ('reached', 'noAnswer', 'busy', 'callLater', 'wrongNumber')),
  note         text,
  is_message   boolean        not null default false,
  follow_up    text           check (follow_up in ('kept', 'missed')),
  try_again_at timestamptz(3),
  key          uuid,
  moved_to     text,
  lead_version integer,
  replaced     jsonb          not null,
  earlier      jsonb          not null default '[]',
  corrected_at timestamptz(3),
  undone_at    timestamptz(3),
  created_at   timestamptz(3) not null
);
create index lead_contacts_by_lead on lead_contacts (lead_id, id desc);
create unique index lead_contacts_key on lead_contacts (lead_id, employee_id, key) where key is not null;
create index lead_contacts_by_employee on lead_contacts (employee_id, created_at) include (lead_id, outcome, follow_up) where undone_at is null;
create table lead_contact_counts (
  quarter     timestamp not null,
  employee_id uuid      not null references employees (id),
  tries       integer   not null,
  reached     integer   not null,
  bookings    integer   not null,
  kept        integer   not null default 0,
  missed      integer   not null default 0,
  primary key (quarter, employee_id)
);
create trigger lead_contacts_never_deleted before delete on lead_contacts for each row execute function refuse_change();
create trigger lead_contacts_never_emptied before truncate on lead_contacts for each statement execute function refuse_change();
create function keep_contact_counts() returns trigger language plpgsql as $$
declare
  before lead_contacts[];
  after lead_contacts[];
begin
  select array_agg(row(n.*)::lead_contacts) into after from new_contacts n;
  if tg_op = 'UPDATE' then select array_agg(row(o.*)::lead_contacts) into before from old_contacts o; end if;
  insert into lead_contact_counts as counted (quarter, employee_id, tries, reached, bookings, kept, missed)
    select quarter, employee_id, sum(delta), sum(delta * (outcome = 'reached')::integer), sum(delta * coalesce(moved_to = 'booked', false)::integer),
      sum(delta * coalesce(follow_up = 'kept', false)::integer), sum(delta * coalesce(follow_up = 'missed', false)::integer)
    from (select -1 as delta, * from unnest(before) union all select 1, * from unnest(after)) changed
    cross join lateral (select date_bin('15 minutes', created_at at time zone 'UTC', '2000-01-01') as quarter) q
    where undone_at is null group by 1, 2 order by 1, 2
    on conflict (quarter, employee_id) do update set tries = counted.tries + excluded.tries,
      reached = counted.reached + excluded.reached, bookings = counted.bookings + excluded.bookings,
      kept = counted.kept + excluded.kept, missed = counted.missed + excluded.missed;
  return null;
end $$;
create trigger lead_contacts_keep_counts_of_new after insert on lead_contacts referencing new table as new_contacts
  for each statement execute function keep_contact_counts();
create trigger lead_contacts_keep_counts after update on lead_contacts referencing old table as old_contacts new table as new_contacts
  for each statement execute function keep_contact_counts();
create function tell_contacts() returns trigger language plpgsql as $$
begin
  perform tell('lead', jsonb_build_object(
      '_id', l.id, 'version', l.version, 'change', 'contacted', 'status', l.status, 'previousStatus', l.status,
      'serviceCenter', l.service_center_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
    jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
  from new_contacts c join leads l on l.id = c.lead_id join employees e on e.id = c.employee_id
  where c.lead_version is null or (c.corrected_at is not null and c.undone_at is null);
  return null;
end $$;
create trigger lead_contacts_tell_new after insert on lead_contacts referencing new table as new_contacts
  for each statement execute function tell_contacts();
create trigger lead_contacts_tell after update on lead_contacts referencing new table as new_contacts
  for each statement execute function tell_contacts();

create table lead_comments (
  id          uuid           primary key,
  lead_id     uuid           not null references leads (id),
  employee_id uuid           not null references employees (id),
  text        text           not null,
  created_at  timestamptz(3) not null
);
create index lead_comments_by_lead on lead_comments (lead_id, id);
create table lead_mentions (
  comment_id  uuid    not null references lead_comments (id),
  employee_id uuid    not null references employees (id),
  lead_id     uuid    not null references leads (id),
  is_read     boolean not null default false,
  primary key (comment_id, employee_id)
);
create index lead_mentions_newest on lead_mentions (employee_id, is_read, comment_id desc);
create index lead_mentions_by_lead on lead_mentions (lead_id);
create trigger lead_comments_append_only before update or delete on lead_comments for each row execute function refuse_change_but_erasure('text');
create function tell_comment() returns trigger language plpgsql as $$
begin
  perform tell('comment', jsonb_build_object('lead', new.lead_id,
      'by', (select jsonb_build_object('_id', id, 'name', name) from employees where id = new.employee_id)),
    jsonb_build_object('centers', (select jsonb_build_array(service_center_id) from leads where id = new.lead_id)));
  return null;
end $$;
create trigger lead_comments_tell after insert on lead_comments for each row execute function tell_comment();
create function tell_mention() returns trigger language plpgsql as $$
begin
  perform tell('mention', jsonb_build_object('lead', new.lead_id, 'isRead', new.is_read), jsonb_build_object('employee', new.employee_id));
  return null;
end $$;
create trigger lead_mentions_tell after insert or update on lead_mentions for each row execute function tell_mention();

create table bulk_actions (
  id          uuid           primary key,
  employee_id uuid           not null references employees (id),
  action      text           not null check (action in ('assign', 'moveCenter', 'followUp', 'archive', 'unarchive')),
  value       text,
  advisor_id  uuid           references employees (id),
  created_at  timestamptz(3) not null,
  finished_at timestamptz(3),
  undo_at     timestamptz(3),
  undone_at   timestamptz(3)
);
create index bulk_actions_by_employee on bulk_actions (employee_id, created_at desc);
create index bulk_actions_by_age on bulk_actions (created_at);
create table bulk_leads (
  bulk_id uuid not null references bulk_actions (id) on delete cascade,
  lead_id uuid not null,
  state   text not null default 'waiting' check (state in ('waiting', 'changed', 'same', 'refused', 'restored', 'kept')),
  version integer,
  reason  text,
  primary key (bulk_id, lead_id)
);
create index bulk_leads_by_state on bulk_leads (bulk_id, state, lead_id);

create table connections (
  id                uuid           primary key references employees (id),
  platform          text           not null check (platform in ('facebook', 'whatsapp', 'website')),
  kind              text           not null default 'webhook' check (kind in ('webhook', 'email', 'form', 'meta', 'whatsapp')),
  secret            bytea          not null,
  is_paused         boolean        not null default false,
  service_center_id uuid           references service_centers (id),
  offering_id       uuid           references offerings (id),
  mapping           jsonb          not null default '{}',
  answer_text_id    uuid,
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null,
  last_modified_by  uuid           not null references employees (id)
);
create table connection_days (
  connection_id uuid    not null references connections (id),
  day           date    not null,
  accepted      integer not null default 0,
  refused       integer not null default 0,
  primary key (connection_id, day)
);
create table connection_places (
  connection_id     uuid not null references connections (id),
  place             text not null,
  service_center_id uuid references service_centers (id),
  offering_id       uuid references offerings (id),
  primary key (connection_id, place),
  check (num_nonnulls(service_center_id, offering_id) > 0)
);
create table connection_volumes (
  connection_id uuid           primary key references connections (id),
  hour          timestamptz(3) not null,
  deliveries    integer        not null default 0,
  bytes         bigint         not null default 0,
  refused_at    timestamptz(3)
);
create table stored_volumes (
  connection_id uuid     not null references connections (id),
  slot          smallint not null,
  deliveries    bigint   not null,
  bytes         bigint   not null,
  primary key (connection_id, slot)
);
create table website_forms (
  id             uuid    primary key references connections (id),
  texts          jsonb   not null,
  center_ids     uuid[]  not null,
  offering_ids   uuid[]  not null,
  asks_day       boolean not null,
  thanks_address text,
  origins        text[]  not null
);
create table meta_connections (
  id             uuid    primary key references connections (id),
  app_secret     bytea   not null,
  page_token     bytea   not null,
  token_asked_at timestamptz(3),
  token_ends_at  timestamptz(3),
  token_ended_at timestamptz(3),
  fetch_after    timestamptz(3),
  fetch_pauses   integer not null default 0,
  numbers        text[]  not null default '{}'
);
create table intake_centers (
  service_center_id uuid primary key references service_centers (id),
  assignment        text not null check (assignment in ('nobody', 'inTurn', 'lastAdvisor'))
);
create table intake_turns (
  service_center_id uuid           not null references service_centers (id),
  advisor_id        uuid           not null references employees (id),
  at                timestamptz(3) not null,
  primary key (service_center_id, advisor_id)
);
create table deliveries (
  id            uuid           primary key,
  connection_id uuid           not null references connections (id),
  key           text           not null,
  received_at   timestamptz(3) not null,
  content_type  text,
  body          bytea,
  is_fetched    boolean        not null default true,
  state         text           not null default 'waiting' check (state in ('waiting', 'lead', 'joined', 'toPlace', 'ignored', 'failed')),
  reason        text,
  attempts      integer        not null default 0,
  unfinished    smallint       not null default 0,
  try_at        timestamptz(3),
  parsed        jsonb,
  enquiry       jsonb,
  phone         text,
  summary       text,
  user_id       text,
  lead_id       uuid           references leads (id),
  settled_by    uuid           references employees (id),
  answered_at   timestamptz(3),
  answer        text,
  answer_state  text           check (answer_state in ('waiting', 'sent', 'failed')),
  answer_reason text,
  unique (connection_id, key),
  check ((state in ('lead', 'joined')) = (lead_id is not null)),
  check ((try_at is not null) = (state in ('waiting', 'failed')))
);
create index deliveries_due on deliveries (try_at, id) where try_at is not null and is_fetched;
create index deliveries_to_fetch on deliveries (connection_id, try_at, id) where try_at is not null and not is_fetched;
create index deliveries_unread on deliveries (id) where parsed is null and body is not null and is_fetched and try_at is null;
create index deliveries_by_state on deliveries (state, id);
create index deliveries_by_connection on deliveries (connection_id, id);
create index deliveries_by_connection_state on deliveries (connection_id, state, id);
create index deliveries_by_lead on deliveries (lead_id, id) where lead_id is not null;
create index deliveries_by_phone on deliveries (phone) where phone is not null;
create index deliveries_by_user on deliveries (user_id) where user_id is not null;
create table declined_offers (
  id          uuid           primary key,
  delivery_id uuid           not null references deliveries (id) on delete cascade,
  field       text           not null check (field in ('name', 'email', 'serviceOrCampaign', 'vehicleNumber', 'appointment')),
  employee_id uuid           not null references employees (id),
  created_at  timestamptz(3) not null,
  undone_at   timestamptz(3)
);
create index declined_offers_by_delivery on declined_offers (delivery_id);
create unique index declined_offers_standing on declined_offers (delivery_id, field) where undone_at is null;
create table whatsapp_messages (
  id            uuid           primary key,
  connection_id uuid           not null references connections (id),
  lead_id       uuid           not null references leads (id),
  contact_id    uuid           unique references lead_contacts (id),
  delivery_id   uuid           unique references deliveries (id),
  number        text           not null,
  recipient     text,
  text          text,
  until         timestamptz(3) not null,
  state         text           not null default 'waiting' check (state in ('waiting', 'asked', 'sent', 'delivered', 'read', 'failed')),
  reason        text,
  state_at      timestamptz(3) not null,
  attempts      integer        not null default 0,
  try_at        timestamptz(3),
  check ((try_at is not null) = (state = 'waiting')),
  check ((text is not null) = (state in ('waiting', 'asked')))
);
create index whatsapp_messages_by_lead on whatsapp_messages (lead_id);
create index whatsapp_messages_to_send on whatsapp_messages (connection_id, try_at, id) where try_at is not null;
create index whatsapp_messages_asked on whatsapp_messages (state_at) where state = 'asked';
create trigger connections_tell after insert or update on connections for each row execute function tell_record('connection');
create trigger meta_connections_tell after insert or update on meta_connections for each row execute function tell_record('connection');
create function delivery_text(body bytea) returns text language plpgsql immutable as $$
begin
  return convert_from(body, 'UTF8');
exception when others then
  return encode(body, 'escape');
end $$;
create function count_stored_deliveries() returns trigger language plpgsql as $$
begin
  insert into stored_volumes as counted select connection_id, pg_backend_pid() % 64, sum(case tg_op when 'DELETE' then -1 else 1 end),
      sum(case tg_op when 'DELETE' then -1 else 1 end * coalesce(octet_length(body), 0))
    from changed group by 1 order by 1
    on conflict (connection_id, slot) do update set deliveries = counted.deliveries + excluded.deliveries, bytes = counted.bytes + excluded.bytes;
  return null;
end $$;
create trigger deliveries_count_new after insert on deliveries referencing new table as changed
  for each statement execute function count_stored_deliveries();
create trigger deliveries_count_deleted after delete on deliveries referencing old table as changed
  for each statement execute function count_stored_deliveries();
create function count_stored_bytes() returns trigger language plpgsql as $$
begin
  insert into stored_volumes as counted
    values (new.connection_id, pg_backend_pid() % 64, 0, coalesce(octet_length(new.body), 0) - coalesce(octet_length(old.body), 0))
    on conflict (connection_id, slot) do update set bytes = counted.bytes + excluded.bytes;
  return null;
end $$;
create trigger deliveries_count_changed after update of body on deliveries for each row
  when (octet_length(old.body) is distinct from octet_length(new.body)) execute function count_stored_bytes();
create function tell_deliveries() returns trigger language plpgsql as $$
begin
  if not exists (select from changed) then return null; end if;
  perform tell('intake', '{}', '{}');
  perform tell('comment', jsonb_build_object('lead', d.lead_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
    from changed d join leads l on l.id = d.lead_id join employees e on e.id = d.connection_id where d.state = 'joined';
  return null;
end $$;
create trigger deliveries_tell_new after insert on deliveries referencing new table as changed for each statement execute function tell_deliveries();
create trigger deliveries_tell after update on deliveries referencing new table as changed for each statement execute function tell_deliveries();
create function tell_answer() returns trigger language plpgsql as $$
begin
  perform tell('comment', jsonb_build_object('lead', l.id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
    from leads l, employees e where l.id = new.lead_id and e.id = new.connection_id;
  return null;
end $$;
create trigger deliveries_tell_answer after update of answer_state on deliveries for each row
  when (new.state = 'lead' and old.answer_state <> new.answer_state) execute function tell_answer();
create function tell_declined_offer() returns trigger language plpgsql as $$
begin
  perform tell('offer',
    jsonb_build_object('lead', d.lead_id,
      'by', (select jsonb_build_object('_id', id, 'name', name) from employees where id = new.employee_id)),
    jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
  from deliveries d join leads l on l.id = d.lead_id where d.id = new.delivery_id;
  return null;
end $$;
create trigger declined_offers_tell after insert or update on declined_offers for each row execute function tell_declined_offer();
create function tell_whatsapp_messages() returns trigger language plpgsql as $$
begin
  perform tell('comment', jsonb_build_object('lead', m.lead_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
    from changed m join leads l on l.id = m.lead_id join employees e on e.id = m.connection_id;
  return null;
end $$;
create trigger whatsapp_messages_tell after update on whatsapp_messages referencing new table as changed
  for each statement execute function tell_whatsapp_messages();

create table duplicate_checks (
  customer_id uuid        not null,
  noted_at    timestamptz not null default clock_timestamp()
);
create index duplicate_checks_newest on duplicate_checks (noted_at desc);
create table duplicate_keys (
  customer_id uuid   not null,
  reason      text   not null check (reason in ('email', 'plate', 'name')),
  key         bigint not null,
  district    smallint,
  primary key (customer_id, key)
);
create index duplicate_keys_by_key on duplicate_keys (key, customer_id desc);
create table duplicate_pairs (
  id           uuid           primary key,
  kind         text           not null check (kind in ('customer', 'lead')),
  one_id       uuid           not null,
  other_id     uuid           not null,
  customer_id  uuid,
  reasons      text[]         not null,
  centers      uuid[]         not null,
  found_at     timestamptz(3) not null,
  dismissed_by uuid           references employees (id),
  dismissed_at timestamptz(3),
  unique (one_id, other_id),
  check (one_id < other_id),
  check ((kind = 'lead') = (customer_id is not null)),
  check ((dismissed_by is null) = (dismissed_at is null))
);
create index duplicate_pairs_by_other on duplicate_pairs (other_id);
create index duplicate_pairs_by_customer on duplicate_pairs (customer_id) where customer_id is not null;
create index duplicate_pairs_newest on duplicate_pairs (id desc) where dismissed_at is null;
create index duplicate_pairs_newest_by_kind on duplicate_pairs (kind, id desc) where dismissed_at is null;
create index duplicate_pairs_dismissed on duplicate_pairs (dismissed_at desc, id desc) where dismissed_at is not null;
create index duplicate_pairs_by_part on duplicate_pairs using gin (centers, reasons);
create function note_duplicate_checks() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into duplicate_checks (customer_id) select customer_id from new_leads where customer_id is not null;
  elsif tg_op = 'DELETE' then
    insert into duplicate_checks (customer_id) select customer_id from old_leads where customer_id is not null;
  else
    insert into duplicate_checks (customer_id)
    select c.id from old_leads o join new_leads n using (id), lateral (select o.customer_id union select n.customer_id) c (id)
    where c.id is not null and (o.customer_id, o.name, o.email, o.vehicle_number, o.service_center_id, o.is_active,
        o.status in ('pending', 'potential', 'booked'))
      is distinct from (n.customer_id, n.name, n.email, n.vehicle_number, n.service_center_id, n.is_active,
        n.status in ('pending', 'potential', 'booked'));
  end if;
  return null;
end $$;
create trigger leads_note_duplicate_checks_of_new after insert on leads referencing new table as new_leads
  for each statement execute function note_duplicate_checks();
create trigger leads_note_duplicate_checks after update on leads referencing old table as old_leads new table as new_leads
  for each statement execute function note_duplicate_checks();
create trigger leads_note_duplicate_checks_of_gone after delete on leads referencing old table as old_leads
  for each statement execute function note_duplicate_checks();
create function note_duplicate_check() returns trigger language plpgsql as $$
begin
  insert into duplicate_checks (customer_id) values (new.id);
  return null;
end $$;
create trigger customers_note_duplicate_check after update on customers for each row
  when ((old.name, old.email, old.is_erasing, old.merged_into)
    is distinct from (new.name, new.email, new.is_erasing, new.merged_into))
  execute function note_duplicate_check();
create function forget_duplicates() returns trigger language plpgsql as $$
begin
  delete from duplicate_keys where customer_id = old.id;
  delete from duplicate_pairs where one_id = old.id or other_id = old.id or customer_id = old.id;
  return null;
end $$;
create trigger customers_forget_duplicates after delete on customers for each row execute function forget_duplicates();
create function tell_duplicates() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then perform tell('duplicates', '{}', '{}'); end if;
  return null;
end $$;
create trigger duplicate_pairs_tell_new after insert on duplicate_pairs referencing new table as changed
  for each statement execute function tell_duplicates();
create trigger duplicate_pairs_tell after update on duplicate_pairs referencing new table as changed
  for each statement execute function tell_duplicates();
create trigger duplicate_pairs_tell_gone after delete on duplicate_pairs referencing old table as changed
  for each statement execute function tell_duplicates();

create table customer_erasures (
  customer_id  uuid           primary key,
  requested_by uuid           references employees (id),
  requested_at timestamptz(3) not null,
  leads        integer        not null default 0,
  finished_at  timestamptz(3)
);

create table jobs (
  id         uuid           primary key,
  kind       text           not null,
  key        text,
  payload    jsonb          not null,
  attempts   integer        not null default 0,
  lease      uuid,
  last_error text,
  run_at     timestamptz(3) not null,
  created_at timestamptz(3) not null,
  unique (kind, key)
);
create index jobs_due on jobs (run_at, id);

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
create function refuse_change_but_trim() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < nullif(current_setting('pitlane.audit_before', true), '')::timestamptz then return old; end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change_but_trim();
create trigger audit_log_never_emptied before truncate on audit_log for each statement execute function refuse_change();

alter table employee_service_centers add foreign key (service_center_id) references service_centers (id);
alter table customer_suggestions add foreign key (lead_id) references leads (id) deferrable initially deferred;
