import { type CallGroup, callGroups, longestWaitingInterval } from '#contract/leads/call-order.ts';
import { addDays, clockInTimeZone, dateInTimeZone, instantInTimeZone } from '#contract/text/dates.ts';
import type { DueNow } from './call-queue.db.ts';
import type { DueSpan, WalkedSpans } from './lead-queue.db.ts';

/** Which spans of due leads make each group of the queue at one moment, in the order in which they are called. */
export type CallPlan = {
  groups: Record<CallGroup, readonly WalkedSpans[]>;
  longest: WalkedSpans;
  waitingLong: WalkedSpans;
  whole: readonly DueSpan[];
};

const oldest = (...spans: DueSpan[]): WalkedSpans => ({ spans, isNewestFirst: false });
const newest = (...spans: DueSpan[]): WalkedSpans => ({ spans, isNewestFirst: true });

/**
 * Plans the queue for one moment of the dealer's clock.
 *
 * @param longWait in days: an enquiry that has waited for longer is among those that waited long.
 */
export function planCalls(timeZone: string, now: Date, longWait: number): CallPlan {
  const today = dateInTimeZone(timeZone, now);
  const tomorrow = addDays(today, 1);
  const startOf = (day: string) => instantInTimeZone(timeZone, day, '00:00');
  const waitingSince = (day: string): DueSpan[] => [
    { kinds: ['followUp', 'appointment', 'reminded'], before: day },
    { kinds: ['new'], before: clockTime(startOf(day)) },
    { kinds: ['tryAgain'], before: clockTime(startOf(day)) },
  ];
  const ends = clockTime(startOf(tomorrow));
  // Those at 00:00 have no time: they pass with their day.
  const timed = `${today}T00:00:01`;
  const shown = clockInTimeZone(timeZone, now);
  const passedToday = { from: timed, before: shown };
  const toCome = { from: shown > timed ? shown : timed, before: tomorrow };
  return {
    groups: {
      targetRunning: [oldest({ kinds: ['new'], by: 'response', from: now.toISOString() })],
      appointmentToday: [
        oldest({ kinds: ['appointment'], from: today, before: timed }, { kinds: ['appointment'], ...toCome }),
      ],
      dueToday: [
        oldest({ kinds: ['tryAgain'], from: clockTime(startOf(today)), before: clockTime(now) }),
        oldest({ kinds: ['followUp'], from: today, before: tomorrow }),
        oldest({ kinds: ['tryAgain'], from: clockTime(now), before: ends }),
      ],
      targetMissed: [
        newest({
          kinds: ['new'],
          by: 'response',
          from: startOf(today).toISOString(),
          before: now.toISOString(),
        }),
      ],
      overdue: [
        newest(
          { kinds: ['followUp'], before: today },
          { kinds: ['tryAgain'], before: clockTime(startOf(today)) },
        ),
      ],
      passedAppointment: [
        newest(
          { kinds: ['appointment', 'reminded'], before: today },
          { kinds: ['appointment', 'reminded'], ...passedToday },
        ),
      ],
      appointmentTomorrow: [oldest({ kinds: ['appointment'], from: tomorrow, before: addDays(today, 2) })],
      older: [newest({ kinds: ['new'], missedBefore: startOf(today).toISOString() })],
    },
    longest: oldest(...waitingSince(today)),
    waitingLong: oldest(...waitingSince(addDays(today, -longWait))),
    whole: [
      { kinds: ['new'] },
      { kinds: ['tryAgain'], before: ends },
      { kinds: ['followUp'], before: tomorrow },
      { kinds: ['appointment'], before: addDays(today, 2) },
      { kinds: ['reminded'], before: today },
      { kinds: ['reminded'], ...passedToday },
    ],
  };
}

/** Returns the groups of a plan without what becomes due only later today. */
export function filterWorkableNow({ groups }: CallPlan): CallPlan['groups'] {
  return { ...groups, dueToday: groups.dueToday.slice(0, 2) };
}

/** @returns the group in whose spans something due lies; undefined while its day is still to come. */
export function findCallGroup({ groups }: CallPlan, due: DueNow): CallGroup | undefined {
  const lies = (span: DueSpan) => isInSpan(span, due);
  return callGroups.find((group) => groups[group].some(({ spans }) => spans.some(lies)));
}

// Days and moments of one form compare as texts.
function isInSpan(
  { kinds, by, from, before, missedBefore }: DueSpan,
  { kind, at, responseDueAt }: DueNow,
): boolean {
  if (!kinds.includes(kind)) return false;
  if (missedBefore !== undefined) return responseDueAt === null || responseDueAt < missedBefore;
  const moment = by === 'response' ? responseDueAt : at;
  return (
    moment !== null && (from === undefined || moment >= from) && (before === undefined || moment < before)
  );
}

/** A lead in the order of calls. `isLongest`: it took a tenth place, as the one that has waited longest. */
export type QueuedCall = { _id: string; group: CallGroup; isLongest: boolean };

/**
 * Orders calls, at most `most`: every tenth place goes to the lead that has waited longest, if it has no place yet.
 *
 * @param longest oldest first; both may name more than there are places.
 */
export function orderCalls(
  found: Partial<Record<CallGroup, readonly string[]>>,
  longest: readonly { _id: string; group: CallGroup }[],
  most: number,
): QueuedCall[] {
  const rest = callGroups.flatMap((group) => (found[group] ?? []).map((_id) => ({ _id, group })));
  const places = new Map<string, QueuedCall>();
  const next = (from: Iterator<{ _id: string; group: CallGroup }>) => {
    for (let { value, done } = from.next(); !done; { value, done } = from.next())
      if (!places.has(value._id)) return value;
    return undefined;
  };
  const [ordered, waiting] = [rest.values(), longest.values()];
  while (places.size < most) {
    const isTenth = (places.size + 1) % longestWaitingInterval === 0;
    const longestWaiting = isTenth ? next(waiting) : undefined;
    const place = longestWaiting ?? next(ordered);
    if (!place) break;
    places.set(place._id, { ...place, isLongest: longestWaiting !== undefined });
  }
  return [...places.values()];
}

function clockTime(at: Date): string {
  return at.toISOString().slice(0, -1);
}
