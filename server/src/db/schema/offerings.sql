-- Services, campaigns and parts that a lead may ask for.
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
