import { z } from 'zod';
import { messages } from '#contract/call/messages.ts';
import {
  type EditSmsGatewayBody,
  editSmsGatewayBody,
  messageSettingLimits,
  type SmsGateway,
} from '#contract/customer-messages/message-settings.ts';
import { type Dealer, toDialledNumber } from '#contract/dealer.ts';

type Gateway = NonNullable<EditSmsGatewayBody['gateway']>;

const { headers, fields, successText, ...plain } = editSmsGatewayBody.shape.gateway.unwrap().shape;

const typed = {
  value: z.string(),
  isSecret: z.boolean(),
  // The name under which a value is stored that is never read back; '' where it is typed.
  stored: z.string(),
};

type TypedValue = { name: string; value: string; isSecret: boolean; stored: string };

/** Refuses a secret without a value, unless one is stored under this name. */
function requireValue({ name, value, isSecret, stored }: TypedValue, context: z.RefinementCtx): void {
  const isKept = isSecret && stored !== '' && stored === name;
  if (value === '' && !isKept && (isSecret || stored !== ''))
    context.addIssue({ code: 'custom', path: ['value'], message: messages.required });
}

const gatewayFormSchema = z.object({
  ...plain,
  successText: z
    .string()
    .trim()
    .transform((text) => text || null)
    .pipe(successText),
  headers: z
    .array(
      z
        .object({ ...typed, name: headers.element.shape.name, value: headers.element.shape.value.unwrap() })
        .superRefine(requireValue)
        .transform(({ name, value }) => ({ name, value: value || null })),
    )
    .max(messageSettingLimits.headers),
  fields: z
    .array(
      z
        .object({ ...typed, name: fields.element.shape.name })
        .superRefine(requireValue)
        .transform(({ name, value, isSecret }) => ({
          name,
          value: isSecret ? value || null : value,
          isSecret,
        })),
    )
    .max(messageSettingLimits.fields),
});
/** The form of the SMS gateway as it is typed. */
export type GatewayValues = z.input<typeof gatewayFormSchema>;

/** Returns the schema of the form of a gateway, which asks for the stored secrets again if another server would get them. */
export function gatewayFormSchemaFor(stored: SmsGateway | null) {
  return gatewayFormSchema.superRefine((gateway, context) => {
    const isSameServer =
      !URL.canParse(gateway.url) ||
      new URL(gateway.url).origin === new URL(stored?.url ?? gateway.url).origin;
    if (isSameServer) return;
    for (const list of ['headers', 'fields'] as const)
      gateway[list].forEach(({ value }, place) => {
        if (value === null)
          context.addIssue({ code: 'custom', path: [list, place, 'value'], message: messages.required });
      });
  });
}

/** Returns the SMS gateway as its form holds it; empty without one. */
export function toGatewayValues(stored: SmsGateway | null): GatewayValues {
  const { headers = [], fields = [], successText = null } = stored ?? {};
  return {
    url: stored?.url ?? '',
    method: stored?.method ?? 'POST',
    format: stored?.format ?? 'form',
    toField: stored?.toField ?? 'to',
    textField: stored?.textField ?? 'message',
    numberFormat: stored?.numberFormat ?? 'withoutPlus',
    isPaused: stored?.isPaused ?? false,
    successText: successText ?? '',
    headers: headers.map((header) => toTyped({ ...header, isSecret: true })),
    fields: fields.map(toTyped),
  };
}

function toTyped({ name, value, isSecret }: Gateway['fields'][number]): TypedValue {
  return { name, value: value ?? '', isSecret, stored: value === null ? name : '' };
}

/** Returns an empty row of the headers, whose values are always secret, or of the fields. */
export function createEmptyGatewayRow(isSecret: boolean): TypedValue {
  return { name: '', value: '', isSecret, stored: '' };
}

const sampleNumber = '1712345678';

/** Writes a sample number in each of the formats that gateways want. */
export function writeSampleNumbers(dialling: Dealer['dialling']): Record<Gateway['numberFormat'], string> {
  const { code, trunk } = dialling ?? { code: '880', trunk: '0' };
  const international = toDialledNumber(`${trunk}${sampleNumber}`, { code, trunk });
  return { international, withoutPlus: international.slice(1), domestic: `${trunk}${sampleNumber}` };
}

const hidden = '••••••';

/** Describes the request to a gateway as it will be sent, without its secrets. */
export function describeGatewayCall(values: GatewayValues, sample: { number: string; text: string }): string {
  const { url, method, format, toField, textField, headers, fields } = values;
  const shown = ({ value, isSecret }: TypedValue) => (isSecret ? hidden : value);
  const all: [string, string][] = [
    ...fields.map((field): [string, string] => [field.name, shown(field)]),
    [toField, sample.number],
    [textField, sample.text],
  ];
  const joined = all.map(([name, value]) => `${name}=${value}`).join('&');
  const isQuery = format === 'query';
  const address = isQuery ? `${url}${url.includes('?') ? '&' : '?'}${joined}` : url;
  const body = format === 'json' ? JSON.stringify(Object.fromEntries(all), null, 2) : joined;
  return [
    `${method} ${address}`,
    ...headers.map(({ name }) => `${name}: ${hidden}`),
    ...(isQuery ? [] : ['', body]),
  ].join('\n');
}
