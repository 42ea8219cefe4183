-- What staff send to customers: objects of _id, name, language and text, in the dealer's order.
alter table dealer add column message_texts jsonb not null default '[]';
