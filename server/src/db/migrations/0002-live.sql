-- Every committed change is told to all app processes: kind, what their clients may know (`data`), and what decides to
-- whom it may be told (`scope`).
create function tell(kind text, data jsonb, scope jsonb) returns void language sql as $$
  select pg_notify('pitlane', jsonb_build_object('kind', kind, 'data', data, 'scope', scope)::text);
$$;

create function tell_lead() returns trigger language plpgsql as $$
declare
  change text;
  previous_status text;
  centers jsonb := jsonb_build_array(new.service_center_id);
begin
  if tg_op = 'INSERT' then
    change := 'created';
  else
    previous_status := old.status;
    change := case
      when old.is_active and not new.is_active then 'archived'
      when new.is_active and not old.is_active then 'unarchived'
      when old.status <> new.status then 'moved'
      else 'edited'
    end;
    if old.service_center_id <> new.service_center_id then
      centers := centers || jsonb_build_array(old.service_center_id);
    end if;
  end if;
  perform tell('lead',
    jsonb_build_object(
      '_id', new.id, 'version', new.version, 'change', change, 'status', new.status, 'previousStatus', previous_status,
      'serviceCenter', new.service_center_id,
      'by', (select jsonb_build_object('_id', id, 'name', name) from employees where id = new.last_modified_by)),
    jsonb_build_object('centers', centers));
  return null;
end $$;
create trigger leads_tell after insert or update on leads for each row execute function tell_lead();

create function tell_record() returns trigger language plpgsql as $$
declare
  record_id uuid := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  perform tell(tg_argv[0],
    jsonb_build_object('_id', record_id, 'change',
      case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'edited' else 'deleted' end),
    '{}');
  return null;
end $$;
create trigger service_centers_tell after insert or update or delete on service_centers
  for each row execute function tell_record('serviceCenter');
create trigger offerings_tell after insert or update or delete on offerings
  for each row execute function tell_record('serviceOrCampaign');
create trigger employees_tell after insert or update or delete on employees
  for each row execute function tell_record('employee');

-- The employee's own screens follow a changed level, name, picture or center.
create function tell_account() returns trigger language plpgsql as $$
declare
  changed uuid := case tg_table_name
    when 'employees' then (to_jsonb(new) ->> 'id')::uuid
    else ((case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end) ->> 'employee_id')::uuid
  end;
begin
  perform tell('account', jsonb_build_object('_id', changed), jsonb_build_object('employee', changed));
  return null;
end $$;
create trigger employees_tell_account after update on employees for each row execute function tell_account();
create trigger employee_service_centers_tell_account after insert or delete on employee_service_centers
  for each row execute function tell_account();

create function tell_session_end() returns trigger language plpgsql as $$
begin
  perform tell('sessionEnd', '{}', jsonb_build_object('session', old.id));
  return null;
end $$;
create trigger sessions_tell_end after delete on sessions for each row execute function tell_session_end();
