import { maxDaysAhead } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import type { Employee } from '#contract/employees.ts';
import type { Absence } from '#contract/session.ts';
import { addDays, dateInTimeZone } from '#contract/text/dates.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { invalidFields } from '#server/lib/refusal.ts';
import { updateEmployee } from './employees.db.ts';
import { findAbsenceRefusal } from './employees.policy.ts';
import { getAccount, lockTarget } from './employees.service.ts';

/**
 * Sets until which day somebody is away, or that they are here. They keep their leads; what comes in by itself goes to others.
 *
 * @param awayUntil the last day of the absence, null for none.
 * @throws Refusal 404, 403 by the policy, 400 beside `awayUntil` for a day that has passed or is too far ahead.
 */
export function setAwayUntil(context: ActorContext, id: string, awayUntil: string | null): Promise<Employee> {
  return inTransaction(context, async (inside) => {
    await lockTarget(inside, id, findAbsenceRefusal);
    return changeAbsence(inside, id, awayUntil);
  });
}

/** Reads until which day the actor is away; null when they are here. */
export async function getOwnAbsence(context: ActorContext): Promise<Absence> {
  const { awayUntil } = await getAccount(context, context.actor._id);
  return { awayUntil };
}

/** Sets until which day the actor is away, or that they are here, and returns that. @throws Refusal 400 as {@link setAwayUntil}. */
export function setOwnAbsence(context: ActorContext, { awayUntil }: Absence): Promise<Absence> {
  return inTransaction(context, async (inside) => {
    const changed = await changeAbsence(inside, context.actor._id, awayUntil);
    return { awayUntil: changed.awayUntil };
  });
}

async function changeAbsence(inside: ActorContext, id: string, awayUntil: string | null): Promise<Employee> {
  const today = dateInTimeZone(inside.dealer.timeZone, inside.clock.now());
  if (awayUntil !== null && (awayUntil < today || awayUntil > addDays(today, maxDaysAhead)))
    throw invalidFields({ awayUntil: messages.dateNotAllowed });
  const before = await getAccount(inside, id);
  if (before.awayUntil === awayUntil) return before;
  await updateEmployee(inside.db, id, { away_until: awayUntil, updated_at: inside.clock.now() });
  await recordAudit(inside, {
    action: 'awayChanged',
    actor: inside.actor._id,
    subject: id,
    details: awayUntil === null ? {} : { date: awayUntil },
  });
  return getAccount(inside, id);
}
