-- Archived leads are found in the index of the plain list, job IDs in that of searches, which is built again with them.
drop index if exists leads_archived;
drop index if exists leads_by_job;
drop index if exists leads_search;
