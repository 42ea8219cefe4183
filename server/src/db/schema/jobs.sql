-- Work to be done later, added by the transaction that causes it. Whoever runs a job first moves `run_at` on: if that process dies,
-- another takes over then. A job that is done is deleted, and what it says about people with it.
create table jobs (
  id         uuid           primary key,
  kind       text           not null,
  key        text,
  payload    jsonb          not null,
  attempts   integer        not null default 0,
  lease      uuid, -- The attempt that a running job belongs to: once it is taken over, writes of the earlier attempt find nothing.
  last_error text,
  run_at     timestamptz(3) not null,
  created_at timestamptz(3) not null,
  unique (kind, key)
);
create index jobs_due on jobs (run_at, id);
