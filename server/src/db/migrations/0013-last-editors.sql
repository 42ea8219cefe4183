-- Who changed a record last; null for what was last changed before this was kept, and for what nobody signed in made.
alter table service_centers add column last_modified_by uuid references employees (id);
alter table offerings add column last_modified_by uuid references employees (id);
alter table customers add column last_modified_by uuid references employees (id);
alter table customer_addresses add column last_modified_by uuid references employees (id);
