alter table dealer add column dismissed_steps jsonb not null default '[]';

-- A dealer who works with it already has taken its first steps, or needs none; a missing address, mail server or backup is still said.
update dealer set dismissed_steps = '["offerings", "people", "workingHours", "websiteForm", "metaConnections", "import"]'
  where exists (select from leads);
