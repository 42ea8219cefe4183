-- A lead that goes with its import is sought in all that may refer to it.
create index concurrently customer_suggestions_by_lead on customer_suggestions (lead_id) where lead_id is not null;
create index concurrently idempotency_keys_by_lead on idempotency_keys (lead_id) where lead_id is not null;
create index concurrently lead_mentions_by_lead on lead_mentions (lead_id);

-- Refused rows whose cells are forgotten a week later.
create index concurrently import_rows_kept on import_rows (import_id) where cells is not null;
