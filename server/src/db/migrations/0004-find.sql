-- People by part of a job ID: POST /serviceCenter/find. Few leads have one.
create index concurrently leads_by_job on leads using gin (search_form(job_id) gin_trgm_ops)
  with (gin_pending_list_limit = 256) where job_id is not null;
