-- Merged leads whose other lead is in another file are merged once both are in, so that several versions of a lead may be of imports.
alter table import_leads add column versions integer[] not null default '{}';
update import_leads set versions = array[version] where version is not null;
drop index if exists import_leads_by_lead;
alter table import_leads drop column version;
