-- Whether a lead has been booked for its present day and time; before that they are what the customer asked for. Null for leads written before.
alter table leads add column is_day_booked boolean;
