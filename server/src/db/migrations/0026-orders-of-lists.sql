-- Each order of a list of leads of one status, for all centers and for one. Partial where the status is known, so that a new
-- lead, which is pending, is entered into no more of them than it must.
create index if not exists leads_by_name on leads (status, name collate "und-x-icu", id) where is_active;
create index if not exists leads_by_center_name on leads (service_center_id, status, name collate "und-x-icu", id) where is_active;
drop index leads_by_status_time;
alter index if exists leads_by_status_time_ahead rename to leads_by_status_time;
create index if not exists leads_by_status_time on leads (status, status_at, id) where is_active;
create index if not exists leads_by_center_status_time on leads (service_center_id, status, status_at, id) where is_active;
create index if not exists leads_by_follow_up on leads (follow_up_on, id) where is_active and status = 'potential';
create index if not exists leads_by_center_follow_up on leads (service_center_id, follow_up_on, id)
  where is_active and status = 'potential';
create index if not exists leads_by_appointment on leads (appointment_date, appointment_time, id)
  where is_active and status = 'booked';
create index if not exists leads_by_center_appointment on leads (service_center_id, appointment_date, appointment_time, id)
  where is_active and status = 'booked';
-- With what keeps a lead from being neglected, so that leads with a day still to come are passed over in the index.
create index if not exists leads_by_touch on leads (status, touched_at, id, follow_up_on, appointment_date)
  where is_active and status in ('pending', 'potential', 'booked');
create index if not exists leads_by_center_touch on leads (service_center_id, status, touched_at, id, follow_up_on, appointment_date)
  where is_active and status in ('pending', 'potential', 'booked');
create index if not exists leads_newest_by_advisor on leads (advisor_id, status, created_at desc, id desc)
  where is_active and advisor_id is not null;

-- Days after which nobody's contact or change makes an open lead neglected.
alter table dealer add column neglected_after_days jsonb not null default '{"pending": 1, "potential": 7, "booked": 3}'
  check (neglected_after_days @? '$ ? (@.pending >= 1 && @.potential >= 1 && @.booked >= 1)');
