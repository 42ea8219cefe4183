-- A lead keeps moments, no days: its days follow from the moments and a time zone, so they can never lag behind the dealer's.
alter table leads drop column entered_on, drop column status_on;
create index leads_by_status_time on leads (status, status_at) where is_active;
create index leads_by_recorder on leads (employee_id, status, status_at) where is_active;

-- While another time zone is being introduced, the counters are kept for both, and the dealer's own stay the ones to read.
alter table dealer add column next_time_zone text;
drop trigger dealer_tell on dealer;
create trigger dealer_tell after update on dealer for each row
  when (old.next_time_zone is not distinct from new.next_time_zone or old.time_zone <> new.time_zone)
  execute function tell_refresh();

-- Counters by day belong to a time zone. Other slots than those of the writers (0 to 15) hold what was counted anew.
alter table lead_entry_counts add column time_zone text;
update lead_entry_counts set time_zone = dealer.time_zone from dealer;
alter table lead_entry_counts
  drop constraint lead_entry_counts_pkey,
  add primary key (time_zone, entered_on, service_center_id, status, slot);
alter table lead_status_counts add column time_zone text;
update lead_status_counts set time_zone = dealer.time_zone from dealer;
alter table lead_status_counts
  drop constraint lead_status_counts_pkey,
  add primary key (time_zone, status_on, service_center_id, employee_id, status, slot);
alter table lead_figures add column time_zone text;
update lead_figures set time_zone = dealer.time_zone from dealer;
alter table lead_figures
  drop constraint lead_figures_pkey,
  add primary key (time_zone, entered_on, service_center_id, figure, key, slot);

-- Keeps all counters of leads. A write adds the difference that it makes, rows in one order, so that two of them that
-- meet wait for each other and never in a circle. Counters of finer grain need fewer slots.
create or replace function keep_lead_counts() returns trigger language plpgsql as $$
declare
  slot_of_16 smallint := pg_backend_pid() % 16;
  slot_of_4 smallint := pg_backend_pid() % 4;
  zones text[];
  states leads[];
  deltas integer[];
begin
  if tg_op = 'INSERT' then
    states := array[new];
    deltas := array[1];
  elsif tg_op = 'DELETE' then
    states := array[old];
    deltas := array[-1];
  elsif (old.service_center_id, old.status, old.is_active, old.employee_id, old.created_at, old.status_at, old.platform,
      old.offering_id, old.furthest_status, old.lost_reason, old.first_follow_up_at, old.first_booked_at)
    is not distinct from (new.service_center_id, new.status, new.is_active, new.employee_id, new.created_at, new.status_at,
      new.platform, new.offering_id, new.furthest_status, new.lost_reason, new.first_follow_up_at, new.first_booked_at)
  then
    return null;
  else
    states := array[old, new];
    deltas := array[-1, 1];
  end if;
  select array_remove(array[time_zone, next_time_zone], null) into zones from dealer;

  insert into lead_counts as counted
    select lead.service_center_id, lead.status, lead.is_active, slot_of_16, sum(deltas[place]) as delta
    from generate_subscripts(states, 1) place, unnest(states[place:place]) lead
    group by 1, 2, 3 having sum(deltas[place]) <> 0 order by 1, 2, 3
    on conflict (service_center_id, status, is_active, slot) do update set leads = counted.leads + excluded.leads;
  insert into lead_entry_counts as counted (time_zone, entered_on, service_center_id, status, slot, leads)
    select zone, (lead.created_at at time zone zone)::date, lead.service_center_id, lead.status, slot_of_16,
      sum(deltas[place])
    from unnest(zones) zone, generate_subscripts(states, 1) place, unnest(states[place:place]) lead
    where lead.is_active
    group by 1, 2, 3, 4 having sum(deltas[place]) <> 0 order by 1, 2, 3, 4
    on conflict (time_zone, entered_on, service_center_id, status, slot)
      do update set leads = counted.leads + excluded.leads;
  insert into lead_status_counts as counted (time_zone, status_on, service_center_id, employee_id, status, slot, leads)
    select zone, (lead.status_at at time zone zone)::date, lead.service_center_id, lead.employee_id, lead.status,
      slot_of_4, sum(deltas[place])
    from unnest(zones) zone, generate_subscripts(states, 1) place, unnest(states[place:place]) lead
    where lead.is_active
    group by 1, 2, 3, 4, 5 having sum(deltas[place]) <> 0 order by 1, 2, 3, 4, 5
    on conflict (time_zone, status_on, service_center_id, employee_id, status, slot)
      do update set leads = counted.leads + excluded.leads;
  insert into lead_figures as counted (time_zone, entered_on, service_center_id, figure, key, slot, leads)
    select zone, (lead.created_at at time zone zone)::date, lead.service_center_id, of.figure, of.key, slot_of_4,
      sum(deltas[place])
    from unnest(zones) zone, generate_subscripts(states, 1) place, unnest(states[place:place]) lead,
      lead_figure_keys(states[place]) of
    where lead.is_active
    group by 1, 2, 3, 4, 5 having sum(deltas[place]) <> 0 order by 1, 2, 3, 4, 5
    on conflict (time_zone, entered_on, service_center_id, figure, key, slot)
      do update set leads = counted.leads + excluded.leads;
  return null;
end $$;

-- Counts the next leads behind an id by their days in a time zone, into a slot that no writer uses. A migration that adds a
-- counter by day extends this function. Returns the last id looked at, null when there is none left.
drop function recount_lead_days();
create function count_lead_days(zone text, after uuid, most integer) returns uuid language sql as $$
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
        do update set leads = counted.leads + excluded.leads)
  select id from batch order by id desc limit 1
$$;
