import { messages } from '#contract/call/messages.ts';
import type { EditSmsGatewayBody, SmsGateway } from '#contract/customer-messages/message-settings.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { invalidFields } from '#server/lib/refusal.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import {
  deleteSmsGateway,
  findSmsGateway,
  type GatewayRow,
  type StoredGateway,
  saveSmsGateway,
} from './sms-gateway.db.ts';

/** Values of headers and secret fields by their names. */
type GatewaySecrets = { headers: Record<string, string>; fields: Record<string, string> };

const purpose = 'smsGateway';

/** Reads the SMS gateway without its secrets; null when none is set. */
export async function getSmsGateway({ db }: Context): Promise<{ gateway: SmsGateway | null }> {
  const row = await findSmsGateway(db);
  return { gateway: row ? toGateway(row) : null };
}

function toGateway({ settings, isPaused, failingSince, failure }: GatewayRow): SmsGateway {
  const { url, method, format, headers, toField, textField, fields, numberFormat, successText } = settings;
  return {
    ...{ url, method, format, headers, toField, textField, fields, numberFormat, successText, isPaused },
    ...{ failingSince: failingSince?.toISOString() ?? null, failure },
  };
}

/**
 * Sets the gateway, or removes it for null, and audits it. A value that is null stays as it was stored.
 *
 * @throws Refusal 400 beside values that are to stay, where another server would get them; 503 without a key of this server.
 */
export function editSmsGateway(
  context: ActorContext,
  sealing: Sealing,
  { gateway }: EditSmsGatewayBody,
): Promise<{ gateway: SmsGateway | null }> {
  return inTransaction(context, async (inside) => {
    const { db, actor } = inside;
    const stored = await findSmsGateway(db, { forUpdate: true });
    if (gateway === null) await deleteSmsGateway(db);
    else {
      const { isPaused, ...given } = gateway;
      if (stored) refuseOtherServer(stored.settings, given);
      const former = stored && unsealGateway(sealing, stored);
      const { settings, secrets } = splitSecrets(given, former);
      await saveSmsGateway(db, {
        settings,
        secrets: sealing.seal(JSON.stringify(secrets), purpose),
        isPaused,
      });
    }
    const details = { fields: ['smsGateway'] };
    await recordAudit(inside, { action: 'settingsChanged', actor: actor._id, details });
    return getSmsGateway(inside);
  });
}

function refuseOtherServer(stored: StoredGateway, given: StoredGateway): void {
  if (new URL(stored.url).origin === new URL(given.url).origin) return;
  const faultsOf = (name: 'headers' | 'fields') =>
    given[name].flatMap(({ value }, place) =>
      value === null ? [[`gateway.${name}.${place}.value`, messages.required]] : [],
    );
  const faults = [...faultsOf('headers'), ...faultsOf('fields')];
  if (faults.length > 0) throw invalidFields(Object.fromEntries(faults));
}

function splitSecrets(
  { headers, fields, ...others }: StoredGateway,
  former: GatewaySecrets | undefined,
): { settings: StoredGateway; secrets: GatewaySecrets } {
  const known = (values: Record<string, string> | undefined, name: string) =>
    values && Object.hasOwn(values, name) ? values[name] : undefined;
  const secretFields = fields.filter(({ isSecret }) => isSecret);
  const secrets = {
    headers: headers.map(({ name, value }) => [name, value ?? known(former?.headers, name) ?? '']),
    fields: secretFields.map(({ name, value }) => [name, value ?? known(former?.fields, name) ?? '']),
  };
  return {
    settings: {
      ...others,
      headers: headers.map(({ name }) => ({ name, value: null })),
      fields: fields.map((field) => (field.isSecret ? { ...field, value: null } : field)),
    },
    secrets: {
      headers: Object.fromEntries(secrets.headers),
      fields: Object.fromEntries(secrets.fields),
    },
  };
}

/** Decrypts the secrets of the gateway; undefined where they were encrypted with another key than this server's. */
export function unsealGateway(
  sealing: Sealing,
  { secrets }: Pick<GatewayRow, 'secrets'>,
): GatewaySecrets | undefined {
  const text = sealing.unseal(secrets, purpose);
  return text === undefined ? undefined : JSON.parse(text);
}
