-- Attempts to reach the customer of a lead.

-- Rows are corrected and undone, never deleted.
create table lead_contacts (
  id           uuid           primary key,
  lead_id      uuid           not null references leads (id),
  employee_id  uuid           not null references employees (id),
  channel      text           not null check (channel in ('call', 'whatsapp', 'sms', 'email', 'visit')),
  outcome      text           not null check (outcome in ('reached', 'noAnswer', 'busy', 'callLater', 'wrongNumber')),
  note         text,
  is_message   boolean        not null default false, -- The customer has it: it can be neither corrected nor taken back.
  -- It answers a follow-up that was due, on its day or after it, by the dealer's calendar of then.
  follow_up    text           check (follow_up in ('kept', 'missed')),
  try_again_at timestamptz(3),                        -- The reminder that it set.
  key          uuid,                                  -- What the sender calls it: a repeated one is the same contact.
  moved_to     text,                                  -- The status to which it moved the lead.
  lead_version integer,                               -- The version that it made, if it changed more than contacts.
  replaced     jsonb          not null,               -- What the lead said before, for undo: its version and what contacts change.
  earlier      jsonb          not null default '[]',  -- Its forms before corrections, each with the moment until which it applied.
  corrected_at timestamptz(3),
  undone_at    timestamptz(3),
  created_at   timestamptz(3) not null
);
create index lead_contacts_by_lead on lead_contacts (lead_id, id desc);
create unique index lead_contacts_key on lead_contacts (lead_id, employee_id, key) where key is not null;
-- Attempts of an employee on some days: what the report of work counts, and the leads that its numbers open.
create index lead_contacts_by_employee on lead_contacts (employee_id, created_at) include (lead_id, outcome, follow_up, moved_to)
  where undone_at is null;

create trigger lead_contacts_never_deleted before delete on lead_contacts for each row execute function refuse_change();
create trigger lead_contacts_never_emptied before truncate on lead_contacts for each statement execute function refuse_change();

-- A contact that makes a version is announced by the lead, any other by itself.
create function tell_contacts() returns trigger language plpgsql as $$
begin
  perform tell('lead', jsonb_build_object(
      '_id', l.id, 'version', l.version, 'change', 'contacted', 'status', l.status, 'previousStatus', l.status,
      'serviceCenter', l.service_center_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
    jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
  from new_contacts c join leads l on l.id = c.lead_id join employees e on e.id = c.employee_id
  where c.lead_version is null or (c.corrected_at is not null and c.undone_at is null);
  return null;
end $$;
create trigger lead_contacts_tell_new after insert on lead_contacts referencing new table as new_contacts
  for each statement execute function tell_contacts();
create trigger lead_contacts_tell after update on lead_contacts referencing new table as new_contacts
  for each statement execute function tell_contacts();
