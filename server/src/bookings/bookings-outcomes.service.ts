import type { Updateable } from 'kysely';
import type { BookingOutcome } from '#contract/bookings/booking.ts';
import type {
  SetBookingOutcomeBody,
  setBookingOutcome as setBookingOutcomeCall,
} from '#contract/bookings/booking-outcomes.ts';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type { LeadBooking, OutcomeEntry } from '#contract/leads/lead-panel.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Bookings } from '#server/db/types.ts';
import {
  planUndoOfNewestChange,
  requireOwnRecentChange,
} from '#server/leads/history/lead-history.service.ts';
import { changeLead, type LeadChange } from '#server/leads/record/change-leads.service.ts';
import { planStatusChange } from '#server/leads/record/edit-leads.service.ts';
import { listIdsWithJoined, toNamedLead, type VisibleLead } from '#server/leads/record/get-lead.service.ts';
import { newId } from '#server/lib/ids.ts';
import { conflict } from '#server/lib/refusal.ts';
import {
  type BookingRow,
  findBookingOutcomes,
  findBookingsOfLead,
  updateBooking,
} from './bookings-outcomes.db.ts';

type Decided = { booking?: BookingRow; changes: Updateable<Bookings>; change: LeadChange };

const noOutcome = {
  ...{ outcome: null, outcome_by: null, outcome_at: null, outcome_id: null },
  ...{ outcome_version: null, ended_try_again_at: null, ready_at: null, ready_by: null },
} as const;

const undecided: Decided = { changes: {}, change: {} };

/**
 * Sets the outcome of a booking and, with `move`, changes the lead, too. An arrival ends the reminder to call again. `expected` takes
 * an outcome back; with the version of the lead that its move made, it undoes that move, too.
 *
 * @returns the lead, the outcome, and the outcome `before`.
 * @throws Refusal 404; 409 with the current lead when it is not booked, the day of its booking has not come, `version` is stale, or it
 *   was erased or merged; 403 for the move of somebody else, or of more than an hour ago; and as a move of the lead.
 */
export function setBookingOutcome(
  context: ActorContext,
  id: string,
  { outcome, move, version }: SetBookingOutcomeBody,
): Promise<EndpointReply<typeof setBookingOutcomeCall>> {
  return inTransaction(context, async (inside) => {
    let decided = undecided;
    let before = 0;
    const decide = async (inside: ActorContext, row: VisibleLead) => {
      before = row.version;
      const bookings = await findBookingsOfLead(inside.db, row.id);
      decided =
        outcome === 'expected'
          ? await planTakingBack(inside, row, bookings, version)
          : planOutcome(inside, row, await requireDueBooking(inside, row, bookings), outcome);
      return { ...decided.change, ...(move && (await planStatusChange(inside, row, move))) };
    };
    const place = move && { place: { overbook: move.overbook ?? false } };
    const lead = await changeLead({ context: inside, id, version, dropUnfitAdvisor: true, decide, ...place });
    const { booking, changes } = decided;
    const isMoved = outcome !== 'expected' && lead.version !== before;
    if (booking)
      await updateBooking(inside.db, booking, {
        ...changes,
        ...(isMoved && { outcome_version: lead.version }),
      });
    const said = booking?.outcome ?? 'expected';
    return { lead, outcome: lead.status === 'completed' ? 'done' : outcome, before: said };
  });
}

function planOutcome(
  { actor, clock }: ActorContext,
  row: VisibleLead,
  booking: BookingRow,
  outcome: 'arrived' | 'didNotCome',
): Decided {
  if (booking.outcome === outcome) return { booking, changes: { outcome }, change: {} };
  const at = clock.now();
  const said = { outcome, outcome_by: actor._id, outcome_at: at, outcome_id: newId(at) };
  if (outcome === 'didNotCome')
    return { booking, changes: { ...noOutcome, ...said }, change: takeBackArrival(row, booking) };
  const changes = { ...noOutcome, ...said, ended_try_again_at: row.try_again_at };
  return { booking, changes, change: { try_again_at: null, arrived_for: booking.day } };
}

async function planTakingBack(
  inside: ActorContext,
  row: VisibleLead,
  bookings: readonly BookingRow[],
  version: number | undefined,
): Promise<Decided> {
  const booking = findTakenBack(bookings);
  if (!booking) return undecided;
  const isMoved = version !== undefined && booking.outcome_version === row.version;
  if (isMoved) requireOwnRecentChange(inside, row);
  const arrival = takeBackArrival(row, booking);
  const change = isMoved ? { ...arrival, ...(await planUndoOfNewestChange(inside, row)) } : arrival;
  return { booking, changes: noOutcome, change };
}

// The present booking's outcome; of a lead that was moved with it, the one that moved it.
function findTakenBack(bookings: readonly BookingRow[]): BookingRow | undefined {
  const current = bookings.find(({ ended_at }) => ended_at === null);
  if (current?.outcome) return current;
  const [newest] = bookings
    .filter(({ outcome }) => outcome !== null)
    .sort((one, other) => ((one.outcome_id ?? '') < (other.outcome_id ?? '') ? 1 : -1));
  return !current || current.lead_version === newest?.outcome_version ? newest : undefined;
}

function takeBackArrival(row: VisibleLead, { outcome, ended_try_again_at: ended }: BookingRow): LeadChange {
  if (outcome !== 'arrived') return {};
  const isReminderBack = ended !== null && row.status === 'booked' && row.try_again_at === null;
  return { arrived_for: null, ...(isReminderBack && { try_again_at: ended }) };
}

async function requireDueBooking(
  inside: ActorContext,
  row: VisibleLead,
  bookings: readonly BookingRow[],
): Promise<BookingRow> {
  const current = bookings.find(({ ended_at }) => ended_at === null);
  if (!current) throw conflict(messages.notBooked, await toNamedLead(inside, row));
  if (current.day > getToday(inside)) throw conflict(messages.bookingNotDue, await toNamedLead(inside, row));
  return current;
}

/**
 * Notes that a car can be collected, or takes that back; the first moment stays. The customer has arrived, or the lead was completed.
 *
 * @throws Refusal 404; 409 with the current lead when it is not booked, its customer has not arrived, or it was erased or merged.
 */
export function setBookingReady(
  context: ActorContext,
  id: string,
  { isReady }: { isReady: boolean },
): Promise<{ readyAt: string | null }> {
  return inTransaction(context, async (inside) => {
    let readyAt: Date | null = null;
    const decide = async (inside: ActorContext, row: VisibleLead) => {
      const booking = findShown(await findBookingsOfLead(inside.db, row.id));
      if (!booking) throw conflict(messages.notBooked, await toNamedLead(inside, row));
      if (booking.outcome !== 'arrived' && booking.ending !== 'completed')
        throw conflict(messages.notArrived, await toNamedLead(inside, row));
      readyAt = isReady ? (booking.ready_at ?? inside.clock.now()) : null;
      const ready_by = readyAt && (booking.ready_by ?? inside.actor._id);
      await updateBooking(inside.db, booking, { ready_at: readyAt, ready_by });
      return {};
    };
    await changeLead({ context: inside, id, decide });
    return { readyAt: toInstant(readyAt) };
  });
}

/**
 * Notes, in the transaction of `context.db`, that a customer confirmed a booking: nobody has to call to remind them any more.
 *
 * @param booking the version of the lead that made the booking, if only this one is meant.
 * @returns false when the lead has no such booking, or its day has passed.
 * @throws Refusal 404, 409 with the current lead when it was erased or merged.
 */
export function confirmBooking(
  context: ActorContext,
  { lead, booking }: { lead: string; booking?: number },
): Promise<boolean> {
  return inTransaction(context, async (inside) => {
    let isConfirmed = false;
    const decide = async (inside: ActorContext, row: VisibleLead): Promise<LeadChange> => {
      const bookings = await findBookingsOfLead(inside.db, row.id);
      const current = bookings.find(({ ended_at }) => ended_at === null);
      const isMeant = current && (booking === undefined || current.lead_version === booking);
      if (!isMeant || current.day < getToday(inside)) return {};
      isConfirmed = true;
      await updateBooking(inside.db, current, { confirmed_at: current.confirmed_at ?? inside.clock.now() });
      return { reminded_for: row.appointment_date };
    };
    await changeLead({ context: inside, id: lead, decide });
    return isConfirmed;
  });
}

/** Finds the booking that the panel of a lead shows: the current one, else the last one with an outcome; null without one. */
export async function findLeadBooking(
  { db }: ActorContext,
  { id }: VisibleLead,
): Promise<LeadBooking | null> {
  const booking = findShown(await findBookingsOfLead(db, id));
  if (!booking) return null;
  const { day, time, outcome, ending, confirmed_at, ready_at } = booking;
  return {
    date: day,
    time,
    outcome: toBookingOutcome({ ending, outcome }),
    confirmedAt: toInstant(confirmed_at),
    readyAt: toInstant(ready_at),
  };
}

/** Returns the outcome of a booking: `done` if its lead was completed, else the one that was set, else `expected`. */
export function toBookingOutcome({
  ending,
  outcome,
}: {
  ending: string | null;
  outcome: BookingOutcome | null;
}): BookingOutcome {
  return ending === 'completed' ? 'done' : (outcome ?? 'expected');
}

function findShown(bookings: readonly BookingRow[]): BookingRow | undefined {
  const current = bookings.find(({ ended_at }) => ended_at === null);
  return current ?? bookings.find(({ ending, outcome }) => ending === 'completed' || outcome !== null);
}

/** Lists the outcomes of the bookings of a lead for its timeline: those with a lower id than `before`, newest first. */
export async function listBookingOutcomes(
  { db }: ActorContext,
  lead: VisibleLead,
  page: { before: string; limit: number },
): Promise<OutcomeEntry[]> {
  const rows = await findBookingOutcomes(db, listIdsWithJoined(lead), page);
  return rows.map(({ id, day, at, ...said }) => ({
    kind: 'outcome',
    _id: id,
    date: day,
    at: at.toISOString(),
    ...said,
  }));
}

function getToday({ dealer, clock }: ActorContext): string {
  return dateInTimeZone(dealer.timeZone, clock.now());
}

function toInstant(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
