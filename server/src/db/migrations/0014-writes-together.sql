-- Several leads are written by one statement: counters and notices are kept once a statement, no longer once a row.
drop trigger leads_keep_counts on leads;
drop trigger leads_tell on leads;
drop trigger customers_keep_counts on customers;
drop function keep_lead_counts;
drop function tell_lead;

-- Adds the difference that a write makes to all counters of leads, rows in one order, so that two of them that meet wait
-- for each other and never in a circle. Counters of finer grain need fewer slots.
create function count_leads(before leads[], after leads[]) returns void language plpgsql as $$
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
  insert into lead_figures as counted (time_zone, entered_on, service_center_id, figure, key, slot, leads)
    select zone, (created_at at time zone zone)::date, service_center_id, figure, key, slot_of_4, sum(delta)
    from (select -1 as delta, lead.service_center_id, lead.created_at, of.figure, of.key
        from unnest(before) lead, lead_figure_keys(lead) of where lead.is_active
      union all select 1, lead.service_center_id, lead.created_at, of.figure, of.key
        from unnest(after) lead, lead_figure_keys(lead) of where lead.is_active) changed,
      unnest(zones) zone
    group by 1, 2, 3, 4, 5 having sum(delta) <> 0 order by 1, 2, 3, 4, 5
    on conflict (time_zone, entered_on, service_center_id, figure, key, slot)
      do update set leads = counted.leads + excluded.leads;
end $$;

create function keep_lead_counts() returns trigger language plpgsql as $$
declare
  before leads[];
  after leads[];
begin
  if tg_op = 'INSERT' then
    select array_agg(new_lead) into after from new_leads new_lead;
  elsif tg_op = 'DELETE' then
    select array_agg(old_lead) into before from old_leads old_lead;
  else
    select array_agg(o), array_agg(n) into before, after from old_leads o join new_leads n using (id)
    where (o.service_center_id, o.status, o.is_active, o.employee_id, o.created_at, o.status_at, o.platform,
        o.offering_id, o.furthest_status, o.lost_reason, o.first_follow_up_at, o.first_booked_at)
      is distinct from (n.service_center_id, n.status, n.is_active, n.employee_id, n.created_at, n.status_at, n.platform,
        n.offering_id, n.furthest_status, n.lost_reason, n.first_follow_up_at, n.first_booked_at);
  end if;
  if before is not null or after is not null then
    perform count_leads(before, after);
  end if;
  return null;
end $$;
create trigger leads_keep_counts_of_new after insert on leads referencing new table as new_leads
  for each statement execute function keep_lead_counts();
create trigger leads_keep_counts after update on leads referencing old table as old_leads new table as new_leads
  for each statement execute function keep_lead_counts();
create trigger leads_keep_counts_of_gone after delete on leads referencing old table as old_leads
  for each statement execute function keep_lead_counts();

create function tell_leads() returns trigger language plpgsql as $$
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
    from old_leads o join new_leads n using (id) join employees e on e.id = n.last_modified_by;
  end if;
  return null;
end $$;
create trigger leads_tell_new after insert on leads referencing new table as new_leads
  for each statement execute function tell_leads();
create trigger leads_tell after update on leads referencing old table as old_leads new table as new_leads
  for each statement execute function tell_leads();

create or replace function keep_customer_counts() returns trigger language plpgsql as $$
declare
  difference bigint := (select count(*) from changed) * case tg_op when 'INSERT' then 1 else -1 end;
begin
  if difference <> 0 then
    insert into customer_counts as counted values (pg_backend_pid() % 16, difference)
      on conflict (slot) do update set customers = counted.customers + excluded.customers;
  end if;
  return null;
end $$;
create trigger customers_keep_counts after insert on customers referencing new table as changed
  for each statement execute function keep_customer_counts();
create trigger customers_keep_counts_of_gone after delete on customers referencing old table as changed
  for each statement execute function keep_customer_counts();

-- A key is claimed before its lead is written.
alter table idempotency_keys
  drop constraint idempotency_keys_lead_id_fkey,
  add constraint idempotency_keys_lead_id_fkey foreign key (lead_id) references leads (id) deferrable initially deferred;
