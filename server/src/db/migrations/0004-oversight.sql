-- A name or e-mail that was edited by hand no longer follows the customer's leads.
alter table customers
  add column name_by_hand boolean not null default false,
  add column email_by_hand boolean not null default false,
  add column search_key text not null default '';
update customers set search_key = newest.search_key
  from (select distinct on (customer_id) customer_id, search_key from leads order by customer_id, created_at desc) newest
  where newest.customer_id = customers.id;
alter table customers alter column search_key drop default;
create index customers_by_name on customers (name collate "und-x-icu", id);
create index customers_search on customers using gin (search_key gin_trgm_ops);

create table customer_counts (
  slot smallint primary key,
  customers bigint not null
);
insert into customer_counts select 0, count(*) from customers;

create function keep_customer_counts() returns trigger language plpgsql as $$
begin
  insert into customer_counts as counted
    values (pg_backend_pid() % 16, case tg_op when 'INSERT' then 1 else -1 end)
    on conflict (slot) do update set customers = counted.customers + excluded.customers;
  return null;
end $$;
create trigger customers_keep_counts after insert or delete on customers
  for each row execute function keep_customer_counts();

create table customer_addresses (
  id uuid primary key,
  customer_id uuid not null references customers (id) on delete cascade,
  label text,
  line text not null,
  area text,
  city text,
  is_default boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index customer_addresses_by_customer on customer_addresses (customer_id, created_at, id);
create unique index customer_addresses_one_default on customer_addresses (customer_id) where is_default;

-- How far a lead ever came, and when it was first followed up and first booked; kept by every write.
alter table leads
  add column furthest_status text not null default 'pending'
    check (furthest_status in ('pending', 'potential', 'booked', 'completed')),
  add column first_follow_up_at timestamptz(3),
  add column first_booked_at timestamptz(3);

alter table leads disable trigger user;
update leads l set furthest_status = life.furthest, first_follow_up_at = life.followed_up, first_booked_at = life.booked
  from (
    select lead_id,
      (array['pending', 'potential', 'booked', 'completed'])[max(coalesce(
        array_position(array['pending', 'potential', 'booked', 'completed'], snapshot ->> 'status'), 1))] as furthest,
      min(created_at) filter (where snapshot ->> 'status' = 'potential'
        and (snapshot ->> 'follow_up_count')::int > 0) as followed_up,
      min(created_at) filter (where snapshot ->> 'status' = 'booked') as booked
    from lead_versions group by lead_id) life
  where life.lead_id = l.id;
alter table leads enable trigger user;

-- Lists that the figures of reports and dashboards lead to.
create index leads_by_status_day on leads (status, status_on) where is_active;
create index leads_by_recorder on leads (employee_id, status, status_on) where is_active;
drop index leads_by_employee;
create index leads_open_by_offering on leads (offering_id)
  where is_active and status in ('pending', 'potential', 'booked');

-- Reasons are typed freely: they count as one when they differ only in case and spacing.
create function lost_reason_key(reason text) returns text language sql immutable parallel safe as $$
  select left(lower(btrim(regexp_replace(reason, '\s+', ' ', 'g'))), 120)
$$;

-- A duration in minutes, rounded down: below an hour to 10 minutes, below a day to the hour, below a week to half a day,
-- above to the day. Rounding keeps the order, so the median of what is rounded is the rounded median.
create function rounded_minutes(duration interval) returns integer language sql immutable parallel safe as $$
  select (minutes - minutes % case
    when minutes < 60 then 10 when minutes < 1440 then 60 when minutes < 10080 then 720 else 1440 end)::integer
  from (select floor(extract(epoch from duration) / 60)::bigint as minutes) exact
$$;

-- What dashboards count of the leads that were entered on a day.
create table lead_figures (
  entered_on date not null,
  service_center_id uuid not null,
  figure text not null
    check (figure in ('platform', 'offeringType', 'stage', 'lostReason', 'firstFollowUp', 'firstBooking')),
  key text not null,
  slot smallint not null,
  leads bigint not null,
  primary key (entered_on, service_center_id, figure, key, slot)
);

create function lead_figure_keys(lead leads) returns table (figure text, key text) language sql stable as $$
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

-- Keeps all counters of leads. A write adds the difference that it makes, rows in one order, so that two of them that
-- meet wait for each other and never in a circle. Counters of finer grain need fewer slots.
create or replace function keep_lead_counts() returns trigger language plpgsql as $$
declare
  slot_of_16 smallint := pg_backend_pid() % 16;
  slot_of_4 smallint := pg_backend_pid() % 4;
  states leads[];
  deltas integer[];
begin
  if tg_op = 'INSERT' then
    states := array[new];
    deltas := array[1];
  elsif tg_op = 'DELETE' then
    states := array[old];
    deltas := array[-1];
  elsif (old.service_center_id, old.status, old.is_active, old.employee_id, old.entered_on, old.status_on, old.platform,
      old.offering_id, old.furthest_status, old.lost_reason, old.first_follow_up_at, old.first_booked_at)
    is not distinct from (new.service_center_id, new.status, new.is_active, new.employee_id, new.entered_on, new.status_on,
      new.platform, new.offering_id, new.furthest_status, new.lost_reason, new.first_follow_up_at, new.first_booked_at)
  then
    return null;
  else
    states := array[old, new];
    deltas := array[-1, 1];
  end if;

  insert into lead_counts as counted
    select lead.service_center_id, lead.status, lead.is_active, slot_of_16, sum(deltas[place]) as delta
    from generate_subscripts(states, 1) place, unnest(states[place:place]) lead
    group by 1, 2, 3 having sum(deltas[place]) <> 0 order by 1, 2, 3
    on conflict (service_center_id, status, is_active, slot) do update set leads = counted.leads + excluded.leads;
  insert into lead_entry_counts as counted
    select lead.entered_on, lead.service_center_id, lead.status, slot_of_16, sum(deltas[place])
    from generate_subscripts(states, 1) place, unnest(states[place:place]) lead
    where lead.is_active
    group by 1, 2, 3 having sum(deltas[place]) <> 0 order by 1, 2, 3
    on conflict (entered_on, service_center_id, status, slot) do update set leads = counted.leads + excluded.leads;
  insert into lead_status_counts as counted
    select lead.status_on, lead.service_center_id, lead.employee_id, lead.status, slot_of_4, sum(deltas[place])
    from generate_subscripts(states, 1) place, unnest(states[place:place]) lead
    where lead.is_active
    group by 1, 2, 3, 4 having sum(deltas[place]) <> 0 order by 1, 2, 3, 4
    on conflict (status_on, service_center_id, employee_id, status, slot)
      do update set leads = counted.leads + excluded.leads;
  insert into lead_figures as counted
    select lead.entered_on, lead.service_center_id, of.figure, of.key, slot_of_4, sum(deltas[place])
    from generate_subscripts(states, 1) place, unnest(states[place:place]) lead, lead_figure_keys(states[place]) of
    where lead.is_active
    group by 1, 2, 3, 4 having sum(deltas[place]) <> 0 order by 1, 2, 3, 4
    on conflict (entered_on, service_center_id, figure, key, slot)
      do update set leads = counted.leads + excluded.leads;
  return null;
end $$;
drop function count_lead;

-- Rebuilds the counters that are kept by day, for when the days of leads change. The caller holds `leads` against writers.
create or replace function recount_lead_days() returns void language plpgsql as $$
begin
  delete from lead_entry_counts;
  insert into lead_entry_counts
    select entered_on, service_center_id, status, 0, count(*) from leads where is_active group by 1, 2, 3;
  delete from lead_status_counts;
  insert into lead_status_counts
    select status_on, service_center_id, employee_id, status, 0, count(*) from leads where is_active group by 1, 2, 3, 4;
  delete from lead_figures;
  insert into lead_figures
    select leads.entered_on, leads.service_center_id, of.figure, of.key, 0, count(*)
    from leads, lead_figure_keys(leads) of where leads.is_active group by 1, 2, 3, 4;
end $$;
select recount_lead_days();
