import { formatPhone } from '#contract/text/phone.ts';
import { callAddress, OutgoingCallError } from '#server/lib/outgoing-call.ts';
import type { StoredGateway } from './sms-gateway.db.ts';

const patience = 20_000;

/** The outcome of a call: the gateway took the message, refuses it, refuses the key, certainly did not get it, or did not say whether it took it. */
export type SmsOutcome = 'sent' | 'refused' | 'unauthorized' | 'unreachable' | 'unknown';

type SmsCall = {
  settings: StoredGateway;
  // Values by name.
  secrets: { headers: Record<string, string>; fields: Record<string, string> };
  to: string;
  text: string;
  phoneCountry: string;
};

/** Builds the call of a gateway that sends a message to a number in E.164. */
function buildSmsCall({ settings, secrets, to, text, phoneCountry }: SmsCall): {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
} {
  const { method, format, toField, textField, fields, numberFormat } = settings;
  const values: [string, string][] = [
    ...fields.map(({ name, value, isSecret }): [string, string] => [
      name,
      (isSecret ? secrets.fields[name] : value) ?? '',
    ]),
    [toField, formatNumber(to, numberFormat, phoneCountry)],
    [textField, text],
  ];
  const url = new URL(settings.url);
  const headers: Record<string, string> = { ...secrets.headers };
  if (method === 'GET' || format === 'query') {
    for (const [name, value] of values) url.searchParams.set(name, value);
    return { url, method, headers, body: undefined };
  }
  const isJson = format === 'json';
  const body = isJson ? JSON.stringify(Object.fromEntries(values)) : new URLSearchParams(values).toString();
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  return { url, method, headers: { 'content-type': type, ...headers }, body: Buffer.from(body) };
}

function formatNumber(phone: string, format: StoredGateway['numberFormat'], country: string): string {
  if (format === 'international') return phone;
  if (format === 'withoutPlus') return phone.replace(/^\+/, '');
  return formatPhone(phone, country).replace(/[^\d+]/g, '');
}

/**
 * Asks a gateway once to send a message, and throws for no failure of it.
 *
 * @param options.isLocalAllowed whether its address may be one of this machine or the local network.
 */
export async function callSmsGateway(
  call: SmsCall,
  { isLocalAllowed, stopping }: { isLocalAllowed: boolean; stopping?: AbortSignal | undefined },
): Promise<SmsOutcome> {
  const { url, ...built } = buildSmsCall(call);
  const limit = AbortSignal.timeout(patience);
  const signal = stopping ? AbortSignal.any([stopping, limit]) : limit;
  try {
    const { status, text } = await callAddress(url, { ...built, signal, isPublicOnly: !isLocalAllowed });
    return classifyGatewayResponse(status, text, call.settings.successText);
  } catch (error) {
    if (!(error instanceof OutgoingCallError)) throw error;
    return error.isUnsent ? 'unreachable' : 'unknown';
  }
}

/** Tells from a reply of the gateway what became of the message. An overloaded server (429, 503) has not taken it; after another 5xx nobody knows. */
function classifyGatewayResponse(status: number, text: string, successText: string | null): SmsOutcome {
  if (status >= 200 && status < 300)
    return successText === null || text.includes(successText) ? 'sent' : 'refused';
  if (status === 429 || status === 503) return 'unreachable';
  if (status === 401 || status === 403 || status === 407) return 'unauthorized';
  return status >= 500 ? 'unknown' : 'refused';
}
