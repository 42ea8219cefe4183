-- What of a connection belongs to a service center, or is for an offering, of its own: a number of WhatsApp, a form of lead ads.
-- `place`: Meta's id of it.
alter table whatsapp_numbers rename to connection_places;
alter table connection_places rename column number to place;
alter table connection_places rename constraint whatsapp_numbers_pkey to connection_places_pkey;
alter table connection_places alter column service_center_id drop not null;
alter table connection_places add column offering_id uuid references offerings (id);
alter table connection_places add check (num_nonnulls(service_center_id, offering_id) > 0);

-- When the token ends, as Meta said when it was last asked; null: not at all, as far as it said.
alter table meta_connections add column token_ends_at timestamptz(3), add column token_asked_at timestamptz(3);
