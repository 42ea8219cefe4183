-- Enquiries that come in by themselves.

-- Records what came over a connection, under its name and id: nobody, so nobody can log in as it, and no list or report of people
-- has it.
alter table employees add column is_connection boolean not null default false;
create unique index connections_name on employees (name_key(name)) where is_connection;

-- `secret` is encrypted with a key that is not in the database. `service_center_id`, `offering_id`: of enquiries that name none.
-- `mapping`: paths in a delivery by field.
create table connections (
  id uuid primary key references employees (id),
  platform text not null check (platform in ('facebook', 'whatsapp', 'website')),
  secret bytea not null,
  is_paused boolean not null default false,
  service_center_id uuid references service_centers (id),
  offering_id uuid references offerings (id),
  mapping jsonb not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  last_modified_by uuid not null references employees (id)
);

-- What came, by the dealer's days. Refused ones are only counted, so that strangers fill no disk.
create table connection_days (
  connection_id uuid not null references connections (id),
  day date not null,
  accepted integer not null default 0,
  refused integer not null default 0,
  primary key (connection_id, day)
);

-- Every delivery as it came; also the queue of what is to be worked. `key`: what its sender calls it, so that repeats count once.
-- `try_at`: when it is worked next; null once it is settled. `phone`, `summary`: what was understood, `phone` in stored form.
create table deliveries (
  id uuid primary key,
  connection_id uuid not null references connections (id),
  key text not null,
  received_at timestamptz(3) not null,
  content_type text,
  body bytea,
  state text not null default 'waiting' check (state in ('waiting', 'lead', 'joined', 'toPlace', 'ignored', 'failed')),
  reason text,
  attempts integer not null default 0,
  try_at timestamptz(3),
  phone text,
  summary text,
  lead_id uuid references leads (id),
  settled_by uuid references employees (id),
  unique (connection_id, key),
  check ((state in ('lead', 'joined')) = (lead_id is not null)),
  check ((try_at is not null) = (state in ('waiting', 'failed')))
);
create index deliveries_to_work on deliveries (try_at, id) where try_at is not null;
create index deliveries_by_state on deliveries (state, id);
create index deliveries_by_connection on deliveries (connection_id, id);
create index deliveries_by_connection_state on deliveries (connection_id, state, id);
create index deliveries_by_lead on deliveries (lead_id, id) where lead_id is not null;
create index deliveries_by_phone on deliveries (phone) where phone is not null;

-- As text where it is, else with its bytes written out.
create function delivery_text(body bytea) returns text language plpgsql immutable as $$
begin
  return convert_from(body, 'UTF8');
exception when others then
  return encode(body, 'escape');
end $$;

create trigger connections_tell after insert or update on connections
  for each row execute function tell_record('connection');

-- Once for all that a statement changes. Screens of the leads hear of them by the leads; of a joined delivery they hear here.
create function tell_deliveries() returns trigger language plpgsql as $$
begin
  if not exists (select from changed) then
    return null;
  end if;
  perform tell('intake', '{}', '{}');
  perform tell('comment', jsonb_build_object('lead', d.lead_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
    from changed d join leads l on l.id = d.lead_id join employees e on e.id = d.connection_id where d.state = 'joined';
  return null;
end $$;
create trigger deliveries_tell_new after insert on deliveries referencing new table as changed
  for each statement execute function tell_deliveries();
create trigger deliveries_tell after update on deliveries referencing new table as changed
  for each statement execute function tell_deliveries();
