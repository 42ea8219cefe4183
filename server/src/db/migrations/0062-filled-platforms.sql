-- The platform that an import filled in. An enquiry that waits is not timed by it: the customer waits no more urgently for that.
alter table leads add column filled_platform text;
