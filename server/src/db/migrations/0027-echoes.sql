-- What is written in WhatsApp's own app answers leads.

alter table deliveries add column contact_id uuid references lead_contacts (id);
create unique index deliveries_by_contact on deliveries (contact_id) where contact_id is not null;
