-- What rows of an exported file became: `former_id` is the ID that a lead had where it was exported, `merged_into` that of the lead into which it was
-- merged there. `version`: the one that putting them together made of the lead.
create table import_leads (
  import_id uuid not null references imports (id),
  row integer not null,
  former_id uuid not null,
  merged_into uuid,
  lead_id uuid not null,
  version integer,
  primary key (import_id, row)
);
create index import_leads_by_former_id on import_leads (former_id);
create index import_leads_by_lead on import_leads (lead_id) where version is not null;
