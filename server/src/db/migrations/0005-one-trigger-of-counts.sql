-- All counters of leads are kept by one trigger of each kind of write.

drop trigger leads_keep_advisor_counts_of_new on leads;
drop trigger leads_keep_advisor_counts on leads;
drop trigger leads_keep_advisor_counts_of_gone on leads;
drop function keep_advisor_counts;

create or replace function keep_lead_counts() returns trigger language plpgsql as $$
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
