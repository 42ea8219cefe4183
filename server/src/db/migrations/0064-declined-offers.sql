-- An offer is what an enquiry said instead of a field of the lead that it joined. A declined one is offered to nobody; `undone_at` offers it again.
create table declined_offers (
  id uuid primary key,
  delivery_id uuid not null references deliveries (id) on delete cascade,
  field text not null check (field in ('name', 'email', 'serviceOrCampaign', 'vehicleNumber', 'appointment')),
  employee_id uuid not null references employees (id),
  created_at timestamptz(3) not null,
  undone_at timestamptz(3)
);
create index declined_offers_by_delivery on declined_offers (delivery_id);
create unique index declined_offers_standing on declined_offers (delivery_id, field) where undone_at is null;

create function tell_declined_offer() returns trigger language plpgsql as $$
begin
  perform tell('offer',
    jsonb_build_object('lead', d.lead_id,
      'by', (select jsonb_build_object('_id', id, 'name', name) from employees where id = new.employee_id)),
    jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
  from deliveries d join leads l on l.id = d.lead_id where d.id = new.delivery_id;
  return null;
end $$;
create trigger declined_offers_tell after insert or update on declined_offers
  for each row execute function tell_declined_offer();
