-- Services, campaigns and parts that a lead may ask for.
create table offerings (
  id               uuid           primary key,
  name             text           not null,
  type             text           not null check (type in ('service', 'campaign', 'parts')),
  location         text,
  start_date       date,
  end_date         date,
  booking_minutes  smallint       check (booking_minutes between 1 and 1440), -- How long a car is in the workshop for it.
  bookings_per_day smallint       check (bookings_per_day between 1 and 500), -- The most that a center takes of it on a day.
  is_active        boolean        not null default true,
  last_modified_by uuid           references employees (id),
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  check (end_date >= start_date),
  check (type <> 'campaign' or (location is not null and start_date is not null and end_date is not null))
);
create unique index offerings_name on offerings (type, name_key(name));

create trigger offerings_tell after insert or update or delete on offerings for each row execute function tell_record('serviceOrCampaign');
