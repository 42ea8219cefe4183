-- WhatsApp's id of who sent a message, also beside their number: they may hide that later.
alter table deliveries add column user_id text;
create index concurrently deliveries_by_user on deliveries (user_id) where user_id is not null;
