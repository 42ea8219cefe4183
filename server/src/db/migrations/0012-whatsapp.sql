-- Messages of WhatsApp's Cloud API. A connection's keys are in meta_connections: they are Meta's too.
alter table connections drop constraint connections_kind_check;
alter table connections add constraint connections_kind_check
  check (kind in ('webhook', 'email', 'form', 'meta', 'whatsapp'));

-- Which center the messages to a number are for; `number` is Meta's id of it. The others are for the connection's center.
create table whatsapp_numbers (
  connection_id uuid not null references connections (id),
  number text not null,
  service_center_id uuid not null references service_centers (id),
  primary key (connection_id, number)
);
