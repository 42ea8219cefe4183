-- What is written in WhatsApp's own app answers leads, and pictures of customers are fetched.

alter table deliveries add column contact_id uuid references lead_contacts (id);
create unique index deliveries_by_contact on deliveries (contact_id) where contact_id is not null;

alter table dealer add column picture_months smallint default 12 check (picture_months between 1 and 120);
alter table dealer add column picture_megabytes smallint not null default 10 check (picture_megabytes between 1 and 25);

-- Pictures that customers send by WhatsApp; also the queue of what is to be fetched. One that is stored is a file of its delivery.
create table message_pictures (
  delivery_id   uuid           primary key references deliveries (id) on delete cascade,
  connection_id uuid           not null references connections (id),
  state         text           not null default 'waiting' check (state in ('waiting', 'stored', 'failed', 'expired')),
  reason        text,
  attempts      integer        not null default 0,
  unfinished    smallint       not null default 0, -- How often fetching it was begun without an end.
  try_at        timestamptz(3),
  attachment_id uuid           unique references delivery_attachments (id) on delete set null,
  width         smallint,
  height        smallint,
  thumbnail     bytea,
  stored_at     timestamptz(3),
  check ((try_at is not null) = (state = 'waiting'))
);
create index message_pictures_to_fetch on message_pictures (connection_id, try_at, delivery_id) where try_at is not null;
create index message_pictures_stored on message_pictures (stored_at) where state = 'stored';

-- Screens of the leads hear of what becomes of a picture.
create function tell_message_picture() returns trigger language plpgsql as $$
begin
  perform tell('intake', '{}', '{}');
  perform tell('comment', jsonb_build_object('lead', d.lead_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
    from deliveries d join leads l on l.id = d.lead_id join employees e on e.id = d.connection_id where d.id = new.delivery_id;
  return null;
end $$;
create trigger message_pictures_tell after update on message_pictures for each row
  when (new.state <> old.state) execute function tell_message_picture();
