-- A lead is neglected when nobody contacted its customer or changed its status: assigning, editing and commenting do not help it.

-- Neglected leads, with what keeps one from being neglected, so that leads with a day still to come are passed over in the index.
-- The columns of its expression are included, or PostgreSQL would not read it without the leads.
drop index leads_by_touch;
create index concurrently leads_by_last_contact
  on leads (status, (greatest(status_at, last_contact_at)), id, follow_up_on, appointment_date)
  include (service_center_id, advisor_id, status_at, last_contact_at)
  where is_active and status in ('pending', 'potential', 'booked');

-- Open leads by who has them and by the day of their follow-up or appointment: -infinity for pending ones. The nil UUID for
-- those that nobody has.
create table lead_advisor_counts (
  status text not null,
  service_center_id uuid not null references service_centers (id),
  advisor_id uuid not null,
  due_on date not null,
  slot smallint not null,
  leads bigint not null,
  primary key (status, service_center_id, advisor_id, due_on, slot)
);

create type open_lead as (delta integer, service_center_id uuid, advisor_id uuid, status text, due_on date);

-- The status of a lead that is not open is null.
create function open_lead(delta integer, lead leads) returns open_lead language sql immutable parallel safe as $$
  select row(delta, lead.service_center_id, coalesce(lead.advisor_id, '00000000-0000-0000-0000-000000000000'),
    case when lead.is_active and lead.status in ('pending', 'potential', 'booked') then lead.status end,
    coalesce(case lead.status when 'potential' then lead.follow_up_on when 'booked' then lead.appointment_date end,
      '-infinity'))::open_lead
$$;

create function count_open(changed open_lead[]) returns void language sql set plan_cache_mode = force_generic_plan as $$
  insert into lead_advisor_counts as counted (status, service_center_id, advisor_id, due_on, slot, leads)
    select status, service_center_id, advisor_id, due_on, pg_backend_pid() % 4, sum(delta)
    from unnest(changed) where status is not null
    group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4
    on conflict (status, service_center_id, advisor_id, due_on, slot) do update set leads = counted.leads + excluded.leads
$$;

create function keep_advisor_counts() returns trigger language plpgsql as $$
declare
  changed open_lead[];
begin
  if tg_op = 'INSERT' then
    select array_agg(open_lead(1, row(n.*)::leads)) into changed from new_leads n;
  elsif tg_op = 'DELETE' then
    select array_agg(open_lead(-1, row(o.*)::leads)) into changed from old_leads o;
  else
    select array_agg(open_lead(-1, row(o.*)::leads)) || array_agg(open_lead(1, row(n.*)::leads)) into changed
    from old_leads o join new_leads n using (id)
    where open_lead(0, row(o.*)::leads) is distinct from open_lead(0, row(n.*)::leads);
  end if;
  if changed is not null then
    perform count_open(changed);
  end if;
  return null;
end $$;

create trigger leads_keep_advisor_counts_of_new after insert on leads referencing new table as new_leads
  for each statement execute function keep_advisor_counts();
create trigger leads_keep_advisor_counts after update on leads referencing old table as old_leads new table as new_leads
  for each statement execute function keep_advisor_counts();
create trigger leads_keep_advisor_counts_of_gone after delete on leads referencing old table as old_leads
  for each statement execute function keep_advisor_counts();

insert into lead_advisor_counts (status, service_center_id, advisor_id, due_on, slot, leads)
  select status, service_center_id, coalesce(advisor_id, '00000000-0000-0000-0000-000000000000'),
    coalesce(case status when 'potential' then follow_up_on when 'booked' then appointment_date end, '-infinity'), 0, count(*)
  from leads where is_active and status in ('pending', 'potential', 'booked') group by 1, 2, 3, 4;
