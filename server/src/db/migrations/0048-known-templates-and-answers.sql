-- Why WhatsApp was passed over for a message, and what WhatsApp calls what was sent, so that an answer is joined with what it answers.

alter table customer_messages add column whatsapp_reason text;
alter table whatsapp_messages add column wamid text;

create or replace function follow_whatsapp_message() returns trigger language plpgsql as $$
begin
  if new.state = 'failed' and new.reason = 'givenBack' then
    update customer_messages set state = 'waiting', reason = null, state_at = new.state_at, try_at = new.state_at, asked_at = null
      where id = new.customer_message_id and way = 'whatsapp' and state = 'asked';
  elsif new.state = 'failed' and new.reason in ('undeliverable', 'refused', 'windowClosed', 'templateNotApproved') then
    update customer_messages set state = 'waiting', reason = case new.reason when 'windowClosed' then 'refused' else new.reason end,
        whatsapp_reason = case new.reason when 'windowClosed' then 'refused' else new.reason end,
        state_at = new.state_at, try_at = new.state_at, asked_at = null, refused_ways = array_append(refused_ways, 'whatsapp')
      where id = new.customer_message_id and way = 'whatsapp' and state in ('asked', 'sent');
    -- What was known of the template is old: Meta is asked again, at most every ten minutes.
    if new.reason = 'templateNotApproved' then
      update message_settings set templates_read_at = null where templates_read_at < new.state_at - interval '10 minutes';
    end if;
  else
    update customer_messages set state = case new.state when 'waiting' then 'asked' else new.state end, reason = new.reason, state_at = new.state_at
      where id = new.customer_message_id and way = 'whatsapp' and state not in ('waiting', 'skipped');
  end if;
  return null;
end $$;
