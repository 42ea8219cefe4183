-- Lists that are narrowed by one thing are held in their order by an index, and their totals by counters without days, so that
-- neither grows with what does not match.
create index leads_newest_by_offering on leads (offering_id, status, created_at desc, id desc) where is_active;
create index leads_newest_without_offering on leads (created_at desc, id desc) where is_active and offering_id is null;
create index leads_newest_by_platform on leads (platform, created_at desc, id desc) where is_active;
create index leads_newest_by_recorder on leads (employee_id, created_at desc, id desc) where is_active;
drop index leads_by_offering, leads_open_by_offering;

-- What lead_figures counts, of all days; a figure that is a duration has an empty key.
create table lead_figure_totals (
  figure text not null,
  key text not null,
  service_center_id uuid not null,
  slot smallint not null,
  leads bigint not null,
  primary key (figure, key, service_center_id, slot)
);
-- What lead_status_counts counts, of all days.
create table lead_recorder_counts (
  employee_id uuid not null,
  status text not null,
  service_center_id uuid not null,
  slot smallint not null,
  leads bigint not null,
  primary key (employee_id, status, service_center_id, slot)
);

create function total_key(figure text, key text) returns text language sql immutable parallel safe as $$
  select case when figure in ('firstFollowUp', 'firstBooking') then '' else key end
$$;

insert into lead_figure_totals
  select of.figure, total_key(of.figure, of.key), lead.service_center_id, 16, count(*)
  from leads lead, lead_figure_keys(lead) of where lead.is_active group by 1, 2, 3;
insert into lead_recorder_counts
  select employee_id, status, service_center_id, 16, count(*) from leads where is_active group by 1, 2, 3;

create or replace function count_leads(before leads[], after leads[]) returns void language plpgsql as $$
declare
  slot_of_16 smallint := pg_backend_pid() % 16;
  slot_of_4 smallint := pg_backend_pid() % 4;
  zones text[];
begin
  select array_remove(array[time_zone, next_time_zone], null) into zones from dealer;

  insert into lead_counts as counted
    select service_center_id, status, is_active, slot_of_16, sum(delta)
    from (select -1 as delta, service_center_id, status, is_active from unnest(before)
      union all select 1, service_center_id, status, is_active from unnest(after)) changed
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    on conflict (service_center_id, status, is_active, slot) do update set leads = counted.leads + excluded.leads;
  insert into lead_recorder_counts as counted
    select employee_id, status, service_center_id, slot_of_4, sum(delta)
    from (select -1 as delta, employee_id, status, service_center_id from unnest(before) where is_active
      union all select 1, employee_id, status, service_center_id from unnest(after) where is_active) changed
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    on conflict (employee_id, status, service_center_id, slot) do update set leads = counted.leads + excluded.leads;
  insert into lead_entry_counts as counted (time_zone, entered_on, service_center_id, status, slot, leads)
    select zone, (created_at at time zone zone)::date, service_center_id, status, slot_of_16, sum(delta)
    from (select -1 as delta, service_center_id, status, created_at from unnest(before) where is_active
      union all select 1, service_center_id, status, created_at from unnest(after) where is_active) changed,
      unnest(zones) zone
    group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4
    on conflict (time_zone, entered_on, service_center_id, status, slot)
      do update set leads = counted.leads + excluded.leads;
  insert into lead_status_counts as counted (time_zone, status_on, service_center_id, employee_id, status, slot, leads)
    select zone, (status_at at time zone zone)::date, service_center_id, employee_id, status, slot_of_4, sum(delta)
    from (select -1 as delta, service_center_id, employee_id, status, status_at from unnest(before) where is_active
      union all select 1, service_center_id, employee_id, status, status_at from unnest(after) where is_active) changed,
      unnest(zones) zone
    group by 1, 2, 3, 4, 5 having sum(delta) <> 0 order by 1, 2, 3, 4, 5
    on conflict (time_zone, status_on, service_center_id, employee_id, status, slot)
      do update set leads = counted.leads + excluded.leads;
  with changed as materialized (
    select -1 as delta, lead.service_center_id, lead.created_at, of.figure, of.key
      from unnest(before) lead, lead_figure_keys(lead) of where lead.is_active
    union all select 1, lead.service_center_id, lead.created_at, of.figure, of.key
      from unnest(after) lead, lead_figure_keys(lead) of where lead.is_active),
  of_all_days as (
    insert into lead_figure_totals as counted
      select figure, total_key(figure, key), service_center_id, slot_of_16, sum(delta) from changed
      group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
      on conflict (figure, key, service_center_id, slot) do update set leads = counted.leads + excluded.leads)
  insert into lead_figures as counted (time_zone, entered_on, service_center_id, figure, key, slot, leads)
    select zone, (created_at at time zone zone)::date, service_center_id, figure, key, slot_of_4, sum(delta)
    from changed, unnest(zones) zone
    group by 1, 2, 3, 4, 5 having sum(delta) <> 0 order by 1, 2, 3, 4, 5
    on conflict (time_zone, entered_on, service_center_id, figure, key, slot)
      do update set leads = counted.leads + excluded.leads;
end $$;
