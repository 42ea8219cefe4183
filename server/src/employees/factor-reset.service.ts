import type { Employee } from '#contract/employees.ts';
import { resetFactorsOf } from '#server/auth/second-factor/second-factor.service.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { resetFault } from './employees.policy.ts';
import { getAccount } from './employees.service.ts';
import { lockTarget } from './lock-target.ts';

/**
 * For somebody who lost theirs: ends their sessions; they log in with the password alone.
 *
 * @throws Refusal 404, 403 by the policy.
 */
export function resetSecondFactorOf(context: ActorContext, id: string): Promise<Employee> {
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    await lockTarget(inside, id, resetFault);
    await resetFactorsOf(inside, id, context.actor._id);
    return getAccount(inside, id);
  });
}
