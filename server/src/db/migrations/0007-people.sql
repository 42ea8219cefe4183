-- Somebody who left keeps their name in histories and reports, but cannot sign in.
alter table employees add column is_active boolean not null default true;

-- The advisor works the lead. Without one, whoever changed it last does (recording counts as a change), so that every open
-- lead is somebody's and exactly one person's.
alter table leads add column advisor_id uuid references employees (id);
create index leads_open_by_worker on leads ((coalesce(advisor_id, last_modified_by)), created_at desc, id desc)
  where is_active and status in ('pending', 'potential', 'booked');

-- What an invited person starts with.
alter table invites
  add column level text not null default 'unassigned'
    check (level in ('superAdmin', 'admin', 'manager', 'service', 'dataEntry', 'unassigned'));
create table invite_service_centers (
  invite_id uuid not null references invites (id) on delete cascade,
  service_center_id uuid not null references service_centers (id),
  primary key (invite_id, service_center_id)
);
