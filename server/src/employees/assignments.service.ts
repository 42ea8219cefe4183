import { messages } from '#contract/call/messages.ts';
import type { Employee } from '#contract/employees.ts';
import type { Level } from '#contract/levels.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { releaseLeadsOfEmployee } from '#server/leads/bulk/release-leads.service.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { requireActiveServiceCenters } from '#server/service-centers/service-centers.service.ts';
import { replaceAssignments, updateEmployee } from './employees.db.ts';
import { findAssignmentRefusal } from './employees.policy.ts';
import { getAccount, lockTarget } from './employees.service.ts';

/**
 * Gives an employee a level and its service centers. It applies from their next request, and their open screens are told; leads that they
 * may no longer have are soon free.
 *
 * @throws Refusal 404, 403 by the policy, 409 for somebody inactive, 400 beside `serviceCenter`.
 */
export function assignEmployee(
  context: ActorContext,
  id: string,
  level: Level,
  serviceCenters: readonly string[] = [],
): Promise<Employee> {
  return inTransaction(context, async (inside) => {
    const { _id: actorId } = context.actor;
    const target = await lockTarget(inside, id, (actor, target) =>
      findAssignmentRefusal(actor, target, level),
    );
    if (!target.isActive) throw new Refusal('conflict', messages.employeeInactive);

    const before = await getAccount(inside, id);
    const had = before.serviceCenter.map((center) => center._id);
    const wished = [...new Set(serviceCenters)];
    await requireActiveServiceCenters(
      inside,
      wished.filter((center) => !had.includes(center)),
    );
    const isSame = wished.length === had.length && wished.every((center) => had.includes(center));
    if (before.level === level && isSame) return before;

    await replaceAssignments(inside.db, id, wished);
    await updateEmployee(inside.db, id, { level, updated_at: context.clock.now() });
    if (before.level !== level || had.some((center) => !wished.includes(center)))
      await releaseLeadsOfEmployee(inside, { employee: id, by: actorId });
    await recordAudit(inside, {
      action: 'levelChanged',
      actor: actorId,
      subject: id,
      details: { from: before.level, to: level, ...(wished.length > 0 && { serviceCenters: wished }) },
    });
    return getAccount(inside, id);
  });
}
