-- Counters of leads, kept in the transaction that changes a lead. Each database backend adds to a slot of its own, so that people who
-- work on the same center seldom wait for each other; readers sum the slots. Counters by day belong to a time zone. Slot 16 holds what
-- was counted anew. The nil UUID stands for nobody.

-- Tables ----------------------------------------------------------------------------------------------------------------------------

-- What dashboards count of the active leads that were entered on a day. Counted from leads, 30 days of a million leads took 56 ms of
-- processor time, and 90 days 148, instead of 7 and 19 (docs/decisions/performance.md).
create table lead_figures (
  time_zone         text     not null,
  entered_on        date     not null,
  service_center_id uuid     not null,
  figure            text     not null
    check (figure in ('status', 'platform', 'offeringType', 'stage', 'lostReason', 'firstFollowUp', 'firstBooking')),
  key               text     not null,
  slot              smallint not null, leads bigint not null,
  primary key (time_zone, entered_on, service_center_id, figure, key, slot)
);

-- The same, of all days; a figure that is a duration has an empty key. Besides, `recorded` has the employee who recorded a lead and its
-- status as its key, and of archived leads there is `archived` alone, with the status. Counting all leads took 115 ms, those of one
-- platform 117, and those of one employee 80, instead of 0.2.
create table lead_totals (
  figure            text     not null,
  key               text     not null,
  service_center_id uuid     not null,
  slot              smallint not null, leads bigint not null,
  primary key (figure, key, service_center_id, slot)
);

-- Leads that are due, by kind. Counted from leads, those of all centers took 25 ms, which every queue would pay, instead of 0.2.
create table lead_due_counts (
  service_center_id uuid      not null references service_centers (id),
  kind              text      not null,
  due_from          timestamp not null, -- The day; for tryAgain a quarter of an hour in UTC, which no time zone cuts; for new ones -infinity.
  slot              smallint  not null,
  leads             bigint    not null,
  primary key (kind, service_center_id, due_from, slot)
);

-- Open leads by who has them. Counted from leads, those of all advisors took 40 ms instead of 12.
create table lead_advisor_counts (
  status            text     not null,
  service_center_id uuid     not null references service_centers (id),
  advisor_id        uuid     not null,
  due_on            date     not null, -- The day of the follow-up or appointment; for pending ones -infinity.
  slot              smallint not null, leads bigint not null,
  primary key (status, service_center_id, advisor_id, due_on, slot)
);

-- What is counted of a lead ---------------------------------------------------------------------------------------------------------
-- Rows of a transition table are nameless records: an array of them becomes one of leads by way of text. And whatever reads an array of
-- leads copies the defaults of their columns first, which are long. So counters are given what they need, in types of their own.
-- `delta`: 1 for a lead as it is now, -1 for one as it was.

create type counted_lead as (
  delta integer, service_center_id uuid, status text, is_active boolean, recorded_by uuid, created_at timestamptz,
  platform text, offering_id uuid, furthest_status text, lost_reason text, first_follow_up_at timestamptz, first_booked_at timestamptz);
create type due_lead as (delta integer, service_center_id uuid, due_kind text, due_at timestamp);
create type open_lead as (delta integer, service_center_id uuid, advisor_id uuid, status text, due_on date);

create function counted(delta integer, lead leads) returns counted_lead language sql immutable parallel safe as $$
  select row(delta, lead.service_center_id, lead.status, lead.is_active, lead.recorded_by, lead.created_at,
    lead.platform, lead.offering_id, lead.furthest_status, lead.lost_reason, lead.first_follow_up_at,
    lead.first_booked_at)::counted_lead
$$;

-- Nothing is due of an appointment whose customer has arrived.
create function due(delta integer, lead leads) returns due_lead language sql immutable parallel safe as $$
  select row(delta, lead.service_center_id, case when lead.due_kind not in ('appointment', 'reminded')
    or lead.arrived_for is distinct from lead.appointment_date then lead.due_kind end, lead.due_at)::due_lead
$$;

-- The status of a lead that is not open is null.
create function open_lead(delta integer, lead leads) returns open_lead language sql immutable parallel safe as $$
  select row(delta, lead.service_center_id, coalesce(lead.advisor_id, '00000000-0000-0000-0000-000000000000'),
    case when lead.is_active and lead.status in ('pending', 'potential', 'booked') then lead.status end,
    coalesce(case lead.status when 'potential' then lead.follow_up_on when 'booked' then lead.appointment_date end, '-infinity'))::open_lead
$$;

-- A duration in minutes, rounded down: below an hour to 10 minutes, below a day to the hour, below a week to half a day, above to the
-- day. Rounding keeps the order, so the median of what is rounded is the rounded median.
create function rounded_minutes(minutes integer) returns integer language sql immutable parallel safe as $$
  select minutes - minutes % case when minutes < 60 then 10 when minutes < 1440 then 60 when minutes < 10080 then 720 else 1440 end
$$;
create function rounded_minutes(duration interval) returns integer language sql immutable parallel safe as $$
  select rounded_minutes(floor(extract(epoch from duration) / 60)::integer)
$$;

create function lead_figure_keys(lead counted_lead) returns table (figure text, key text) language sql stable as $$
  select figures.figure, figures.key from (values ('status', lead.status), ('recorded', lead.recorded_by || ' ' || lead.status),
    ('platform', coalesce(lead.platform, 'none')),
    ('offeringType', coalesce((select type from offerings where id = lead.offering_id), 'none')),
    ('stage', lead.furthest_status || case when lead.status = 'lostCustomer' then ' lost' else '' end),
    ('lostReason', case when lead.status = 'lostCustomer' then lost_reason_key(lead.lost_reason) end),
    ('firstFollowUp', rounded_minutes(lead.first_follow_up_at - lead.created_at)::text),
    ('firstBooking', rounded_minutes(lead.first_booked_at - lead.created_at)::text)
  ) figures (figure, key)
  where lead.is_active and figures.key is not null
  union all select 'archived', lead.status where not lead.is_active
$$;

create function lead_figure_keys(lead leads) returns table (figure text, key text) language sql stable as $$
  select figure, key from lead_figure_keys(counted(1, lead))
$$;

create function total_key(figure text, key text) returns text language sql immutable parallel safe as $$
  select case when figure in ('firstFollowUp', 'firstBooking') then '' else key end
$$;

create function due_from(kind text, due_at timestamp) returns timestamp language sql immutable parallel safe as $$
  select case kind when 'new' then '-infinity' when 'tryAgain' then date_bin('15 minutes', due_at, '2000-01-01') else date_trunc('day', due_at)
  end
$$;

-- Adding to the counters ------------------------------------------------------------------------------------------------------------
-- Each function adds the difference that a write makes, rows in one order, so that two writes that meet wait for each other and never in
-- a circle. Counters of finer grain need fewer slots. PostgreSQL would plan these statements anew at each write, since it takes an array
-- of one lead for cheaper than one of unknown length; planning took longer than counting.

create function count_leads(changed counted_lead[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  slot_of_16 smallint := pg_backend_pid() % 16;
  slot_of_4 smallint := pg_backend_pid() % 4;
  zones text[];
begin
  select array_remove(array[time_zone, next_time_zone], null) into zones from dealer;

  with figures as materialized (
    select delta, service_center_id, created_at, of.figure, of.key from unnest(changed) lead, lead_figure_keys(lead) of),
  of_all_days as (
    insert into lead_totals as counted select figure, total_key(figure, key), service_center_id, slot_of_16, sum(delta) from figures
      group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
      on conflict (figure, key, service_center_id, slot) do update set leads = counted.leads + excluded.leads)
  insert into lead_figures as counted (time_zone, entered_on, service_center_id, figure, key, slot, leads)
    select zone, (created_at at time zone zone)::date, service_center_id, figure, key, slot_of_4, sum(delta)
    from figures, unnest(zones) zone where figure not in ('archived', 'recorded')
    group by 1, 2, 3, 4, 5 having sum(delta) <> 0 order by 1, 2, 3, 4, 5
    on conflict (time_zone, entered_on, service_center_id, figure, key, slot) do update set leads = counted.leads + excluded.leads;
end $$;

create function count_due(changed due_lead[]) returns void language sql set plan_cache_mode = force_generic_plan as $$
  insert into lead_due_counts as counted (kind, service_center_id, due_from, slot, leads)
    select due_kind, service_center_id, due_from(due_kind, due_at), pg_backend_pid() % 4, sum(delta)
    from unnest(changed) where due_kind is not null
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    on conflict (kind, service_center_id, due_from, slot) do update set leads = counted.leads + excluded.leads
$$;

create function count_open(changed open_lead[]) returns void language sql set plan_cache_mode = force_generic_plan as $$
  insert into lead_advisor_counts as counted (status, service_center_id, advisor_id, due_on, slot, leads)
    select status, service_center_id, advisor_id, due_on, pg_backend_pid() % 4, sum(delta)
    from unnest(changed) where status is not null
    group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4
    on conflict (status, service_center_id, advisor_id, due_on, slot) do update set leads = counted.leads + excluded.leads
$$;

-- Counts the next leads behind an id by their days in a time zone, into a slot that no writer uses. A new counter by day belongs here,
-- too. Returns the last id looked at, null when there is none left.
create function count_lead_days(zone text, after uuid, most integer) returns uuid language sql as $$
  with batch as materialized (select id from leads where id > after order by id limit most),
  figures as (
    insert into lead_figures as counted (time_zone, entered_on, service_center_id, figure, key, slot, leads)
      select zone, (lead.created_at at time zone zone)::date, lead.service_center_id, of.figure, of.key, 16, count(*)
      from batch join leads lead using (id), lead_figure_keys(lead) of where lead.is_active and of.figure <> 'recorded' group by 1, 2, 3, 4, 5
      on conflict (time_zone, entered_on, service_center_id, figure, key, slot) do update set leads = counted.leads + excluded.leads)
  select id from batch order by id desc limit 1
$$;

-- Triggers --------------------------------------------------------------------------------------------------------------------------

create function keep_lead_counts() returns trigger language plpgsql as $$
declare
  changed counted_lead[];
  changed_due due_lead[];
  changed_open open_lead[];
begin
  if tg_op = 'INSERT' then
    select array_agg(counted(1, row(n.*)::leads)), array_agg(due(1, row(n.*)::leads)), array_agg(open_lead(1, row(n.*)::leads))
    into changed, changed_due, changed_open from new_leads n;
  elsif tg_op = 'DELETE' then
    select array_agg(counted(-1, row(o.*)::leads)), array_agg(due(-1, row(o.*)::leads)), array_agg(open_lead(-1, row(o.*)::leads))
    into changed, changed_due, changed_open from old_leads o;
  else
    select array_agg(counted(-1, row(o.*)::leads)) filter (where is_counted) || array_agg(counted(1, row(n.*)::leads)) filter (where is_counted),
      array_agg(due(-1, row(o.*)::leads)) filter (where is_due) || array_agg(due(1, row(n.*)::leads)) filter (where is_due),
      array_agg(open_lead(-1, row(o.*)::leads)) filter (where is_open) || array_agg(open_lead(1, row(n.*)::leads)) filter (where is_open)
    into changed, changed_due, changed_open
    from old_leads o join new_leads n using (id) cross join lateral (select
      counted(0, row(o.*)::leads) is distinct from counted(0, row(n.*)::leads) as is_counted,
      due(0, row(o.*)::leads) is distinct from due(0, row(n.*)::leads) as is_due,
      open_lead(0, row(o.*)::leads) is distinct from open_lead(0, row(n.*)::leads) as is_open) differences;
  end if;
  if changed is not null then perform count_leads(changed); end if;
  if changed_due is not null then perform count_due(changed_due); end if;
  if changed_open is not null then perform count_open(changed_open); end if;
  return null;
end $$;
create trigger leads_keep_counts_of_new after insert on leads referencing new table as new_leads
  for each statement execute function keep_lead_counts();
create trigger leads_keep_counts after update on leads referencing old table as old_leads new table as new_leads
  for each statement execute function keep_lead_counts();
create trigger leads_keep_counts_of_gone after delete on leads referencing old table as old_leads
  for each statement execute function keep_lead_counts();
