import { maxCountedAuditEntries } from '#contract/business.ts';
import type { EndpointQuery, EndpointReply } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { countPages } from '#contract/call/paging.ts';
import type { FieldMapping, previewFieldMapping as previewCall } from '#contract/intake/connections.ts';
import type * as contract from '#contract/intake/deliveries.ts';
import {
  addedDespiteDuplicate,
  type Delivery,
  type DeliveryDetails,
  intakeLimits,
} from '#contract/intake/deliveries.ts';
import type { summariseIntake as summariseCall } from '#contract/intake/summary.ts';
import type { IntakeEntry } from '#contract/leads/lead-panel.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { listIdsWithJoined, type VisibleLead } from '#server/leads/record/get-lead.service.ts';
import { conflict, notFound } from '#server/lib/refusal.ts';
import { TooCostlyError } from '#server/lib/workers/worker-pool.ts';
import { listAttachments } from './attachments.service.ts';
import { readCatalogue } from './catalogue.service.ts';
import { saveReading } from './claimed-deliveries.db.ts';
import { type ConnectionRow, findConnections } from './connections.db.ts';
import {
  countDeliveries,
  type DeliveryRow,
  findDeliveries,
  findDeliveriesOfLead,
  findDelivery,
  findDeliveryBytes,
  findDeliveryText,
  findFirstDeliveryBytes,
  findLastDelivery,
  lockDelivery,
  requeueDeliveries,
  type StoredText,
  saveDeliveryResults,
} from './deliveries.db.ts';
import { consentName } from './form/form-fields.ts';
import { listDeclinedOffers } from './lead-offers.service.ts';
import { partContentType, unreadableDelivery } from './parse-delivery.ts';
import { type ReadEnquiry, readEnquiry } from './read-enquiry.ts';
import {
  formatBodyForReading,
  readBodyInThread,
  readParsedEnquiryInThread,
} from './reading/readings.service.ts';
import { listPictures } from './whatsapp/pictures.service.ts';

const countedToPlace = 1_000;

/** Lists a page of the newest 10,000 deliveries that match, newest first. */
export async function listDeliveries(
  { db }: ActorContext,
  { page, limit, state, connection }: EndpointQuery<typeof contract.listDeliveries>,
): Promise<EndpointReply<typeof contract.listDeliveries>> {
  const filter = { state, connection };
  const offset = (page - 1) * limit;
  const [rows, matching] = await Promise.all([
    offset < maxCountedAuditEntries ? findDeliveries(db, filter, limit, offset) : [],
    countDeliveries(db, filter, maxCountedAuditEntries + 1),
  ]);
  const total = Math.min(matching, maxCountedAuditEntries);
  return {
    deliveries: rows.map(toDelivery),
    totalPages: countPages(total, limit),
    totalDeliveryCount: total,
    isTotalCapped: matching > total,
  };
}

/** Counts the deliveries that wait for a person and those that failed, up to a limit, and lists the names of connections. */
export async function summariseIntake({
  db,
}: ActorContext): Promise<Omit<EndpointReply<typeof summariseCall>, 'messagesFailed'>> {
  const count = (state: 'toPlace' | 'failed') =>
    countDeliveries(db, { state, connection: undefined }, countedToPlace);
  const [toPlace, failed, connections] = await Promise.all([
    count('toPlace'),
    count('failed'),
    findConnections(db),
  ]);
  const [only] =
    toPlace === 1 ? await findDeliveries(db, { state: 'toPlace', connection: undefined }, 1, 0) : [];
  return {
    ...{ toPlace, failed, onlyToPlace: only?._id ?? null },
    connections: connections.map(({ id, name }) => ({ _id: id, name })),
  };
}

/** Reads a delivery with what it says, its files, and what its connection makes of it. @throws Refusal 404. */
export async function getDelivery(context: ActorContext, id: string): Promise<DeliveryDetails> {
  const row = await findDelivery(context.db, id);
  if (!row) throw notFound();
  const { contentType = null, body = null } =
    (await findFirstDeliveryBytes(context.db, id, intakeLimits.shownCharacters)) ?? {};
  const [connection] = await findConnections(context.db, [row.connection._id]);
  const read = body && connection && (await readByConnection(context, connection, id));
  const text = body && (await shownText(context, id, { contentType, body }));
  const attachments = (await listAttachments(context, [id])).get(id) ?? [];
  const picture = (await listPictures(context, [id])).get(id) ?? null;
  const texts = listShownTexts(read ? read.texts : []);
  const enquiry = read ? read.enquiry : null;
  return { ...toDelivery(row), texts, contentType, text, enquiry, attachments, picture };
}

/** Leaves out what stands in another text, and the questions, which are the labels of their answers. */
function listShownTexts(texts: ReadEnquiry['texts']): DeliveryDetails['texts'] {
  const labels = new Set(texts.map(({ label }) => label));
  return texts
    .filter(({ label, text, isHint }) => !isHint && (label !== '' || !labels.has(text)))
    .slice(0, intakeLimits.shownTexts)
    .map(({ path, label, text }) => ({ path, label, text }));
}

async function shownText(
  { db }: ActorContext,
  id: string,
  { contentType, body }: { contentType: string | null; body: Buffer },
): Promise<string> {
  if (contentType !== partContentType) return new TextDecoder().decode(body);
  return formatBodyForReading(await findDeliveryBytes(db, id), intakeLimits.shownCharacters);
}

/** Marks a delivery as ignored, with a reason if given. @throws Refusal 404, 409 with the delivery once it has become a lead. */
export function ignoreDelivery(
  context: ActorContext,
  id: string,
  { reason = null }: { reason?: string | null | undefined },
): Promise<Delivery> {
  return inTransaction(context, async (inside) => {
    const { phone, summary } = await lockUnresolvedDelivery(inside, id);
    const by = inside.actor._id;
    await saveDeliveryResults(inside.db, [{ id, state: 'ignored', reason, phone, summary, by }]);
    const row = await findDelivery(inside.db, id);
    if (!row) throw notFound();
    return toDelivery(row);
  });
}

/** Makes deliveries due at once, but for those that became a lead or were erased. @returns how many. */
export function replayDeliveries({ db, clock }: ActorContext, ids: readonly string[]): Promise<number> {
  return requeueDeliveries(db, ids, clock.now());
}

/** Reads what the last delivery of a connection would become by a mapping; stores no mapping and makes no lead. @throws Refusal 404. */
export async function previewFieldMapping(
  context: ActorContext,
  id: string,
  mapping: FieldMapping,
): Promise<EndpointReply<typeof previewCall>> {
  const { db } = context;
  const [connection] = await findConnections(db, [id]);
  if (!connection) throw notFound();
  const last = await findLastDelivery(db, id);
  if (!last) return { receivedAt: null, texts: [], enquiry: null, reason: null };
  const { texts, enquiry, reason } = await readByConnection(context, { ...connection, mapping }, last._id);
  return {
    receivedAt: last.receivedAt.toISOString(),
    texts: texts.map(({ path, text }) => ({ path, text })),
    enquiry,
    reason,
  };
}

/** Lists the deliveries that became or joined a lead and have a lower id than `page.before`, newest first. */
export async function listEnquiries(
  context: ActorContext,
  lead: VisibleLead,
  page: { before: string; limit: number },
): Promise<IntakeEntry['delivery'][]> {
  const rows = await findDeliveriesOfLead(context.db, listIdsWithJoined(lead), {
    ...page,
    consent: consentName,
  });
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [found, declined, attachments, pictures] = await Promise.all([
    findConnections(context.db, [...new Set(rows.map(({ connection }) => connection))]),
    listDeclinedOffers(context, ids),
    listAttachments(context, ids),
    listPictures(context, ids),
  ]);
  return rows.map(({ id: _id, receivedAt, sentAt, answeredAt, enquiry, agreed, ...row }) => {
    const connection = found.find(({ id }) => id === row.connection);
    if (!connection) throw new Error('A delivery without its connection');
    const askedAt = sentAt && sentAt < receivedAt ? sentAt : receivedAt;
    return {
      ...{ _id, receivedAt: receivedAt.toISOString(), askedAt: askedAt.toISOString() },
      hasJoined: row.state === 'joined',
      isBeside: row.reason === addedDespiteDuplicate,
      channel: connection.kind,
      answer: answeredAt && {
        ...{ at: answeredAt.toISOString(), text: row.answer },
        ...{ state: row.answerState, reason: row.answerReason },
      },
      connection: { _id: connection.id, name: connection.name },
      notes: enquiry?.notes ?? null,
      enquiry,
      agreed: connection.kind === 'form' ? agreed : null,
      declined: declined.get(_id) ?? [],
      attachments: attachments.get(_id) ?? [],
      picture: pictures.get(_id) ?? null,
    };
  });
}

async function readByConnection(
  context: ActorContext,
  connection: ConnectionRow,
  id: string,
): Promise<ReadEnquiry> {
  const text = await findDeliveryText(context.db, id);
  if (!text) throw notFound();
  return readEnquiryFromText(context, connection, { id, ...text });
}

/**
 * Reads the enquiry that the text of a delivery contains, by the present settings of its connection. Bytes that nobody has read yet
 * are read, and what they say is stored. No transaction may wait for it: it takes as long as the text wants, up to the limits of the
 * threads.
 *
 * @returns the enquiry, or one that only says `tooCostly` when the limits were reached.
 */
export async function readEnquiryFromText(
  context: ActorContext,
  connection: ConnectionRow,
  { id, ...text }: StoredText & { id: string },
): Promise<ReadEnquiry> {
  const { releaseWhileWaiting: aside = (wait) => wait() } = context;
  const catalogue = await readCatalogue(context, context.dealer);
  try {
    const { parsed } = text;
    if (parsed) return await aside(() => readParsedEnquiryInThread(parsed, connection, catalogue));
    const [first] = await aside(() => readBodyInThread(text, connection, catalogue));
    if (!first) throw new Error('A body without a reading');
    await saveReading(context.db, id, { parsed: first.parsed, enquiry: first.read.enquiry });
    return first.read;
  } catch (error) {
    if (!(error instanceof TooCostlyError)) throw error;
    return { ...readEnquiry(unreadableDelivery, connection, catalogue), reason: 'tooCostly' };
  }
}

/**
 * Locks a delivery until commit, and returns it.
 *
 * @throws Refusal 404 if there is none, 409 with the delivery once it has become a lead.
 */
export async function lockUnresolvedDelivery({ db }: ActorContext, id: string) {
  const delivery = await lockDelivery(db, id);
  if (!delivery) throw notFound();
  if (delivery.state === 'lead' || delivery.state === 'joined') {
    const current = await findDelivery(db, id);
    throw conflict(messages.alreadyPlaced, current && toDelivery(current));
  }
  return delivery;
}

function toDelivery(row: DeliveryRow): Delivery {
  const { _id, connection, state, reason, attempts, summary, lead, resolvedBy, receivedAt } = row;
  return {
    ...{ _id, receivedAt: receivedAt.toISOString(), connection, state, reason, attempts },
    ...{ summary, lead, resolvedBy },
  };
}
