import { createHash } from 'node:crypto';
import { messages } from '#contract/call/messages.ts';
import type { EditWorkingHoursBody, StoredWorkingHours, WorkingHours } from '#contract/working-hours.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { queueJob } from '#server/jobs/jobs.service.ts';
import { conflict, invalidFields } from '#server/lib/refusal.ts';
import { areServiceCenters } from '#server/service-centers/service-centers.service.ts';
import {
  lockWorkingHours,
  readWorkingHours,
  replaceHolidays,
  replacePlans,
  replaceTargets,
} from './working-hours.db.ts';

/** The kind of job that times unanswered enquiries anew. */
export const responseDueJobName = 'responseDue';

// Milliseconds after which a write that began before a change has long ended.
const stragglers = 60_000;

/** Returns the hours, holidays and targets cached in this process; a transaction that changes them must not use it. */
export function getCachedHours({ db, leader = db, cache }: Context): Promise<WorkingHours> {
  return cache.hours('all', () => readWorkingHours(leader));
}

/** Reads the hours, holidays and targets with their version. */
export async function getWorkingHours({ db }: Context): Promise<StoredWorkingHours> {
  return withVersion(await readWorkingHours(db));
}

function withVersion(hours: WorkingHours): StoredWorkingHours {
  const { plans, holidays, targets } = hours;
  const parts = JSON.stringify([plans, holidays, Object.entries(targets).sort()]);
  return { ...hours, version: createHash('sha256').update(parts).digest('hex') };
}

/**
 * Replaces the parts given, and audits a change; a job then times anew the enquiries that wait for an answer.
 *
 * @throws Refusal 400 for an unknown service center, 409 if they are no longer those of `version`.
 */
export function editWorkingHours(
  context: ActorContext,
  { version, hours, holidays, targets }: EditWorkingHoursBody,
): Promise<StoredWorkingHours> {
  return inTransaction(context, async (inside) => {
    const { db } = inside;
    await lockWorkingHours(db);
    const named = [hours?.serviceCenter, ...(holidays ?? []).map(({ serviceCenter }) => serviceCenter)];
    const centers = new Set(named.filter((center) => typeof center === 'string'));
    if (!(await areServiceCenters(inside, [...centers])))
      throw invalidFields({ serviceCenter: messages.unknownServiceCenter });
    const before = withVersion(await readWorkingHours(db));
    if (version !== undefined && version !== before.version) throw conflict(messages.staleHours, before);
    if (hours) await replacePlans(db, hours.serviceCenter, hours.plans);
    if (holidays) await replaceHolidays(db, holidays);
    if (targets) await replaceTargets(db, targets);
    const after = withVersion(await readWorkingHours(db));
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

/** Queues the job that times every enquiry that waits for an answer anew, once the transaction of `context.db` commits. */
export async function retimeResponses(context: Context): Promise<void> {
  await queueJob(context, responseDueJobName, {});
  // A write that read the former hours may commit after the first run.
  const runAt = new Date(context.clock.now().getTime() + stragglers);
  await queueJob(context, responseDueJobName, {}, { runAt });
}
