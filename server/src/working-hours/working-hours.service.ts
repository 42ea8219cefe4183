import { messages } from '#contract/call/messages.ts';
import type { EditWorkingHoursBody, WorkingHours } from '#contract/working-hours.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { queueJob } from '#server/jobs/jobs.service.ts';
import { invalid } from '#server/lib/refusal.ts';
import {
  findCenters,
  holdWorkingHours,
  readWorkingHours,
  replaceHolidays,
  replacePlans,
  replaceTargets,
} from './working-hours.db.ts';

/** Also queued by a migration. */
export const responseDueJobName = 'responseDue';

/** Milliseconds after which a write that began before a change has long ended. */
const stragglers = 60_000;

/** As kept in this process; not in a transaction that changes them. */
export function hoursNow({ db, leader = db, cache }: Context): Promise<WorkingHours> {
  return cache.hours('all', () => readWorkingHours(leader));
}

/** As stored. */
export function getWorkingHours({ db }: Context): Promise<WorkingHours> {
  return readWorkingHours(db);
}

/**
 * Replaces the parts given. Enquiries that wait for an answer follow by a job.
 *
 * @throws Refusal 400 for an unknown service center.
 */
export function editWorkingHours(
  context: ActorContext,
  { hours, holidays, targets }: EditWorkingHoursBody,
): Promise<WorkingHours> {
  return inTransaction(context, async (inside) => {
    const { db } = inside;
    await holdWorkingHours(db);
    const named = [hours?.serviceCenter, ...(holidays ?? []).map(({ serviceCenter }) => serviceCenter)];
    const centers = new Set(named.filter((center) => typeof center === 'string'));
    const known = await findCenters(db, [...centers]);
    if (known.size < centers.size) throw invalid({ serviceCenter: messages.unknownServiceCenter });
    const before = await readWorkingHours(db);
    if (hours) await replacePlans(db, hours.serviceCenter, hours.plans);
    if (holidays) await replaceHolidays(db, holidays);
    if (targets) await replaceTargets(db, targets);
    const after = await readWorkingHours(db);
    const parts = { plans: 'workingHours', holidays: 'holidays', targets: 'responseTargets' } as const;
    const fields = (['plans', 'holidays', 'targets'] as const)
      .filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]))
      .map((part) => parts[part]);
    if (fields.length === 0) return after;
    await retimeResponses(inside);
    await recordAudit(inside, { action: 'settingsChanged', actor: context.actor._id, details: { fields } });
    return after;
  });
}

/** Times, once the transaction of `context.db` commits, every enquiry that waits for an answer anew. */
export async function retimeResponses(context: Context): Promise<void> {
  await queueJob(context, responseDueJobName, {});
  // A write that read the former hours may commit after the first run.
  const runAt = new Date(context.clock.now().getTime() + stragglers);
  await queueJob(context, responseDueJobName, {}, { runAt });
}
