-- Messages that customers get by themselves about their bookings.

-- Which are sent, in which words, and when. Until somebody sets them there is no row, and nothing is sent.
create table message_settings (
  only_one              boolean  primary key default true check (only_one),
  is_on                 boolean  not null, -- One kind at least is on: what is booked is noted.
  kinds                 jsonb    not null, -- By kind: isOn, onSince, centersSince, offAt and texts.
  language              text     not null,
  quiet_from            text     not null,
  quiet_to              text     not null,
  day_before_at         text     not null,
  thank_you_after_hours smallint not null check (thank_you_after_hours > 0),
  per_day               integer  not null check (per_day > 0),
  per_person            smallint not null check (per_person > 0),
  templates_read_at     timestamptz(3),              -- When Meta was last asked for the templates that kinds use; null: since they were chosen, not yet.
  unapproved_templates  jsonb    not null default '[]' -- Those of them that Meta did not approve then, each with its state.
);

-- How the SMS gateway is called.
create table sms_gateway (
  only_one      boolean        primary key default true check (only_one),
  settings      jsonb          not null, -- Without the values of headers and secret fields.
  secrets       bytea          not null, -- These values, encrypted with a key that is not in the database.
  is_paused     boolean        not null,
  failing_since timestamptz(3),
  failure       text,
  try_after     timestamptz(3),          -- It is not called before.
  pauses        smallint       not null default 0
);

-- Leads whose messages are to be planned: a write adds a row and waits for nobody, a job takes them.
create table message_checks (
  lead_id  uuid        not null,
  noted_at timestamptz not null default clock_timestamp()
);
create index message_checks_oldest on message_checks (noted_at);

-- What a customer gets, or got, about a booking: each kind once, unless they were told otherwise in between. It is decided when it is due,
-- from the lead as it is then.
create table customer_messages (
  id                uuid           primary key, -- In the order in which they were due.
  lead_id           uuid           not null references leads (id) on delete cascade,
  booking_version   integer        not null,    -- The version of the lead that made the booking.
  kind              text           not null
    check (kind in ('bookingConfirmed', 'bookingMoved', 'bookingCancelled', 'dayBefore', 'readyToCollect', 'thankYou')),
  service_center_id uuid           not null references service_centers (id),
  due_at            timestamptz(3) not null,
  -- `asked`: the other side was asked and has not answered, so that it may have been sent.
  state             text           not null default 'waiting'
    check (state in ('waiting', 'asked', 'sent', 'delivered', 'read', 'failed', 'skipped')),
  reason            text,
  state_at          timestamptz(3) not null,
  try_at            timestamptz(3),             -- When it is decided, or tried again.
  attempts          smallint       not null default 0,
  asked_at          timestamptz(3),             -- When it was last handed to a way.
  way               text           check (way in ('whatsapp', 'sms', 'email')),
  refused_ways      text[]         not null default '{}', -- Those that certainly did not take it.
  language          text,
  text              text,
  parts             smallint,
  answer            text,
  answered_at       timestamptz(3),
  rating            smallint       check (rating between 1 and 5),
  round             smallint       not null default 1, -- Later ones: it is true again after the customer was told otherwise.
  whatsapp_reason   text,                              -- Why WhatsApp was passed over, for another way or for none.
  unique (lead_id, booking_version, kind, round),
  check ((try_at is not null) = (state = 'waiting'))
);
create index customer_messages_due on customer_messages (try_at, id) where try_at is not null;
create index customer_messages_waiting on customer_messages (due_at, id) where state in ('waiting', 'asked');
create index customer_messages_failed on customer_messages (state_at desc, id desc) where state = 'failed';
create index customer_messages_ended on customer_messages (state_at desc, id desc) where state in ('sent', 'delivered', 'read', 'skipped');
create index customer_messages_asked on customer_messages (state_at) where state = 'asked' and way <> 'whatsapp';
create index customer_messages_by_day on customer_messages (asked_at) where asked_at is not null;

-- Notes the lead of a booking of which something has changed that its customer is told.
create function note_message_check() returns trigger language plpgsql as $$
begin
  if exists (select from message_settings where is_on) then insert into message_checks (lead_id) values (new.lead_id); end if;
  return null;
end $$;
create trigger bookings_note_new_message_check after insert on bookings for each row execute function note_message_check();
create trigger bookings_note_message_check after update on bookings for each row
  when ((old.ended_at, old.outcome, old.ready_at) is distinct from (new.ended_at, new.outcome, new.ready_at))
  execute function note_message_check();

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

-- Notes all leads whose messages may be due at another time, but for those that this transaction has noted, as with each statement that
-- replaces the holidays.
create function note_all_message_checks() returns trigger language plpgsql as $$
begin
  if exists (select from message_settings where is_on) then
    insert into message_checks (lead_id)
      select lead_id from bookings where day >= current_date - 1 and is_held and ended_at is null
      union select lead_id from customer_messages where state in ('waiting', 'asked')
      except select lead_id from message_checks where xmin = pg_current_xact_id()::xid;
  end if;
  return null;
end $$;
create trigger holidays_note_message_checks after insert or update or delete on holidays for each statement
  execute function note_all_message_checks();
create trigger dealer_note_message_checks after update on dealer for each row when (old.time_zone <> new.time_zone)
  execute function note_all_message_checks();

-- Tells of a message that waits to be sent whether its booking still is as it says, and its customer wants it.
create function is_message_true(message uuid) returns boolean language sql stable as $$
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
create function follow_whatsapp_message() returns trigger language plpgsql as $$
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
create trigger whatsapp_messages_follow after update on whatsapp_messages for each row
  when (new.customer_message_id is not null and (old.state, old.reason) is distinct from (new.state, new.reason))
  execute function follow_whatsapp_message();

-- Screens hear of messages that are planned, and of what becomes of them.
create function tell_customer_messages() returns trigger language plpgsql as $$
begin
  perform tell('customerMessage', jsonb_build_object('lead', l.id), jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
    from leads l where l.id in (select lead_id from changed);
  return null;
end $$;
create trigger customer_messages_tell_new after insert on customer_messages referencing new table as changed
  for each statement execute function tell_customer_messages();
create trigger customer_messages_tell after update on customer_messages referencing new table as changed
  for each statement execute function tell_customer_messages();
