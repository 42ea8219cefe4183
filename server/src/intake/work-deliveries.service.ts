import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { besideOpenLead, type PlacingReason } from '#contract/intake/deliveries.ts';
import { testLead } from '#contract/intake/meta.ts';
import { offeringTypes } from '#contract/offerings.ts';
import type { ActiveServiceCenter } from '#contract/service-centers.ts';
import { dateIn } from '#contract/text/dates.ts';
import { findPhones } from '#contract/text/phone.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import type { Context, DealerRules } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/failures.ts';
import { type Db, inTransaction } from '#server/db/transaction.ts';
import { rulesNow } from '#server/dealer/dealer-rules.service.ts';
import { type JobKind, recurringJob } from '#server/jobs/jobs.service.ts';
import { createLeads } from '#server/leads/record/create-leads.service.ts';
import { workInBatches } from '#server/lib/batches.ts';
import { errorCode } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
import { pauseAfter } from '#server/lib/pause-after.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { listOffered } from '#server/offerings/offerings.service.ts';
import { listActiveServiceCenters } from '#server/service-centers/service-centers.service.ts';
import { answerEnquiries } from './answers.service.ts';
import { chooseAdvisors } from './assignment.service.ts';
import { findConnections } from './connections.db.ts';
import {
  type HeldDelivery,
  holdDue,
  holdIfDue,
  insertDeliveries,
  type Settled,
  settleDeliveries,
} from './deliveries.db.ts';
import {
  type Fresh,
  isMessage,
  matchToLeads,
  namesOf,
  type Ready,
  remindOfJoined,
} from './joining.service.ts';
import { firstInTime, sourceAt } from './late-enquiries.ts';
import { findOwnAddresses } from './own-addresses.db.ts';
import { type ParsedDelivery, parseDelivery, unreadable } from './parse-delivery.ts';
import { type Dealt, readEnquiry } from './read-enquiry.ts';
import { recorder } from './recorder.ts';

/** Deliveries per transaction, which holds their rows and the customers'; few, so that nobody waits long behind them. */
const batch = 10;
/** In times of what a batch took, so that people who use the product meanwhile are served as ever; longer while more come. */
const rest = { usual: 1, longer: 3, mostMs: 1_000 };
/** Milliseconds: how often what a process left behind is looked for. */
const sweepEvery = 5_000;
/** Milliseconds until a failed one is tried again. */
const pause = { first: 5_000, longest: 3_600_000 };

/** Works what this process has received, as it comes. */
export type Intake = {
  /** Does not wait. */
  wake: () => void;
  isWorking: () => boolean;
  /** Ends what is under way, and begins nothing more. */
  stop: () => Promise<void>;
};

/** One batch at a time; what fails is left to the job. */
export function openIntake(context: Context, log: Pick<Logger, 'warn'>): Intake {
  let running: Promise<void> | undefined;
  let hasNews = false;
  let isStopped = false;
  async function run(): Promise<void> {
    let isMore = false;
    while ((hasNews || isMore) && !isStopped) {
      hasNews = false;
      const began = performance.now();
      isMore = await workNext(context).catch((error: unknown) => {
        log.warn({ reason: reasonOf(error) }, 'deliveries wait: they could not be worked');
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

/** What failed, and what a process left behind when it ended; `intake` takes whatever is due while it works. */
export function intakeJob(context: Context, intake: Pick<Intake, 'isWorking'>): JobKind {
  return recurringJob(context, {
    name: 'intake',
    every: sweepEvery,
    mayTakeLong: true,
    run: async (stopping) => {
      if (!intake.isWorking()) await workDue(context, stopping);
    },
  });
}

/** All that is due and nobody else works. @throws when the database is away. */
export async function workDue(context: Context, stopping?: AbortSignal): Promise<void> {
  await workInBatches(() => workNext(context), { rest: rest.usual, stopping });
}

/** @returns whether there may be more. */
async function workNext(context: Context): Promise<boolean> {
  let held: HeldDelivery[] = [];
  let pieces = 0;
  try {
    await inTransaction(context, async (inside) => {
      held = await holdDue(inside.db, inside.clock.now(), batch);
      pieces = await work(inside, held);
    });
  } catch (error) {
    if (held.length === 0 || isDatabaseAway(error)) throw error;
    // None suffers for what another one brings.
    for (const { id } of held) await workAlone(context, id);
  }
  return held.length === batch || pieces > 0;
}

async function workAlone(context: Context, id: string): Promise<void> {
  try {
    await inTransaction(context, async (inside) =>
      work(inside, await holdIfDue(inside.db, id, inside.clock.now())),
    );
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    await inTransaction(context, async ({ db, clock }) => {
      const [delivery] = await holdIfDue(db, id, clock.now());
      if (!delivery) return;
      const tryAt = new Date(clock.now().getTime() + pauseAfter(delivery.attempts, pause));
      const { phone, summary } = delivery;
      const attempts = delivery.attempts + 1;
      const failed = { state: 'failed', reason: reasonOf(error), attempts, tryAt } as const;
      await settleDeliveries(db, [{ id, ...failed, phone, summary }]);
    });
  }
}

/**
 * Each becomes a lead, joins the person's only open one at the center, or waits for somebody to place it.
 *
 * @returns how many other enquiries they held, which are due now.
 */
async function work(inside: Context, held: readonly HeldDelivery[]): Promise<number> {
  const dealer = held.length === 0 ? undefined : await rulesNow(inside.db);
  if (!dealer) return 0;
  const { db } = inside;
  const connections = await findConnections(db, [...new Set(held.map(({ connection }) => connection))]);
  const byId = new Map(connections.map((connection) => [connection.id, connection]));
  const dealt = await whatIsDealt(inside, dealer);
  const settled: Settled[] = [];
  let pieces = 0;
  const ready: Ready[] = [];
  for (const { id, connection: of, contentType, body: raw, receivedAt } of held) {
    const connection = byId.get(of);
    if (!connection) throw new Error('A delivery without its connection');
    const bytes = { contentType, body: raw ?? Buffer.alloc(0) };
    const [parsed = unreadable, ...more] = await parseDelivery(bytes, connection);
    pieces += await storePieces(db, { id, connection: of, receivedAt }, more);
    const { enquiry, reason, phone, user, body, ignored, ...read } = readEnquiry(parsed, connection, dealt);
    const askedAt = read.askedAt ?? receivedAt;
    const source = sourceAt(read.source, { askedAt, receivedAt });
    const shown = isWhatsAppId(enquiry?.phone ?? '') && enquiry?.name ? null : enquiry?.phone;
    const summary = [enquiry?.name, shown].filter(Boolean).join(' · ') || null;
    if (ignored === testLead) settled.push({ id, state: 'ignored', reason: ignored });
    else if (ignored) settled.push({ id, state: 'ignored', reason: ignored, phone, user, summary });
    else if (phone && (body || (reason === 'noCenter' && isMessage({ connection }))))
      ready.push({ id, connection, sender: phone, user, phone, summary, body, source, askedAt });
    else settled.push({ id, state: 'toPlace', reason, phone, user, summary });
  }
  const { joined, fresh, beside, lost } = await matchToLeads(inside, ready);
  await remindOfJoined(inside, dealer, joined);
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
      const context = recorder(inside, dealer, connection);
      const more = [...joined].flatMap(([other, to]) => (to === each ? other : []));
      const askedAgainAt = source.isLate ? firstInTime(more, inside.clock.now()) : undefined;
      return { context, body, source, askedAt, askedAgainAt, advisor: advisors[place] };
    }),
  );
  const leads = new Map<Fresh, string>();
  for (const [place, each] of fresh.entries()) {
    const outcome = outcomes[place];
    const { id, sender: phone, user, summary } = each;
    if (outcome?.status === 'fulfilled') {
      leads.set(each, outcome.value._id);
      const reason = beside.has(each) ? besideOpenLead : null;
      settled.push({ id, state: 'lead', reason, lead: outcome.value._id, phone, user, summary });
    } else
      settled.push({ id, state: 'toPlace', reason: placingReason(outcome?.reason), phone, user, summary });
  }
  for (const { id, sender: phone, user, summary } of lost)
    settled.push({ id, state: 'toPlace', reason: 'noCenter', phone, user, summary });
  for (const [{ id, sender: phone, user, summary }, to] of joined) {
    const lead = typeof to === 'string' ? to : leads.get(to);
    if (lead) settled.push({ id, state: 'joined', lead, phone, user, summary });
    else settled.push({ id, state: 'toPlace', reason: 'unreadable', phone, user, summary });
  }
  await settleDeliveries(db, settled);
  await answerEnquiries(
    inside,
    dealer,
    [...leads.keys(), ...[...joined.keys()].filter((each) => !isMessage(each))].map((each) => ({
      ...each,
      names: [...namesOf(each), each.phone],
      email: each.body?.email,
    })),
  );
  return pieces;
}

/** The other enquiries of one post, as deliveries that are worked by themselves; once, however often it is worked. */
async function storePieces(
  db: Db,
  { id, connection, receivedAt: at }: Pick<HeldDelivery, 'id' | 'connection' | 'receivedAt'>,
  more: readonly ParsedDelivery[],
): Promise<number> {
  const pieces = more.flatMap(({ piece }, place) => {
    if (!piece) return [];
    const { contentType, body } = piece;
    const key = `part ${place + 2} of ${id}`;
    return [{ id: newId(at), connection, key, at, contentType, body: Buffer.from(body) }];
  });
  return pieces.length > 0 ? (await insertDeliveries(db, pieces, at)).length : 0;
}

/** What an enquiry can name today. */
export async function whatIsDealt(
  context: Context,
  dealer: DealerRules,
): Promise<Omit<Dealt, 'centers'> & { centers: readonly ActiveServiceCenter[] }> {
  const asked = recorder(context, dealer, { id: '', name: '' });
  const [centers, { numbers, emails }, ...offerings] = await Promise.all([
    listActiveServiceCenters(context),
    findOwnAddresses(context.db),
    ...offeringTypes.map((type) => listOffered(asked, type)),
  ]);
  const { phoneCountry, timeZone } = dealer;
  const today = dateIn(timeZone, context.clock.now());
  const phones = numbers.flatMap((number) => findPhones(number, phoneCountry));
  return {
    ...{ centers, offerings: offerings.flat(), phoneCountry, today, timeZone },
    own: { phones, emails },
  };
}

/** Why a lead was refused that had been understood. */
function placingReason(refusal: unknown): PlacingReason {
  const fields = refusal instanceof Refusal ? (refusal.details.fields ?? {}) : {};
  if ('phone' in fields) return 'badPhone';
  return 'serviceCenter' in fields ? 'noCenter' : 'unreadable';
}

/** Only the kind of failure: messages may hold what was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  return errorCode(error) || (error instanceof Error ? error.name : 'unknown');
}
