-- Changes of many leads at once.
create table bulk_actions (
  id          uuid           primary key,
  employee_id uuid           not null references employees (id),
  action      text           not null check (action in ('assign', 'share', 'moveCenter', 'followUp', 'archive', 'unarchive')),
  value       text, -- The advisor, center or date that was asked for.
  advisor_id  uuid           references employees (id),
  created_at  timestamptz(3) not null,
  finished_at timestamptz(3),
  undo_at     timestamptz(3),
  undone_at   timestamptz(3)
);
create index bulk_actions_by_employee on bulk_actions (employee_id, created_at desc);
create index bulk_actions_by_age on bulk_actions (created_at);

create table bulk_leads (
  bulk_id uuid not null references bulk_actions (id) on delete cascade,
  lead_id uuid not null,
  -- `same`: it was as wished already; `restored`: the change was undone.
  state   text not null default 'waiting' check (state in ('waiting', 'changed', 'same', 'refused', 'restored', 'kept')),
  version integer, -- The one that the change made.
  reason  text,
  -- Of leads that are shared, who gets this one; null where nobody of those who share may have it.
  advisor_id uuid references employees (id),
  primary key (bulk_id, lead_id)
);
create index bulk_leads_by_state on bulk_leads (bulk_id, state, lead_id);
