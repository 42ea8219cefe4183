-- Which chosen templates Meta does not approve any more, as it said when it was last asked.

alter table message_settings add column templates_read_at timestamptz(3);
alter table message_settings add column unapproved_templates jsonb not null default '[]';
