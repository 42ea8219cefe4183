import { type ContactOutcome, contactChannels, type LogContactBody } from '#contract/contacts.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { dateIn, instantIn } from '#contract/text/dates.ts';
import type { DealerRules } from '#server/context.ts';
import type { Random } from './random.ts';
import { callNotes } from './sample-words.ts';

export type PlannedTry = { at: Date; body: LogContactBody };

type Span = { dealer: DealerRules; from: Date; until: Date };

const hour = 3_600_000;
const inVain: readonly ContactOutcome[] = ['noAnswer', 'noAnswer', 'noAnswer', 'busy', 'callLater'];

/** Up to three attempts in vain in working hours between two moments, oldest first. */
export function planTries(random: Random, { dealer, from, until }: Span): PlannedTry[] {
  const moments = Array.from({ length: random.between(1, 3) }, () => between(random, from, until));
  return moments
    .filter((at) => from < at && at < until && isWorkingTime(dealer, at))
    .sort((one, other) => one.getTime() - other.getTime())
    .map((at) => ({ at, body: bodyOf(random, random.pick(inVain)) }));
}

/** The last two days of an open lead that waits: many stay untouched, others have been tried and are to be tried again. */
export function planLatestTries(
  random: Random,
  { dealer, from, until, status }: Span & { status: LeadStatus },
): PlannedTry[] {
  if (status === 'completed' || status === 'lostCustomer' || random.chance(0.6)) return [];
  const since = new Date(Math.max(from.getTime(), until.getTime() - 48 * hour));
  const tries = planTries(random, { dealer, from: since, until });
  const last = tries.at(-1);
  if (!last) return [];
  if (status === 'booked') last.body = bodyOf(random, 'reached');
  else last.body.tryAgainAt = againAfter(random, last.at, until).toISOString();
  return tries;
}

/** What is said when a customer is reached. */
export function reachedBody(random: Random): LogContactBody {
  return bodyOf(random, 'reached');
}

function bodyOf(random: Random, outcome: ContactOutcome): LogContactBody {
  const isCall = random.chance(0.7);
  return {
    channel: isCall ? 'call' : random.pick(contactChannels),
    outcome,
    note: random.chance(0.4) ? random.pick(callNotes[outcome === 'reached' ? 'reached' : 'inVain']) : null,
  };
}

/** Around `now`, so that some are due and some are still to come. */
function againAfter(random: Random, at: Date, now: Date): Date {
  const again = now.getTime() + random.pick([-3, -1, -0.2, 0.3, 1, 2, 4, 20]) * hour;
  return new Date(again > at.getTime() ? again : at.getTime() + 2 * hour);
}

function between(random: Random, from: Date, until: Date): Date {
  return new Date(from.getTime() + random.unit() * (until.getTime() - from.getTime()));
}

function isWorkingTime({ timeZone }: DealerRules, at: Date): boolean {
  const day = dateIn(timeZone, at);
  return instantIn(timeZone, day, '09:00') <= at && at < instantIn(timeZone, day, '19:00');
}
