-- Files of leads and customers that management brings in.

-- `shape`: of the noun and the headers, so that settings are remembered for files alike. `handled` rows are settled: the next begins
-- there. `sample`, `checked` and the file itself, in chunks, go once nobody needs them. `reverted_lead`, `reverted_customer`: the
-- last that a revert has looked at; `kept`: ids, with reasons, of the first that it left.
create table imports (
  id uuid primary key,
  employee_id uuid not null references employees (id),
  noun text not null check (noun in ('leads', 'customers')),
  state text not null default 'draft' check (state in ('draft', 'checking', 'checked', 'running', 'done', 'stopped', 'failed',
    'expired', 'reverting', 'reverted')),
  file_name text not null,
  kind text not null check (kind in ('csv', 'xlsx')),
  encoding text,
  separator text,
  sheets jsonb,
  sheet text,
  headers jsonb not null,
  shape bytea not null,
  sample jsonb not null,
  settings jsonb not null,
  is_remembered boolean not null,
  checked jsonb,
  rows integer,
  handled integer not null default 0,
  taken integer not null default 0,
  joined integer not null default 0,
  skipped integer not null default 0,
  refused integer not null default 0,
  reverted_leads integer not null default 0,
  reverted_customers integer not null default 0,
  kept_count integer not null default 0,
  kept jsonb not null default '[]',
  reverted_lead uuid,
  reverted_customer uuid,
  reverted_by uuid references employees (id),
  fault text,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  ended_at timestamptz(3)
);
create index imports_newest on imports (created_at desc, id desc);
create index imports_by_shape on imports (shape, created_at desc);
create unique index imports_one_at_a_time on imports ((true)) where state in ('running', 'reverting');

create table import_chunks (
  import_id uuid not null references imports (id),
  place integer not null,
  bytes bytea not null,
  primary key (import_id, place)
);

-- Rows that became nothing of their own: refused ones as they were, and those that joined a lead or customer.
create table import_rows (
  import_id uuid not null references imports (id),
  row integer not null,
  outcome text not null check (outcome in ('refused', 'joined')),
  joined_id uuid,
  phone text,
  cells jsonb,
  reasons text,
  primary key (import_id, row)
);
create index import_rows_by_phone on import_rows (phone) where phone is not null;

create trigger imports_tell after insert or update on imports for each row execute function tell_record('import');

-- What brought it in; such a lead never starts the response clock.
alter table leads add column import_id uuid references imports (id);
create index concurrently leads_by_import on leads (import_id, id) where import_id is not null;
alter table customers add column import_id uuid references imports (id);
create index concurrently customers_by_import on customers (import_id, id) where import_id is not null;

-- Many leads at once are told of once, without naming them.
create function tell_many_leads(changed uuid[]) returns void language sql as $$
  select tell('leads', '{}', jsonb_build_object('centers', jsonb_agg(distinct center))) from unnest(changed) center
  having count(*) > 0;
$$;

create or replace function tell_leads() returns trigger language plpgsql as $$
begin
  if current_setting('pitlane.many_leads', true) = 'on' then
    if tg_op = 'INSERT' then
      perform tell_many_leads(array(select distinct service_center_id from new_leads));
    elsif tg_op = 'DELETE' then
      perform tell_many_leads(array(select distinct service_center_id from old_leads));
    else
      perform tell_many_leads(array(
        select service_center_id from new_leads union select service_center_id from old_leads));
    end if;
  elsif tg_op = 'INSERT' then
    perform tell('lead',
      jsonb_build_object(
        '_id', n.id, 'version', n.version, 'change', 'created', 'status', n.status, 'previousStatus', null,
        'serviceCenter', n.service_center_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', jsonb_build_array(n.service_center_id)))
    from new_leads n join employees e on e.id = n.last_modified_by;
  elsif tg_op = 'UPDATE' then
    perform tell('lead',
      jsonb_build_object(
        '_id', n.id, 'version', n.version,
        'change', case
          when o.is_active and not n.is_active then 'archived'
          when n.is_active and not o.is_active then 'unarchived'
          when o.status <> n.status then 'moved'
          else 'edited'
        end,
        'status', n.status, 'previousStatus', o.status,
        'serviceCenter', n.service_center_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
      jsonb_build_object('centers', case
        when o.service_center_id = n.service_center_id then jsonb_build_array(n.service_center_id)
        else jsonb_build_array(n.service_center_id, o.service_center_id) end))
    from old_leads o join new_leads n using (id) join employees e on e.id = n.last_modified_by
    where o.version <> n.version;
  end if;
  return null;
end $$;
create trigger leads_tell_gone after delete on leads referencing old table as old_leads
  for each statement execute function tell_leads();

-- But for what an erasure replaces, and for versions of leads that an import brought in, while it is being reverted.
create or replace function refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('pitlane.erasing', true) = 'on'
    and to_jsonb(new) - tg_argv[0] = to_jsonb(old) - tg_argv[0] then
    return new;
  end if;
  if tg_op = 'DELETE' and tg_table_name = 'lead_versions' then
    if old.snapshot ->> 'import_id' = current_setting('pitlane.reverting', true) then
      return old;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
