import type { Employee } from '#contract/employees.ts';
import type { Level } from '#contract/levels.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  deleteAssignments,
  insertAssignments,
  lockLevels,
  updateEmployee,
} from '#server/employees/employees.db.ts';
import { assignmentFault } from '#server/employees/employees.policy.ts';
import { getAccount } from '#server/employees/employees.service.ts';
import { forbidden, notFound } from '#server/http/refusal.ts';
import { requireActiveServiceCenter } from '#server/service-centers/service-centers.service.ts';

/**
 * Gives an employee a level and, with `service`, the centers whose leads he works on. It holds from his next request on,
 * and his open screens are told. The levels of both are read afresh under a lock, so that two superAdmins who demote each
 * other at the same moment do not both succeed.
 *
 * @returns the employee afterwards.
 * @throws Refusal 404 for an unknown or unverified employee, 403 by the policy, 400 beside `serviceCenter`.
 */
export function assignEmployee(
  context: ActorContext,
  id: string,
  level: Level,
  serviceCenters: readonly string[] = [],
): Promise<Employee> {
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    const { _id: actorId } = context.actor;
    const levels = await lockLevels(db, [actorId, id]);
    const [actorLevel, from] = [levels.get(actorId), levels.get(id)];
    if (!actorLevel || !from) throw notFound();
    const fault = assignmentFault({ id: actorId, level: actorLevel }, { id, level: from }, level);
    if (fault) throw forbidden(fault);

    const before = await getAccount(inside, id);
    const had = before.serviceCenter.map((center) => center._id);
    const wished = [...new Set(serviceCenters)];
    for (const center of wished) {
      if (!had.includes(center)) await requireActiveServiceCenter(inside, center);
    }
    const isSame = wished.length === had.length && wished.every((center) => had.includes(center));
    if (from === level && isSame) return before;

    await deleteAssignments(db, id);
    await insertAssignments(db, id, wished);
    await updateEmployee(db, id, { level, updated_at: context.clock.now() });
    await recordAudit(inside, {
      action: 'levelChanged',
      actor: actorId,
      subject: id,
      details: { from, to: level, ...(wished.length > 0 && { serviceCenters: wished }) },
    });
    return getAccount(inside, id);
  });
}
