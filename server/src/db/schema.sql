-- The data of one dealer, as they are now; psql would read this file as Pitlane does. Moments are `timestamptz`, days are those of the
-- dealer's time zone, ids are UUIDv7. A new database is made from these files, in this order; what changes here needs a migration
-- beside it, which changes databases that are there already (docs/CHANGING.md).

\ir schema/shared.sql
\ir schema/pictures.sql
\ir schema/employees.sql
\ir schema/dealer.sql
\ir schema/service-centers.sql
\ir schema/offerings.sql
\ir schema/auth.sql
\ir schema/working-hours.sql
\ir schema/imports.sql
\ir schema/customers.sql
\ir schema/leads.sql
\ir schema/lead-counters.sql
\ir schema/bookings.sql
\ir schema/contacts.sql
\ir schema/comments.sql
\ir schema/bulk.sql
\ir schema/intake.sql
\ir schema/customer-messages.sql
\ir schema/duplicates.sql
\ir schema/privacy.sql
\ir schema/jobs.sql
\ir schema/audit.sql
\ir schema/circular-keys.sql
