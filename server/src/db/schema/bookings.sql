-- Places that leads are booked for, and how many places service centers have.

-- How many cars a center takes, by weekday from Sunday and hour, and when and how far ahead one books. A center without a row takes any booking.
create table booking_rules (
  service_center_id uuid     primary key references service_centers (id),
  week              jsonb    not null,             -- Seven objects of perDay and perHour.
  days_ahead        smallint check (days_ahead > 0),
  notice_minutes    smallint check (notice_minutes > 0),
  closures          jsonb    not null default '[]' -- Objects of day, from, to and note: nobody is booked for then.
);
create trigger booking_rules_tell after insert or update or delete on booking_rules for each statement execute function tell_refresh();

-- A booking for each place that a lead was given; one that is moved ends and another begins.
create table bookings (
  lead_id           uuid           not null references leads (id) on delete cascade,
  lead_version      integer        not null,           -- The version of the lead that booked it.
  service_center_id uuid           not null references service_centers (id),
  offering_id       uuid           references offerings (id),
  day               date           not null,
  time              text,
  booked_by         uuid           not null references employees (id), -- Who booked the customer, not who moved the booking.
  booked_at         timestamptz(3) not null,
  is_moved          boolean        not null,           -- It took the place of an earlier one.
  ended_at          timestamptz(3),
  ending            text           check (ending in ('moved', 'cancelled', 'completed')),
  outcome           text           check (outcome in ('arrived', 'didNotCome')),
  outcome_by        uuid           references employees (id),
  outcome_at        timestamptz(3),
  outcome_id        uuid,                              -- Its entry in the timeline, in order of time.
  outcome_version   integer,                           -- The version of the lead that was made with it, if it moved the lead.
  ended_try_again_at timestamptz(3),                   -- The reminder that an arrival ended, which taking it back brings back.
  confirmed_at      timestamptz(3),                    -- When the customer said that they come.
  ready_at          timestamptz(3),                    -- Since when the car can be collected.
  ready_by          uuid           references employees (id),
  -- It stands, or stood when its day came: boards show it, and reports count it.
  is_held           boolean        not null generated always as (ended_at is null or ending = 'completed' or outcome is not null) stored,
  primary key (lead_id, lead_version),
  check ((ended_at is null) = (ending is null)),
  check ((outcome is null) = (outcome_at is null))
);
create unique index bookings_current on bookings (lead_id) where ended_at is null;
-- What is booked on a day, also what reports count of past days.
create index bookings_by_day on bookings (day, service_center_id, time)
  include (lead_id, offering_id, booked_by, ended_at, ending, outcome) where is_held;
-- What is still to come is counted for weeks of days at once: small, since it holds nothing else.
create index bookings_standing on bookings (day, service_center_id) where ended_at is null and outcome is distinct from 'didNotCome';

-- Every write of a lead keeps its booking, whoever makes it. Who has arrived stays where they are booked on that day, whatever is
-- corrected of it. A lead that is booked again for a place of which something came, as when its completion is undone, has that booking
-- again; within the hour of an undo, whoever booked it did so still. Leads that are merged have one booking of a place: the kept lead
-- takes over what is known of it, and gives it back to the one that parts from it, whose booking is the one that it was.
create function book_lead() returns trigger language plpgsql as $$
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
create trigger leads_book_new after insert on leads for each row when (new.is_active and new.status = 'booked') execute function book_lead();
create trigger leads_book after update on leads for each row
  when ((old.status = 'booked' or new.status = 'booked')
    and (old.is_active, old.status, old.service_center_id, old.offering_id, old.appointment_date, old.appointment_time)
      is distinct from (new.is_active, new.status, new.service_center_id, new.offering_id, new.appointment_date, new.appointment_time))
  execute function book_lead();

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
