-- When a center answers, and by when a new enquiry should be answered.

-- When a center is open from a day on; without a center: every center without hours of its own. `week`: for each day from Sunday
-- its spans; null: from then on as every center without hours of its own.
create table working_hours (
  service_center_id uuid references service_centers (id),
  valid_from date not null,
  week jsonb,
  check (week is not null or service_center_id is not null),
  unique nulls not distinct (service_center_id, valid_from)
);

-- Days on which a center, or without one all of them, is closed.
create table holidays (
  service_center_id uuid references service_centers (id),
  day date not null,
  name text not null,
  unique nulls not distinct (service_center_id, day)
);

-- Working minutes within which an enquiry is to be answered; `default`: of a platform without one, and of no platform.
create table response_targets (
  platform text primary key check (platform in ('default', 'facebook', 'whatsapp', 'website')),
  minutes integer not null check (minutes between 1 and 10080)
);

-- `response_due_at`: by when it should be answered, by the hours and targets of now while it waits and as of then once it was
-- answered; null where nothing says so: the center never opens, or the enquiry was answered before this was kept.
-- `responded_at`: the first attempt or change of status; `response_minutes`: working minutes until then.
alter table leads
  add column response_due_at timestamptz(3),
  add column responded_at timestamptz(3),
  add column response_minutes integer;

-- Enquiries that nobody has answered, by when they should be: for the queue, and for what is late by center and advisor.
create index concurrently leads_by_response on leads (service_center_id, response_due_at, id) include (advisor_id, offering_id)
  where due_kind = 'new';

create trigger working_hours_tell after insert or update or delete on working_hours
  for each statement execute function tell_refresh();
create trigger holidays_tell after insert or update or delete on holidays for each statement execute function tell_refresh();
create trigger response_targets_tell after insert or update or delete on response_targets
  for each statement execute function tell_refresh();

-- Enquiries that wait already get their moment by the job that follows every change of hours.
insert into jobs (id, kind, payload, run_at, created_at)
select gen_random_uuid(), 'responseDue', '{}', now(), now() where exists (select from leads);
