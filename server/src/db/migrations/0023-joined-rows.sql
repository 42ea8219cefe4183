-- Rows that became a lead beside one that they repeat; leads that a revert has made what they were before rows joined them, and the last of them.
alter table imports add column beside integer not null default 0, add column restored integer not null default 0, add column reverted_joined uuid;
create index concurrently import_rows_changed on import_rows (import_id, joined_id) where joined_version is not null;
