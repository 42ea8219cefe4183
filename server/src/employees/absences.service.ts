import { maxDaysAhead } from '#contract/business.ts';
import { messages } from '#contract/call/messages.ts';
import type { Employee } from '#contract/employees.ts';
import { addDays, dateInTimeZone } from '#contract/text/dates.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { invalidFields } from '#server/lib/refusal.ts';
import { updateEmployee } from './employees.db.ts';
import { findAbsenceRefusal } from './employees.policy.ts';
import { getAccount, lockTarget } from './employees.service.ts';

/**
 * Says until which day somebody is away, or that they are here. They keep their leads; what comes in by itself goes to others.
 *
 * @param awayUntil the last day of the absence, null for none.
 * @throws Refusal 404, 403 by the policy, 400 beside `awayUntil` for a day that has passed or is too far ahead.
 */
export function setAwayUntil(context: ActorContext, id: string, awayUntil: string | null): Promise<Employee> {
  return inTransaction(context, async (inside) => {
    await lockTarget(inside, id, findAbsenceRefusal);
    const today = dateInTimeZone(context.dealer.timeZone, context.clock.now());
    if (awayUntil !== null && (awayUntil < today || awayUntil > addDays(today, maxDaysAhead)))
      throw invalidFields({ awayUntil: messages.dateNotAllowed });
    const before = await getAccount(inside, id);
    if (before.awayUntil === awayUntil) return before;
    await updateEmployee(inside.db, id, { away_until: awayUntil, updated_at: context.clock.now() });
    await recordAudit(inside, {
      action: 'awayChanged',
      actor: context.actor._id,
      subject: id,
      details: awayUntil === null ? {} : { date: awayUntil },
    });
    return getAccount(inside, id);
  });
}
