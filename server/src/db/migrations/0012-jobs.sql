-- Work to be done later, added by the transaction that causes it. Whoever runs a job first moves `run_at` on: if that process
-- dies, another takes over then. A job that is done is deleted, and what it says about people with it.
create table jobs (
  id uuid primary key,
  kind text not null,
  key text,
  payload jsonb not null,
  attempts integer not null default 0,
  last_error text,
  run_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  unique (kind, key)
);
create index jobs_due on jobs (run_at, id);

insert into jobs (id, kind, payload, attempts, run_at, created_at)
  select id, 'mail', jsonb_build_object('about', kind, 'email', email, 'registrationId', registration_id),
    attempts, run_at, created_at
  from mail_jobs;
drop table mail_jobs;
