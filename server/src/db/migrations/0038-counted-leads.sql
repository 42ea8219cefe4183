-- Rows of a transition table are nameless records: an array of them becomes one of leads by way of text. And whatever reads an array
-- of leads copies the defaults of their columns first, which are long. So counters are given what they need, in types of their own.

-- `delta`: 1 for a lead as it is now, -1 for one as it was.
create type counted_lead as (
  delta integer,
  service_center_id uuid,
  status text,
  is_active boolean,
  employee_id uuid,
  created_at timestamptz,
  status_at timestamptz,
  platform text,
  offering_id uuid,
  furthest_status text,
  lost_reason text,
  first_follow_up_at timestamptz,
  first_booked_at timestamptz
);

create function counted(delta integer, lead leads) returns counted_lead language sql immutable parallel safe as $$
  select row(delta, lead.service_center_id, lead.status, lead.is_active, lead.employee_id, lead.created_at, lead.status_at,
    lead.platform, lead.offering_id, lead.furthest_status, lead.lost_reason, lead.first_follow_up_at,
    lead.first_booked_at)::counted_lead
$$;

create type due_lead as (delta integer, service_center_id uuid, due_kind text, due_at timestamp);

create function due(delta integer, lead leads) returns due_lead language sql immutable parallel safe as $$
  select row(delta, lead.service_center_id, lead.due_kind, lead.due_at)::due_lead
$$;

create function lead_figure_keys(lead counted_lead) returns table (figure text, key text) language sql stable as $$
  select figures.figure, figures.key from (values
    ('platform', coalesce(lead.platform, 'none')),
    ('offeringType', coalesce((select type from offerings where id = lead.offering_id), 'none')),
    ('stage', lead.furthest_status || case when lead.status = 'lostCustomer' then ' lost' else '' end),
    ('lostReason', case when lead.status = 'lostCustomer' then lost_reason_key(lead.lost_reason) end),
    ('firstFollowUp', rounded_minutes(lead.first_follow_up_at - lead.created_at)::text),
    ('firstBooking', rounded_minutes(lead.first_booked_at - lead.created_at)::text)
  ) figures (figure, key)
  where figures.key is not null
$$;

create or replace function lead_figure_keys(lead leads) returns table (figure text, key text) language sql stable as $$
  select figure, key from lead_figure_keys(counted(1, lead))
$$;

drop function count_leads(leads[], leads[]);
drop function count_due(leads[], leads[]);

create function count_leads(changed counted_lead[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
declare
  slot_of_16 smallint := pg_backend_pid() % 16;
  slot_of_4 smallint := pg_backend_pid() % 4;
  zones text[];
begin
  select array_remove(array[time_zone, next_time_zone], null) into zones from dealer;

  insert into lead_counts as counted
    select service_center_id, status, is_active, slot_of_16, sum(delta) from unnest(changed)
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    on conflict (service_center_id, status, is_active, slot) do update set leads = counted.leads + excluded.leads;
  insert into lead_recorder_counts as counted
    select employee_id, status, service_center_id, slot_of_4, sum(delta) from unnest(changed) where is_active
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    on conflict (employee_id, status, service_center_id, slot) do update set leads = counted.leads + excluded.leads;
  insert into lead_entry_counts as counted (time_zone, entered_on, service_center_id, status, slot, leads)
    select zone, (created_at at time zone zone)::date, service_center_id, status, slot_of_16, sum(delta)
    from unnest(changed), unnest(zones) zone where is_active
    group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4
    on conflict (time_zone, entered_on, service_center_id, status, slot)
      do update set leads = counted.leads + excluded.leads;
  insert into lead_status_counts as counted (time_zone, status_on, service_center_id, employee_id, status, slot, leads)
    select zone, (status_at at time zone zone)::date, service_center_id, employee_id, status, slot_of_4, sum(delta)
    from unnest(changed), unnest(zones) zone where is_active
    group by 1, 2, 3, 4, 5 having sum(delta) <> 0 order by 1, 2, 3, 4, 5
    on conflict (time_zone, status_on, service_center_id, employee_id, status, slot)
      do update set leads = counted.leads + excluded.leads;
  with figures as materialized (
    select delta, service_center_id, created_at, of.figure, of.key
    from unnest(changed) lead, lead_figure_keys(lead) of where is_active),
  of_all_days as (
    insert into lead_figure_totals as counted
      select figure, total_key(figure, key), service_center_id, slot_of_16, sum(delta) from figures
      group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
      on conflict (figure, key, service_center_id, slot) do update set leads = counted.leads + excluded.leads)
  insert into lead_figures as counted (time_zone, entered_on, service_center_id, figure, key, slot, leads)
    select zone, (created_at at time zone zone)::date, service_center_id, figure, key, slot_of_4, sum(delta)
    from figures, unnest(zones) zone
    group by 1, 2, 3, 4, 5 having sum(delta) <> 0 order by 1, 2, 3, 4, 5
    on conflict (time_zone, entered_on, service_center_id, figure, key, slot)
      do update set leads = counted.leads + excluded.leads;
end $$;

create function count_due(changed due_lead[]) returns void language sql set plan_cache_mode = force_generic_plan as $$
  insert into lead_due_counts as counted (kind, service_center_id, due_from, slot, leads)
    select due_kind, service_center_id, due_from(due_kind, due_at), pg_backend_pid() % 4, sum(delta)
    from unnest(changed) where due_kind is not null
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    on conflict (kind, service_center_id, due_from, slot) do update set leads = counted.leads + excluded.leads
$$;

create or replace function keep_lead_counts() returns trigger language plpgsql as $$
declare
  changed counted_lead[];
  changed_due due_lead[];
begin
  if tg_op = 'INSERT' then
    select array_agg(counted(1, row(n.*)::leads)), array_agg(due(1, row(n.*)::leads))
    into changed, changed_due from new_leads n;
  elsif tg_op = 'DELETE' then
    select array_agg(counted(-1, row(o.*)::leads)), array_agg(due(-1, row(o.*)::leads))
    into changed, changed_due from old_leads o;
  else
    select
      array_agg(counted(-1, row(o.*)::leads)) filter (where is_counted)
        || array_agg(counted(1, row(n.*)::leads)) filter (where is_counted),
      array_agg(due(-1, row(o.*)::leads)) filter (where is_due) || array_agg(due(1, row(n.*)::leads)) filter (where is_due)
    into changed, changed_due
    from old_leads o join new_leads n using (id) cross join lateral (select
      counted(0, row(o.*)::leads) is distinct from counted(0, row(n.*)::leads) as is_counted,
      due(0, row(o.*)::leads) is distinct from due(0, row(n.*)::leads) as is_due) differences;
  end if;
  if changed is not null then
    perform count_leads(changed);
  end if;
  if changed_due is not null then
    perform count_due(changed_due);
  end if;
  return null;
end $$;

create or replace function keep_contact_counts() returns trigger language plpgsql as $$
declare
  before lead_contacts[];
  after lead_contacts[];
begin
  select array_agg(row(n.*)::lead_contacts) into after from new_contacts n;
  if tg_op = 'UPDATE' then
    select array_agg(row(o.*)::lead_contacts) into before from old_contacts o;
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
