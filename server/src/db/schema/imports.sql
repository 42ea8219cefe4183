-- Files of leads and customers that management brings in, and data entry those of leads.

create table imports (
  id                 uuid           primary key,
  employee_id        uuid           not null references employees (id),
  noun               text           not null check (noun in ('leads', 'customers')),
  state              text           not null default 'draft' check (state in ('draft', 'checking', 'checked', 'running', 'done', 'stopped', 'failed',
    'expired', 'reverting', 'reverted')),
  file_name          text           not null,
  kind               text           not null check (kind in ('csv', 'xlsx')),
  encoding           text,
  separator          text,
  sheets             jsonb,
  sheet              text,
  headers            jsonb          not null,
  header_row         integer,                              -- Which row of the file has the headers, 0: none; null: of a file from before this was kept.
  top                jsonb          not null default '[]', -- The first rows that may have the headers, cut short.
  shape              bytea          not null,              -- A hash of noun and headers, so that settings are remembered for files alike.
  sample             jsonb          not null,              -- As `checked` and the chunks of the file, deleted once nobody needs it.
  settings           jsonb          not null,
  is_remembered      boolean        not null,
  checked            jsonb,
  rows               integer,
  handled            integer        not null default 0,    -- The rows before it are settled: the import goes on there.
  taken              integer        not null default 0,
  joined             integer        not null default 0,
  skipped            integer        not null default 0,
  refused            integer        not null default 0,
  beside             integer        not null default 0,    -- Rows that became a lead although they repeat one.
  reverted_leads     integer        not null default 0,
  reverted_customers integer        not null default 0,
  restored           integer        not null default 0,    -- Leads that a revert made what they were before rows joined them.
  kept_count         integer        not null default 0,
  kept               jsonb          not null default '[]', -- Ids and reasons of the first that a revert left.
  reverted_lead      uuid,                                 -- The last of each that a revert has looked at.
  reverted_customer  uuid,
  reverted_joined    uuid,
  reverted_by        uuid           references employees (id),
  fault              text,
  created_at         timestamptz(3) not null,
  started_at         timestamptz(3),
  ended_at           timestamptz(3)
);
create index imports_newest on imports (created_at desc, id desc);
create index imports_of_employee on imports (employee_id, created_at desc, id desc);
create index imports_by_shape on imports (shape, created_at desc);
create unique index imports_one_at_a_time on imports ((true)) where state in ('running', 'reverting');

create table import_chunks (
  import_id uuid    not null references imports (id),
  place     integer not null,
  bytes     bytea   not null,
  primary key (import_id, place)
);

-- Rows that became nothing of their own: refused ones as they were, and those that joined a lead or customer.
create table import_rows (
  import_id      uuid    not null references imports (id),
  row            integer not null,
  outcome        text    not null check (outcome in ('refused', 'joined')),
  joined_id      uuid,
  joined_version integer, -- The version that the row made of its lead, if it said something new.
  differing      jsonb,   -- In which fields the row says something else than the lead that it joined; null for none.
  phone          text,
  cells          jsonb,
  reasons        text,
  primary key (import_id, row)
);
create index import_rows_by_phone on import_rows (phone) where phone is not null;
create index import_rows_joined on import_rows (joined_id) where joined_version is not null;
create index import_rows_changed on import_rows (import_id, joined_id) where joined_version is not null;
create index import_rows_kept on import_rows (import_id) where cells is not null; -- Forgotten a week later.
create index import_rows_unread on import_rows (import_id, row) where phone is null and cells is not null;

-- What rows of an exported file became.
create table import_leads (
  import_id   uuid      not null references imports (id),
  row         integer   not null,
  former_id   uuid      not null, -- The ID that the lead had where it was exported.
  merged_into uuid,               -- The ID of the lead into which it was merged there.
  lead_id     uuid      not null,
  versions    integer[] not null default '{}', -- Those that merging it, and parting it by a revert, made of the lead.
  primary key (import_id, row)
);
create index import_leads_by_former_id on import_leads (former_id);
create index import_leads_to_merge on import_leads (merged_into) where merged_into is not null;
create index import_leads_by_lead on import_leads (lead_id);

create trigger imports_tell after insert or update on imports for each row execute function tell_record('import');
