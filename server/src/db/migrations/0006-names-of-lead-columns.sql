-- The columns of a lead are called what they hold: who recorded it, how often it was tried, and since when it is timed anew.

alter table leads rename column employee_id to recorded_by;
alter table leads rename column contact_tries to contact_attempts;
alter table leads rename column asked_again_at to response_restarted_at;
alter table leads rename constraint leads_employee_id_fkey to leads_recorded_by_fkey;
alter table leads rename constraint leads_employee_id_not_null to leads_recorded_by_not_null;
alter table leads rename constraint leads_contact_tries_check to leads_contact_attempts_check;
alter table leads rename constraint leads_contact_tries_not_null to leads_contact_attempts_not_null;

alter type counted_lead rename attribute employee_id to recorded_by;
create or replace function counted(delta integer, lead leads) returns counted_lead language sql immutable parallel safe as $$
  select row(delta, lead.service_center_id, lead.status, lead.is_active, lead.recorded_by, lead.created_at,
    lead.platform, lead.offering_id, lead.furthest_status, lead.lost_reason, lead.first_follow_up_at,
    lead.first_booked_at)::counted_lead
$$;
create or replace function lead_figure_keys(lead counted_lead) returns table (figure text, key text) language sql stable as $$
  select figures.figure, figures.key from (values ('status', lead.status), ('recorded', lead.recorded_by || ' ' || lead.status),
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

-- Former states and what an undo restores name the columns, too.
alter table lead_versions disable trigger lead_versions_append_only;
update lead_versions set snapshot = snapshot - '{employee_id,contact_tries,asked_again_at}'::text[]
  || jsonb_strip_nulls(jsonb_build_object('recorded_by', snapshot -> 'employee_id', 'contact_attempts', snapshot -> 'contact_tries'))
  || case when snapshot ? 'asked_again_at' then jsonb_build_object('response_restarted_at', snapshot -> 'asked_again_at') else '{}' end;
alter table lead_versions enable trigger lead_versions_append_only;
alter table lead_contacts disable trigger lead_contacts_tell;
update lead_contacts set replaced = replaced - 'contact_tries' || jsonb_build_object('contact_attempts', replaced -> 'contact_tries')
  where replaced ? 'contact_tries';
alter table lead_contacts enable trigger lead_contacts_tell;
update lead_merges set replaced = replaced - '{contact_tries,asked_again_at}'::text[] || jsonb_build_object(
    'contact_attempts', replaced -> 'contact_tries', 'response_restarted_at', replaced -> 'asked_again_at')
  where replaced ? 'contact_tries';
