create index concurrently leads_newest_of_nobody on leads (status, created_at desc, id desc) include (service_center_id)
  where is_active and advisor_id is null;
