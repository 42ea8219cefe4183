import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { withdrawQueuedMessages } from '#server/intake/whatsapp/booking-messages.service.ts';
import { type JobKind, recurringJob } from '#server/jobs/jobs.service.ts';
import { lockLeadRows } from '#server/leads/record/lock-leads.service.ts';
import { workInBatches } from '#server/lib/batches.ts';
import { newId } from '#server/lib/ids.ts';
import { getWorkingHours } from '#server/working-hours/working-hours.service.ts';
import { getNextAllowedTime } from './allowed-times.ts';
import {
  endMessages,
  findLeadBookings,
  findMessagesElsewhere,
  hasMessageChecks,
  lockMessagesOfLeads,
  type NewMessage,
  planMessages,
  rescheduleMessages,
  takeMessageChecks,
} from './customer-messages.db.ts';
import { listExpectedMessages, toLeadState } from './expected-messages.ts';
import { readMessageSettings } from './message-settings.db.ts';

const batch = 100;
// Milliseconds: how soon a write is planned.
const lookEvery = 2_000;

/** Makes the job that works the message checks: it plans the messages of leads whose bookings changed, and withdraws those that are not true any more. */
export function planMessagesJob(context: Context): JobKind {
  return recurringJob(context, {
    name: 'planMessages',
    every: lookEvery,
    mayTakeLong: true,
    hasWork: () => hasMessageChecks,
    run: (stopping) => processMessageChecks(context, stopping),
  });
}

/** Plans the messages of all leads with a message check. @throws when the database does not answer. */
export async function processMessageChecks(context: Context, stopping?: AbortSignal): Promise<void> {
  await workInBatches(async () => (await inTransaction(context, planNext)) === batch, { stopping });
}

async function planNext(inside: Context): Promise<number> {
  const { db, clock } = inside;
  const dealer = await readDealerRules(db);
  const { leads: noted, taken } = await takeMessageChecks(db, batch);
  if (!dealer || taken === 0) return 0;
  const now = clock.now();
  const leads = await lockLeadRows(inside, noted);
  const ids = leads.map(({ id }) => id);
  const settings = await readMessageSettings(db);
  const { holidays } = await getWorkingHours(inside);
  const bookings = await findLeadBookings(db, ids);
  const { timeZone } = dealer;
  const elsewhere = await findMessagesElsewhere(db, ids);
  const queued = await withdrawQueuedMessages(db, ids);
  const messages = await lockMessagesOfLeads(db, ids);
  const planned: NewMessage[] = [];
  const retimed: { id: string; dueAt: Date }[] = [];
  const withdrawn: string[] = [];
  for (const lead of leads) {
    const known = (messages.get(lead.id) ?? []).map((each) => ({ ...each, isQueued: queued.has(each.id) }));
    const wanted = listExpectedMessages({
      ...{ lead: toLeadState(lead), bookings: bookings.get(lead.id) ?? [], messages: known },
      elsewhere: elsewhere.get(lead.id) ?? [],
      ...{ kinds: settings.kinds, settings, timeZone },
    }).flatMap(({ dueAt, endsAt, ...each }) => {
      const at = getNextAllowedTime({ settings, holidays, timeZone }, each.booking.center, dueAt);
      return at < endsAt && endsAt > now ? [{ ...each, dueAt: at }] : [];
    });
    for (const { kind, booking, round, dueAt } of wanted) {
      const { version, center } = booking;
      const found = known.find(
        (each) => each.kind === kind && each.version === version && each.round === round,
      );
      if (found?.isQueued || (found?.state === 'waiting' && found.dueAt.getTime() !== dueAt.getTime()))
        retimed.push({ id: found.id, dueAt });
      else if (found?.state !== 'waiting')
        planned.push({ id: newId(dueAt), lead: lead.id, version, kind, round, center, dueAt, at: now });
    }
    const isWanted = (each: (typeof known)[number]) =>
      wanted.some(
        ({ kind, booking, round }) =>
          kind === each.kind && booking.version === each.version && round === each.round,
      );
    withdrawn.push(
      ...known
        .filter((each) => (each.state === 'waiting' || each.isQueued) && !isWanted(each))
        .map(({ id }) => id),
    );
  }
  await planMessages(db, planned);
  await rescheduleMessages(db, retimed);
  await endMessages(db, withdrawn, { state: 'skipped', reason: 'notTrueAnyMore', at: now });
  return taken;
}
