-- Whether everybody in management must have a second factor.
alter table dealer add column requires_second_factor boolean not null default false;

-- Where a login waits: whoever finishes another one there has no need to be told of it. Those that wait begin anew.
delete from login_steps;
alter table login_steps add column address text not null, add column user_agent text;
