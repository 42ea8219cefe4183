-- Reports of work and statuses and the stages of an advisor or platform are counted from indexes of leads.

drop trigger leads_keep_work_figures_of_new on leads;
drop trigger leads_keep_work_figures on leads;
drop trigger leads_keep_work_figures_of_gone on leads;
drop function keep_work_figures;
drop function count_work;
drop function lead_work_keys;
drop function lead_stage;
drop function worked;
drop type worked_lead;
drop table lead_status_counts;
drop table lead_work_figures;
drop table lead_stage_counts;

-- They are built again with more columns.
drop index if exists leads_newest_by_status;
drop index if exists leads_by_status_time;
drop index if exists leads_by_first_booking;

alter type counted_lead drop attribute status_at;

create or replace function counted(delta integer, lead leads) returns counted_lead language sql immutable parallel safe as $$
  select row(delta, lead.service_center_id, lead.status, lead.is_active, lead.employee_id, lead.created_at,
    lead.platform, lead.offering_id, lead.furthest_status, lead.lost_reason, lead.first_follow_up_at,
    lead.first_booked_at)::counted_lead
$$;

create or replace function rounded_minutes(minutes integer) returns integer language sql immutable parallel safe as $$
  select minutes - minutes % case when minutes < 60 then 10 when minutes < 1440 then 60 when minutes < 10080 then 720 else 1440 end
$$;

create or replace function rounded_minutes(duration interval) returns integer language sql immutable parallel safe as $$
  select rounded_minutes(floor(extract(epoch from duration) / 60)::integer)
$$;

create or replace function lead_figure_keys(lead counted_lead) returns table (figure text, key text) language sql stable as $$
  select figures.figure, figures.key from (values ('platform', coalesce(lead.platform, 'none')),
    ('offeringType', coalesce((select type from offerings where id = lead.offering_id), 'none')),
    ('stage', lead.furthest_status || case when lead.status = 'lostCustomer' then ' lost' else '' end),
    ('lostReason', case when lead.status = 'lostCustomer' then lost_reason_key(lead.lost_reason) end),
    ('firstFollowUp', rounded_minutes(lead.first_follow_up_at - lead.created_at)::text),
    ('firstBooking', rounded_minutes(lead.first_booked_at - lead.created_at)::text)
  ) figures (figure, key)
  where figures.key is not null
$$;

create or replace function count_leads(changed counted_lead[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  slot_of_16 smallint := pg_backend_pid() % 16;
  slot_of_4 smallint := pg_backend_pid() % 4;
  zones text[];
begin
  select array_remove(array[time_zone, next_time_zone], null) into zones from dealer;

  insert into lead_counts as counted select service_center_id, status, is_active, slot_of_16, sum(delta) from unnest(changed)
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
    on conflict (time_zone, entered_on, service_center_id, status, slot) do update set leads = counted.leads + excluded.leads;
  with figures as materialized (
    select delta, service_center_id, created_at, of.figure, of.key
    from unnest(changed) lead, lead_figure_keys(lead) of where is_active),
  of_all_days as (
    insert into lead_figure_totals as counted select figure, total_key(figure, key), service_center_id, slot_of_16, sum(delta) from figures
      group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
      on conflict (figure, key, service_center_id, slot) do update set leads = counted.leads + excluded.leads)
  insert into lead_figures as counted (time_zone, entered_on, service_center_id, figure, key, slot, leads)
    select zone, (created_at at time zone zone)::date, service_center_id, figure, key, slot_of_4, sum(delta)
    from figures, unnest(zones) zone
    group by 1, 2, 3, 4, 5 having sum(delta) <> 0 order by 1, 2, 3, 4, 5
    on conflict (time_zone, entered_on, service_center_id, figure, key, slot) do update set leads = counted.leads + excluded.leads;
end $$;

create or replace function count_lead_days(zone text, after uuid, most integer) returns uuid language sql as $$
  with batch as materialized (select id, service_center_id, status, is_active, created_at
    from leads where id > after order by id limit most),
  entries as (
    insert into lead_entry_counts as counted (time_zone, entered_on, service_center_id, status, slot, leads)
      select zone, (created_at at time zone zone)::date, service_center_id, status, 16, count(*)
      from batch where is_active group by 1, 2, 3, 4
      on conflict (time_zone, entered_on, service_center_id, status, slot) do update set leads = counted.leads + excluded.leads),
  figures as (
    insert into lead_figures as counted (time_zone, entered_on, service_center_id, figure, key, slot, leads)
      select zone, (lead.created_at at time zone zone)::date, lead.service_center_id, of.figure, of.key, 16, count(*)
      from batch join leads lead using (id), lead_figure_keys(lead) of where lead.is_active group by 1, 2, 3, 4, 5
      on conflict (time_zone, entered_on, service_center_id, figure, key, slot) do update set leads = counted.leads + excluded.leads)
  select id from batch order by id desc limit 1
$$;
