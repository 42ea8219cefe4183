import type { Employee } from '#contract/employees.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import { revokeTokens } from '#server/auth/one-time-tokens.service.ts';
import { closeSessionsOf } from '#server/auth/sessions/sessions.service.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { freeLeadsOf } from '#server/leads/advisors/free-leads.service.ts';
import { holdActiveServiceCenters } from '#server/service-centers/service-centers.service.ts';
import { replaceAssignments, updateEmployee } from './employees.db.ts';
import { departureFault } from './employees.policy.ts';
import { getAccount } from './employees.service.ts';
import { lockTarget } from './lock-target.ts';

/**
 * Deactivating ends sessions and emailed links at once, and frees leads not handed over before long; the rest stays for a
 * return. A service employee without an active center comes back unassigned.
 *
 * @throws Refusal 404, 403 by the policy.
 */
export function setEmployeeActive(context: ActorContext, id: string, isActive: boolean): Promise<Employee> {
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    const { target } = await lockTarget(inside, id, departureFault);
    if (target.isActive !== isActive) await (isActive ? reactivate(inside, id) : deactivate(inside, id));
    return getAccount(inside, id);
  });
}

async function deactivate(context: ActorContext, id: string): Promise<void> {
  await updateEmployee(context.db, id, { is_active: false, updated_at: context.clock.now() });
  await closeSessionsOf(context, id);
  await revokeTokens(context, { employeeId: id });
  await freeLeadsOf(context, { employee: id, by: context.actor._id }, { isDeparture: true });
  await recordAudit(context, { action: 'deactivated', actor: context.actor._id, subject: id });
}

async function reactivate(context: ActorContext, id: string): Promise<void> {
  const { level, serviceCenter } = await getAccount(context, id);
  const centers = serviceCenter.map(({ _id }) => _id);
  const isWithoutCenter =
    level === 'service' && (await holdActiveServiceCenters(context, centers)).length === 0;
  if (isWithoutCenter) await replaceAssignments(context.db, id, []);
  const to = isWithoutCenter ? 'unassigned' : level;
  await updateEmployee(context.db, id, { is_active: true, level: to, updated_at: context.clock.now() });
  if (isWithoutCenter) await freeLeadsOf(context, { employee: id, by: context.actor._id });
  // A login that raced with the deactivation may have left a session.
  await closeSessionsOf(context, id);
  await recordAudit(context, {
    action: 'reactivated',
    actor: context.actor._id,
    subject: id,
    details: { from: level, to },
  });
}
