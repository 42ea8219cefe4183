import type { IncomingHttpHeaders } from 'node:http';
import { messages } from '#contract/call/messages.ts';
import { intakeLimits } from '#contract/intake/deliveries.ts';
import type { ConnectionCredentials, Context } from '#server/context.ts';
import { newId } from '#server/lib/ids.ts';
import { openLimiter } from '#server/lib/limit.ts';
import { forbidden, notFound, Refusal } from '#server/lib/refusal.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { TooCostlyError } from '#server/lib/workers/worker-pool.ts';
import { findConnectionCredentials } from './connections.db.ts';
import { countOverQuota, isOverQuota } from './quota/quota.service.ts';
import { removeFilesInThread } from './reading/readings.service.ts';
import { countRefusal } from './refusals.service.ts';
import { carriesSecret, getDeliveryKey, isFromSender } from './signature.ts';
import { storeDelivery } from './store-deliveries.service.ts';

const turns = openLimiter(100, 200);

/**
 * Stores what came, once, the files of a mail or multipart form apart from it; it is worked afterwards. What is refused is only
 * counted.
 *
 * @throws Refusal 401 unless it is from the sender, 403 while the connection is paused, 404, 413, 429 and 507 beyond its quota.
 */
export async function receiveDelivery(
  context: Context,
  sealing: Sealing,
  id: string,
  { headers, body }: { headers: IncomingHttpHeaders; body: Buffer },
): Promise<void> {
  const { db, clock, quota, releaseWhileWaiting: aside = (wait) => wait() } = context;
  const at = clock.now();
  const connection = await getSender(context, id);
  if (!connection || connection.kind === 'meta' || connection.kind === 'whatsapp') throw notFound();
  const refuse = async (refusal: Refusal) => {
    await countRefusal(context, id);
    return refusal;
  };
  const secret = sealing.unseal(connection.secret, id);
  if (secret === undefined || !isFromSender(headers, body, secret, at))
    throw await refuse(new Refusal('unauthorized', messages.wrongSignature));
  if (connection.isPaused) throw await refuse(forbidden(messages.connectionPaused));
  const contentType = headers['content-type']?.slice(0, 200) ?? null;
  const isMail = connection.kind === 'email';
  const withFiles = isMail ? 'stripMail' : isMultipart(contentType) && 'stripForm';
  const { name, ...kept } = withFiles
    ? await aside(() => keep(withFiles, { contentType, body }))
    : { contentType, body, name: body, attachments: [] };
  if (kept.body.length > (isMail ? intakeLimits.storedMailBytes : intakeLimits.deliveryBytes))
    throw new Refusal('too_large', messages.deliveryTooLarge);
  const key = getDeliveryKey(headers, name, at, isMail);
  const delivery = { id: newId(at), connection: id, key, at, ...kept };
  try {
    await aside(() => turns.run(() => storeDelivery(db, { ...delivery, quota }), id));
  } catch (error) {
    if (isOverQuota(error)) await countOverQuota(context, id);
    throw error;
  }
}

/** @throws Refusal 413 for what costs too much to look at. */
async function keep(...sent: Parameters<typeof removeFilesInThread>) {
  try {
    return await removeFilesInThread(...sent);
  } catch (error) {
    if (error instanceof TooCostlyError) throw new Refusal('too_large', messages.deliveryTooLarge);
    throw error;
  }
}

const isMultipart = (contentType: string | null | undefined) =>
  /^multipart\/form-data\b/i.test(contentType ?? '');

/** Tells whether a request may have a large body: a mail or multipart form, which may have files, from whoever has the secret. */
export async function mayBeLarge(
  context: Context,
  sealing: Sealing,
  id: string | undefined,
  headers: IncomingHttpHeaders,
): Promise<boolean> {
  const connection = id === undefined ? undefined : await getSender(context, id);
  if (id === undefined || !connection) return false;
  const { kind } = connection;
  if (kind !== 'email' && !(kind === 'webhook' && isMultipart(headers['content-type']))) return false;
  const secret = sealing.unseal(connection.secret, id);
  return secret !== undefined && carriesSecret(headers, secret);
}

function getSender({ db, cache }: Context, id: string): Promise<ConnectionCredentials | undefined> {
  return cache.senders(id, () => findConnectionCredentials(db, id));
}
