-- What is known of a booking goes along when leads are merged, and back when that is undone.

-- Every write of a lead keeps its booking, whoever makes it. Who has arrived stays where they are booked on that day, whatever is
-- corrected of it. A lead that is booked again for a place of which something came, as when its completion is undone, has that booking
-- again; within the hour of an undo, whoever booked it did so still. Leads that are merged have one booking of a place: the kept lead
-- takes over what is known of it, and gives it back to the one that parts from it, whose booking is the one that it was.
create or replace function book_lead() returns trigger language plpgsql as $$
declare
  was_booked boolean := tg_op = 'UPDATE' and old.is_active and old.status = 'booked';
  is_booked boolean := new.is_active and new.status = 'booked';
  is_parted boolean := tg_op = 'UPDATE' and old.merged_into is not null and new.merged_into is null;
  ended bookings;
  taken bookings;
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
      where lead_id = new.id and ended_at is null returning * into ended;
    if old.joined_ids <> new.joined_ids then
      update bookings set confirmed_at = ended.confirmed_at, outcome = ended.outcome, outcome_by = ended.outcome_by,
          outcome_at = ended.outcome_at, outcome_id = ended.outcome_id, ended_try_again_at = ended.ended_try_again_at,
          ready_at = ended.ready_at, ready_by = ended.ready_by
        where (lead_id, lead_version) = (
          select b.lead_id, b.lead_version from leads l join bookings b on b.lead_id = l.id
          where l.id = any(old.joined_ids) and l.merged_into is null and l.is_active and l.status = 'booked'
            and (l.appointment_date, l.service_center_id) = (ended.day, ended.service_center_id) and l.appointment_time is not distinct from ended.time
            and (b.day, b.service_center_id) = (ended.day, ended.service_center_id) and b.time is not distinct from ended.time
          order by b.lead_version desc limit 1);
      if found then
        update bookings set ending = 'moved', outcome = null, outcome_by = null, outcome_at = null, outcome_id = null, outcome_version = null,
            ended_try_again_at = null, ready_at = null, ready_by = null
          where (lead_id, lead_version) = (ended.lead_id, ended.lead_version);
      end if;
    end if;
  end if;
  if is_booked then
    update bookings set ended_at = null, ending = null,
        service_center_id = new.service_center_id, offering_id = new.offering_id, time = new.appointment_time
      where (lead_id, lead_version) = (
        select lead_id, lead_version from bookings
        where lead_id = new.id and day = new.appointment_date and (outcome = 'arrived'
          or ((is_held or is_parted) and service_center_id = new.service_center_id and time is not distinct from new.appointment_time))
        order by lead_version desc limit 1);
    if found then return null; end if;
    select * into taken from bookings
      where lead_id = any(new.joined_ids) and day = new.appointment_date and service_center_id = new.service_center_id
        and time is not distinct from new.appointment_time and (ended_at is null or ended_at = new.updated_at)
      order by booked_at limit 1;
    if taken.outcome is not null then
      update bookings set outcome = null, outcome_by = null, outcome_at = null, outcome_id = null, outcome_version = null,
          ended_try_again_at = null, ready_at = null, ready_by = null
        where (lead_id, lead_version) = (taken.lead_id, taken.lead_version);
    end if;
    insert into bookings (lead_id, lead_version, service_center_id, offering_id, day, time, booked_by, booked_at, is_moved,
        outcome, outcome_by, outcome_at, outcome_id, ended_try_again_at, confirmed_at, ready_at, ready_by)
      values (new.id, new.version, new.service_center_id, new.offering_id, new.appointment_date, new.appointment_time,
        coalesce(taken.booked_by, ended.booked_by, (
          select booked_by from bookings where lead_id = new.id and day = new.appointment_date and service_center_id = new.service_center_id
            and time is not distinct from new.appointment_time and ended_at >= new.updated_at - interval '1 hour'
          order by lead_version desc limit 1), new.last_modified_by),
        case when ended.lead_id is null then coalesce(taken.booked_at, new.updated_at) else new.updated_at end, ended.lead_id is not null,
        taken.outcome, taken.outcome_by, taken.outcome_at, taken.outcome_id, taken.ended_try_again_at, taken.confirmed_at,
        taken.ready_at, taken.ready_by)
      -- A write without a version of its own, as of a repair by hand.
      on conflict (lead_id, lead_version) do update set (service_center_id, offering_id, day, time, ended_at, ending) =
        (excluded.service_center_id, excluded.offering_id, excluded.day, excluded.time, null, null);
  end if;
  return null;
end $$;
