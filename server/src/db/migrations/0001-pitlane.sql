-- The data of one dealer: tables, then indexes with what each is for, functions and triggers. Moments are `timestamptz`; days
-- are those of the dealer's time zone. Ids are UUIDv7.

create extension if not exists pg_trgm;

-- A search key is spelled in ASCII (lib/search/search-key.ts). Trigrams know nothing of a needle of one or two characters, so
-- beside them stand the characters of a key and its pairs of neighbours, as numbers: a character by its code, a pair as 128 times
-- the first and the second. What comes twice is listed twice: an index keeps it once by itself, and taking it out would cost more
-- than all the rest.
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

-- Pictures and people ---------------------------------------------------------------------------------------------------------

-- Re-encoded pictures under unguessable names.
create table pictures (
  name text primary key,
  bytes bytea not null,
  created_at timestamptz(3) not null
);

-- Somebody who left is deactivated, never deleted: histories and reports keep their name.
create table employees (
  id uuid primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  level text not null check (level in ('superAdmin', 'admin', 'manager', 'service', 'dataEntry', 'unassigned')),
  dp text references pictures (name),
  is_active boolean not null default true,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- One dealer per database.
create table dealer (
  only_one boolean primary key default true check (only_one),
  name text not null,
  logo text,
  time_zone text not null,
  -- While another time zone is being introduced, counters are kept for both, and the dealer's own stay the ones to read.
  next_time_zone text,
  phone_country text not null check (phone_country ~ '^[A-Z]{2}$'),
  -- Whether the service level may correct what was recorded of the leads of its centers.
  service_may_correct boolean not null default false,
  -- Whether everybody in management must have a second factor.
  requires_second_factor boolean not null default false,
  -- What staff send to customers: objects of _id, name, language and text, in the dealer's order.
  message_texts jsonb not null default '[]',
  -- Why leads are lost: objects of _id, en, bn and isActive, in the order of their keys on the work screen, retired ones last. Every
  -- dealer begins with these.
  lost_reasons jsonb not null default '[
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
  -- Days after which nobody's contact or change makes an open lead neglected.
  neglected_after_days jsonb not null default '{"pending": 1, "potential": 7, "booked": 3}'
    check (neglected_after_days @? '$ ? (@.pending >= 1 && @.potential >= 1 && @.booked >= 1)'),
  -- For how many months archived leads keep personal data, and the audit log its entries; null: for ever. `retention_by` set it.
  archived_months smallint check (archived_months between 1 and 120),
  audit_months smallint check (audit_months between 12 and 120),
  retention_by uuid references employees (id),
  created_at timestamptz(3) not null
);

-- A registration without an invitation link waits here until its code proves it. Several may wait for one address: a code belongs
-- to one of them. `key_hash` is of the browser that registered, `network` of where it registered.
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

-- One per address; `level` is what the invited person starts with. Accepted means that an account was made by it.
create table invites (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  level text not null default 'unassigned'
    check (level in ('superAdmin', 'admin', 'manager', 'service', 'dataEntry', 'unassigned')),
  invited_by uuid not null references employees (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3)
);

-- Sessions and what logs in -----------------------------------------------------------------------------------------------------

-- Bearer tokens are stored as SHA-256 only.
create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  employee_id uuid not null references employees (id) on delete cascade,
  user_agent text,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null
);

-- Links that work once, for one purpose and one person or invitation; stored as SHA-256 only.
create table one_time_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('setup', 'invitation', 'passwordReset')),
  employee_id uuid references employees (id) on delete cascade,
  invite_id uuid references invites (id) on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  check (case purpose
    when 'setup' then employee_id is null and invite_id is null
    when 'invitation' then employee_id is null and invite_id is not null
    else employee_id is not null and invite_id is null end)
);

-- Failed tries per client address and account; losing them in a crash is harmless.
create unlogged table throttles (
  key text primary key,
  tries integer not null,
  resets_at timestamptz(3) not null
);

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

-- Logins whose password was right, waiting for the second step. Not sessions. `address` and `user_agent` tell where one waits:
-- whoever finishes another one there has no need to be told of it.
create table login_steps (
  token_hash bytea primary key,
  employee_id uuid not null references employees (id) on delete cascade,
  address text not null,
  user_agent text,
  expires_at timestamptz(3) not null
);

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

-- What a device is asked to sign, once and for one purpose: within a session, or for a login that waits for its second step.
create table passkey_challenges (
  session_id uuid references sessions (id) on delete cascade,
  login_step bytea unique references login_steps (token_hash) on delete cascade,
  purpose text not null check (purpose in ('add', 'turnOff', 'logIn')),
  challenge text not null,
  expires_at timestamptz(3) not null,
  unique (session_id, purpose),
  check (num_nonnulls(session_id, login_step) = 1),
  check ((purpose = 'logIn') = (login_step is not null))
);

-- What leads refer to -----------------------------------------------------------------------------------------------------------

create table service_centers (
  id uuid primary key,
  name text not null,
  address text,
  contact_no text,
  is_active boolean not null default true,
  last_modified_by uuid references employees (id),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table employee_service_centers (
  employee_id uuid not null references employees (id) on delete cascade,
  service_center_id uuid not null references service_centers (id),
  primary key (employee_id, service_center_id)
);

create table invite_service_centers (
  invite_id uuid not null references invites (id) on delete cascade,
  service_center_id uuid not null references service_centers (id),
  primary key (invite_id, service_center_id)
);

create table offerings (
  id uuid primary key,
  name text not null,
  type text not null check (type in ('service', 'campaign', 'parts')),
  location text,
  start_date date,
  end_date date,
  is_active boolean not null default true,
  last_modified_by uuid references employees (id),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (end_date >= start_date),
  check (type <> 'campaign' or (location is not null and start_date is not null and end_date is not null))
);

-- One customer per phone number in its normalised form.
create table customers (
  id uuid primary key,
  name text not null,
  email text,
  mobile text not null unique,
  search_key text not null,
  search_grams smallint[] not null generated always as (search_grams(search_key)) stored,
  -- While the leads of a customer are being erased, none is added.
  is_erasing boolean not null default false,
  last_modified_by uuid references employees (id),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table customer_addresses (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  label text,
  line text not null,
  area text,
  city text,
  is_default boolean not null,
  last_modified_by uuid references employees (id),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

-- Leads -------------------------------------------------------------------------------------------------------------------------

-- The current state of each enquiry. A lead without a customer is an erased one: it keeps what reports count, and nobody changes
-- it. `furthest_status` and the two `first_` moments are kept by every write.
create table leads (
  id uuid primary key,
  version integer not null,
  customer_id uuid references customers (id),
  name text not null,
  email text,
  phone text not null,
  platform text check (platform in ('facebook', 'whatsapp', 'website')),
  vehicle_number text,
  notes text,
  search_key text not null,
  search_grams smallint[] not null generated always as (search_grams(search_key)) stored,
  service_center_id uuid not null references service_centers (id),
  offering_id uuid references offerings (id),
  is_active boolean not null default true,
  status text not null check (status in ('pending', 'potential', 'booked', 'completed', 'lostCustomer')),
  -- When it entered its status.
  status_at timestamptz(3) not null,
  furthest_status text not null default 'pending'
    check (furthest_status in ('pending', 'potential', 'booked', 'completed')),
  first_follow_up_at timestamptz(3),
  first_booked_at timestamptz(3),
  follow_up_count smallint not null default 0 check (follow_up_count between 0 and 4),
  next_follow_up_dates date[] not null default '{}',
  appointment_date date,
  appointment_time text check (appointment_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  job_id text,
  lost_reason text,
  -- Who recorded it.
  employee_id uuid not null references employees (id),
  -- Who works it. Without an advisor whoever changed it last does (recording counts as a change), so that every open lead is
  -- somebody's and exactly one person's.
  advisor_id uuid references employees (id),
  editor_ids uuid[] not null default '{}',
  last_modified_by uuid not null references employees (id),
  changed_fields text[] not null default '{}',
  contact_tries smallint not null default 0 check (contact_tries >= 0),
  last_contact_at timestamptz(3),
  try_again_at timestamptz(3),
  -- The appointment date about which the customer was reached.
  reminded_for date,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- What follows from the rest is generated, so that no write can forget it.
  touched_at timestamptz(3) not null generated always as (greatest(updated_at, last_contact_at)) stored,
  follow_up_on date generated always as (
    case when status = 'potential' then next_follow_up_dates[cardinality(next_follow_up_dates)] end) stored,
  -- What it waits for.
  due_kind text generated always as (
    case
      when not is_active or status not in ('pending', 'potential', 'booked') then null
      when try_again_at is not null then 'tryAgain'
      when status = 'potential' then 'followUp'
      when status = 'booked' then case when reminded_for = appointment_date then 'reminded' else 'appointment' end
      when contact_tries = 0 then 'new'
    end) stored,
  -- A moment in UTC for tryAgain and new; for the others a date, and the time of an appointment, as the dealer's clock shows it.
  due_at timestamp(3) generated always as (
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
);

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

-- Every attempt to reach the customer of a lead. Rows are corrected and undone, never deleted.
create table lead_contacts (
  id uuid primary key,
  lead_id uuid not null references leads (id),
  employee_id uuid not null references employees (id),
  channel text not null check (channel in ('call', 'whatsapp', 'sms', 'email', 'visit')),
  outcome text not null check (outcome in ('reached', 'noAnswer', 'busy', 'callLater', 'wrongNumber')),
  note text,
  -- The reminder that it set.
  try_again_at timestamptz(3),
  -- What the sender calls it: a repeated one is the same contact.
  key uuid,
  -- The status to which it moved the lead, and the version that it made, if it changed more than contacts.
  moved_to text,
  lead_version integer,
  -- What the lead said before, for undo: its version and what contacts change.
  replaced jsonb not null,
  -- Its forms before corrections, each with the moment until which it stood.
  earlier jsonb not null default '[]',
  corrected_at timestamptz(3),
  undone_at timestamptz(3),
  created_at timestamptz(3) not null
);

-- Append-only.
create table lead_comments (
  id uuid primary key,
  lead_id uuid not null references leads (id),
  employee_id uuid not null references employees (id),
  text text not null,
  created_at timestamptz(3) not null
);

-- Colleagues named in a comment, each with a sign whether they have seen it.
create table lead_mentions (
  comment_id uuid not null references lead_comments (id),
  employee_id uuid not null references employees (id),
  lead_id uuid not null references leads (id),
  is_read boolean not null default false,
  primary key (comment_id, employee_id)
);

-- A repeated create with the same key answers the lead that the first one made. A key is claimed before its lead is written.
create table idempotency_keys (
  employee_id uuid not null references employees (id) on delete cascade,
  key text not null,
  body_hash bytea not null,
  lead_id uuid references leads (id) deferrable initially deferred,
  created_at timestamptz(3) not null,
  primary key (employee_id, key)
);

-- A lead fills in what a customer lacks. What it says differently waits here until management decides: one suggestion a field
-- waits, the newest; decided ones stay for a while, so that the same text is not suggested again. Written before the lead is.
create table customer_suggestions (
  customer_id uuid not null references customers (id) on delete cascade,
  field text not null check (field in ('name', 'email')),
  key text not null,
  value text not null,
  lead_id uuid references leads (id) deferrable initially deferred,
  suggested_by uuid not null references employees (id),
  suggested_at timestamptz(3) not null,
  is_waiting boolean not null,
  primary key (customer_id, field, key),
  check (lead_id is not null or not is_waiting)
);

-- Which customers were erased, so that a restored backup that still holds them can be found out. `requested_by` is null for one
-- that a start repeats after a restore.
create table customer_erasures (
  customer_id uuid primary key,
  requested_by uuid references employees (id),
  requested_at timestamptz(3) not null,
  leads integer not null default 0,
  finished_at timestamptz(3)
);

-- Changes of many leads at once. `value`: the advisor, center or date that was asked for.
create table bulk_actions (
  id uuid primary key,
  employee_id uuid not null references employees (id),
  action text not null check (action in ('assign', 'moveCenter', 'followUp', 'archive', 'unarchive')),
  value text,
  advisor_id uuid references employees (id),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  undo_at timestamptz(3),
  undone_at timestamptz(3)
);

-- `same`: it was as wished already; `restored`: it was taken back. `version` is the one that the change made.
create table bulk_leads (
  bulk_id uuid not null references bulk_actions (id) on delete cascade,
  lead_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'changed', 'same', 'refused', 'restored', 'kept')),
  version integer,
  reason text,
  primary key (bulk_id, lead_id)
);

-- Work and records ----------------------------------------------------------------------------------------------------------------

-- Work to be done later, added by the transaction that causes it. Whoever runs a job first moves `run_at` on: if that process
-- dies, another takes over then. A job that is done is deleted, and what it says about people with it.
create table jobs (
  id uuid primary key,
  kind text not null,
  key text,
  payload jsonb not null,
  attempts integer not null default 0,
  last_error text,
  run_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  unique (kind, key)
);

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

-- Counters ------------------------------------------------------------------------------------------------------------------------
-- Kept in the transaction that changes a lead. Each backend adds to a slot of its own, so that people who work on the same center
-- seldom wait for each other; readers sum the slots. Counters by day belong to a time zone. Slot 16 holds what was counted anew.

create table lead_counts (
  service_center_id uuid not null,
  status text not null,
  is_active boolean not null,
  slot smallint not null,
  leads bigint not null,
  primary key (service_center_id, status, is_active, slot)
);

-- Active leads by the day of their entry.
create table lead_entry_counts (
  time_zone text not null,
  entered_on date not null,
  service_center_id uuid not null,
  status text not null,
  slot smallint not null,
  leads bigint not null,
  primary key (time_zone, entered_on, service_center_id, status, slot)
);

-- Active leads by the day on which they entered their status, and by who recorded them.
create table lead_status_counts (
  time_zone text not null,
  status_on date not null,
  service_center_id uuid not null,
  employee_id uuid not null,
  status text not null,
  slot smallint not null,
  leads bigint not null,
  primary key (time_zone, status_on, service_center_id, employee_id, status, slot)
);

-- The same, of all days.
create table lead_recorder_counts (
  employee_id uuid not null,
  status text not null,
  service_center_id uuid not null,
  slot smallint not null,
  leads bigint not null,
  primary key (employee_id, status, service_center_id, slot)
);

-- What dashboards count of the active leads that were entered on a day.
create table lead_figures (
  time_zone text not null,
  entered_on date not null,
  service_center_id uuid not null,
  figure text not null
    check (figure in ('platform', 'offeringType', 'stage', 'lostReason', 'firstFollowUp', 'firstBooking')),
  key text not null,
  slot smallint not null,
  leads bigint not null,
  primary key (time_zone, entered_on, service_center_id, figure, key, slot)
);

-- The same, of all days; a figure that is a duration has an empty key.
create table lead_figure_totals (
  figure text not null,
  key text not null,
  service_center_id uuid not null,
  slot smallint not null,
  leads bigint not null,
  primary key (figure, key, service_center_id, slot)
);

-- Leads that are due, by kind. `due_from`: the day; for tryAgain a quarter of an hour in UTC, which no time zone cuts; -infinity
-- for new ones.
create table lead_due_counts (
  service_center_id uuid not null references service_centers (id),
  kind text not null,
  due_from timestamp not null,
  slot smallint not null,
  leads bigint not null,
  primary key (kind, service_center_id, due_from, slot)
);

-- By quarters of an hour, which no time zone cuts: days of any zone add up. Writers of one employee's counters are that employee
-- alone.
create table lead_contact_counts (
  quarter timestamp not null,
  employee_id uuid not null references employees (id),
  tries integer not null,
  reached integer not null,
  bookings integer not null,
  primary key (quarter, employee_id)
);

create table customer_counts (
  slot smallint primary key,
  customers bigint not null
);

-- Forms of text -----------------------------------------------------------------------------------------------------------------

-- Text as searches compare it: as searchForm in lib/search/search-key.ts.
create function search_form(text text) returns text language sql immutable strict parallel safe as $$
  select case when text ~ '[^\u0001-\u007f]'
    then normalize(regexp_replace(replace(translate(lower(text collate "und-x-icu") collate "default", '০১২৩৪৫৬৭৮৯', '0123456789'),
        U&'\09A4\09CD\200D', U&'\09CE'),
      '[\u0009-\u000d\u0020\u0028\u0029\u002c-\u002f\u00a0\u00ad\u00b7\u061c\u1680\u2000-\u200f\u2010-\u2015\u2022\u2028-\u202f\u205f-\u2069\u2212\u3000\ufeff]',
      '', 'g'), NFC)
    else regexp_replace(lower(text collate "C") collate "default", '[\u0009-\u000d\u0020\u0028\u0029\u002c-\u002f]', '', 'g') end
$$;

-- What two names share that count as one.
create function name_key(name text) returns text language sql immutable strict parallel safe as $$
  select lower(btrim(regexp_replace(translate(normalize(name, NFC), U&'\200C\200D', ''), '\s+', ' ', 'g')) collate "und-x-icu") collate "default"
$$;

-- Reasons may be typed freely: they count as one when they differ only in case and spacing.
create function lost_reason_key(reason text) returns text language sql immutable parallel safe as $$
  select left(lower(btrim(regexp_replace(reason, '\s+', ' ', 'g'))), 120)
$$;

-- Indexes: people, logins and records -------------------------------------------------------------------------------------------

create index employees_by_level on employees (level, name collate "und-x-icu", id);
create index employees_by_picture on employees (dp) where dp is not null;
create index registrations_by_address on registrations (email, created_at desc, id desc);
create index registrations_by_network on registrations (network, created_at desc, id desc);
create index registrations_by_picture on registrations (dp) where dp is not null;
create index invites_newest on invites (created_at desc, id desc);
create index sessions_by_employee on sessions (employee_id);
create index one_time_tokens_by_employee on one_time_tokens (employee_id, purpose);
create index one_time_tokens_by_invite on one_time_tokens (invite_id);
create index login_steps_by_employee on login_steps (employee_id, expires_at);
create index passkeys_by_employee on passkeys (employee_id, added_at);
create index jobs_due on jobs (run_at, id);
create index bulk_actions_by_employee on bulk_actions (employee_id, created_at desc);
create index bulk_leads_by_state on bulk_leads (bulk_id, state, lead_id);

-- What is over is deleted a few rows at a time, found by these.
create index registrations_by_age on registrations (created_at);
create index throttles_by_end on throttles (resets_at);
create index sessions_by_age on sessions (created_at);
create index login_steps_by_end on login_steps (expires_at);
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index bulk_actions_by_age on bulk_actions (created_at);

create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_by_action on audit_log (action, at desc, id desc);
create index audit_log_by_actor on audit_log (actor_id, at desc, id desc);
create index audit_log_by_subject on audit_log (subject_id, at desc, id desc);
create index audit_log_by_customer on audit_log ((details ->> 'customer'), at desc, id desc)
  where details ->> 'customer' is not null;

-- Indexes: centers, offerings and customers -------------------------------------------------------------------------------------

create unique index service_centers_name on service_centers (name_key(name));
create unique index offerings_name on offerings (type, name_key(name));
create index customers_by_name on customers (name collate "und-x-icu", id);
create index customer_addresses_by_customer on customer_addresses (customer_id, created_at, id);
create unique index customer_addresses_one_default on customer_addresses (customer_id) where is_default;
create unique index customer_suggestions_waiting on customer_suggestions (customer_id, field) where is_waiting;

-- What is written waits in a list before it goes into a search index, and searches read the whole list. By default it grows to
-- 4 MB: whoever then writes waits a tenth of a second for it to be emptied.
create index customers_search on customers using gin (search_key gin_trgm_ops, search_grams) with (gin_pending_list_limit = 256);

-- Indexes: leads ------------------------------------------------------------------------------------------------------------------
-- A list is held in its order by an index. Partial where the status is known, so that a new lead, which is pending, is entered
-- into no more of them than it must.

create index leads_search on leads using gin (search_key gin_trgm_ops, search_grams) with (gin_pending_list_limit = 256);

-- Newest first. A search for what many leads have reads the newest leads, which the first two tell it without the leads.
create index leads_newest on leads (is_active, created_at desc, id desc) include (search_key);
create index leads_newest_by_center on leads (service_center_id, is_active, created_at desc, id desc) include (search_key);
create index leads_newest_by_status on leads (status, created_at desc, id desc) where is_active;
create index leads_newest_by_center_status on leads (service_center_id, status, created_at desc, id desc) where is_active;

-- Newest first, of an offering or of none, and of an advisor or of nobody.
create index leads_newest_by_offering on leads (offering_id, status, created_at desc, id desc) where is_active;
create index leads_newest_by_advisor on leads (advisor_id, status, created_at desc, id desc) include (service_center_id) where is_active;

-- Other orders of a list of one status. They tell the center, so that the leads of others are passed over in the index.
create index leads_by_name on leads (status, name collate "und-x-icu", id) include (service_center_id) where is_active;
create index leads_by_status_time on leads (status, status_at, id) include (service_center_id) where is_active;
create index leads_by_follow_up on leads (follow_up_on, id) include (service_center_id) where is_active and status = 'potential';
create index leads_by_appointment on leads (appointment_date, appointment_time, id) include (service_center_id)
  where is_active and status = 'booked';

-- Neglected leads, with what keeps one from being neglected, so that leads with a day still to come are passed over in the index.
create index leads_by_touch on leads (status, touched_at, id, follow_up_on, appointment_date) include (service_center_id)
  where is_active and status in ('pending', 'potential', 'booked');

-- Lists that the figures of reports and dashboards lead to; a rare reason is found without walking over every lost lead.
create index leads_by_recorder on leads (employee_id, status, status_at) where is_active;
create index leads_by_lost_reason on leads (lost_reason_key(lost_reason), created_at desc, id desc)
  where is_active and status = 'lostCustomer';

-- The queue: of all, of a center, and of an advisor or of nobody.
create index leads_due on leads (due_kind, due_at, id) where due_kind is not null;
create index leads_due_by_center on leads (service_center_id, due_kind, due_at, id) include (advisor_id, offering_id)
  where due_kind is not null;
create index leads_due_by_advisor on leads (advisor_id, due_kind, due_at, id) include (service_center_id) where due_kind is not null;

-- A customer's leads; what somebody who leaves works; archived leads that still hold personal data, those first that nobody has
-- touched for longest.
create index leads_by_customer on leads (customer_id, created_at desc);
create index leads_open_by_worker on leads ((coalesce(advisor_id, last_modified_by)), created_at desc, id desc)
  where is_active and status in ('pending', 'potential', 'booked');
create index leads_archived on leads (touched_at, id) where not is_active and customer_id is not null;

-- A lead whose phone number was changed has versions of an earlier customer.
create index lead_versions_of_changed_phone on lead_versions (lead_id) where 'phone' = any(changed_fields);

create index lead_contacts_by_lead on lead_contacts (lead_id, id desc);
create unique index lead_contacts_key on lead_contacts (lead_id, employee_id, key) where key is not null;
create index lead_comments_by_lead on lead_comments (lead_id, id);
create index lead_mentions_newest on lead_mentions (employee_id, is_read, comment_id desc);

-- What is append-only -------------------------------------------------------------------------------------------------------------

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- But for the column that holds personal data, and for it only while an erasure says so.
create function refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('pitlane.erasing', true) = 'on'
    and to_jsonb(new) - tg_argv[0] = to_jsonb(old) - tg_argv[0] then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

-- The audit log loses entries only from its end, and only while somebody says up to when.
create function refuse_change_but_trim() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < nullif(current_setting('pitlane.audit_before', true), '')::timestamptz then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger lead_versions_append_only before update or delete on lead_versions
  for each row execute function refuse_change_but_erasure('snapshot');
create trigger lead_comments_append_only before update or delete on lead_comments
  for each row execute function refuse_change_but_erasure('text');
create trigger lead_contacts_never_deleted before delete on lead_contacts for each row execute function refuse_change();
create trigger lead_contacts_never_emptied before truncate on lead_contacts for each statement execute function refuse_change();
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change_but_trim();
create trigger audit_log_never_emptied before truncate on audit_log for each statement execute function refuse_change();

-- What is counted -----------------------------------------------------------------------------------------------------------------
-- Rows of a transition table are nameless records: an array of them becomes one of leads by way of text. And whatever reads an
-- array of leads copies the defaults of their columns first, which are long. So counters are given what they need, in types of
-- their own. `delta`: 1 for a lead as it is now, -1 for one as it was.

create type counted_lead as (
  delta integer,
  service_center_id uuid,
  status text,
  is_active boolean,
  employee_id uuid,
  created_at timestamptz,
  status_at timestamptz,
  platform text,
  offering_id uuid,
  furthest_status text,
  lost_reason text,
  first_follow_up_at timestamptz,
  first_booked_at timestamptz
);

create function counted(delta integer, lead leads) returns counted_lead language sql immutable parallel safe as $$
  select row(delta, lead.service_center_id, lead.status, lead.is_active, lead.employee_id, lead.created_at, lead.status_at,
    lead.platform, lead.offering_id, lead.furthest_status, lead.lost_reason, lead.first_follow_up_at,
    lead.first_booked_at)::counted_lead
$$;

create type due_lead as (delta integer, service_center_id uuid, due_kind text, due_at timestamp);

create function due(delta integer, lead leads) returns due_lead language sql immutable parallel safe as $$
  select row(delta, lead.service_center_id, lead.due_kind, lead.due_at)::due_lead
$$;

-- A duration in minutes, rounded down: below an hour to 10 minutes, below a day to the hour, below a week to half a day, above to
-- the day. Rounding keeps the order, so the median of what is rounded is the rounded median.
create function rounded_minutes(duration interval) returns integer language sql immutable parallel safe as $$
  select (minutes - minutes % case
    when minutes < 60 then 10 when minutes < 1440 then 60 when minutes < 10080 then 720 else 1440 end)::integer
  from (select floor(extract(epoch from duration) / 60)::bigint as minutes) exact
$$;

create function lead_figure_keys(lead counted_lead) returns table (figure text, key text) language sql stable as $$
  select figures.figure, figures.key from (values
    ('platform', coalesce(lead.platform, 'none')),
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

create function due_from(kind text, due_at timestamp) returns timestamp language sql immutable parallel safe as $$
  select case kind
    when 'new' then '-infinity'
    when 'tryAgain' then date_bin('15 minutes', due_at, '2000-01-01')
    else date_trunc('day', due_at)
  end
$$;

-- Adds the difference that a write makes to all counters of leads, rows in one order, so that two writes that meet wait for each
-- other and never in a circle. Counters of finer grain need fewer slots. PostgreSQL would plan these statements anew at each
-- write, since it takes an array of one lead for cheaper than one of unknown length; planning took longer than counting.
create function count_leads(changed counted_lead[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  slot_of_16 smallint := pg_backend_pid() % 16;
  slot_of_4 smallint := pg_backend_pid() % 4;
  zones text[];
begin
  select array_remove(array[time_zone, next_time_zone], null) into zones from dealer;

  insert into lead_counts as counted
    select service_center_id, status, is_active, slot_of_16, sum(delta) from unnest(changed)
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
    on conflict (time_zone, entered_on, service_center_id, status, slot)
      do update set leads = counted.leads + excluded.leads;
  insert into lead_status_counts as counted (time_zone, status_on, service_center_id, employee_id, status, slot, leads)
    select zone, (status_at at time zone zone)::date, service_center_id, employee_id, status, slot_of_4, sum(delta)
    from unnest(changed), unnest(zones) zone where is_active
    group by 1, 2, 3, 4, 5 having sum(delta) <> 0 order by 1, 2, 3, 4, 5
    on conflict (time_zone, status_on, service_center_id, employee_id, status, slot)
      do update set leads = counted.leads + excluded.leads;
  with figures as materialized (
    select delta, service_center_id, created_at, of.figure, of.key
    from unnest(changed) lead, lead_figure_keys(lead) of where is_active),
  of_all_days as (
    insert into lead_figure_totals as counted
      select figure, total_key(figure, key), service_center_id, slot_of_16, sum(delta) from figures
      group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
      on conflict (figure, key, service_center_id, slot) do update set leads = counted.leads + excluded.leads)
  insert into lead_figures as counted (time_zone, entered_on, service_center_id, figure, key, slot, leads)
    select zone, (created_at at time zone zone)::date, service_center_id, figure, key, slot_of_4, sum(delta)
    from figures, unnest(zones) zone
    group by 1, 2, 3, 4, 5 having sum(delta) <> 0 order by 1, 2, 3, 4, 5
    on conflict (time_zone, entered_on, service_center_id, figure, key, slot)
      do update set leads = counted.leads + excluded.leads;
end $$;

create function count_due(changed due_lead[]) returns void language sql set plan_cache_mode = force_generic_plan as $$
  insert into lead_due_counts as counted (kind, service_center_id, due_from, slot, leads)
    select due_kind, service_center_id, due_from(due_kind, due_at), pg_backend_pid() % 4, sum(delta)
    from unnest(changed) where due_kind is not null
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    on conflict (kind, service_center_id, due_from, slot) do update set leads = counted.leads + excluded.leads
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
    select
      array_agg(counted(-1, row(o.*)::leads)) filter (where is_counted)
        || array_agg(counted(1, row(n.*)::leads)) filter (where is_counted),
      array_agg(due(-1, row(o.*)::leads)) filter (where is_due) || array_agg(due(1, row(n.*)::leads)) filter (where is_due)
    into changed, changed_due
    from old_leads o join new_leads n using (id) cross join lateral (select
      counted(0, row(o.*)::leads) is distinct from counted(0, row(n.*)::leads) as is_counted,
      due(0, row(o.*)::leads) is distinct from due(0, row(n.*)::leads) as is_due) differences;
  end if;
  if changed is not null then
    perform count_leads(changed);
  end if;
  if changed_due is not null then
    perform count_due(changed_due);
  end if;
  return null;
end $$;

create trigger leads_keep_counts_of_new after insert on leads referencing new table as new_leads
  for each statement execute function keep_lead_counts();
create trigger leads_keep_counts after update on leads referencing old table as old_leads new table as new_leads
  for each statement execute function keep_lead_counts();
create trigger leads_keep_counts_of_gone after delete on leads referencing old table as old_leads
  for each statement execute function keep_lead_counts();

-- Counts the next leads behind an id by their days in a time zone, into a slot that no writer uses. A migration that adds a
-- counter by day extends this function. Returns the last id looked at, null when there is none left.
create function count_lead_days(zone text, after uuid, most integer) returns uuid language sql as $$
  with batch as materialized (select id, service_center_id, employee_id, status, is_active, created_at, status_at
    from leads where id > after order by id limit most),
  entries as (
    insert into lead_entry_counts as counted (time_zone, entered_on, service_center_id, status, slot, leads)
      select zone, (created_at at time zone zone)::date, service_center_id, status, 16, count(*)
      from batch where is_active group by 1, 2, 3, 4
      on conflict (time_zone, entered_on, service_center_id, status, slot)
        do update set leads = counted.leads + excluded.leads),
  statuses as (
    insert into lead_status_counts as counted (time_zone, status_on, service_center_id, employee_id, status, slot, leads)
      select zone, (status_at at time zone zone)::date, service_center_id, employee_id, status, 16, count(*)
      from batch where is_active group by 1, 2, 3, 4, 5
      on conflict (time_zone, status_on, service_center_id, employee_id, status, slot)
        do update set leads = counted.leads + excluded.leads),
  figures as (
    insert into lead_figures as counted (time_zone, entered_on, service_center_id, figure, key, slot, leads)
      select zone, (lead.created_at at time zone zone)::date, lead.service_center_id, of.figure, of.key, 16, count(*)
      from batch join leads lead using (id), lead_figure_keys(lead) of where lead.is_active group by 1, 2, 3, 4, 5
      on conflict (time_zone, entered_on, service_center_id, figure, key, slot)
        do update set leads = counted.leads + excluded.leads)
  select id from batch order by id desc limit 1
$$;

create function keep_contact_counts() returns trigger language plpgsql as $$
declare
  before lead_contacts[];
  after lead_contacts[];
begin
  select array_agg(row(n.*)::lead_contacts) into after from new_contacts n;
  if tg_op = 'UPDATE' then
    select array_agg(row(o.*)::lead_contacts) into before from old_contacts o;
  end if;
  insert into lead_contact_counts as counted
    select quarter, employee_id, sum(delta), sum(delta * (outcome = 'reached')::integer),
      sum(delta * coalesce(moved_to = 'booked', false)::integer)
    from (select -1 as delta, * from unnest(before) union all select 1, * from unnest(after)) changed
    cross join lateral (select date_bin('15 minutes', created_at at time zone 'UTC', '2000-01-01') as quarter) q
    where undone_at is null group by 1, 2 order by 1, 2
    on conflict (quarter, employee_id) do update set tries = counted.tries + excluded.tries,
      reached = counted.reached + excluded.reached, bookings = counted.bookings + excluded.bookings;
  return null;
end $$;

create trigger lead_contacts_keep_counts_of_new after insert on lead_contacts referencing new table as new_contacts
  for each statement execute function keep_contact_counts();
create trigger lead_contacts_keep_counts after update on lead_contacts
  referencing old table as old_contacts new table as new_contacts
  for each statement execute function keep_contact_counts();

create function keep_customer_counts() returns trigger language plpgsql as $$
declare
  difference bigint := (select count(*) from changed) * case tg_op when 'INSERT' then 1 else -1 end;
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

-- What is told ----------------------------------------------------------------------------------------------------------------------

-- Every committed change is told to all app processes: kind, what their clients may know (`data`), and what decides to
-- whom it may be told (`scope`).
create function tell(kind text, data jsonb, scope jsonb) returns void language sql as $$
  select pg_notify('pitlane', jsonb_build_object('kind', kind, 'data', data, 'scope', scope)::text);
$$;

create function tell_leads() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform tell('lead',
      jsonb_build_object(
        '_id', n.id, 'version', n.version, 'change', 'created', 'status', n.status, 'previousStatus', null,
        'serviceCenter', n.service_center_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', jsonb_build_array(n.service_center_id)))
    from new_leads n join employees e on e.id = n.last_modified_by;
  else
    perform tell('lead',
      jsonb_build_object(
        '_id', n.id, 'version', n.version,
        'change', case
          when o.is_active and not n.is_active then 'archived'
          when n.is_active and not o.is_active then 'unarchived'
          when o.status <> n.status then 'moved'
          else 'edited'
        end,
        'status', n.status, 'previousStatus', o.status,
        'serviceCenter', n.service_center_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', case
        when o.service_center_id = n.service_center_id then jsonb_build_array(n.service_center_id)
        else jsonb_build_array(n.service_center_id, o.service_center_id) end))
    from old_leads o join new_leads n using (id) join employees e on e.id = n.last_modified_by
    where o.version <> n.version;
  end if;
  return null;
end $$;
create trigger leads_tell_new after insert on leads referencing new table as new_leads
  for each statement execute function tell_leads();
create trigger leads_tell after update on leads referencing old table as old_leads new table as new_leads
  for each statement execute function tell_leads();

-- What makes a version is announced by the lead, other contacts by themselves.
create function tell_contacts() returns trigger language plpgsql as $$
begin
  perform tell('lead',
    jsonb_build_object(
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

create function tell_comment() returns trigger language plpgsql as $$
begin
  perform tell('comment',
    jsonb_build_object('lead', new.lead_id,
      'by', (select jsonb_build_object('_id', id, 'name', name) from employees where id = new.employee_id)),
    jsonb_build_object('centers', (select jsonb_build_array(service_center_id) from leads where id = new.lead_id)));
  return null;
end $$;
create trigger lead_comments_tell after insert on lead_comments for each row execute function tell_comment();

create function tell_mention() returns trigger language plpgsql as $$
begin
  perform tell('mention', jsonb_build_object('lead', new.lead_id, 'isRead', new.is_read),
    jsonb_build_object('employee', new.employee_id));
  return null;
end $$;
create trigger lead_mentions_tell after insert or update on lead_mentions for each row execute function tell_mention();

create function tell_record() returns trigger language plpgsql as $$
declare
  record_id uuid := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  perform tell(tg_argv[0],
    jsonb_build_object('_id', record_id, 'change',
      case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'edited' else 'deleted' end),
    '{}');
  return null;
end $$;
create trigger invites_tell after insert or update or delete on invites
  for each row execute function tell_record('invite');
create trigger service_centers_tell after insert or update or delete on service_centers
  for each row execute function tell_record('serviceCenter');
create trigger offerings_tell after insert or update or delete on offerings
  for each row execute function tell_record('serviceOrCampaign');
create trigger employees_tell after insert or update or delete on employees
  for each row execute function tell_record('employee');

-- The employee's own screens follow a changed level, name, picture or center.
create function tell_account() returns trigger language plpgsql as $$
declare
  changed uuid := case tg_table_name
    when 'employees' then (to_jsonb(new) ->> 'id')::uuid
    else ((case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end) ->> 'employee_id')::uuid
  end;
begin
  perform tell('account', jsonb_build_object('_id', changed), jsonb_build_object('employee', changed));
  return null;
end $$;
create trigger employees_tell_account after update on employees for each row execute function tell_account();
create trigger employee_service_centers_tell_account after insert or delete on employee_service_centers
  for each row execute function tell_account();

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
create trigger authenticator_apps_tell after insert or delete on authenticator_apps
  for each row execute function tell_second_factor();
create trigger passkeys_tell after insert or delete on passkeys
  for each row execute function tell_second_factor();

-- Other settings, other days: whatever is on screen is read again.
create function tell_refresh() returns trigger language plpgsql as $$
begin
  perform tell('refresh', '{}', '{}');
  return null;
end $$;
create trigger dealer_tell after update on dealer for each row
  when (old.next_time_zone is not distinct from new.next_time_zone or old.time_zone <> new.time_zone)
  execute function tell_refresh();
