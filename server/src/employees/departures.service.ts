import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext } from '#server/context.ts';
import { releaseLeadsOfEmployee } from '#server/leads/bulk/release-leads.service.ts';
import { lockActiveCentersUntilCommit } from '#server/service-centers/service-centers.service.ts';
import { replaceAssignments, updateEmployee } from './employees.db.ts';
import { findDepartureRefusal } from './employees.policy.ts';
import { getAccount, lockTarget } from './employees.service.ts';

/**
 * Sets an employee active or inactive, in a transaction. Deactivating queues the release of leads that are not handed over before
 * long; the rest stays for a return. A service employee without an active center comes back unassigned. It ends no session.
 *
 * @returns false when they were that already.
 * @throws Refusal 404, 403 by the policy.
 */
export async function setActiveWithLeads(
  context: ActorContext,
  id: string,
  isActive: boolean,
): Promise<boolean> {
  const target = await lockTarget(context, id, findDepartureRefusal);
  if (target.isActive === isActive) return false;
  await (isActive ? reactivate(context, id) : deactivate(context, id));
  return true;
}

async function deactivate(context: ActorContext, id: string): Promise<void> {
  await updateEmployee(context.db, id, { is_active: false, updated_at: context.clock.now() });
  await releaseLeadsOfEmployee(context, { employee: id, by: context.actor._id }, { isDeparture: true });
  await recordAudit(context, { action: 'deactivated', actor: context.actor._id, subject: id });
}

async function reactivate(context: ActorContext, id: string): Promise<void> {
  const { level, serviceCenter } = await getAccount(context, id);
  const centers = serviceCenter.map(({ _id }) => _id);
  const isWithoutCenter =
    level === 'service' && (await lockActiveCentersUntilCommit(context, centers)).length === 0;
  if (isWithoutCenter) await replaceAssignments(context.db, id, []);
  const to = isWithoutCenter ? 'unassigned' : level;
  await updateEmployee(context.db, id, { is_active: true, level: to, updated_at: context.clock.now() });
  if (isWithoutCenter) await releaseLeadsOfEmployee(context, { employee: id, by: context.actor._id });
  await recordAudit(context, {
    action: 'reactivated',
    actor: context.actor._id,
    subject: id,
    details: { from: level, to },
  });
}
