-- PostgreSQL would plan their statements anew at each write, since it takes an array of one lead for cheaper than one of unknown
-- length; planning took longer than counting.
alter function count_leads(leads[], leads[]) set plan_cache_mode = force_generic_plan;
alter function count_due(leads[], leads[]) set plan_cache_mode = force_generic_plan;
