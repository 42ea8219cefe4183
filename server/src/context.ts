import type { Account } from '#contract/people.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';

/**
 * What of the dealer decides about leads: an IANA time zone, the country whose phone numbers are domestic, and whether the
 * service level may correct what was recorded.
 */
export type DealerRules = { timeZone: string; phoneCountry: string; serviceMayCorrect: boolean };

/** What every use case works with. */
export type Context = { db: Db; clock: Clock };

/** What a signed-in employee's use case works with. */
export type ActorContext = Context & { actor: Account; dealer: DealerRules };

/** The employee behind a request, and the dealer's rules as they are now. */
export type RequestSession = { actor: Account; dealer: DealerRules; sessionId: string };
