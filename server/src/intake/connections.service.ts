import { intakePath } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type * as contract from '#contract/intake/connections.ts';
import type { Connection } from '#contract/intake/connections.ts';
import { intakeLimits, receiveDelivery } from '#contract/intake/deliveries.ts';
import { receiveMetaNotification } from '#contract/intake/meta.ts';
import { receiveWhatsAppNotification } from '#contract/intake/whatsapp.ts';
import type { LeadChannel } from '#contract/leads/lead-source.ts';
import type { Platform } from '#contract/leads/leads.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext } from '#server/context.ts';
import { throwIfTaken } from '#server/db/failures.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { listMessageTexts } from '#server/dealer/message-texts.service.ts';
import { addConnectionAccount, renameConnectionAccount } from '#server/employees/employees.service.ts';
import { newId } from '#server/lib/ids.ts';
import { conflict, invalidFields, notFound } from '#server/lib/refusal.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { lockOfferingsOfToday } from '#server/offerings/offerings.service.ts';
import { lockActiveCentersUntilCommit } from '#server/service-centers/service-centers.service.ts';
import {
  type ConnectionRow,
  type ConnectionSource,
  findConnections,
  findConnectionTraffic,
  insertConnection,
  lockConnections,
  saveConnectionSources,
  updateConnection,
} from './connections.db.ts';
import {
  addMetaCredentials,
  changeMetaCredentials,
  unsealMetaCredentials,
} from './meta/meta-keys.service.ts';
import { generateWebhookSecret } from './signature.ts';

const doors: Partial<Record<LeadChannel, { path: string }>> = {
  meta: receiveMetaNotification,
  whatsapp: receiveWhatsAppNotification,
};
const platforms: Partial<Record<LeadChannel, Platform>> = { meta: 'facebook', whatsapp: 'whatsapp' };

type Told = { connection: Connection; secret: string };

/** Lists all connections by name, with their traffic and without their secrets. */
export async function listConnections(context: ActorContext, sealing: Sealing): Promise<Connection[]> {
  return tell(context, sealing, await findConnections(context.db));
}

/**
 * Creates a connection with the account that records its leads, and audits it.
 *
 * @returns it with its new secret, which is shown this once.
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
    numbers,
    forms,
    appSecret,
    pageToken,
  }: Omit<contract.CreateConnectionBody, 'kind'> & { kind?: LeadChannel | undefined },
): Promise<Told> {
  const at = context.clock.now();
  const id = newId(at);
  const secret = generateWebhookSecret();
  await withOwnName(name, () =>
    inTransaction(context, async (inside) => {
      if ((await lockConnections(inside.db)) >= intakeLimits.connections)
        throw invalidFields({ name: messages.tooManyConnections });
      const chosen = { serviceCenter, serviceOrCampaign, answerText, numbers, forms };
      await requireChoices(inside, chosen);
      requireCenterOfMessages({ kind, serviceCenter, sources: numbers ?? [] });
      await addConnectionAccount(inside, { id, name });
      const row = {
        ...{ id, kind, center: serviceCenter, offering: serviceOrCampaign, answer: answerText },
        platform: platforms[kind] ?? platform,
      } as const;
      const by = context.actor._id;
      await insertConnection(inside.db, { ...row, secret: sealing.seal(secret, id), by, at });
      if (isOfMeta(kind)) await addMetaCredentials(inside, sealing, id, { appSecret, pageToken });
      await changePlaces(inside, { id, kind }, { numbers, forms });
      await recordAudit(inside, { action: 'connectionAdded', actor: by, subject: id });
    }),
  );
  return { connection: await getConnection(context, sealing, id), secret };
}

/** Edits a connection, and audits it; absent fields stay. @throws Refusal 400 per field, 404, 409 as {@link createConnection}. */
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
    forms,
    ...keys
  }: contract.EditConnectionBody,
): Promise<Connection> {
  await withOwnName(name, () =>
    inTransaction(context, async (inside) => {
      const [before] = await findConnections(inside.db, [id]);
      await requireChoices(inside, { serviceCenter, serviceOrCampaign, answerText, numbers, forms }, before);
      const chosen = { platform, mapping, is_paused: isPaused, answer_text_id: answerText };
      const sources = { service_center_id: serviceCenter, offering_id: serviceOrCampaign };
      await update(inside, id, { ...chosen, ...sources });
      await changeMetaCredentials(inside, sealing, id, keys);
      if (before) {
        await changePlaces(inside, before, { numbers, forms });
        const { kind, sources } = before;
        if (numbers || serviceCenter !== undefined)
          requireCenterOfMessages({
            ...{ kind, serviceCenter: serviceCenter === undefined ? before.serviceCenter : serviceCenter },
            sources: numbers ?? sources,
          });
      }
      if (name !== undefined) await renameConnectionAccount(inside, id, name);
      await recordAudit(inside, { action: 'connectionChanged', actor: context.actor._id, subject: id });
    }),
  );
  return getConnection(context, sealing, id);
}

/**
 * Replaces the secret of a connection, and audits it; the former one ends at once.
 *
 * @returns the connection with the new secret, which is shown this once.
 * @throws Refusal 404.
 */
export async function renewConnectionSecret(
  context: ActorContext,
  sealing: Sealing,
  id: string,
): Promise<Told> {
  const secret = generateWebhookSecret();
  await inTransaction(context, async (inside) => {
    await update(inside, id, { secret: sealing.seal(secret, id) });
    await recordAudit(inside, { action: 'connectionSecretRenewed', actor: context.actor._id, subject: id });
  });
  return { connection: await getConnection(context, sealing, id), secret };
}

function isOfMeta(kind: LeadChannel): boolean {
  return kind in doors;
}

type Sources = Pick<contract.EditConnectionBody, 'numbers' | 'forms'>;

/** Changes the numbers or forms of a connection, in `db`'s transaction. @throws Refusal 400 for those of another kind. */
async function changePlaces(
  { db }: ActorContext,
  { id, kind }: { id: string; kind: LeadChannel },
  { numbers, forms }: Sources,
): Promise<void> {
  if (numbers && kind !== 'whatsapp') throw invalidFields({ numbers: messages.unknownField });
  if (forms && kind !== 'meta') throw invalidFields({ forms: messages.unknownField });
  if (numbers)
    await saveConnectionSources(
      db,
      id,
      numbers.map(({ number, ...chosen }) => ({ externalId: number, ...chosen })),
    );
  if (forms)
    await saveConnectionSources(
      db,
      id,
      forms.map(({ form, ...chosen }) => ({ externalId: form, ...chosen })),
    );
}

function requireCenterOfMessages({
  kind,
  serviceCenter,
  sources,
}: {
  kind: LeadChannel;
  serviceCenter: unknown;
  sources: readonly unknown[];
}): void {
  if (kind === 'whatsapp' && !serviceCenter && sources.length === 0)
    throw invalidFields({ serviceCenter: messages.required });
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
  const traffic = await findConnectionTraffic(db, dateInTimeZone(dealer.timeZone, clock.now()));
  return rows.map(({ id, secret, appSecret, pageToken, tokenEndedAt, tokenEndsAt, sources, ...row }) => {
    const { days = [], lastAt: lastDeliveryAt = null, failed = 0, toPlace = 0 } = traffic.get(id) ?? {};
    const path = intakePath + (doors[row.kind] ?? receiveDelivery).path.replace(':connection', id);
    const hasKeys =
      !isOfMeta(row.kind) || unsealMetaCredentials(sealing, { id, appSecret, pageToken }) !== undefined;
    const isReadable = hasKeys && sealing.unseal(secret, id) !== undefined;
    return {
      ...{ ...row, _id: id, path, isReadable, days, lastDeliveryAt, failed, toPlace },
      tokenEndedAt: tokenEndedAt?.toISOString() ?? null,
      tokenEndsAt: tokenEndsAt?.toISOString() ?? null,
      numbers: row.kind === 'whatsapp' ? sources.flatMap(numberIn) : [],
    };
  });
}

function numberIn({ externalId, serviceCenter }: ConnectionSource) {
  return serviceCenter ? [{ number: externalId, serviceCenter }] : [];
}

/**
 * Requires that what is chosen can be chosen; choices of `before` stay allowed, also switched off.
 *
 * @throws Refusal 400 beside what cannot be chosen.
 */
async function requireChoices(
  context: ActorContext,
  chosen: Sources &
    Partial<Record<'serviceCenter' | 'serviceOrCampaign' | 'answerText', string | null | undefined>>,
  before?: ConnectionRow,
): Promise<void> {
  const had = new Set(
    [before, ...(before?.sources ?? [])].flatMap((source) => [
      source?.serviceCenter?._id,
      source?.serviceOrCampaign?._id,
    ]),
  );
  const { serviceCenter, serviceOrCampaign, answerText, numbers = [], forms = [] } = chosen;
  const areLocked = async (
    lock: typeof lockOfferingsOfToday | typeof lockActiveCentersUntilCommit,
    ids: (string | null)[],
  ) => {
    const known = [...new Set(ids.flatMap((id) => (id === null || had.has(id) ? [] : id)))];
    return (await lock(context, known)).length === known.length;
  };
  const centersOf = (sources: readonly { serviceCenter: string | null }[]) =>
    areLocked(
      lockActiveCentersUntilCommit,
      sources.map((each) => each.serviceCenter),
    );
  if (!(await centersOf(numbers))) throw invalidFields({ numbers: messages.unknownServiceCenter });
  if (!(await centersOf(forms))) throw invalidFields({ forms: messages.unknownServiceCenter });
  if (
    !(await areLocked(
      lockOfferingsOfToday,
      forms.map((each) => each.serviceOrCampaign),
    ))
  )
    throw invalidFields({ forms: messages.unknownOffering });
  if (!(await areLocked(lockActiveCentersUntilCommit, [serviceCenter ?? null])))
    throw invalidFields({ serviceCenter: messages.unknownServiceCenter });
  if (!(await areLocked(lockOfferingsOfToday, [serviceOrCampaign ?? null])))
    throw invalidFields({ serviceOrCampaign: messages.unknownOffering });
  if (answerText && !(await listMessageTexts(context)).some(({ _id }) => _id === answerText))
    throw invalidFields({ answerText: messages.unknownMessageText });
}

function withOwnName<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
  return throwIfTaken('connections_name', work, () =>
    conflict(messages.nameTaken, { name }, { name: messages.nameTaken }),
  );
}
