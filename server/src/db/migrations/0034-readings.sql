-- What a delivery says, read once. `parsed`: its texts, from which a changed mapping is tried; `enquiry`: what was understood when it
-- was worked. Both are null of what came before this until a job has read it. `unfinished`: how often work on it was begun without an
-- end.
alter table deliveries
  add column parsed jsonb,
  add column enquiry jsonb,
  add column unfinished smallint not null default 0;

create index concurrently deliveries_unread on deliveries (id) where parsed is null and body is not null and is_fetched and try_at is null;
