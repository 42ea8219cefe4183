-- Lead ads of Facebook and Instagram: a delivery names a lead, which is fetched before it is worked.

-- `app_secret`, `page_token`: encrypted, as the connection's secret, which is the token that Meta verifies the address with.
-- `token_ended_at`: since when Meta refuses the page's token. `fetch_after`: nothing is fetched before, after `fetch_pauses` such
-- pauses without a lead in between.
create table meta_connections (
  id uuid primary key references connections (id),
  app_secret bytea not null,
  page_token bytea not null,
  token_ended_at timestamptz(3),
  fetch_after timestamptz(3),
  fetch_pauses integer not null default 0
);
create trigger meta_connections_tell after insert or update on meta_connections
  for each row execute function tell_record('connection');

-- False: only names what is to be fetched. While somebody fetches it, `try_at` is when others may.
alter table deliveries add column is_fetched boolean not null default true;

drop index deliveries_to_work;
create index concurrently deliveries_due on deliveries (try_at, id) where try_at is not null and is_fetched;
create index concurrently deliveries_to_fetch on deliveries (connection_id, try_at, id) where try_at is not null and not is_fetched;
