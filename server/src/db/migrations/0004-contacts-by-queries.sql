-- The report of contacts counts them by an index.

drop trigger lead_contacts_keep_counts_of_new on lead_contacts;
drop trigger lead_contacts_keep_counts on lead_contacts;
drop function keep_contact_counts;
drop table lead_contact_counts;

-- It is built again with one more column.
drop index if exists lead_contacts_by_employee;
