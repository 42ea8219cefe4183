import { intakePath } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type * as contract from '#contract/intake/connections.ts';
import type { Connection } from '#contract/intake/connections.ts';
import { intakeLimits, receiveDelivery } from '#contract/intake/deliveries.ts';
import { receiveMeta } from '#contract/intake/meta.ts';
import { receiveWhatsApp } from '#contract/intake/whatsapp.ts';
import type { LeadChannel } from '#contract/leads/lead-source.ts';
import type { Platform } from '#contract/leads/leads.ts';
import { dateIn } from '#contract/text/dates.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext } from '#server/context.ts';
import { isTaken } from '#server/db/failures.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { listMessageTexts } from '#server/dealer/message-texts.service.ts';
import { addConnectionAccount, renameConnectionAccount } from '#server/employees/employees.service.ts';
import { newId } from '#server/lib/ids.ts';
import { conflict, invalid, notFound } from '#server/lib/refusal.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { holdOffered } from '#server/offerings/offerings.service.ts';
import { holdActiveServiceCenters } from '#server/service-centers/service-centers.service.ts';
import {
  type ConnectionRow,
  findConnections,
  findTraffic,
  holdConnections,
  insertConnection,
  updateConnection,
} from './connections.db.ts';
import { addKeys, changeKeys, unsealKeys } from './meta/meta-keys.service.ts';
import { newSecret } from './signature.ts';
import { saveNumbers } from './whatsapp/whatsapp.db.ts';

/** Where those of Meta are received. */
const doors: Partial<Record<LeadChannel, { path: string }>> = {
  meta: receiveMeta,
  whatsapp: receiveWhatsApp,
};
/** Of leads that can be of no other; Instagram's are Facebook's. */
const platforms: Partial<Record<LeadChannel, Platform>> = { meta: 'facebook', whatsapp: 'whatsapp' };

type Told = { connection: Connection; secret: string };

/** By name. */
export async function listConnections(context: ActorContext, sealing: Sealing): Promise<Connection[]> {
  return tell(context, sealing, await findConnections(context.db));
}

/**
 * Its account, which records leads, is made with it.
 *
 * @throws Refusal 400 per field, 409 beside `name` when another one has it.
 */
export async function createConnection(
  context: ActorContext,
  sealing: Sealing,
  {
    name,
    kind = 'webhook',
    platform,
    serviceCenter = null,
    serviceOrCampaign = null,
    answerText = null,
    numbers = [],
    appSecret,
    pageToken,
  }: Omit<contract.CreateConnectionBody, 'kind'> & { kind?: LeadChannel | undefined },
): Promise<Told> {
  const at = context.clock.now();
  const id = newId(at);
  const secret = newSecret();
  await withOwnName(name, () =>
    inTransaction(context, async (inside) => {
      if ((await holdConnections(inside.db)) >= intakeLimits.connections)
        throw invalid({ name: messages.tooManyConnections });
      await requireChoices(inside, { serviceCenter, serviceOrCampaign, answerText, numbers });
      await addConnectionAccount(inside, { id, name });
      const row = {
        ...{ id, kind, center: serviceCenter, offering: serviceOrCampaign, answer: answerText },
        platform: platforms[kind] ?? platform,
      } as const;
      const by = context.actor._id;
      await insertConnection(inside.db, { ...row, secret: sealing.seal(secret, id), by, at });
      if (isOfMeta(kind)) await addKeys(inside, sealing, id, { appSecret, pageToken });
      if (kind === 'whatsapp') await saveNumbers(inside.db, id, numbers);
      await recordAudit(inside, { action: 'connectionAdded', actor: by, subject: id });
    }),
  );
  return { connection: await getConnection(context, sealing, id), secret };
}

/** @throws Refusal 400 per field, 404, 409 as {@link createConnection}. */
export async function editConnection(
  context: ActorContext,
  sealing: Sealing,
  id: string,
  {
    name,
    serviceCenter,
    serviceOrCampaign,
    answerText,
    isPaused,
    platform,
    mapping,
    numbers,
    ...keys
  }: contract.EditConnectionBody,
): Promise<Connection> {
  await withOwnName(name, () =>
    inTransaction(context, async (inside) => {
      await requireChoices(inside, { serviceCenter, serviceOrCampaign, answerText, numbers });
      const chosen = { platform, mapping, is_paused: isPaused, answer_text_id: answerText };
      const places = { service_center_id: serviceCenter, offering_id: serviceOrCampaign };
      await update(inside, id, { ...chosen, ...places });
      await changeKeys(inside, sealing, id, keys);
      if (numbers) await changeNumbers(inside, id, numbers);
      if (name !== undefined) await renameConnectionAccount(inside, id, name);
      await recordAudit(inside, { action: 'connectionChanged', actor: context.actor._id, subject: id });
    }),
  );
  return getConnection(context, sealing, id);
}

/** The former secret ends at once. @throws Refusal 404. */
export async function renewSecret(context: ActorContext, sealing: Sealing, id: string): Promise<Told> {
  const secret = newSecret();
  await inTransaction(context, async (inside) => {
    await update(inside, id, { secret: sealing.seal(secret, id) });
    await recordAudit(inside, { action: 'connectionSecretRenewed', actor: context.actor._id, subject: id });
  });
  return { connection: await getConnection(context, sealing, id), secret };
}

function isOfMeta(kind: LeadChannel): boolean {
  return kind in doors;
}

async function changeNumbers(
  { db }: ActorContext,
  id: string,
  numbers: Parameters<typeof saveNumbers>[2],
): Promise<void> {
  const [connection] = await findConnections(db, [id]);
  if (connection?.kind !== 'whatsapp') throw invalid({ numbers: messages.unknownField });
  await saveNumbers(db, id, numbers);
}

async function update(
  { db, clock, actor }: ActorContext,
  id: string,
  changes: Omit<Parameters<typeof updateConnection>[2], 'updated_at' | 'last_modified_by'>,
): Promise<void> {
  const stamp = { updated_at: clock.now(), last_modified_by: actor._id };
  if (!(await updateConnection(db, id, { ...changes, ...stamp }))) throw notFound();
}

async function getConnection(context: ActorContext, sealing: Sealing, id: string): Promise<Connection> {
  const [connection] = await tell(context, sealing, await findConnections(context.db, [id]));
  if (!connection) throw notFound();
  return connection;
}

async function tell(
  { db, dealer, clock }: ActorContext,
  sealing: Sealing,
  rows: readonly ConnectionRow[],
): Promise<Connection[]> {
  const traffic = await findTraffic(db, dateIn(dealer.timeZone, clock.now()));
  return rows.map(({ id, secret, appSecret, pageToken, tokenEndedAt, ...row }) => {
    const { days = [], lastAt: lastDeliveryAt = null } = traffic.get(id) ?? {};
    const path = intakePath + (doors[row.kind] ?? receiveDelivery).path.replace(':connection', id);
    const hasKeys = !isOfMeta(row.kind) || unsealKeys(sealing, { id, appSecret, pageToken }) !== undefined;
    const isReadable = hasKeys && sealing.unseal(secret, id) !== undefined;
    return {
      ...{ ...row, _id: id, path, isReadable, days, lastDeliveryAt },
      tokenEndedAt: tokenEndedAt?.toISOString() ?? null,
    };
  });
}

async function requireChoices(
  context: ActorContext,
  chosen: Partial<Record<'serviceCenter' | 'serviceOrCampaign' | 'answerText', string | null | undefined>> & {
    numbers?: readonly { serviceCenter: string }[] | undefined;
  },
): Promise<void> {
  const { serviceCenter, serviceOrCampaign, answerText, numbers = [] } = chosen;
  const centers = [...new Set(numbers.map((each) => each.serviceCenter))];
  if ((await holdActiveServiceCenters(context, centers)).length < centers.length)
    throw invalid({ numbers: messages.unknownServiceCenter });
  if (serviceCenter && (await holdActiveServiceCenters(context, [serviceCenter])).length === 0)
    throw invalid({ serviceCenter: messages.unknownServiceCenter });
  if (serviceOrCampaign && (await holdOffered(context, [serviceOrCampaign])).length === 0)
    throw invalid({ serviceOrCampaign: messages.unknownOffering });
  if (answerText && !(await listMessageTexts(context)).some(({ _id }) => _id === answerText))
    throw invalid({ answerText: messages.unknownMessageText });
}

async function withOwnName<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isTaken(error, 'connections_name')) throw error;
    throw conflict(messages.nameTaken, { name }, { name: messages.nameTaken });
  }
}
