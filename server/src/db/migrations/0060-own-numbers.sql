-- `numbers`: digits of the dealer's own on WhatsApp, which Meta names with everything that comes for them.
alter table meta_connections add column numbers text[] not null default '{}';
