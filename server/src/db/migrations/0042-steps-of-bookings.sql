-- A dealer who works with it already is not asked to begin anew.
update dealer set dismissed_steps = dismissed_steps || '["bookingRules", "messageWay", "customerMessages"]' where exists (select from leads);
