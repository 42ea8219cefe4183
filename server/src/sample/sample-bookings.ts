import type { BookingRules } from '#contract/bookings/booking-rules.ts';
import { createLeadBody } from '#contract/leads/leads.ts';
import { addDays, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import { getOpeningSpans } from '#contract/working-time.ts';
import { editBookingRules } from '#server/booking-rules/booking-rules.service.ts';
import { listDaysOfCenters } from '#server/booking-rules/places.service.ts';
import { setBookingOutcome } from '#server/bookings/bookings-outcomes.service.ts';
import { logContact } from '#server/contacts/contacts.service.ts';
import type { ActorContext } from '#server/context.ts';
import { createLead } from '#server/leads/record/create-leads.service.ts';
import { editOffering } from '#server/offerings/offerings.service.ts';
import { createRandom, type Random } from './random.ts';
import { drawReachedContact } from './sample-contacts.ts';
import { pickCustomer, type SampleCustomer } from './sample-customers.ts';
import { drawMomentFrom, type Workplace } from './sample-days.ts';

/** Cars a day and an hour, by center; the last one takes any booking. */
const capacities: readonly { perDay: number; perHour: number | null }[] = [
  { perDay: 12, perHour: 2 },
  { perDay: 10, perHour: 2 },
  { perDay: 8, perHour: null },
  { perDay: 8, perHour: 1 },
  { perDay: 6, perHour: 1 },
];

/** How much of a day is booked from today on. */
const shares = [0.8, 0.9, 0.9, 0.8, 0.75, 0.6, 0.5, 0.5, 0.4, 0.3, 0.3, 0.2, 0.2, 0.1, 0.1];

/**
 * How many days ago the first of these cars was booked: some at the counter, for the next service. Were they all booked this week, it would
 * stand against the week before as no week of a dealer does.
 */
const bookedWithinDays = 42;

/** The day of those that is over capacity at the first center. */
const overFullAfter = 3;

/** How long after their time customers arrive. */
const lateMs = 4 * 60_000;

/** Most come in the morning, so that some hours are full. */
const times = [
  '09:30',
  '10:00',
  '10:00',
  '10:30',
  '10:30',
  '11:00',
  '11:30',
  '12:00',
  '14:30',
  '15:00',
  '16:00',
];

type Planned = { center: string; date: string; time: string };
type BookingPlaces = {
  now: Date;
  hours: Workplace['hours'];
  centerIds: readonly string[];
  offeringIds: readonly string[];
  /** Returns somebody of a center at a moment. */
  actAt: (center: string, at: Date) => ActorContext;
};

type Limited = {
  centerIds: readonly string[];
  offered: readonly { id: string; perDay: number | null }[];
};

/** Sets how many cars the sample centers take, and of which offerings only so many; what is booked already was never asked about. */
export async function setCapacities(context: ActorContext, { centerIds, offered }: Limited): Promise<void> {
  for (const { id, perDay } of offered)
    if (perDay !== null) await editOffering(context, id, { bookingsPerDay: perDay });
  for (const [place, capacity] of capacities.entries()) {
    const id = centerIds[place];
    const week = Array.from({ length: 7 }, () => capacity);
    const rules: BookingRules = { week, daysAhead: 60, noticeMinutes: 60, closures: [] };
    if (id) await editBookingRules(context, id, { rules });
  }
}

/** Books cars at the sample centers for today and the two weeks from tomorrow on, on top of those that are booked. Whose time of today has passed has arrived. */
export async function bookTwoWeeks(context: ActorContext, places: BookingPlaces): Promise<void> {
  const random = createRandom(4_611);
  const { now, hours, offeringIds, actAt } = places;
  const { timeZone } = context.dealer;
  const today = dateInTimeZone(timeZone, now);
  const customers: SampleCustomer[] = [];
  const planned = await planBookings(context, random, places);
  const enquiries = planned.map((place) => {
    const workplace = { hours, timeZone, center: place.center };
    const since = addDays(today, -random.between(2, bookedWithinDays));
    const drawn = drawMomentFrom(random, workplace, since, new Date(0));
    const at = new Date(Math.min(drawn.getTime(), now.getTime() - 3_600_000));
    const { customer } = pickCustomer(random, customers);
    const body = createLeadBody.parse({
      ...customer,
      ...{ serviceCenter: place.center, serviceOrCampaign: random.pick(offeringIds), platform: null },
    });
    const { date: appointmentDate, time: appointmentTime } = place;
    const said = {
      ...drawReachedContact(random),
      move: { status: 'booked', appointmentDate, appointmentTime },
    } as const;
    const arrivedAt = new Date(instantInTimeZone(timeZone, place.date, place.time).getTime() + lateMs);
    const arrival = arrivedAt < now ? actAt(place.center, arrivedAt) : undefined;
    return { acting: actAt(place.center, at), body, said, arrival };
  });
  const leads = await Promise.all(enquiries.map(({ acting, body }) => createLead(acting, body)));
  await Promise.all(
    enquiries.map(async ({ acting, said, arrival }, place) => {
      const lead = leads[place];
      if (!lead) return;
      await logContact(acting, lead._id, { ...said, version: lead.version });
      if (arrival) await setBookingOutcome(arrival, lead._id, { outcome: 'arrived' });
    }),
  );
}

async function planBookings(
  context: ActorContext,
  random: Random,
  { now, hours, centerIds }: BookingPlaces,
): Promise<Planned[]> {
  const from = dateInTimeZone(context.dealer.timeZone, now);
  const booked = await listDaysOfCenters(context, { centers: centerIds, from, days: shares.length });
  return centerIds.flatMap((center, place) => {
    const { perDay = 5 } = capacities[place] ?? {};
    const days = booked.find(({ serviceCenter }) => serviceCenter._id === center)?.days ?? [];
    const open = days.filter(({ date }) => getOpeningSpans(hours, center, date).length > 0);
    return open.flatMap(({ date, booked }, day) => {
      const isOverFull = place === 0 && day === overFullAfter;
      const cars = isOverFull
        ? perDay + 1
        : Math.round(perDay * (shares[day] ?? 0) * (0.7 + 0.3 * random.unit()));
      const spans = getOpeningSpans(hours, center, date);
      const open = times.filter((time) => spans.some(({ from, to }) => from <= time && time < to));
      const perHour = isOverFull ? null : (capacities[place]?.perHour ?? null);
      return drawTimes(random, open, perHour, cars - booked).map((time) => ({ center, date, time }));
    });
  });
}

function drawTimes(random: Random, open: readonly string[], perHour: number | null, count: number): string[] {
  const drawn: string[] = [];
  for (let left = count; left > 0; left--) {
    const free = open.filter(
      (time) =>
        perHour === null || drawn.filter((each) => each.slice(0, 2) === time.slice(0, 2)).length < perHour,
    );
    if (free.length > 0) drawn.push(random.pick(free));
  }
  return drawn;
}
