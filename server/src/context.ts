import type { BookingRules } from '#contract/bookings/booking-rules.ts';
import type { CacheTag } from '#contract/call/endpoint.ts';
import type { LeadChannel } from '#contract/leads/lead-source.ts';
import type { OfferingType } from '#contract/offerings.ts';
import type { Account } from '#contract/people.ts';
import type { WorkingHours } from '#contract/working-hours.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Clock } from '#server/lib/clock.ts';

/**
 * The rules of the dealer that every call follows. `timeZone`: an IANA name; `phoneCountry`: whose numbers are domestic;
 * `serviceMayCorrect` and `serviceMayMerge`: leads; `serviceMayOverbook`: centers.
 */
export type DealerRules = {
  timeZone: string;
  phoneCountry: string;
  serviceMayCorrect: boolean;
  serviceMayMerge: boolean;
  serviceMayOverbook: boolean;
};

/** Returns what `load` reads, cached until a notice concerns the key. Never call it in a transaction that writes what `load` reads. */
export type CachedLoader<V> = <Found extends V | undefined>(
  key: string,
  load: () => Promise<Found>,
) => Promise<V | Found>;

/** The names of centers, offerings and employees, by id. */
export type ReferenceNames = {
  centers: ReadonlyMap<string, { name: string; address: string | null; contactNo: string | null }>;
  offerings: ReadonlyMap<string, { name: string; type: OfferingType }>;
  people: ReadonlyMap<string, string>;
};

/**
 * The booking rules by center, and of offerings that say so how long a car is in the workshop and how many a center takes of them on a day.
 * A center without rules takes any booking.
 */
export type PlaceLimits = {
  rules: ReadonlyMap<string, BookingRules>;
  offerings: ReadonlyMap<string, { name: string; minutes: number | null; perDay: number | null }>;
};

/** The kind of a connection, its sealed secret, and whether it is paused: by these a sender is checked. */
export type ConnectionCredentials = { kind: LeadChannel; secret: Buffer; isPaused: boolean };

/** The caches of a process, which notices invalidate. */
export type ProcessCache = {
  sessions: CachedLoader<CachedSession>;
  names: CachedLoader<ReferenceNames>;
  hours: CachedLoader<WorkingHours>;
  placeLimits: CachedLoader<PlaceLimits>;
  senders: CachedLoader<ConnectionCredentials>;
};

/** The tags of what processes cache: a call that changes one of these answers once every process has dropped what it cached. */
export const cachedTags: ReadonlySet<CacheTag> = new Set<CacheTag>([
  'account',
  'connections',
  'dealer',
  'employees',
  'offerings',
  'serviceCenters',
  'sessions',
  'workingHours',
]);

/**
 * Quotas of what may come by itself. `hourly`: of one connection, all together three times as much; `storedBytes`: of all connections,
 * of which one may fill half.
 */
export type IntakeQuota = { hourly: { deliveries: number; bytes: number }; storedBytes: number };

/** Releases the slot of a call while something is waited for that needs none. */
export type ReleaseWhileWaiting = <T>(wait: () => Promise<T>) => Promise<T>;

/**
 * The surroundings in which a service works. `leader`: where `db` is a replica, the database that is read for what the process caches,
 * which outlives the call; `releaseWhileWaiting`: of a call that has a slot; `quota`: of the calls that strangers send to; `mailFrom`:
 * the address that mails are sent from, with or without a name.
 */
export type Context = {
  db: Db;
  leader?: Db;
  clock: Clock;
  cache: ProcessCache;
  releaseWhileWaiting?: ReleaseWhileWaiting;
  quota?: IntakeQuota;
  mailFrom?: string;
};

/** A context with who acts, and the rules that they follow. */
export type ActorContext = Context & { actor: Account; dealer: DealerRules };

/** The session of a request. */
export type RequestSession = { actor: Account; dealer: DealerRules; sessionId: string; createdAt: Date };

/** A session as a process caches it. */
export type CachedSession = RequestSession & { lastSeenAt: Date };
