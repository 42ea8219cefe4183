-- No sequence: a restore would begin it anew.
alter table duplicate_checks drop column id;
alter table duplicate_checks add column noted_at timestamptz not null default clock_timestamp();
create index duplicate_checks_newest on duplicate_checks (noted_at desc);
