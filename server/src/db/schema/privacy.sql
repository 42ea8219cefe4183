-- Which customers were erased, so that a restored backup that still holds them can be found out.
create table customer_erasures (
  customer_id  uuid           primary key,
  requested_by uuid           references employees (id), -- Null: a start repeats it after a restore.
  requested_at timestamptz(3) not null,
  leads        integer        not null default 0,
  finished_at  timestamptz(3)
);
