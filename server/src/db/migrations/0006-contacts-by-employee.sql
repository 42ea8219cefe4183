-- Leads that an employee tried to reach on some days: what the numbers of the report of work open.
create index concurrently lead_contacts_by_employee on lead_contacts (employee_id, created_at) include (lead_id, outcome, follow_up)
  where undone_at is null;
