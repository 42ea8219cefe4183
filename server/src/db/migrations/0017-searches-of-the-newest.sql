-- A search for what many leads have reads the newest leads, which these indexes tell it without the leads.
drop index leads_newest, leads_newest_by_center;
create index leads_newest on leads (is_active, created_at desc, id desc) include (search_key);
create index leads_newest_by_center on leads (service_center_id, is_active, created_at desc, id desc) include (search_key);

-- What is written waits in a list before it goes into a search index, and searches read the whole list. By default it grows to
-- 4 MB: whoever then writes waits a tenth of a second for it to be emptied.
alter index leads_search set (gin_pending_list_limit = 256);
alter index leads_search_short set (gin_pending_list_limit = 256);
alter index customers_search set (gin_pending_list_limit = 256);
alter index customers_search_short set (gin_pending_list_limit = 256);
