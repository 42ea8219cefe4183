-- Foreign keys of tables that refer to each other, also by way of others: the later file's table is not there yet.
alter table employee_service_centers add foreign key (service_center_id) references service_centers (id);
alter table customer_suggestions add foreign key (lead_id) references leads (id) deferrable initially deferred;
alter table whatsapp_messages add foreign key (customer_message_id) references customer_messages (id) on delete cascade;
