-- Statuses and recorders become figures beside the others: of all days, and statuses by day.

create table lead_totals (
  figure            text     not null,
  key               text     not null,
  service_center_id uuid     not null,
  slot              smallint not null, leads bigint not null,
  primary key (figure, key, service_center_id, slot)
);
insert into lead_totals (figure, key, service_center_id, slot, leads)
  select figure, key, service_center_id, slot, leads from lead_figure_totals
  union all select case when is_active then 'status' else 'archived' end, status, service_center_id, slot, leads from lead_counts
  union all select 'recorded', employee_id || ' ' || status, service_center_id, slot, leads from lead_recorder_counts;

alter table lead_figures drop constraint lead_figures_figure_check;
alter table lead_figures add constraint lead_figures_figure_check
  check (figure in ('status', 'platform', 'offeringType', 'stage', 'lostReason', 'firstFollowUp', 'firstBooking'));
insert into lead_figures (time_zone, entered_on, service_center_id, figure, key, slot, leads)
  select time_zone, entered_on, service_center_id, 'status', status, slot, leads from lead_entry_counts;

drop table lead_counts;
drop table lead_entry_counts;
drop table lead_recorder_counts;
drop table lead_figure_totals;

create or replace function lead_figure_keys(lead counted_lead) returns table (figure text, key text) language sql stable as $$
  select figures.figure, figures.key from (values ('status', lead.status), ('recorded', lead.employee_id || ' ' || lead.status),
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

create or replace function count_leads(changed counted_lead[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
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

create or replace function count_lead_days(zone text, after uuid, most integer) returns uuid language sql as $$
  with batch as materialized (select id from leads where id > after order by id limit most),
  figures as (
    insert into lead_figures as counted (time_zone, entered_on, service_center_id, figure, key, slot, leads)
      select zone, (lead.created_at at time zone zone)::date, lead.service_center_id, of.figure, of.key, 16, count(*)
      from batch join leads lead using (id), lead_figure_keys(lead) of where lead.is_active and of.figure <> 'recorded' group by 1, 2, 3, 4, 5
      on conflict (time_zone, entered_on, service_center_id, figure, key, slot) do update set leads = counted.leads + excluded.leads)
  select id from batch order by id desc limit 1
$$;
