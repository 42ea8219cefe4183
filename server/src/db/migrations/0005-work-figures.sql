-- What the work on leads came to, by day, center, employee and platform: for comparing one time with another, and for the report
-- of employees.

-- Whether a contact is the answer to a follow-up that was due: `kept` on its day, `missed` after it; null for others. By the
-- dealer's calendar of then.
alter table lead_contacts add column follow_up text check (follow_up in ('kept', 'missed'));

alter table lead_contact_counts
  add column kept integer not null default 0,
  add column missed integer not null default 0;

create or replace function keep_contact_counts() returns trigger language plpgsql as $$
declare
  before lead_contacts[];
  after lead_contacts[];
begin
  select array_agg(row(n.*)::lead_contacts) into after from new_contacts n;
  if tg_op = 'UPDATE' then
    select array_agg(row(o.*)::lead_contacts) into before from old_contacts o;
  end if;
  insert into lead_contact_counts as counted (quarter, employee_id, tries, reached, bookings, kept, missed)
    select quarter, employee_id, sum(delta), sum(delta * (outcome = 'reached')::integer),
      sum(delta * coalesce(moved_to = 'booked', false)::integer),
      sum(delta * coalesce(follow_up = 'kept', false)::integer), sum(delta * coalesce(follow_up = 'missed', false)::integer)
    from (select -1 as delta, * from unnest(before) union all select 1, * from unnest(after)) changed
    cross join lateral (select date_bin('15 minutes', created_at at time zone 'UTC', '2000-01-01') as quarter) q
    where undone_at is null group by 1, 2 order by 1, 2
    on conflict (quarter, employee_id) do update set tries = counted.tries + excluded.tries,
      reached = counted.reached + excluded.reached, bookings = counted.bookings + excluded.bookings,
      kept = counted.kept + excluded.kept, missed = counted.missed + excluded.missed;
  return null;
end $$;

-- The list behind the number of leads that were first booked in a time.
create index concurrently leads_by_first_booking on leads (first_booked_at, id) include (service_center_id, advisor_id)
  where is_active and first_booked_at is not null;

-- Of active leads. `employee_id`: the advisor (the nil UUID: nobody), for `recorded` who recorded it. By the day of entry:
-- `entered`, `recorded`, `answered` (its key: working minutes until then, rounded), `timed` (with a moment by which to answer)
-- and `inTarget`; by the day on which it came about: `booked` for the first time, `completed` and `lost`, if it still is.
create table lead_work_figures (
  time_zone text not null,
  day date not null,
  figure text not null,
  key integer not null,
  service_center_id uuid not null,
  employee_id uuid not null,
  platform text not null,
  slot smallint not null,
  leads bigint not null,
  primary key (time_zone, day, figure, key, service_center_id, employee_id, platform, slot)
);

create type worked_lead as (
  delta integer,
  is_active boolean,
  service_center_id uuid,
  advisor_id uuid,
  employee_id uuid,
  platform text,
  status text,
  created_at timestamptz,
  status_at timestamptz,
  first_booked_at timestamptz,
  response_due_at timestamptz,
  responded_at timestamptz,
  response_minutes integer
);

create function worked(delta integer, lead leads) returns worked_lead language sql immutable parallel safe as $$
  select row(delta, lead.is_active, lead.service_center_id, lead.advisor_id, lead.employee_id, lead.platform, lead.status,
    lead.created_at, lead.status_at, lead.first_booked_at, lead.response_due_at, lead.responded_at,
    lead.response_minutes)::worked_lead
$$;

-- Minutes are rounded down as those of other figures.
create function lead_work_keys(lead worked_lead) returns table (figure text, key integer, at timestamptz, employee_id uuid)
language sql immutable as $$
  select figures.figure, figures.key, figures.at, coalesce(figures.employee_id, '00000000-0000-0000-0000-000000000000')
  from (values
    ('entered', 0, lead.created_at, lead.advisor_id),
    ('recorded', 0, lead.created_at, lead.employee_id),
    ('answered', rounded_minutes(make_interval(mins => lead.response_minutes)), lead.created_at, lead.advisor_id),
    ('timed', case when lead.response_due_at is not null then 0 end, lead.created_at, lead.advisor_id),
    ('inTarget', case when lead.responded_at <= lead.response_due_at then 0 end, lead.created_at, lead.advisor_id),
    ('booked', case when lead.first_booked_at is not null then 0 end, lead.first_booked_at, lead.advisor_id),
    ('completed', case when lead.status = 'completed' then 0 end, lead.status_at, lead.advisor_id),
    ('lost', case when lead.status = 'lostCustomer' then 0 end, lead.status_at, lead.advisor_id)
  ) figures (figure, key, at, employee_id)
  where figures.key is not null and lead.is_active
$$;

create function count_work(changed worked_lead[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  zones text[];
begin
  select array_remove(array[time_zone, next_time_zone], null) into zones from dealer;
  insert into lead_work_figures as counted
    (time_zone, day, figure, key, service_center_id, employee_id, platform, slot, leads)
    select zone, (of.at at time zone zone)::date, of.figure, of.key, lead.service_center_id, of.employee_id,
      coalesce(lead.platform, 'none'), pg_backend_pid() % 4, sum(lead.delta)
    from unnest(changed) lead, lead_work_keys(lead) of, unnest(zones) zone
    group by 1, 2, 3, 4, 5, 6, 7 having sum(lead.delta) <> 0 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (time_zone, day, figure, key, service_center_id, employee_id, platform, slot)
      do update set leads = counted.leads + excluded.leads;
end $$;

create function keep_work_figures() returns trigger language plpgsql as $$
declare
  changed worked_lead[];
begin
  if tg_op = 'INSERT' then
    select array_agg(worked(1, row(n.*)::leads)) into changed from new_leads n;
  elsif tg_op = 'DELETE' then
    select array_agg(worked(-1, row(o.*)::leads)) into changed from old_leads o;
  else
    select array_agg(worked(-1, row(o.*)::leads)) || array_agg(worked(1, row(n.*)::leads)) into changed
    from old_leads o join new_leads n using (id)
    where worked(0, row(o.*)::leads) is distinct from worked(0, row(n.*)::leads);
  end if;
  if changed is not null then
    perform count_work(changed);
  end if;
  return null;
end $$;

create trigger leads_keep_work_figures_of_new after insert on leads referencing new table as new_leads
  for each statement execute function keep_work_figures();
create trigger leads_keep_work_figures after update on leads referencing old table as old_leads new table as new_leads
  for each statement execute function keep_work_figures();
create trigger leads_keep_work_figures_of_gone after delete on leads referencing old table as old_leads
  for each statement execute function keep_work_figures();

create or replace function count_lead_days(zone text, after uuid, most integer) returns uuid language sql as $$
  with batch as materialized (select id, service_center_id, employee_id, status, is_active, created_at, status_at
    from leads where id > after order by id limit most),
  entries as (
    insert into lead_entry_counts as counted (time_zone, entered_on, service_center_id, status, slot, leads)
      select zone, (created_at at time zone zone)::date, service_center_id, status, 16, count(*)
      from batch where is_active group by 1, 2, 3, 4
      on conflict (time_zone, entered_on, service_center_id, status, slot)
        do update set leads = counted.leads + excluded.leads),
  statuses as (
    insert into lead_status_counts as counted (time_zone, status_on, service_center_id, employee_id, status, slot, leads)
      select zone, (status_at at time zone zone)::date, service_center_id, employee_id, status, 16, count(*)
      from batch where is_active group by 1, 2, 3, 4, 5
      on conflict (time_zone, status_on, service_center_id, employee_id, status, slot)
        do update set leads = counted.leads + excluded.leads),
  figures as (
    insert into lead_figures as counted (time_zone, entered_on, service_center_id, figure, key, slot, leads)
      select zone, (lead.created_at at time zone zone)::date, lead.service_center_id, of.figure, of.key, 16, count(*)
      from batch join leads lead using (id), lead_figure_keys(lead) of where lead.is_active group by 1, 2, 3, 4, 5
      on conflict (time_zone, entered_on, service_center_id, figure, key, slot)
        do update set leads = counted.leads + excluded.leads),
  work as (
    insert into lead_work_figures as counted
      (time_zone, day, figure, key, service_center_id, employee_id, platform, slot, leads)
      select zone, (of.at at time zone zone)::date, of.figure, of.key, lead.service_center_id, of.employee_id,
        coalesce(lead.platform, 'none'), 16, count(*)
      from batch join leads lead using (id), lead_work_keys(worked(1, lead)) of group by 1, 2, 3, 4, 5, 6, 7
      on conflict (time_zone, day, figure, key, service_center_id, employee_id, platform, slot)
        do update set leads = counted.leads + excluded.leads)
  select id from batch order by id desc limit 1
$$;

-- Without the functions, which would take five times as long while nobody can write. No lead has been timed yet.
insert into lead_work_figures (time_zone, day, figure, key, service_center_id, employee_id, platform, slot, leads)
  select zone, day, figure, 0, service_center_id, coalesce(employee_id, '00000000-0000-0000-0000-000000000000'),
    coalesce(platform, 'none'), 16, leads
  from dealer, unnest(array_remove(array[time_zone, next_time_zone], null)) zone, lateral (
    select 'entered' as figure, (created_at at time zone zone)::date as day, service_center_id, advisor_id as employee_id,
      platform, count(*) as leads
    from leads where is_active group by 2, 3, 4, 5
    union all
    select 'recorded', (created_at at time zone zone)::date, service_center_id, employee_id, platform, count(*)
    from leads where is_active group by 2, 3, 4, 5
    union all
    select 'booked', (first_booked_at at time zone zone)::date, service_center_id, advisor_id, platform, count(*)
    from leads where is_active and first_booked_at is not null group by 2, 3, 4, 5
    union all
    select case status when 'completed' then 'completed' else 'lost' end, (status_at at time zone zone)::date, service_center_id,
      advisor_id, platform, count(*)
    from leads where is_active and status in ('completed', 'lostCustomer') group by 1, 2, 3, 4, 5) counted;
