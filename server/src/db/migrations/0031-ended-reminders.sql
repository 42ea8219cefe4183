-- The reminder that a version's change of status ended, so that undoing the change brings it back.
alter table lead_versions add column ended_try_again_at timestamptz(3);
