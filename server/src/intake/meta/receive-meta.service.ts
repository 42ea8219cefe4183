import { createHmac } from 'node:crypto';
import { messages } from '#contract/call/messages.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { type ConnectionRow, findConnections } from '#server/intake/connections.db.ts';
import { insertDeliveries, type NewDelivery } from '#server/intake/deliveries.db.ts';
import { countOverQuota, isOverQuota, storeWithinQuota } from '#server/intake/quota/quota.service.ts';
import { countRefusal } from '#server/intake/refusals.service.ts';
import { newId } from '#server/lib/ids.ts';
import { forbidden, notFound, Refusal } from '#server/lib/refusal.ts';
import { isSameSecret } from '#server/lib/same-secret.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { TooCostlyError } from '#server/lib/workers/worker-pool.ts';
import { unsealMetaCredentials } from './meta-keys.service.ts';
import type { NotifiedLead } from './meta-texts.ts';
import { readNotifiedLeads } from './read-from-meta.service.ts';

/** A kind of connection that Meta notifies: of lead ads or of WhatsApp. */
export type MetaKind = 'meta' | 'whatsapp';

type Signed = { signature: string; body: Buffer };

/**
 * Checks that Meta verifies the address of a connection by its token; returns nothing, and the caller answers with Meta's challenge.
 *
 * @throws Refusal 403 unless the token is the connection's, 404.
 */
export async function verifyMetaAddress(
  context: Context,
  sealing: Sealing,
  { kind, id }: { kind: MetaKind; id: string },
  { mode, token }: { mode: string; token: string },
): Promise<void> {
  const { secret } = await metaConnection(context, kind, id);
  const expected = sealing.unseal(secret, id);
  if (mode === 'subscribe' && expected !== undefined && isSameSecret(token, expected)) return;
  await countRefusal(context, id);
  throw forbidden(messages.wrongSignature);
}

/**
 * Stores the leads that a notification names, each once; they are fetched and worked afterwards.
 *
 * @throws Refusal as {@link verifyNotification}.
 */
export async function receiveMetaNotification(
  context: Context,
  sealing: Sealing,
  id: string,
  sent: Signed,
): Promise<void> {
  const leads = await verifyNotification(context, sealing, { kind: 'meta', id }, sent, readNotifiedLeads);
  if (leads.length > 0) await storeNotification(context, id, leads.map(leadDelivery));
}

/**
 * Verifies that Meta signed a notification, and reads it; refusals are counted.
 *
 * @param read what a notification brings; undefined for what is none.
 * @throws Refusal 400 for what is no notification, 401 unless Meta signed it, 403 while the connection is paused, 404, 413 for what
 *   costs too much to read.
 */
export async function verifyNotification<Brought>(
  context: Context,
  sealing: Sealing,
  { kind, id }: { kind: MetaKind; id: string },
  { signature, body }: Signed,
  read: (body: Buffer) => Promise<Brought | undefined>,
): Promise<Brought> {
  const { releaseWhileWaiting: aside = (wait) => wait() } = context;
  const connection = await metaConnection(context, kind, id);
  const refuse = async (refusal: Refusal) => {
    await countRefusal(context, id);
    return refusal;
  };
  const keys = unsealMetaCredentials(sealing, connection);
  if (
    !keys ||
    !isSameSecret(signature, `sha256=${createHmac('sha256', keys.appSecret).update(body).digest('hex')}`)
  )
    throw await refuse(new Refusal('unauthorized', messages.wrongSignature));
  if (connection.isPaused) throw await refuse(forbidden(messages.connectionPaused));
  const brought = await aside(() => read(body)).catch((error: unknown) => {
    throw error instanceof TooCostlyError ? new Refusal('too_large', messages.deliveryTooLarge) : error;
  });
  if (brought === undefined) throw await refuse(new Refusal('bad_request', messages.noNotification));
  return brought;
}

type Brought = { key: string; body: Buffer; isFetched: boolean; sentAt?: Date | null };

/** Stores leads that somebody here asks Meta for, whatever the quota; those that came before stay as they are. @returns how many are new. */
export async function storeMetaLeads(
  { db, clock }: Context,
  connection: string,
  leads: readonly NotifiedLead[],
): Promise<number> {
  const at = clock.now();
  const deliveries = deliveriesOf(connection, leads.map(leadDelivery), at);
  return (await insertDeliveries(db, deliveries, at)).length;
}

/**
 * Stores all that a notification brings, or nothing: Meta sends it again as a whole. What came before stays as it is.
 *
 * @throws Refusal 429 and 507 beyond the connection's quota.
 */
export async function storeNotification(
  context: Context,
  connection: string,
  brought: readonly Brought[],
): Promise<void> {
  const deliveries = deliveriesOf(connection, brought, context.clock.now());
  try {
    await inTransaction(context, async ({ db }) => {
      const { refused } = await storeWithinQuota(db, deliveries, context.quota);
      for (const refusal of refused.values()) throw refusal;
    });
  } catch (error) {
    if (isOverQuota(error)) await countOverQuota(context, connection);
    throw error;
  }
}

function deliveriesOf(connection: string, brought: readonly Brought[], at: Date): NewDelivery[] {
  return brought.map(({ sentAt, ...each }) => ({
    ...each,
    ...{ id: newId(orderedAt(at, sentAt)), connection, at, contentType: 'application/json' },
  }));
}

/** Ids are in order of time: what came late stands where it was written. Of messages of one second the order in which they came is known. */
function orderedAt(at: Date, sentAt: Date | null | undefined): Date {
  return sentAt ? new Date(Math.min(at.getTime(), sentAt.getTime() + 999)) : at;
}

function leadDelivery({ id, body, isSample }: NotifiedLead): Brought {
  return { key: `lead ${id}`, body, isFetched: isSample };
}

async function metaConnection({ db }: Context, kind: MetaKind, id: string): Promise<ConnectionRow> {
  const [connection] = await findConnections(db, [id]);
  if (connection?.kind !== kind) throw notFound();
  return connection;
}
