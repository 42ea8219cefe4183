-- Append-only.
create table lead_comments (
  id          uuid           primary key,
  lead_id     uuid           not null references leads (id),
  employee_id uuid           not null references employees (id),
  text        text           not null,
  created_at  timestamptz(3) not null
);
create index lead_comments_by_lead on lead_comments (lead_id, id);

-- Colleagues named in a comment, and whether they have seen it.
create table lead_mentions (
  comment_id  uuid    not null references lead_comments (id),
  employee_id uuid    not null references employees (id),
  lead_id     uuid    not null references leads (id),
  is_read     boolean not null default false,
  primary key (comment_id, employee_id)
);
create index lead_mentions_newest on lead_mentions (employee_id, is_read, comment_id desc);
create index lead_mentions_by_lead on lead_mentions (lead_id);

create trigger lead_comments_append_only before update or delete on lead_comments for each row execute function refuse_change_but_erasure('text');

create function tell_comment() returns trigger language plpgsql as $$
begin
  perform tell('comment', jsonb_build_object('lead', new.lead_id,
      'by', (select jsonb_build_object('_id', id, 'name', name) from employees where id = new.employee_id)),
    jsonb_build_object('centers', (select jsonb_build_array(service_center_id) from leads where id = new.lead_id)));
  return null;
end $$;
create trigger lead_comments_tell after insert on lead_comments for each row execute function tell_comment();

create function tell_mention() returns trigger language plpgsql as $$
begin
  perform tell('mention', jsonb_build_object('lead', new.lead_id, 'isRead', new.is_read), jsonb_build_object('employee', new.employee_id));
  return null;
end $$;
create trigger lead_mentions_tell after insert or update on lead_mentions for each row execute function tell_mention();
