-- What senders may bring is limited, so that none of them fills the disk.

-- What a connection has brought in the hour that began at `hour`; `refused_at`: when a quota last refused something of it.
create table connection_volumes (
  connection_id uuid primary key references connections (id),
  hour timestamptz(3) not null,
  deliveries integer not null default 0,
  bytes bigint not null default 0,
  refused_at timestamptz(3)
);

-- What is stored of all that came over a connection. As the counters of leads, each backend adds to a slot of its own and readers sum
-- the slots; slot 64 holds what was counted anew.
create table stored_volumes (
  connection_id uuid not null references connections (id),
  slot smallint not null,
  deliveries bigint not null,
  bytes bigint not null,
  primary key (connection_id, slot)
);

create function count_stored_deliveries() returns trigger language plpgsql as $$
begin
  insert into stored_volumes as counted
    select connection_id, pg_backend_pid() % 64, sum(case tg_op when 'DELETE' then -1 else 1 end),
      sum(case tg_op when 'DELETE' then -1 else 1 end * coalesce(octet_length(body), 0))
    from changed group by 1 order by 1
    on conflict (connection_id, slot)
      do update set deliveries = counted.deliveries + excluded.deliveries, bytes = counted.bytes + excluded.bytes;
  return null;
end $$;
create trigger deliveries_count_new after insert on deliveries referencing new table as changed
  for each statement execute function count_stored_deliveries();
create trigger deliveries_count_deleted after delete on deliveries referencing old table as changed
  for each statement execute function count_stored_deliveries();

create function count_stored_bytes() returns trigger language plpgsql as $$
begin
  insert into stored_volumes as counted
    values (new.connection_id, pg_backend_pid() % 64, 0, coalesce(octet_length(new.body), 0) - coalesce(octet_length(old.body), 0))
    on conflict (connection_id, slot) do update set bytes = counted.bytes + excluded.bytes;
  return null;
end $$;
create trigger deliveries_count_changed after update of body on deliveries for each row
  when (octet_length(old.body) is distinct from octet_length(new.body)) execute function count_stored_bytes();

insert into stored_volumes
  select connection_id, 64, count(*), coalesce(sum(octet_length(body)), 0) from deliveries group by 1;
