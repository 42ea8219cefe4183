-- Replies by WhatsApp's Cloud API.

-- The customer has it: it can be neither corrected nor taken back.
alter table lead_contacts add column is_message boolean not null default false;

-- What is sent to customers; also the queue of what is to be sent. `contact_id`: whose words they are; null: an automatic answer.
-- `number`: Meta's id of the dealer's. `recipient`: digits of a phone, or WhatsApp's id of somebody; with `text` only until it is
-- sent. `until`: when WhatsApp takes no more. `asked`: WhatsApp was asked and has not answered, so that it may have been sent.
create table whatsapp_messages (
  id uuid primary key,
  connection_id uuid not null references connections (id),
  lead_id uuid not null references leads (id),
  contact_id uuid unique references lead_contacts (id),
  number text not null,
  recipient text,
  text text,
  until timestamptz(3) not null,
  state text not null default 'waiting' check (state in ('waiting', 'asked', 'sent', 'delivered', 'read', 'failed')),
  reason text,
  state_at timestamptz(3) not null,
  attempts integer not null default 0,
  try_at timestamptz(3),
  check ((try_at is not null) = (state = 'waiting')),
  check ((text is not null) = (state in ('waiting', 'asked')))
);
create index whatsapp_messages_by_lead on whatsapp_messages (lead_id);
create index whatsapp_messages_to_send on whatsapp_messages (connection_id, try_at, id) where try_at is not null;
create index whatsapp_messages_asked on whatsapp_messages (state_at) where state = 'asked';

-- Screens of the leads hear of what becomes of a message.
create function tell_whatsapp_messages() returns trigger language plpgsql as $$
begin
  perform tell('comment', jsonb_build_object('lead', m.lead_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
    from changed m join leads l on l.id = m.lead_id join employees e on e.id = m.connection_id;
  return null;
end $$;
create trigger whatsapp_messages_tell after update on whatsapp_messages referencing new table as changed
  for each statement execute function tell_whatsapp_messages();
