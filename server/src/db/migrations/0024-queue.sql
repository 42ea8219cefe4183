-- The queue of an offering, and the leads in it that nobody has, each center's in order.
create index leads_due_by_offering on leads (offering_id, service_center_id, due_kind, due_at, id)
  where due_kind is not null and offering_id is not null;
create index leads_due_of_nobody on leads (service_center_id, due_kind, due_at, id)
  where due_kind is not null and advisor_id is null;
