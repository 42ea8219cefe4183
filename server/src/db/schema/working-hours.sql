-- When centers are open, and within which time enquiries are to be answered.

-- When a center is open from a day on. Without a center: every center that has no hours of its own.
create table working_hours (
  service_center_id uuid references service_centers (id),
  valid_from        date not null,
  week              jsonb, -- The spans of each day from Sunday; null: from then on as centers without hours of their own.
  check (week is not null or service_center_id is not null),
  unique nulls not distinct (service_center_id, valid_from)
);

-- Days on which a center, or without one all of them, is closed.
create table holidays (
  service_center_id uuid references service_centers (id),
  day               date not null,
  name              text not null,
  unique nulls not distinct (service_center_id, day)
);

-- Working minutes within which an enquiry is to be answered. `default` is for platforms without a target, and for no platform.
create table response_targets (
  platform text    primary key check (platform in ('default', 'facebook', 'whatsapp', 'website')),
  minutes  integer not null check (minutes between 1 and 10080)
);

create trigger working_hours_tell after insert or update or delete on working_hours for each statement execute function tell_refresh();
create trigger holidays_tell after insert or update or delete on holidays for each statement execute function tell_refresh();
create trigger response_targets_tell after insert or update or delete on response_targets for each statement execute function tell_refresh();
