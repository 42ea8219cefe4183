-- Leads, their versions and merges. Their counters are in lead-counters.sql.

-- The current state of each enquiry. A lead without a customer is an erased one: it keeps what reports count, and nobody changes it.
create table leads (
  id                   uuid           primary key,
  version              integer        not null,
  customer_id          uuid           references customers (id),
  name                 text           not null,
  email                text,
  phone                text           not null,
  platform             text           check (platform in ('facebook', 'whatsapp', 'website')),
  -- The platform that an import filled in. An enquiry that waits is not timed by it: the customer waits no more urgently for that.
  filled_platform      text,
  source               jsonb,                                  -- The channel, form, campaign, ad or page it came from; null: somebody typed it.
  import_id            uuid           references imports (id), -- What brought it in; such a lead never starts the response clock.
  vehicle_number       text,
  notes                text,
  search_key           text           not null,
  search_grams         smallint[]     not null generated always as (search_grams(search_key)) stored,
  service_center_id    uuid           not null references service_centers (id),
  offering_id          uuid           references offerings (id),
  is_active            boolean        not null default true,
  merged_into          uuid           references leads (id),   -- The lead that was kept, never one that was merged itself.
  -- The leads that are merged into this one; of a merged one, those that were until then.
  joined_ids           uuid[]         not null default '{}',
  status               text           not null check (status in ('pending', 'potential', 'booked', 'completed', 'lostCustomer')),
  status_at            timestamptz(3) not null,                -- When it entered its status.
  furthest_status      text           not null default 'pending' check (furthest_status in ('pending', 'potential', 'booked', 'completed')),
  first_follow_up_at   timestamptz(3),
  first_booked_at      timestamptz(3),
  follow_up_count      smallint       not null default 0 check (follow_up_count between 0 and 4),
  next_follow_up_dates date[]         not null default '{}',
  appointment_date     date,
  appointment_time     text           check (appointment_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- It was booked for its present day and time; else these are what the customer asked for. Null: not known.
  is_day_booked        boolean,
  job_id               text,
  lost_reason          text,
  recorded_by          uuid           not null references employees (id), -- Who recorded it.
  -- Who works it. Without an advisor, whoever changed it last does (recording counts as a change), so that every open lead is
  -- somebody's and exactly one person's.
  advisor_id           uuid           references employees (id),
  editor_ids           uuid[]         not null default '{}',
  last_modified_by     uuid           not null references employees (id),
  changed_fields       text[]         not null default '{}',
  contact_attempts     smallint       not null default 0 check (contact_attempts >= 0),
  last_contact_at      timestamptz(3),
  try_again_at         timestamptz(3),
  reminded_for         date,                                   -- The appointment date about which the customer was reached.
  arrived_for          date,                                   -- The appointment date on which the customer arrived: no more is due of it.
  -- By when it should be answered: by the hours and targets of now while it waits, as of then once it was answered; null where
  -- nothing says so.
  response_due_at      timestamptz(3),
  responded_at         timestamptz(3),                         -- The first attempt or change of status.
  response_minutes     integer,                                -- Working minutes until then.
  -- Since when it is timed, if not from its first day: its customer asked again, or it was merged.
  response_restarted_at timestamptz(3),
  created_at           timestamptz(3) not null,
  updated_at           timestamptz(3) not null,

  -- What follows from the rest is generated, so that no write can forget it.
  touched_at           timestamptz(3) not null generated always as (greatest(updated_at, last_contact_at)) stored,
  follow_up_on         date           generated always as (
    case when status = 'potential' then next_follow_up_dates[cardinality(next_follow_up_dates)] end) stored,
  -- What it waits for.
  due_kind             text           generated always as (
    case
      when not is_active or status not in ('pending', 'potential', 'booked') then null
      when try_again_at is not null then 'tryAgain'
      when status = 'potential' then 'followUp'
      when status = 'booked' then case when reminded_for = appointment_date then 'reminded' else 'appointment' end
      when contact_attempts = 0 then 'new'
    end) stored,
  -- A moment in UTC for tryAgain and new; for the others a date, and the time of an appointment, as the dealer's clock shows it.
  due_at               timestamp(3)   generated always as (
    case
      when not is_active or status not in ('pending', 'potential', 'booked') then null
      when try_again_at is not null then try_again_at at time zone 'UTC'
      when status = 'potential' then next_follow_up_dates[cardinality(next_follow_up_dates)]::timestamp
      when status = 'booked' then appointment_date
        + coalesce(make_time(left(appointment_time, 2)::integer, right(appointment_time, 2)::integer, 0), '00:00')
      when contact_attempts = 0 then created_at at time zone 'UTC'
    end) stored,
  check (status <> 'potential' or cardinality(next_follow_up_dates) > 0),
  check (status <> 'booked' or appointment_date is not null),
  check (status <> 'lostCustomer' or (lost_reason is not null and follow_up_count = 4))
-- Room beside a lead for its next edit, which is then entered into no index unless it changes what one holds.
) with (fillfactor = 90);

-- Append-only: every write to a lead adds its full state afterwards.
create table lead_versions (
  id                 uuid           primary key,
  lead_id            uuid           not null references leads (id),
  version            integer        not null,
  changed_fields     text[]         not null,
  edited_by          uuid           not null references employees (id),
  ended_try_again_at timestamptz(3), -- The reminder that its change of status ended, which undoing the change brings back.
  created_at         timestamptz(3) not null,
  snapshot           jsonb          not null,
  unique (lead_id, version)
);
-- A lead whose phone number was changed has versions of an earlier customer.
create index lead_versions_of_changed_phone on lead_versions (lead_id) where 'phone' = any(changed_fields);

-- Open leads of one customer are merged into one of them. The others are archived and say where they went; what belongs to them stays
-- where it is, and is read with the one that was kept.
create table lead_merges (
  id         uuid           primary key,
  lead_id    uuid           not null references leads (id), -- The lead that was kept.
  version    integer        not null,                       -- The version that the merge made of it.
  joined_ids uuid[]         not null,
  replaced   jsonb          not null,                       -- What changed of the kept lead without a version, as it was before.
  merged_by  uuid           not null references employees (id),
  merged_at  timestamptz(3) not null,
  undone_by  uuid           references employees (id),
  undone_at  timestamptz(3)
);
create index lead_merges_by_lead on lead_merges (lead_id, id desc);

-- A repeated create with the same key answers the lead that the first one made. A key is claimed before its lead is written.
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

-- Indexes of leads ------------------------------------------------------------------------------------------------------------------
-- A list is held in its order by an index; what narrows it often is included, so that others are passed over without reading the leads.
-- Partial where the status is known, so that a new lead, which is pending, is entered into no more of them than it must. None may hold a
-- column that every edit changes (updated_at, touched_at, last_modified_by, version, changed_fields), also not in its condition or
-- expression: PostgreSQL then enters the new row into all of them, else into none (docs/decisions/performance.md).

-- Its last column finds people by part of a job ID: POST /serviceCenter/find.
create index leads_search on leads using gin (search_key gin_trgm_ops, search_grams, search_form(job_id) gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- Newest first. A search for what many leads have reads the newest leads, which the first two tell it without the leads.
create index leads_newest on leads (is_active, created_at desc, id desc) include (search_key);
create index leads_newest_by_center on leads (service_center_id, is_active, created_at desc, id desc) include (search_key, status);
-- The third also has what reports count of the leads that were entered on some days.
create index leads_newest_by_status on leads (status, created_at desc, id desc)
  include (service_center_id, offering_id, advisor_id, recorded_by, platform, furthest_status, response_due_at, responded_at, response_minutes)
  where is_active;
-- Of an advisor or of nobody, also the open leads of somebody who leaves.
create index leads_newest_by_advisor on leads (advisor_id, status, created_at desc, id desc) include (service_center_id) where is_active;

-- Other orders of a list of one status; the second also has what reports count of leads that entered their status on some days.
create index leads_by_name on leads (status, name collate "und-x-icu", id) include (service_center_id) where is_active;
create index leads_by_status_time on leads (status, status_at, id) include (service_center_id, recorded_by, advisor_id, platform) where is_active;
create index leads_by_follow_up on leads (follow_up_on, id) include (service_center_id) where is_active and status = 'potential';
create index leads_by_appointment on leads (appointment_date, appointment_time, id) include (service_center_id) where is_active and status = 'booked';

-- A lead is neglected when nobody contacted its customer or changed its status: assigning, editing and commenting do not help it. The
-- index has what keeps a lead from being neglected, so that leads with a day still to come are passed over in it; the columns of its
-- expression are included, or PostgreSQL would not read it without the leads.
create index leads_by_last_contact
  on leads (status, (greatest(status_at, last_contact_at)), id, follow_up_on, appointment_date)
  include (service_center_id, advisor_id, status_at, last_contact_at)
  where is_active and status in ('pending', 'potential', 'booked');

-- Lists that the figures of dashboards lead to; a rare reason is found without walking over every lost lead.
create index leads_by_lost_reason on leads (lost_reason_key(lost_reason), created_at desc, id desc) where is_active and status = 'lostCustomer';
create index leads_by_first_booking on leads (first_booked_at, id) include (service_center_id, advisor_id, platform)
  where is_active and first_booked_at is not null;

-- The queue, without those whose customer has arrived; and enquiries that nobody has answered, by when they should be, also for what is late by center and advisor.
create index leads_due on leads (due_kind, due_at, id) include (service_center_id, advisor_id, offering_id)
  where due_kind is not null and (due_kind not in ('appointment', 'reminded') or arrived_for is distinct from appointment_date);
create index leads_by_response on leads (service_center_id, response_due_at, id) include (advisor_id, offering_id) where due_kind = 'new';

-- A customer's leads; merged leads and those of an import, also for deleting leads, which looks for what refers to them.
create index leads_by_customer on leads (customer_id, created_at desc);
create index leads_merged on leads (merged_into) where merged_into is not null;
create index leads_by_import on leads (import_id, id) where import_id is not null;

-- Functions and triggers ------------------------------------------------------------------------------------------------------------

create trigger lead_versions_append_only before update or delete on lead_versions for each row execute function refuse_change_but_erasure('snapshot');

-- Announces many leads at once without naming them. PostgreSQL takes notices of up to 8,000 bytes: leads of more than about 200 centers
-- are announced in several.
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
