-- Files that come with mails and that Pitlane does not read.
create table delivery_attachments (
  id            uuid    primary key,
  delivery_id   uuid    not null references deliveries (id) on delete cascade,
  connection_id uuid    not null references connections (id),
  name          text    not null,
  type          text    not null,
  bytes         integer not null,
  content       bytea
);
alter table delivery_attachments alter column content set storage external;
create index delivery_attachments_by_delivery on delivery_attachments (delivery_id, id);

create function count_stored_attachments() returns trigger language plpgsql as $$
begin
  insert into stored_volumes as counted select connection_id, pg_backend_pid() % 64, 0,
      sum(case tg_op when 'DELETE' then -1 else 1 end * coalesce(octet_length(content), 0))
    from changed group by 1 order by 1
    on conflict (connection_id, slot) do update set bytes = counted.bytes + excluded.bytes;
  return null;
end $$;
create trigger delivery_attachments_count_new after insert on delivery_attachments referencing new table as changed
  for each statement execute function count_stored_attachments();
create trigger delivery_attachments_count_deleted after delete on delivery_attachments referencing old table as changed
  for each statement execute function count_stored_attachments();
