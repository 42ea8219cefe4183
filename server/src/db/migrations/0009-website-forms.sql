-- Forms that dealers put on their websites.

-- `texts`: by language, what the dealer says in it. `origins`: sites that may show it. Each has a connection of its own, whose secret
-- signs what its pages are given.
create table website_forms (
  id uuid primary key references connections (id),
  texts jsonb not null,
  center_ids uuid[] not null,
  offering_ids uuid[] not null,
  asks_day boolean not null,
  thanks_address text,
  origins text[] not null
);
