import { createHash } from 'node:crypto';
import type { CenterBookingRules, EditBookingRulesBody } from '#contract/bookings/booking-rules.ts';
import { messages } from '#contract/call/messages.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context, PlaceLimits } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { conflict, notFound } from '#server/lib/refusal.ts';
import {
  type CenterRules,
  findCenterRules,
  lockBookingRules,
  readPlaceLimits,
  replaceBookingRules,
} from './booking-rules.db.ts';

/**
 * Returns the booking rules of centers and the limits of offerings, cached in this process; a transaction that changes them must not
 * use it.
 */
export function getCachedPlaceLimits({ db, leader = db, cache }: Context): Promise<PlaceLimits> {
  return cache.placeLimits('all', () => readPlaceLimits(leader));
}

/** Lists the booking rules of the active centers, by name; null for a center that takes any booking. */
export async function listBookingRules({ db }: Context): Promise<CenterBookingRules[]> {
  return (await findCenterRules(db)).map(withVersion);
}

/**
 * Replaces the rules of a center, and audits a change.
 *
 * @throws Refusal 404, 409 with the center's rules if they are no longer those of `version`.
 */
export function editBookingRules(
  context: ActorContext,
  id: string,
  { version, rules }: EditBookingRulesBody,
): Promise<CenterBookingRules> {
  return inTransaction(context, async (inside) => {
    const { db } = inside;
    await lockBookingRules(db);
    const before = await getCenterRules(inside, id);
    if (version !== undefined && version !== before.version) throw conflict(messages.staleRules, before);
    await replaceBookingRules(db, id, rules);
    const after = await getCenterRules(inside, id);
    if (after.version === before.version) return after;
    const details = { fields: ['bookingRules'], serviceCenters: [id] };
    await recordAudit(inside, { action: 'settingsChanged', actor: context.actor._id, details });
    return after;
  });
}

async function getCenterRules({ db }: Context, id: string): Promise<CenterBookingRules> {
  const [found] = await findCenterRules(db, id);
  if (!found) throw notFound();
  return withVersion(found);
}

function withVersion({ center, rules }: CenterRules): CenterBookingRules {
  const version = createHash('sha256').update(JSON.stringify(rules)).digest('hex');
  return { serviceCenter: center, rules, version };
}
