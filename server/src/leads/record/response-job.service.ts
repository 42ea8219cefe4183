import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { announceRefresh } from '#server/db/announce-refresh.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { defineJob, type JobKind } from '#server/jobs/jobs.service.ts';
import { getWorkingHours, responseDueJobName } from '#server/working-hours/working-hours.service.ts';
import { lockNextUnansweredLeads, type UnansweredPosition, writeResponseDue } from './lead-response.db.ts';
import { computeResponseDue } from './lead-response.ts';

const batch = 500;

/**
 * Makes the job that works out anew by when unanswered enquiries should be answered, by the hours of now: oldest first, in
 * transactions that others hardly wait for. It then tells browsers to refresh.
 */
export function responseDueJob(context: Context): JobKind {
  return defineJob({
    name: responseDueJobName,
    payload: z.strictObject({}),
    giveUpAfter: Number.POSITIVE_INFINITY,
    mayTakeLong: true,
    run: async (_id, _payload, stopping) => {
      let last: UnansweredPosition | undefined;
      let isChanged = false;
      do {
        if (stopping.aborted) return context.clock.now();
        const after = last;
        const retimed = await inTransaction(context, (inside) => retimeNext(inside, after));
        last = retimed?.last;
        isChanged ||= retimed !== undefined && retimed.changed > 0;
      } while (last);
      if (isChanged) await announceRefresh(context.db);
      return undefined;
    },
  });
}

async function retimeNext(
  inside: Context,
  after: UnansweredPosition | undefined,
): Promise<{ last: UnansweredPosition; changed: number } | undefined> {
  const dealer = await readDealerRules(inside.db);
  const leads = dealer ? await lockNextUnansweredLeads(inside.db, after, batch) : [];
  const last = leads.at(-1);
  if (!dealer || !last) return undefined;
  const clock = { hours: await getWorkingHours(inside), timeZone: dealer.timeZone };
  const changed = leads.flatMap((lead) => {
    const at = computeResponseDue(clock, lead);
    return at?.getTime() === lead.response_due_at?.getTime() ? [] : [{ id: lead.id, at }];
  });
  await writeResponseDue(inside.db, changed);
  return { last: { at: last.due_at, id: last.id }, changed: changed.length };
}
