-- Every try to reach the customer of a lead. Rows are corrected and undone, never deleted.
create table lead_contacts (
  id uuid primary key,
  lead_id uuid not null references leads (id),
  employee_id uuid not null references employees (id),
  channel text not null check (channel in ('call', 'whatsapp', 'sms', 'email', 'visit')),
  outcome text not null check (outcome in ('reached', 'noAnswer', 'busy', 'callLater', 'wrongNumber')),
  note text,
  -- The reminder that it set.
  try_again_at timestamptz(3),
  -- What the sender calls it: a repeated one is the same contact.
  key uuid,
  -- The status to which it moved the lead, and the version that it made, if it changed more than contacts.
  moved_to text,
  lead_version integer,
  -- What the lead said before, for undo: its version and what contacts change.
  replaced jsonb not null,
  -- Its forms before corrections, each with the moment until which it stood.
  earlier jsonb not null default '[]',
  corrected_at timestamptz(3),
  undone_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index lead_contacts_by_lead on lead_contacts (lead_id, id desc);
create unique index lead_contacts_key on lead_contacts (lead_id, employee_id, key) where key is not null;

create trigger lead_contacts_never_deleted before delete on lead_contacts
  for each row execute function refuse_change();
create trigger lead_contacts_never_emptied before truncate on lead_contacts
  for each statement execute function refuse_change();

-- By quarters of an hour, which no time zone cuts: days of any zone add up. Writers of one employee's counters are that
-- employee alone.
create table lead_contact_counts (
  quarter timestamp not null,
  employee_id uuid not null references employees (id),
  tries integer not null,
  reached integer not null,
  bookings integer not null,
  primary key (quarter, employee_id)
);

create function keep_contact_counts() returns trigger language plpgsql as $$
declare
  before lead_contacts[];
  after lead_contacts[];
begin
  select array_agg(n) into after from new_contacts n;
  if tg_op = 'UPDATE' then
    select array_agg(o) into before from old_contacts o;
  end if;
  insert into lead_contact_counts as counted
    select quarter, employee_id, sum(delta), sum(delta * (outcome = 'reached')::integer),
      sum(delta * coalesce(moved_to = 'booked', false)::integer)
    from (select -1 as delta, * from unnest(before) union all select 1, * from unnest(after)) changed
    cross join lateral (select date_bin('15 minutes', created_at at time zone 'UTC', '2000-01-01') as quarter) q
    where undone_at is null group by 1, 2 order by 1, 2
    on conflict (quarter, employee_id) do update set tries = counted.tries + excluded.tries,
      reached = counted.reached + excluded.reached, bookings = counted.bookings + excluded.bookings;
  return null;
end $$;
create trigger lead_contacts_keep_counts_of_new after insert on lead_contacts referencing new table as new_contacts
  for each statement execute function keep_contact_counts();
create trigger lead_contacts_keep_counts after update on lead_contacts
  referencing old table as old_contacts new table as new_contacts
  for each statement execute function keep_contact_counts();

-- What makes a version is announced by the lead, other contacts by themselves.
create function tell_contacts() returns trigger language plpgsql as $$
begin
  perform tell('lead',
    jsonb_build_object(
      '_id', l.id, 'version', l.version, 'change', 'contacted', 'status', l.status, 'previousStatus', l.status,
      'serviceCenter', l.service_center_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
    jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
  from new_contacts c join leads l on l.id = c.lead_id join employees e on e.id = c.employee_id
  where c.lead_version is null or (c.corrected_at is not null and c.undone_at is null);
  return null;
end $$;
create trigger lead_contacts_tell_new after insert on lead_contacts referencing new table as new_contacts
  for each statement execute function tell_contacts();
create trigger lead_contacts_tell after update on lead_contacts referencing new table as new_contacts
  for each statement execute function tell_contacts();

create or replace function tell_leads() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform tell('lead',
      jsonb_build_object(
        '_id', n.id, 'version', n.version, 'change', 'created', 'status', n.status, 'previousStatus', null,
        'serviceCenter', n.service_center_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', jsonb_build_array(n.service_center_id)))
    from new_leads n join employees e on e.id = n.last_modified_by;
  else
    perform tell('lead',
      jsonb_build_object(
        '_id', n.id, 'version', n.version,
        'change', case
          when o.is_active and not n.is_active then 'archived'
          when n.is_active and not o.is_active then 'unarchived'
          when o.status <> n.status then 'moved'
          else 'edited'
        end,
        'status', n.status, 'previousStatus', o.status,
        'serviceCenter', n.service_center_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', case
        when o.service_center_id = n.service_center_id then jsonb_build_array(n.service_center_id)
        else jsonb_build_array(n.service_center_id, o.service_center_id) end))
    from old_leads o join new_leads n using (id) join employees e on e.id = n.last_modified_by
    where o.version <> n.version;
  end if;
  return null;
end $$;
