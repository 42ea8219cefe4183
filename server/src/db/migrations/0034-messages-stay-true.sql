-- What waits for a customer follows whatever makes it false: a change of their lead, that they want none of it, holidays and the dealer's clock.

-- Notes a lead that changed so that what waits for its customer may be false, or has another address.
create function note_message_check_of_lead() returns trigger language plpgsql as $$
begin
  if exists (select from message_settings where is_on)
    and exists (select from customer_messages where lead_id = new.id and state in ('waiting', 'asked', 'skipped'))
  then insert into message_checks (lead_id) values (new.id); end if;
  return null;
end $$;
create trigger leads_note_message_check after update on leads for each row
  when ((old.is_active, old.status, old.phone, old.customer_id) is distinct from (new.is_active, new.status, new.phone, new.customer_id))
  execute function note_message_check_of_lead();

-- Notes the leads of a customer who wants other messages, under any of their numbers.
create function note_message_checks_of_customer() returns trigger language plpgsql as $$
begin
  insert into message_checks (lead_id)
    select distinct l.id from leads l join customer_messages m on m.lead_id = l.id and m.state in ('waiting', 'asked')
      where l.customer_id in (new.id, new.merged_into, old.merged_into);
  return null;
end $$;
create trigger customers_note_message_checks after update of stopped_messages, merged_into on customers for each row
  when ((old.stopped_messages, old.merged_into) is distinct from (new.stopped_messages, new.merged_into))
  execute function note_message_checks_of_customer();

-- Notes all leads whose messages may be due at another time.
create function note_all_message_checks() returns trigger language plpgsql as $$
begin
  if exists (select from message_settings where is_on) then
    insert into message_checks (lead_id)
      select lead_id from bookings where day >= current_date - 1 and is_held and ended_at is null
      union select lead_id from customer_messages where state in ('waiting', 'asked');
  end if;
  return null;
end $$;
create trigger holidays_note_message_checks after insert or update or delete on holidays for each statement
  execute function note_all_message_checks();
create trigger dealer_note_message_checks after update on dealer for each row when (old.time_zone <> new.time_zone)
  execute function note_all_message_checks();

-- Tells of a message that waits to be sent whether its booking still is as it says, and its customer wants it.
create or replace function is_message_true(message uuid) returns boolean language sql stable as $$
  select l.is_active and case
      when m.kind in ('bookingConfirmed', 'bookingMoved', 'dayBefore') then b.ended_at is null
      when m.kind = 'readyToCollect' then b.ready_at is not null
        and (b.ended_at is null or (b.ending = 'completed' and l.status = 'completed'))
      when m.kind = 'bookingCancelled' then l.status in ('pending', 'potential')
      else l.status = 'completed'
    end and not exists (
      select from customers c where (c.id = l.customer_id or c.merged_into = l.customer_id) and m.kind = any(c.stopped_messages))
  from customer_messages m join leads l on l.id = m.lead_id
    join bookings b on b.lead_id = m.lead_id and b.lead_version = m.booking_version
  where m.id = message
$$;

-- A message by WhatsApp stands as WhatsApp says; one that it certainly did not deliver is decided again, for the next way, and one that it
-- was not asked for in time for any.
create or replace function follow_whatsapp_message() returns trigger language plpgsql as $$
begin
  if new.state = 'failed' and new.reason = 'givenBack' then
    update customer_messages set state = 'waiting', reason = null, state_at = new.state_at, try_at = new.state_at, asked_at = null
      where id = new.customer_message_id and way = 'whatsapp' and state = 'asked';
  elsif new.state = 'failed' and new.reason in ('undeliverable', 'refused', 'windowClosed', 'templateNotApproved') then
    update customer_messages set state = 'waiting', reason = case new.reason when 'windowClosed' then 'refused' else new.reason end,
        state_at = new.state_at, try_at = new.state_at, asked_at = null, refused_ways = array_append(refused_ways, 'whatsapp')
      where id = new.customer_message_id and way = 'whatsapp' and state in ('asked', 'sent');
  else
    update customer_messages set state = case new.state when 'waiting' then 'asked' else new.state end, reason = new.reason, state_at = new.state_at
      where id = new.customer_message_id and way = 'whatsapp' and state not in ('waiting', 'skipped');
  end if;
  return null;
end $$;

-- What waits now may have become false unnoticed.
insert into message_checks (lead_id) select distinct lead_id from customer_messages where state in ('waiting', 'asked');
