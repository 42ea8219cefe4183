import { messages } from '#contract/call/messages.ts';
import type { MetaCredentials } from '#contract/intake/meta.ts';
import type { Context } from '#server/context.ts';
import type { ConnectionRow } from '#server/intake/connections.db.ts';
import { invalidFields } from '#server/lib/refusal.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { insertMetaConnection, updateMetaConnection } from './meta.db.ts';

type Given = { [Key in keyof MetaCredentials]?: string | undefined };

/** Stores the keys of a new connection, in `db`'s transaction. @throws Refusal 400 per missing key, 503 without a key of this server. */
export async function addMetaCredentials(
  { db }: Context,
  sealing: Sealing,
  id: string,
  { appSecret, pageToken }: Given,
): Promise<void> {
  const missing = (key: string | undefined) => (key === undefined ? messages.required : undefined);
  if (appSecret === undefined || pageToken === undefined)
    throw invalidFields({ appSecret: missing(appSecret), pageToken: missing(pageToken) });
  const app_secret = sealing.seal(appSecret, purpose(id, 'appSecret'));
  await insertMetaConnection(db, {
    id,
    app_secret,
    page_token: sealing.seal(pageToken, purpose(id, 'pageToken')),
  });
}

/**
 * Changes the keys, in `db`'s transaction; leads that wait for them are fetched at once. @throws Refusal 400 unless the connection is
 * Meta's, 503.
 */
export async function changeMetaCredentials(
  { db, clock }: Context,
  sealing: Sealing,
  id: string,
  { appSecret, pageToken }: Given,
): Promise<void> {
  if (appSecret === undefined && pageToken === undefined) return;
  const app_secret = appSecret && sealing.seal(appSecret, purpose(id, 'appSecret'));
  const page_token = pageToken && sealing.seal(pageToken, purpose(id, 'pageToken'));
  const keys = { ...(app_secret && { app_secret }), ...(page_token && { page_token }) };
  if (await updateMetaConnection(db, id, keys, clock.now())) return;
  throw invalidFields({ [appSecret === undefined ? 'pageToken' : 'appSecret']: messages.unknownField });
}

/** Reads the app secret and token of a connection; undefined unless both can be read with the key of this server. */
export function unsealMetaCredentials(
  sealing: Sealing,
  { id, ...sealed }: Pick<ConnectionRow, 'id' | 'appSecret' | 'pageToken'>,
): MetaCredentials | undefined {
  const appSecret = sealed.appSecret && sealing.unseal(sealed.appSecret, purpose(id, 'appSecret'));
  const pageToken = sealed.pageToken && sealing.unseal(sealed.pageToken, purpose(id, 'pageToken'));
  return appSecret && pageToken ? { appSecret, pageToken } : undefined;
}

function purpose(id: string, key: keyof MetaCredentials): string {
  return `${id} ${key}`;
}
