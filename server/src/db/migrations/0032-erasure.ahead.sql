create index concurrently lead_versions_of_changed_phone on lead_versions (lead_id) where 'phone' = any(changed_fields);
