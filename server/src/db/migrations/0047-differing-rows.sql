-- In which fields a row says something else than the lead that it joined; null for nothing.
alter table import_rows add column differing jsonb;
