-- Re-encoded pictures under unguessable names.
create table pictures (
  name       text           primary key,
  bytes      bytea          not null,
  created_at timestamptz(3) not null
);
