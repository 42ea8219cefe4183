-- Enquirers are answered at once.

-- One of the dealer's texts for messages to customers; null: nobody is answered.
alter table connections add column answer_text_id uuid;

-- When an answer by email was queued.
alter table deliveries add column answered_at timestamptz(3);
