-- What is still to come is counted for weeks of days at once: small, since it holds nothing else.
create index bookings_standing on bookings (day, service_center_id) where ended_at is null and outcome is distinct from 'didNotCome';
