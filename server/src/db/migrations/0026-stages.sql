-- How far active leads have come and why they were lost, by day of entry, center, advisor (the nil UUID: nobody) and platform: the
-- funnel and the lost reasons of an advisor or a platform. `stage` is as in lead_figures; `lost_reason` is empty for who is not lost.
create table lead_stage_counts (
  time_zone text not null,
  entered_on date not null,
  service_center_id uuid not null,
  advisor_id uuid not null,
  platform text not null,
  stage text not null,
  lost_reason text not null,
  slot smallint not null,
  leads bigint not null,
  primary key (time_zone, entered_on, service_center_id, advisor_id, platform, stage, lost_reason, slot)
);

alter type worked_lead add attribute furthest_status text, add attribute lost_reason text;

create or replace function worked(delta integer, lead leads) returns worked_lead language sql immutable parallel safe as $$
  select row(delta, lead.is_active, lead.service_center_id, lead.advisor_id, lead.employee_id, lead.platform, lead.status,
    lead.created_at, lead.status_at, lead.first_booked_at, lead.response_due_at, lead.responded_at,
    lead.response_minutes, lead.furthest_status, lead.lost_reason)::worked_lead
$$;

create function lead_stage(lead worked_lead) returns table (stage text, lost_reason text) language sql immutable as $$
  select lead.furthest_status || case when lead.status = 'lostCustomer' then ' lost' else '' end,
    case when lead.status = 'lostCustomer' then lost_reason_key(lead.lost_reason) else '' end
$$;

create or replace function count_work(changed worked_lead[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
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
  insert into lead_stage_counts as counted
    (time_zone, entered_on, service_center_id, advisor_id, platform, stage, lost_reason, slot, leads)
    select zone, (lead.created_at at time zone zone)::date, lead.service_center_id,
      coalesce(lead.advisor_id, '00000000-0000-0000-0000-000000000000'), coalesce(lead.platform, 'none'), of.stage,
      of.lost_reason, pg_backend_pid() % 4, sum(lead.delta)
    from unnest(changed) lead, lead_stage(lead) of, unnest(zones) zone where lead.is_active
    group by 1, 2, 3, 4, 5, 6, 7 having sum(lead.delta) <> 0 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (time_zone, entered_on, service_center_id, advisor_id, platform, stage, lost_reason, slot)
      do update set leads = counted.leads + excluded.leads;
end $$;

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
        do update set leads = counted.leads + excluded.leads),
  stages as (
    insert into lead_stage_counts as counted
      (time_zone, entered_on, service_center_id, advisor_id, platform, stage, lost_reason, slot, leads)
      select zone, (lead.created_at at time zone zone)::date, lead.service_center_id,
        coalesce(lead.advisor_id, '00000000-0000-0000-0000-000000000000'), coalesce(lead.platform, 'none'), of.stage,
        of.lost_reason, 16, count(*)
      from batch join leads lead using (id), lead_stage(worked(1, lead)) of where lead.is_active group by 1, 2, 3, 4, 5, 6, 7
      on conflict (time_zone, entered_on, service_center_id, advisor_id, platform, stage, lost_reason, slot)
        do update set leads = counted.leads + excluded.leads)
  select id from batch order by id desc limit 1
$$;

-- Without the function, and each text of a reason once.
insert into lead_stage_counts (time_zone, entered_on, service_center_id, advisor_id, platform, stage, lost_reason, slot, leads)
  select time_zone, entered_on, service_center_id, advisor_id, platform, stage,
    case when reason is null then '' else lost_reason_key(reason) end, 16, sum(leads)
  from (
    select zone as time_zone, (created_at at time zone zone)::date as entered_on, service_center_id,
      coalesce(advisor_id, '00000000-0000-0000-0000-000000000000') as advisor_id, coalesce(platform, 'none') as platform,
      furthest_status || case when status = 'lostCustomer' then ' lost' else '' end as stage,
      case when status = 'lostCustomer' then lost_reason end as reason, count(*) as leads
    from leads, (select unnest(array_remove(array[time_zone, next_time_zone], null)) as zone from dealer) zones
    where is_active group by 1, 2, 3, 4, 5, 6, 7) counted
  group by 1, 2, 3, 4, 5, 6, 7;
