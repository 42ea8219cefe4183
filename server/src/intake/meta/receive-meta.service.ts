import { createHmac } from 'node:crypto';
import { messages } from '#contract/call/messages.ts';
import type { Context } from '#server/context.ts';
import { type ConnectionRow, findConnections } from '#server/intake/connections.db.ts';
import { insertDeliveries } from '#server/intake/deliveries.db.ts';
import { countRefusal } from '#server/intake/refusals.service.ts';
import { newId } from '#server/lib/ids.ts';
import { forbidden, notFound, Refusal } from '#server/lib/refusal.ts';
import { isSameSecret } from '#server/lib/same-secret.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { unsealKeys } from './meta-keys.service.ts';
import { leadsNamedIn, type NewLead } from './meta-texts.ts';

/** Kinds of connections to which Meta sends. */
export type MetaKind = 'meta' | 'whatsapp';

type Signed = { signature: string; body: Buffer };

/** @throws Refusal 403 unless the token is the connection's, 404. */
export async function verifyMeta(
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
 * @throws Refusal as {@link readNotification}.
 */
export async function receiveMeta(
  context: Context,
  sealing: Sealing,
  id: string,
  sent: Signed,
): Promise<void> {
  const leads = await readNotification(context, sealing, { kind: 'meta', id }, sent, leadsNamedIn);
  if (leads.length > 0) await storeLeads(context, id, leads);
}

/**
 * @param read what a notification brings; undefined for what is none.
 * @throws Refusal 400 for what is no notification, 401 unless Meta signed it, 403 while the connection is paused, 404.
 */
export async function readNotification<Brought>(
  context: Context,
  sealing: Sealing,
  { kind, id }: { kind: MetaKind; id: string },
  { signature, body }: Signed,
  read: (body: Buffer) => Brought | undefined,
): Promise<Brought> {
  const connection = await metaConnection(context, kind, id);
  const refuse = async (refusal: Refusal) => {
    await countRefusal(context, id);
    return refusal;
  };
  const keys = unsealKeys(sealing, connection);
  if (
    !keys ||
    !isSameSecret(signature, `sha256=${createHmac('sha256', keys.appSecret).update(body).digest('hex')}`)
  )
    throw await refuse(new Refusal('unauthorized', messages.wrongSignature));
  if (connection.isPaused) throw await refuse(forbidden(messages.connectionPaused));
  const brought = read(body);
  if (brought === undefined) throw await refuse(new Refusal('bad_request', messages.noNotification));
  return brought;
}

/** Those that came before stay as they are. @returns how many are new. */
export async function storeLeads(
  context: Context,
  connection: string,
  leads: readonly NewLead[],
): Promise<number> {
  const named = leads.map(({ id, body, isSample }) => ({ key: `lead ${id}`, body, isFetched: isSample }));
  return storeBrought(context, connection, named);
}

/** What a notification brings, as {@link storeLeads}. */
export async function storeBrought(
  context: Context,
  connection: string,
  brought: readonly { key: string; body: Buffer; isFetched: boolean }[],
): Promise<number> {
  const at = context.clock.now();
  const deliveries = brought.map((each) => ({
    ...each,
    ...{ id: newId(at), connection, at, contentType: 'application/json' },
  }));
  return (await insertDeliveries(context.db, deliveries, at)).length;
}

async function metaConnection({ db }: Context, kind: MetaKind, id: string): Promise<ConnectionRow> {
  const [connection] = await findConnections(db, [id]);
  if (connection?.kind !== kind) throw notFound();
  return connection;
}
