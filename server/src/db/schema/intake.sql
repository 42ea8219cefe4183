-- Enquiries that come in by themselves, over connections, and the answers to them.

-- Each is an employee of its own, which records what came over it.
create table connections (
  id                uuid           primary key references employees (id),
  platform          text           not null check (platform in ('facebook', 'whatsapp', 'website')),
  -- How enquiries reach it.
  kind              text           not null default 'webhook' check (kind in ('webhook', 'email', 'form', 'meta', 'whatsapp')),
  secret            bytea          not null,                        -- Encrypted with a key that is not in the database.
  is_paused         boolean        not null default false,
  service_center_id uuid           references service_centers (id), -- Of enquiries that name none.
  offering_id       uuid           references offerings (id),       -- Of enquiries that name none.
  mapping           jsonb          not null default '{}',           -- Paths in a delivery by field.
  answer_text_id    uuid,                                           -- One of the dealer's texts for messages to customers; null: nobody is answered.
  created_at        timestamptz(3) not null,
  updated_at        timestamptz(3) not null,
  last_modified_by  uuid           not null references employees (id)
);

-- What came, by the dealer's days. Refused ones are only counted, so that strangers fill no disk.
create table connection_days (
  connection_id uuid    not null references connections (id),
  day           date    not null,
  accepted      integer not null default 0,
  refused       integer not null default 0,
  primary key (connection_id, day)
);

-- What of a connection belongs to a service center, or is for an offering, of its own: a number of WhatsApp, a form of lead ads. The rest
-- is for the connection's center.
create table connection_sources (
  connection_id     uuid not null references connections (id),
  external_id       text not null, -- Meta's id of it.
  service_center_id uuid references service_centers (id),
  offering_id       uuid references offerings (id),
  primary key (connection_id, external_id),
  check (num_nonnulls(service_center_id, offering_id) > 0)
);

-- What a connection has brought in the hour that began at `hour`.
create table connection_volumes (
  connection_id uuid           primary key references connections (id),
  hour          timestamptz(3) not null,
  deliveries    integer        not null default 0,
  bytes         bigint         not null default 0,
  refused_at    timestamptz(3) -- When a quota last refused something of it.
);

-- What is stored of all that came over a connection. As the counters of leads, each backend adds to a slot of its own and readers sum the
-- slots; slot 64 holds what was counted anew.
create table stored_volumes (
  connection_id uuid     not null references connections (id),
  slot          smallint not null,
  deliveries    bigint   not null,
  bytes         bigint   not null,
  primary key (connection_id, slot)
);

-- Forms that dealers put on their websites. Each has a connection of its own, whose secret signs what its pages are given.
create table website_forms (
  id             uuid    primary key references connections (id),
  texts          jsonb   not null, -- What the dealer says in it, by language.
  center_ids     uuid[]  not null,
  offering_ids   uuid[]  not null,
  asks_day       boolean not null,
  thanks_address text,
  origins        text[]  not null  -- Sites that may show it.
);

-- Keys of Meta, for lead ads of Facebook and Instagram and for WhatsApp. They are encrypted as the connection's secret is, which is the
-- token by which Meta verifies the address.
create table meta_connections (
  id             uuid    primary key references connections (id),
  app_secret     bytea   not null,
  page_token     bytea   not null,
  token_asked_at timestamptz(3),
  token_ends_at  timestamptz(3),               -- As Meta said when it was last asked; null: not at all, as far as it said.
  token_ended_at timestamptz(3),               -- Since when Meta refuses the token.
  fetch_after    timestamptz(3),               -- Nothing is fetched before.
  fetch_pauses   integer not null default 0,   -- How many such pauses there were without a lead in between.
  numbers        text[]  not null default '{}', -- Digits of the dealer's own on WhatsApp, which Meta names with everything that comes for them.
  accounts       text[]  not null default '{}'  -- Meta's ids of the dealer's accounts on WhatsApp, which it names, too.
);

-- Who gets what comes in by itself; a center without a row leaves it to whoever takes it first.
create table intake_centers (
  service_center_id uuid primary key references service_centers (id),
  assignment        text not null check (assignment in ('nobody', 'inTurn', 'lastAdvisor'))
);

-- When somebody last got one at a center.
create table intake_turns (
  service_center_id uuid           not null references service_centers (id),
  advisor_id        uuid           not null references employees (id),
  at                timestamptz(3) not null,
  primary key (service_center_id, advisor_id)
);

-- Every delivery as it came; also the queue of what is to be worked.
create table deliveries (
  id            uuid           primary key,
  connection_id uuid           not null references connections (id),
  key           text           not null,              -- What its sender calls it, so that repeats count once.
  received_at   timestamptz(3) not null,
  content_type  text,
  body          bytea,
  is_fetched    boolean        not null default true, -- False: it only names a lead of Meta's, which is fetched before it is worked.
  state         text           not null default 'waiting' check (state in ('waiting', 'lead', 'joined', 'toPlace', 'ignored', 'failed')),
  reason        text,
  attempts      integer        not null default 0,
  unfinished    smallint       not null default 0,    -- How often work on it was begun without an end.
  try_at        timestamptz(3),                       -- When it is worked next, or when others may fetch it; null once it is settled.
  parsed        jsonb,                                -- Its texts, from which a changed mapping is tried.
  enquiry       jsonb,                                -- What was understood when it was worked.
  phone         text,                                 -- In stored form.
  summary       text,
  user_id       text,                                 -- WhatsApp's id of who sent it, also beside their number: they may hide that later.
  lead_id       uuid           references leads (id),
  resolved_by   uuid           references employees (id),
  answered_at   timestamptz(3),                       -- When an answer by email was queued.
  answer        text,                                 -- What was promised, in the words of the dealer's text.
  answer_state  text           check (answer_state in ('waiting', 'sent', 'failed')), -- Of an answer by email; one by WhatsApp is a message.
  answer_reason text,
  contact_id    uuid           references lead_contacts (id), -- The contact that it is: somebody of the dealer's wrote it, in WhatsApp's own app.
  unique (connection_id, key),
  check ((state in ('lead', 'joined')) = (lead_id is not null)),
  check ((try_at is not null) = (state in ('waiting', 'failed')))
);
create index deliveries_due on deliveries (try_at, id) where try_at is not null and is_fetched;
create index deliveries_to_fetch on deliveries (connection_id, try_at, id) where try_at is not null and not is_fetched;
create index deliveries_unread on deliveries (id) where parsed is null and body is not null and is_fetched and try_at is null;
create index deliveries_by_state on deliveries (state, id);
create index deliveries_by_connection on deliveries (connection_id, id);
create index deliveries_by_connection_state on deliveries (connection_id, state, id);
create index deliveries_by_lead on deliveries (lead_id, id) where lead_id is not null;
create index deliveries_by_phone on deliveries (phone) where phone is not null;
create index deliveries_by_user on deliveries (user_id) where user_id is not null;
create unique index deliveries_by_contact on deliveries (contact_id) where contact_id is not null;

-- Files that came with deliveries and that Pitlane does not read: apart from them, so that no list and no panel reads their bytes.
create table delivery_attachments (
  id            uuid    primary key,
  delivery_id   uuid    not null references deliveries (id) on delete cascade,
  connection_id uuid    not null references connections (id), -- That of the delivery, whose volume they count for.
  name          text    not null,
  type          text    not null,                             -- What its sender calls it; nothing is done by it.
  bytes         integer not null,
  content       bytea                                         -- Null: there was no room for it.
);
-- Uncompressed, so that a part of it is read by itself.
alter table delivery_attachments alter column content set storage external;
create index delivery_attachments_by_delivery on delivery_attachments (delivery_id, id);

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

-- An offer is what an enquiry said instead of a field of the lead that it joined. A declined one is offered to nobody.
create table declined_offers (
  id          uuid           primary key,
  delivery_id uuid           not null references deliveries (id) on delete cascade,
  field       text           not null check (field in ('name', 'email', 'serviceOrCampaign', 'vehicleNumber', 'appointment')),
  employee_id uuid           not null references employees (id),
  created_at  timestamptz(3) not null,
  undone_at   timestamptz(3) -- Since when it is offered again.
);
create index declined_offers_by_delivery on declined_offers (delivery_id);
create unique index declined_offers_standing on declined_offers (delivery_id, field) where undone_at is null;

-- What is sent to customers by WhatsApp; also the queue of what is to be sent.
create table whatsapp_messages (
  id            uuid           primary key,
  connection_id uuid           not null references connections (id),
  lead_id       uuid           not null references leads (id),
  contact_id    uuid           unique references lead_contacts (id), -- Whose words they are; null: nobody wrote them.
  delivery_id   uuid           unique references deliveries (id),    -- The enquiry that an automatic answer answers.
  number        text           not null,                             -- Meta's id of the dealer's number.
  -- Digits of a phone, or WhatsApp's id of somebody; as `text`, only until it is sent.
  recipient     text,
  text          text,
  until         timestamptz(3) not null,                             -- When WhatsApp takes no more.
  -- `asked`: WhatsApp was asked and has not answered, so that it may have been sent.
  state         text           not null default 'waiting' check (state in ('waiting', 'asked', 'sent', 'delivered', 'read', 'failed')),
  reason        text,
  state_at      timestamptz(3) not null,
  attempts      integer        not null default 0,
  try_at        timestamptz(3),
  customer_message_id uuid     unique,                               -- What it says by itself about a booking, see circular-keys.sql.
  extra         jsonb,                                               -- The template that says it with its values, or buttons; as `text`, only until it is sent.
  wamid         text,                                                -- What WhatsApp calls it, once that is known, as answers name it; null once erased.
  check ((try_at is not null) = (state = 'waiting')),
  check ((text is not null) = (state in ('waiting', 'asked')))
);
create index whatsapp_messages_by_lead on whatsapp_messages (lead_id);
create index whatsapp_messages_to_send on whatsapp_messages (connection_id, try_at, id) where try_at is not null;
create index whatsapp_messages_asked on whatsapp_messages (state_at) where state = 'asked';

create trigger connections_tell after insert or update on connections for each row execute function tell_record('connection');
create trigger meta_connections_tell after insert or update on meta_connections for each row execute function tell_record('connection');

-- The body as text where it is text, else with its bytes written out.
create function delivery_text(body bytea) returns text language plpgsql immutable as $$
begin
  return convert_from(body, 'UTF8');
exception when others then
  return encode(body, 'escape');
end $$;

create function count_stored_deliveries() returns trigger language plpgsql as $$
begin
  insert into stored_volumes as counted select connection_id, pg_backend_pid() % 64, sum(case tg_op when 'DELETE' then -1 else 1 end),
      sum(case tg_op when 'DELETE' then -1 else 1 end * coalesce(octet_length(body), 0))
    from changed group by 1 order by 1
    on conflict (connection_id, slot) do update set deliveries = counted.deliveries + excluded.deliveries, bytes = counted.bytes + excluded.bytes;
  return null;
end $$;
create trigger deliveries_count_new after insert on deliveries referencing new table as changed
  for each statement execute function count_stored_deliveries();
create trigger deliveries_count_deleted after delete on deliveries referencing old table as changed
  for each statement execute function count_stored_deliveries();

create function count_stored_bytes() returns trigger language plpgsql as $$
begin
  insert into stored_volumes as counted
    values (new.connection_id, pg_backend_pid() % 64, 0, coalesce(octet_length(new.body), 0) - coalesce(octet_length(old.body), 0))
    on conflict (connection_id, slot) do update set bytes = counted.bytes + excluded.bytes;
  return null;
end $$;
create trigger deliveries_count_changed after update of body on deliveries for each row
  when (octet_length(old.body) is distinct from octet_length(new.body)) execute function count_stored_bytes();

create function count_stored_attachments() returns trigger language plpgsql as $$
begin
  insert into stored_volumes as counted select connection_id, pg_backend_pid() % 64, 0,
      sum(case tg_op when 'DELETE' then -1 else 1 end * coalesce(octet_length(content), 0))
    from changed group by 1 order by 1
    on conflict (connection_id, slot) do update set bytes = counted.bytes + excluded.bytes;
  return null;
end $$;
create trigger delivery_attachments_count_new after insert on delivery_attachments referencing new table as changed
  for each statement execute function count_stored_attachments();
create trigger delivery_attachments_count_deleted after delete on delivery_attachments referencing old table as changed
  for each statement execute function count_stored_attachments();

-- Once for all that a statement changes. Screens of the leads hear of them by the leads; of a joined delivery they hear here.
create function tell_deliveries() returns trigger language plpgsql as $$
begin
  if not exists (select from changed) then return null; end if;
  perform tell('intake', '{}', '{}');
  perform tell('comment', jsonb_build_object('lead', d.lead_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
    from changed d join leads l on l.id = d.lead_id join employees e on e.id = d.connection_id where d.state = 'joined';
  return null;
end $$;
create trigger deliveries_tell_new after insert on deliveries referencing new table as changed for each statement execute function tell_deliveries();
create trigger deliveries_tell after update on deliveries referencing new table as changed for each statement execute function tell_deliveries();

-- Screens of the leads hear of an answer by email; of joined deliveries they hear whatever changes.
create function tell_answer() returns trigger language plpgsql as $$
begin
  perform tell('comment', jsonb_build_object('lead', l.id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
    from leads l, employees e where l.id = new.lead_id and e.id = new.connection_id;
  return null;
end $$;
create trigger deliveries_tell_answer after update of answer_state on deliveries for each row
  when (new.state = 'lead' and old.answer_state <> new.answer_state) execute function tell_answer();

-- Screens of the lead hear of an offer that is declined, or offered again.
create function tell_declined_offer() returns trigger language plpgsql as $$
begin
  perform tell('offer',
    jsonb_build_object('lead', d.lead_id,
      'by', (select jsonb_build_object('_id', id, 'name', name) from employees where id = new.employee_id)),
    jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
  from deliveries d join leads l on l.id = d.lead_id where d.id = new.delivery_id;
  return null;
end $$;
create trigger declined_offers_tell after insert or update on declined_offers for each row execute function tell_declined_offer();

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
