-- What a lead waits for. Generated columns, so that no write can forget them.
alter table leads
  add column contact_tries smallint not null default 0 check (contact_tries >= 0),
  add column last_contact_at timestamptz(3),
  add column try_again_at timestamptz(3),
  -- The appointment date about which the customer was reached.
  add column reminded_for date,
  add column follow_up_on date generated always as (
    case when status = 'potential' then next_follow_up_dates[cardinality(next_follow_up_dates)] end) stored,
  add column touched_at timestamptz(3) not null generated always as (greatest(updated_at, last_contact_at)) stored,
  add column due_kind text generated always as (
    case
      when not is_active or status not in ('pending', 'potential', 'booked') then null
      when try_again_at is not null then 'tryAgain'
      when status = 'potential' then 'followUp'
      when status = 'booked' then case when reminded_for = appointment_date then 'reminded' else 'appointment' end
      when contact_tries = 0 then 'new'
    end) stored,
  -- A moment in UTC for tryAgain and new; for the others a date, and the time of an appointment, as the dealer's clock shows it.
  add column due_at timestamp(3) generated always as (
    case
      when not is_active or status not in ('pending', 'potential', 'booked') then null
      when try_again_at is not null then try_again_at at time zone 'UTC'
      when status = 'potential' then next_follow_up_dates[cardinality(next_follow_up_dates)]::timestamp
      when status = 'booked' then appointment_date
        + coalesce(make_time(left(appointment_time, 2)::integer, right(appointment_time, 2)::integer, 0), '00:00')
      when contact_tries = 0 then created_at at time zone 'UTC'
    end) stored;

create index leads_due on leads (due_kind, due_at, id) where due_kind is not null;
create index leads_due_by_center on leads (service_center_id, due_kind, due_at, id) where due_kind is not null;
create index leads_due_by_advisor on leads (advisor_id, due_kind, due_at, id)
  where due_kind is not null and advisor_id is not null;

-- Leads that are due, by kind. `due_from`: the day; for tryAgain a quarter of an hour in UTC, which no time zone cuts;
-- -infinity for new ones.
create table lead_due_counts (
  service_center_id uuid not null references service_centers (id),
  kind text not null,
  due_from timestamp not null,
  slot smallint not null,
  leads bigint not null,
  primary key (kind, service_center_id, due_from, slot)
);

create function due_from(kind text, due_at timestamp) returns timestamp language sql immutable parallel safe as $$
  select case kind
    when 'new' then '-infinity'
    when 'tryAgain' then date_bin('15 minutes', due_at, '2000-01-01')
    else date_trunc('day', due_at)
  end
$$;

insert into lead_due_counts
  select service_center_id, due_kind, due_from(due_kind, due_at), 0, count(*) from leads where due_kind is not null
  group by 1, 2, 3;

create function count_due(before leads[], after leads[]) returns void language sql as $$
  insert into lead_due_counts as counted (kind, service_center_id, due_from, slot, leads)
    select due_kind, service_center_id, due_from(due_kind, due_at), pg_backend_pid() % 4, sum(delta)
    from (select -1 as delta, due_kind, service_center_id, due_at from unnest(before) where due_kind is not null
      union all select 1, due_kind, service_center_id, due_at from unnest(after) where due_kind is not null) changed
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    on conflict (kind, service_center_id, due_from, slot) do update set leads = counted.leads + excluded.leads
$$;

create or replace function keep_lead_counts() returns trigger language plpgsql as $$
declare
  before leads[];
  after leads[];
  due_before leads[];
  due_after leads[];
begin
  if tg_op = 'INSERT' then
    select array_agg(new_lead) into after from new_leads new_lead;
    due_after := after;
  elsif tg_op = 'DELETE' then
    select array_agg(old_lead) into before from old_leads old_lead;
    due_before := before;
  else
    select array_agg(o) filter (where is_counted), array_agg(n) filter (where is_counted),
      array_agg(o) filter (where is_due), array_agg(n) filter (where is_due)
    into before, after, due_before, due_after
    from old_leads o join new_leads n using (id) cross join lateral (select
      (o.service_center_id, o.status, o.is_active, o.employee_id, o.created_at, o.status_at, o.platform,
          o.offering_id, o.furthest_status, o.lost_reason, o.first_follow_up_at, o.first_booked_at)
        is distinct from (n.service_center_id, n.status, n.is_active, n.employee_id, n.created_at, n.status_at, n.platform,
          n.offering_id, n.furthest_status, n.lost_reason, n.first_follow_up_at, n.first_booked_at) as is_counted,
      (o.service_center_id, o.due_kind, o.due_at) is distinct from (n.service_center_id, n.due_kind, n.due_at) as is_due
    ) changed;
  end if;
  if before is not null or after is not null then
    perform count_leads(before, after);
  end if;
  if due_before is not null or due_after is not null then
    perform count_due(due_before, due_after);
  end if;
  return null;
end $$;
