-- Open leads of one customer are joined into one of them. The others are archived and say where they went; what hangs on them
-- stays where it is, and is read with the one that was kept.

alter table leads
  -- The lead that was kept, never one that was joined with another itself.
  add column merged_into uuid references leads (id),
  -- On the kept lead: which ones say that they went there. On one that was joined: which ones did until then.
  add column joined_ids uuid[] not null default '{}';

-- Also for deleting leads, which looks for those that refer to them.
create index concurrently leads_merged on leads (merged_into) where merged_into is not null;

-- `version`: the one that the merge made of the kept lead; `joined_ids`: the others that were chosen. `replaced`: of the kept
-- lead what changes without a version, as it was before.
create table lead_merges (
  id uuid primary key,
  lead_id uuid not null references leads (id),
  version integer not null,
  joined_ids uuid[] not null,
  replaced jsonb not null,
  merged_by uuid not null references employees (id),
  merged_at timestamptz(3) not null,
  undone_by uuid references employees (id),
  undone_at timestamptz(3)
);
create index lead_merges_by_lead on lead_merges (lead_id, id desc);

-- Whether the service level may merge leads of its centers.
alter table dealer add column service_may_merge boolean not null default false;
