-- What became of bookings: who said so, with which change of the lead, and what that replaced.

alter table bookings add column outcome_id uuid;
alter table bookings add column outcome_version integer;
alter table bookings add column ended_try_again_at timestamptz(3);
alter table bookings add column ready_by uuid references employees (id);

-- Nothing is due of an appointment whose customer has arrived. The index is built again without them.
alter table leads add column arrived_for date;
drop index if exists leads_due;
create or replace function due(delta integer, lead leads) returns due_lead language sql immutable parallel safe as $$
  select row(delta, lead.service_center_id, case when lead.due_kind not in ('appointment', 'reminded')
    or lead.arrived_for is distinct from lead.appointment_date then lead.due_kind end, lead.due_at)::due_lead
$$;

-- Every write of a lead keeps its booking, whoever makes it. Who has arrived stays where they are booked on that day, whatever is
-- corrected of it. A lead that is booked again for a place of which something came, as when its completion is undone, has that booking
-- again; within the hour of an undo, whoever booked it did so still.
create or replace function book_lead() returns trigger language plpgsql as $$
declare
  was_booked boolean := tg_op = 'UPDATE' and old.is_active and old.status = 'booked';
  is_booked boolean := new.is_active and new.status = 'booked';
  booker uuid;
begin
  if was_booked and is_booked then
    update bookings
      set service_center_id = new.service_center_id, offering_id = new.offering_id, time = new.appointment_time
      where lead_id = new.id and ended_at is null and day = new.appointment_date and (outcome = 'arrived'
        or (service_center_id = new.service_center_id and time is not distinct from new.appointment_time));
    if found then return null; end if;
  end if;
  if was_booked then
    update bookings set ended_at = new.updated_at,
        ending = case when is_booked then 'moved' when new.is_active and new.status = 'completed' then 'completed' else 'cancelled' end
      where lead_id = new.id and ended_at is null returning booked_by into booker;
  end if;
  if is_booked then
    update bookings set ended_at = null, ending = null,
        service_center_id = new.service_center_id, offering_id = new.offering_id, time = new.appointment_time
      where (lead_id, lead_version) = (
        select lead_id, lead_version from bookings
        where lead_id = new.id and day = new.appointment_date and (outcome = 'arrived'
          or (is_held and service_center_id = new.service_center_id and time is not distinct from new.appointment_time))
        order by lead_version desc limit 1);
    if found then return null; end if;
    insert into bookings (lead_id, lead_version, service_center_id, offering_id, day, time, booked_by, booked_at, is_moved)
      values (new.id, new.version, new.service_center_id, new.offering_id, new.appointment_date, new.appointment_time,
        coalesce(booker, (
          select booked_by from bookings where lead_id = new.id and day = new.appointment_date and service_center_id = new.service_center_id
            and time is not distinct from new.appointment_time and ended_at >= new.updated_at - interval '1 hour'
          order by lead_version desc limit 1), new.last_modified_by), new.updated_at, booker is not null);
  end if;
  return null;
end $$;

-- What becomes of a booking makes no version of its lead, which is announced all the same.
create function tell_bookings() returns trigger language plpgsql as $$
begin
  perform tell('lead', jsonb_build_object(
      '_id', l.id, 'version', l.version, 'change', 'outcome', 'status', l.status, 'previousStatus', l.status,
      'serviceCenter', l.service_center_id, 'by', jsonb_build_object('_id', e.id, 'name', e.name)),
    jsonb_build_object('centers', jsonb_build_array(l.service_center_id)))
  from leads l join employees e on e.id = coalesce(new.outcome_by, new.ready_by, l.last_modified_by) where l.id = new.lead_id;
  return null;
end $$;
create trigger bookings_tell after update on bookings for each row
  when ((old.outcome_id, old.ready_at, old.confirmed_at) is distinct from (new.outcome_id, new.ready_at, new.confirmed_at))
  execute function tell_bookings();
