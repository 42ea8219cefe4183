-- Attempts to reach the customer of a lead.

-- Rows are corrected and undone, never deleted.
create table lead_contacts (
  id           uuid           primary key,
  lead_id      uuid           not null references leads (id),
  employee_id  uuid           not null references employees (id),
  channel      text           not null check (channel in ('call', 'whatsapp', 'sms', 'email', 'visit')),
  outcome      text           not null check (outcome in ('reached', 'noAnswer', 'busy', 'callLater', 'wrongNumber')),
  note         text,
  is_message   boolean        not null default false, -- The customer has it: it can be neither corrected nor taken back.
  -- It answers a follow-up that was due, on its day or after it, by the dealer's calendar of then.
  follow_up    text           check (follow_up in ('kept', 'missed')),
  try_again_at timestamptz(3),                        -- The reminder that it set.
  key          uuid,                                  -- What the sender calls it: a repeated one is the same contact.
  moved_to     text,                                  -- The status to which it moved the lead.
  lead_version integer,                               -- The version that it made, if it changed more than contacts.
  replaced     jsonb          not null,               -- What the lead said before, for undo: its version and what contacts change.
  earlier      jsonb          not null default '[]',  -- Its forms before corrections, each with the moment until which it applied.
  corrected_at timestamptz(3),
  undone_at    timestamptz(3),
  created_at   timestamptz(3) not null
);
create index lead_contacts_by_lead on lead_contacts (lead_id, id desc);
create unique index lead_contacts_key on lead_contacts (lead_id, employee_id, key) where key is not null;
-- Leads that an employee tried to reach on some days: what the numbers of the report of work open.
create index lead_contacts_by_employee on lead_contacts (employee_id, created_at) include (lead_id, outcome, follow_up) where undone_at is null;

-- By quarters of an hour, which no time zone cuts: days of any zone add up. Writers of one employee's counters are that employee alone.
create table lead_contact_counts (
  quarter     timestamp not null,
  employee_id uuid      not null references employees (id),
  tries       integer   not null,
  reached     integer   not null,
  bookings    integer   not null,
  kept        integer   not null default 0,
  missed      integer   not null default 0,
  primary key (quarter, employee_id)
);

create trigger lead_contacts_never_deleted before delete on lead_contacts for each row execute function refuse_change();
create trigger lead_contacts_never_emptied before truncate on lead_contacts for each statement execute function refuse_change();

create function keep_contact_counts() returns trigger language plpgsql as $$
declare
  before lead_contacts[];
  after lead_contacts[];
begin
  select array_agg(row(n.*)::lead_contacts) into after from new_contacts n;
  if tg_op = 'UPDATE' then select array_agg(row(o.*)::lead_contacts) into before from old_contacts o; end if;
  insert into lead_contact_counts as counted (quarter, employee_id, tries, reached, bookings, kept, missed)
    select quarter, employee_id, sum(delta), sum(delta * (outcome = 'reached')::integer), sum(delta * coalesce(moved_to = 'booked', false)::integer),
      sum(delta * coalesce(follow_up = 'kept', false)::integer), sum(delta * coalesce(follow_up = 'missed', false)::integer)
    from (select -1 as delta, * from unnest(before) union all select 1, * from unnest(after)) changed
    cross join lateral (select date_bin('15 minutes', created_at at time zone 'UTC', '2000-01-01') as quarter) q
    where undone_at is null group by 1, 2 order by 1, 2
    on conflict (quarter, employee_id) do update set tries = counted.tries + excluded.tries,
      reached = counted.reached + excluded.reached, bookings = counted.bookings + excluded.bookings,
      kept = counted.kept + excluded.kept, missed = counted.missed + excluded.missed;
  return null;
end $$;
create trigger lead_contacts_keep_counts_of_new after insert on lead_contacts referencing new table as new_contacts
  for each statement execute function keep_contact_counts();
create trigger lead_contacts_keep_counts after update on lead_contacts referencing old table as old_contacts new table as new_contacts
  for each statement execute function keep_contact_counts();

-- A contact that makes a version is announced by the lead, any other by itself.
create function tell_contacts() returns trigger language plpgsql as $$
begin
  perform tell('lead', jsonb_build_object(
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
