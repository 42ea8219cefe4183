-- Where an enquiry came from, and who gets it.

-- `channel`, and what it says of itself: form, campaign, ad, page. Null: somebody typed it.
alter table leads add column source jsonb;

-- How enquiries reach the connection.
alter table connections add column kind text not null default 'webhook' check (kind in ('webhook', 'email', 'form', 'meta'));

-- Who gets what comes in by itself; a center without a row leaves it to whoever takes it first.
create table intake_centers (
  service_center_id uuid primary key references service_centers (id),
  assignment text not null check (assignment in ('nobody', 'inTurn', 'lastAdvisor'))
);

-- When somebody last got one at a center.
create table intake_turns (
  service_center_id uuid not null references service_centers (id),
  advisor_id uuid not null references employees (id),
  at timestamptz(3) not null,
  primary key (service_center_id, advisor_id)
);
