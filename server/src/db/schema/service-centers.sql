-- The workshops to which leads belong.
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
