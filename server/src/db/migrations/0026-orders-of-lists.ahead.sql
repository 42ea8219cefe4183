create index concurrently leads_by_name on leads (status, name collate "und-x-icu", id) where is_active;
create index concurrently leads_by_center_name on leads (service_center_id, status, name collate "und-x-icu", id) where is_active;
-- The migration gives it the name of the one that it replaces.
create index concurrently leads_by_status_time_ahead on leads (status, status_at, id) where is_active;
create index concurrently leads_by_center_status_time on leads (service_center_id, status, status_at, id) where is_active;
create index concurrently leads_by_follow_up on leads (follow_up_on, id) where is_active and status = 'potential';
create index concurrently leads_by_center_follow_up on leads (service_center_id, follow_up_on, id)
  where is_active and status = 'potential';
create index concurrently leads_by_appointment on leads (appointment_date, appointment_time, id)
  where is_active and status = 'booked';
create index concurrently leads_by_center_appointment on leads (service_center_id, appointment_date, appointment_time, id)
  where is_active and status = 'booked';
create index concurrently leads_by_touch on leads (status, touched_at, id, follow_up_on, appointment_date)
  where is_active and status in ('pending', 'potential', 'booked');
create index concurrently leads_by_center_touch on leads (service_center_id, status, touched_at, id, follow_up_on, appointment_date)
  where is_active and status in ('pending', 'potential', 'booked');
create index concurrently leads_newest_by_advisor on leads (advisor_id, status, created_at desc, id desc)
  where is_active and advisor_id is not null;
