-- The version that an imported row made of the lead that it joined, if it said something new.
alter table import_rows add column joined_version integer;
create index import_rows_joined on import_rows (joined_id) where joined_version is not null;
