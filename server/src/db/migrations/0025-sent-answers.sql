-- What an automatic answer says, and what became of it.

-- `answer`: what was promised, in the words of the dealer's text. `answer_state`, `answer_reason`: of one by email; one by
-- WhatsApp is a message.
alter table deliveries
  add column answer text,
  add column answer_state text check (answer_state in ('waiting', 'sent', 'failed')),
  add column answer_reason text;

-- The enquiry that an automatic message answers.
alter table whatsapp_messages add column delivery_id uuid unique references deliveries (id);

-- Screens of the leads hear of it; of joined deliveries they hear whatever changes.
create function tell_answer() returns trigger language plpgsql as $$
begin
  perform tell('comment', jsonb_build_object('lead', l.id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
    from leads l, employees e where l.id = new.lead_id and e.id = new.connection_id;
  return null;
end $$;
create trigger deliveries_tell_answer after update of answer_state on deliveries for each row
  when (new.state = 'lead' and old.answer_state <> new.answer_state) execute function tell_answer();
