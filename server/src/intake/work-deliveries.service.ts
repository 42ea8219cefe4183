import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { addedDespiteDuplicate } from '#contract/intake/deliveries.ts';
import { metaTestLead } from '#contract/intake/meta.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import type { Context } from '#server/context.ts';
import { readErasedNumbers, waitForErasures } from '#server/customers/erased-numbers.service.ts';
import { isDatabaseAway } from '#server/db/failures.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { createLeads } from '#server/leads/record/create-leads.service.ts';
import { workInBatches } from '#server/lib/batches.ts';
import { limitRepeatedLines } from '#server/lib/log.ts';
import { answerEnquiries } from './answers.service.ts';
import { chooseAdvisors } from './assignment.service.ts';
import { readCatalogue } from './catalogue.service.ts';
import { claimDeliveries, isUnreachable, lockClaims, releaseClaims } from './claimed-deliveries.db.ts';
import { type HandleAnswers, separateAnswers } from './customer-answers.service.ts';
import { type DeliveryResult, saveDeliveryResults } from './deliveries.db.ts';
import { eraseDeliveryTexts } from './forget-deliveries.db.ts';
import { applyEnquiriesToLeads } from './join-leads.service.ts';
import {
  isWhatsAppMessage,
  listSenderIds,
  type MatchableEnquiry,
  matchToLeads,
  type NewLeadEnquiry,
} from './joining.service.ts';
import { findFirstInTime, markLateSource } from './late-enquiries.ts';
import { toPlacingReason, toUnjoinedResult } from './placing-reason.ts';
import {
  type ClaimedReading,
  describeFailure,
  groupReadingsBySize,
  readDeliveries,
  storeFurtherEnquiries,
  toFailedResult,
} from './read-deliveries.service.ts';
import type { EnquiryReading } from './reading/readings.service.ts';
import { createSystemActor } from './system-actor.ts';
import { requeueEchoes } from './whatsapp/echoes.db.ts';
import { isEcho, workEchoes } from './whatsapp/echoes.service.ts';
import { queuePictures } from './whatsapp/pictures.db.ts';
import { addReadings } from './with-readings.ts';

// Deliveries per transaction, which holds their rows and the customers'; few, so that nobody waits long behind them.
const batch = 10;
const rest = { usual: 1, longer: 3, mostMs: 1_000 };
/** Milliseconds after which others take what a process has begun and left behind; longer than a batch may take to read. */
const leaseMs = 120_000;
const interrupted = new Map<string, Date>();

/** Lists what this process claimed when the database broke off its work. */
export const listInterruptedDeliveries = (): string[] => [...interrupted.keys()];

/**
 * Works what this process has received, as it comes. `wake` tells it of something new; `stop` resolves once the batch under way has
 * ended.
 */
export type IntakeWorker = {
  wake: () => void;
  isWorking: () => boolean;
  stop: () => Promise<void>;
};

/** Opens what works received deliveries, one batch at a time; nothing is worked before it is woken. What fails is left to the job. */
export function openIntakeWorker(
  context: Context,
  log: Pick<Logger, 'warn'>,
  handleAnswers?: HandleAnswers,
): IntakeWorker {
  const saySeldom = limitRepeatedLines();
  let running: Promise<void> | undefined;
  let hasNews = false;
  let isStopped = false;
  async function run(): Promise<void> {
    let isMore = false;
    while ((hasNews || isMore) && !isStopped) {
      hasNews = false;
      const began = performance.now();
      isMore = await workNext(context, handleAnswers).catch((error: unknown) => {
        const reason = describeFailure(error);
        saySeldom(reason, () => log.warn({ reason }, 'deliveries wait: they could not be worked'));
        return false;
      });
      // What comes meanwhile is worked together.
      const took = performance.now() - began;
      if (hasNews || isMore) await wait(Math.min(took * (hasNews ? rest.longer : rest.usual), rest.mostMs));
    }
    running = undefined;
  }
  return {
    wake: () => {
      hasNews = true;
      running ??= run();
    },
    isWorking: () => running !== undefined,
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}

/**
 * Works all deliveries that are due and that nobody else works: each becomes a lead, joins one, or waits for a person.
 *
 * @throws when the database does not answer.
 */
export async function workDueDeliveries(
  context: Context,
  stopping?: AbortSignal,
  handleAnswers?: HandleAnswers,
): Promise<void> {
  await workInBatches(() => workNext(context, handleAnswers), { rest: rest.usual, stopping });
}

async function workNext(context: Context, handleAnswers: HandleAnswers | undefined): Promise<boolean> {
  const { db, clock } = context;
  const now = clock.now();
  if (interrupted.size > 0) {
    await releaseClaims(db, interrupted, now);
    interrupted.clear();
  }
  const until = new Date(now.getTime() + leaseMs);
  const claimed = await claimDeliveries(db, { now, until, limit: batch });
  let isMore = claimed.length === batch;
  try {
    const dealer = claimed.length === 0 ? undefined : await readDealerRules(db);
    const read = dealer ? await readDeliveries(context, claimed, await readCatalogue(context, dealer)) : [];
    for (const group of groupReadingsBySize(read.filter((each) => !isEcho(each))))
      if (await workGroup(context, group, (inside, each) => work(inside, each, handleAnswers))) isMore = true;
    // After the enquiries that they may answer.
    for (const group of groupReadingsBySize(read.filter(isEcho))) await workGroup(context, group, workEchoes);
  } catch (error) {
    if (isDatabaseAway(error)) for (const { id, until } of claimed) interrupted.set(id, until);
    throw error;
  }
  return isMore;
}

// A connection that breaks off does not mean that the database is away: it may have ended only this transaction.
async function isAway({ db }: Context, error: unknown): Promise<boolean> {
  if (!isDatabaseAway(error)) return false;
  return isUnreachable(db);
}

/** @returns whether others are to be worked because of it. */
type Work = (inside: Context, read: readonly ClaimedReading[]) => Promise<boolean>;

async function workGroup(context: Context, group: readonly ClaimedReading[], work: Work): Promise<boolean> {
  try {
    return await inTransaction(context, (inside) => work(inside, group));
  } catch (error) {
    if (await isAway(context, error)) throw error;
    // None suffers for what another one brings.
    for (const one of group) await workAlone(context, one, work);
    return true;
  }
}

async function workAlone(context: Context, one: ClaimedReading, work: Work): Promise<void> {
  try {
    await inTransaction(context, (inside) => work(inside, [one]));
  } catch (error) {
    if (await isAway(context, error)) throw error;
    await inTransaction(context, async ({ db, clock }) => {
      if ((await lockClaims(db, [one.delivery])).size === 0) return;
      await saveDeliveryResults(db, [toFailedResult(one.delivery, error, clock.now())]);
    });
  }
}

async function work(
  inside: Context,
  read: readonly ClaimedReading[],
  handleAnswers: HandleAnswers | undefined,
): Promise<boolean> {
  const dealer = read.length === 0 ? undefined : await readDealerRules(inside.db);
  if (!dealer) return false;
  const { db } = inside;
  await waitForErasures(inside);
  const now = inside.clock.now();
  const ours = await lockClaims(
    db,
    read.map(({ delivery }) => delivery),
  );
  const held = await storeFurtherEnquiries(
    db,
    read.filter(({ delivery }) => ours.has(delivery.id)),
    now,
  );
  const settled: DeliveryResult[] = [];
  const ready: MatchableEnquiry[] = [];
  const isErased = await readErasedNumbers(
    inside,
    held.flatMap(({ readings }) => readings.flatMap(sendersIn)),
  );
  const erased: string[] = [];
  for (const { delivery, connection, readings, error } of held) {
    const { id, receivedAt } = delivery;
    const [reading] = readings;
    if (reading && sendersIn(reading).some((sender) => isErased(sender, receivedAt))) {
      erased.push(id);
      continue;
    }
    if (!reading) {
      settled.push(
        error === undefined
          ? { id, state: 'toPlace', reason: 'tooCostly' }
          : toFailedResult(delivery, error, now),
      );
      continue;
    }
    const { enquiry, reason, phone, user, given, answers, body, ignored, ...told } = reading.read;
    const askedAt = told.askedAt ?? receivedAt;
    const source = markLateSource(told.source, { askedAt, receivedAt });
    const shown = isWhatsAppId(enquiry?.phone ?? '') && enquiry?.name ? null : enquiry?.phone;
    const summary = [enquiry?.name, shown].filter(Boolean).join(' · ') || null;
    if (ignored === metaTestLead) settled.push({ id, state: 'ignored', reason: ignored });
    else if (ignored === 'system' && phone && enquiry?.notes)
      ready.push({
        ...{ id, connection, sender: phone, user, given, phone, summary, enquiry, source, askedAt },
        ...{ body: null, isNotice: true },
      });
    else if (ignored) settled.push({ id, state: 'ignored', reason: ignored, phone, user, summary });
    else if (phone && (body || (reason === 'noCenter' && isWhatsAppMessage({ connection }))))
      ready.push({
        ...{ id, connection, sender: phone, user, given, phone },
        ...{ summary, body, enquiry, source, askedAt, answers },
      });
    else settled.push({ id, state: 'toPlace', reason, phone, user, summary });
  }
  const answers = await separateAnswers(inside, dealer, ready, handleAnswers);
  settled.push(...answers.settled);
  const { joined, fresh, beside, lost } = await matchToLeads(inside, answers.enquiries);
  for (const { each, lead } of answers.urgent) joined.set(each, lead);
  const former = await applyEnquiriesToLeads(
    inside,
    dealer,
    [...joined].flatMap(([each, lead]) => (typeof lead === 'string' ? [{ each, lead }] : [])),
    { isNew: false },
  );
  const advisors = await chooseAdvisors(
    inside,
    fresh.map(({ phone, body, source }) => ({
      ...{ phone, center: body.serviceCenter, isLate: source.isLate },
    })),
  );
  const outcomes = await createLeads(
    db,
    fresh.map((each, place) => {
      const { connection, body, source, askedAt } = each;
      const context = createSystemActor(inside, dealer, connection);
      const more = [...joined].flatMap(([other, to]) => (to === each ? other : []));
      const restartedAt = source.isLate ? findFirstInTime(more, inside.clock.now()) : undefined;
      return { context, body, source, askedAt, restartedAt, advisor: advisors[place] };
    }),
  );
  const leads = new Map<NewLeadEnquiry, string>();
  for (const [place, each] of fresh.entries()) {
    const outcome = outcomes[place];
    const { id, sender: phone, user, summary } = each;
    if (outcome?.status === 'fulfilled') {
      leads.set(each, outcome.value._id);
      const reason = beside.has(each) ? addedDespiteDuplicate : null;
      settled.push({ id, state: 'lead', reason, lead: outcome.value._id, phone, user, summary });
    } else
      settled.push({ id, state: 'toPlace', reason: toPlacingReason(outcome?.reason), phone, user, summary });
  }
  settled.push(...lost.map(toUnjoinedResult));
  const toNew = [...joined].flatMap(([each, to]) => {
    const lead = typeof to === 'string' ? undefined : leads.get(to);
    return lead ? [{ each, lead }] : [];
  });
  const withNumber = [...leads].flatMap(([each, lead]) => (each.given ? { each, lead } : []));
  const ofNew = await applyEnquiriesToLeads(inside, dealer, [...withNumber, ...toNew], { isNew: true });
  for (const [each, values] of ofNew) former.set(each, values);
  for (const [{ id, sender: phone, user, summary }, to] of joined) {
    const lead = typeof to === 'string' ? to : leads.get(to);
    if (lead) settled.push({ id, state: 'joined', lead, phone, user, summary });
    else settled.push({ id, state: 'toPlace', reason: 'unreadable', phone, user, summary });
  }
  await saveDeliveryResults(db, addReadings(settled, held, former));
  const written = held.filter(isWhatsAppMessage).map(({ delivery }) => delivery.id);
  await queuePictures(db, written, now);
  await eraseDeliveryTexts(db, { ids: erased });
  let isMore = false;
  for (const each of [...leads.keys()].filter(isWhatsAppMessage)) {
    const people = [...listSenderIds(each), each.phone];
    if (await requeueEchoes(db, { people, since: each.askedAt, at: now })) isMore = true;
  }
  await answerEnquiries(
    inside,
    dealer,
    [...leads.keys(), ...[...joined.keys()].filter((each) => !isWhatsAppMessage(each))].map((each) => ({
      ...each,
      names: [...listSenderIds(each), each.phone],
      email: each.body?.email,
    })),
  );
  return isMore;
}

function sendersIn({ read: { phone, user } }: EnquiryReading): string[] {
  return [phone, user].filter((sender) => sender !== null);
}
