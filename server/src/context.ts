import type { OfferingType } from '#contract/offerings.ts';
import type { Account } from '#contract/people.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';

/**
 * What of the dealer decides about leads: an IANA time zone, the country whose phone numbers are domestic, and whether the
 * service level may correct what was recorded.
 */
export type DealerRules = { timeZone: string; phoneCountry: string; serviceMayCorrect: boolean };

/**
 * Answers what is kept under a key, else what `load` reads, which is then kept until it may no longer be true. `load` reads
 * what is committed, so never within a transaction that writes it.
 */
export type Keeper<V> = <Found extends V | undefined>(
  key: string,
  load: () => Promise<Found>,
) => Promise<V | Found>;

/** What leads refer to, by id: there are few of them, and they hardly ever change. */
export type Names = {
  centers: ReadonlyMap<string, { name: string; address: string | null; contactNo: string | null }>;
  offerings: ReadonlyMap<string, { name: string; type: OfferingType }>;
  people: ReadonlyMap<string, string>;
};

/** What a process keeps of what hardly ever changes; see events/held.service.ts. */
export type Held = { sessions: Keeper<HeldSession>; names: Keeper<Names> };

/** What every use case works with. */
export type Context = { db: Db; clock: Clock; held: Held };

/** What a signed-in employee's use case works with. */
export type ActorContext = Context & { actor: Account; dealer: DealerRules };

/** The employee behind a request, and the dealer's rules as they are now. */
export type RequestSession = { actor: Account; dealer: DealerRules; sessionId: string };

/** A session as it was read, and when it began and was used last. */
export type HeldSession = RequestSession & { createdAt: Date; lastSeenAt: Date };
