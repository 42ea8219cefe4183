-- The last day of an employee's absence, and bulk changes that share leads among several people.

alter table employees add column away_until date;

alter table bulk_actions drop constraint bulk_actions_action_check;
alter table bulk_actions add constraint bulk_actions_action_check
  check (action in ('assign', 'share', 'moveCenter', 'followUp', 'archive', 'unarchive'));
alter table bulk_leads add column advisor_id uuid references employees (id);
