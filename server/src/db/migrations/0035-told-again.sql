-- Who wants no messages is remembered before they are a customer, what became true once more is told once more, and holidays note each lead once.

-- Numbers, and ids of WhatsApp, of people who wanted no messages before they were customers: their customers want none of any kind. Only a
-- hash is stored.
create table stopped_numbers (
  hash       bytea          primary key,
  stopped_at timestamptz(3) not null
);

alter table customer_messages add column round smallint not null default 1;
alter table customer_messages drop constraint customer_messages_lead_id_booking_version_kind_key;
alter table customer_messages add unique (lead_id, booking_version, kind, round);

-- Notes all leads whose messages may be due at another time, but for those that this transaction has noted, as with each statement that
-- replaces the holidays.
create or replace function note_all_message_checks() returns trigger language plpgsql as $$
begin
  if exists (select from message_settings where is_on) then
    insert into message_checks (lead_id)
      select lead_id from bookings where day >= current_date - 1 and is_held and ended_at is null
      union select lead_id from customer_messages where state in ('waiting', 'asked')
      except select lead_id from message_checks where xmin = pg_current_xact_id()::xid;
  end if;
  return null;
end $$;
