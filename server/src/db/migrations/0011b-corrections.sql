-- Whether the service level may correct what was recorded of the leads of its centers.
alter table dealer add column service_may_correct boolean not null default false;
