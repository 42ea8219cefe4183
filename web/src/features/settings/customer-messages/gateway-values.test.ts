import { expect, test } from 'vitest';
import type { SmsGateway } from '#contract/customer-messages/message-settings.ts';
import {
  createEmptyGatewayRow,
  describeGatewayCall,
  type GatewayValues,
  gatewayFormSchemaFor,
  toGatewayValues,
  writeSampleNumbers,
} from './gateway-values.ts';

const stored: SmsGateway = {
  url: 'https://sms.example.com/api/send',
  method: 'POST',
  format: 'form',
  headers: [{ name: 'Authorization', value: null }],
  toField: 'to',
  textField: 'message',
  fields: [
    { name: 'api_key', value: null, isSecret: true },
    { name: 'sender', value: 'MOTORS', isSecret: false },
  ],
  numberFormat: 'withoutPlus',
  successText: 'SUBMITTED',
  isPaused: false,
  failingSince: null,
  failure: null,
};
const gatewayFormSchema = gatewayFormSchemaFor(stored);
const { failingSince: _since, failure: _failure, ...sent } = stored;
const changed = (change: (values: GatewayValues) => void): GatewayValues => {
  const values = structuredClone(toGatewayValues(stored));
  change(values);
  return values;
};
const faultsOf = (values: GatewayValues) =>
  gatewayFormSchema.safeParse(values).error?.issues.map(({ path }) => path.join('.')) ?? [];

test('what is not changed is sent as it is stored, and secrets stay', () => {
  expect(gatewayFormSchema.parse(toGatewayValues(stored))).toEqual(sent);
});

test('a typed secret replaces the stored one, and no text of success is none', () => {
  const values = changed(({ fields, headers }) => {
    Object.assign(fields[0] ?? {}, { value: 'new key' });
    Object.assign(headers[0] ?? {}, { value: 'Bearer new' });
  });
  expect(gatewayFormSchema.parse({ ...values, successText: ' ' })).toEqual({
    ...sent,
    headers: [{ name: 'Authorization', value: 'Bearer new' }],
    fields: [{ name: 'api_key', value: 'new key', isSecret: true }, sent.fields[1]],
    successText: null,
  });
});

test.each<[string, (values: GatewayValues) => void, string[]]>([
  ['another name', ({ fields }) => Object.assign(fields[0] ?? {}, { name: 'key' }), ['fields.0.value']],
  [
    'no secret any more',
    ({ fields }) => Object.assign(fields[0] ?? {}, { isSecret: false }),
    ['fields.0.value'],
  ],
  [
    'a new header',
    ({ headers }) => void headers.push({ ...createEmptyGatewayRow(true), name: 'Key' }),
    ['headers.1.value'],
  ],
  [
    'a new plain field',
    ({ fields }) => void fields.push({ ...createEmptyGatewayRow(false), name: 'type' }),
    [],
  ],
  [
    'a header that HTTP cannot hold',
    ({ headers }) => Object.assign(headers[0] ?? {}, { value: 'চাবি' }),
    ['headers.0.value'],
  ],
  [
    'another server',
    (values) => Object.assign(values, { url: 'https://other.example.com/api/send' }),
    ['headers.0.value', 'fields.0.value'],
  ],
  [
    'another path of the server',
    (values) => Object.assign(values, { url: 'https://sms.example.com/v2/send' }),
    [],
  ],
  [
    'a field without a name',
    ({ fields }) => void fields.push(createEmptyGatewayRow(false)),
    ['fields.2.name'],
  ],
])('%s asks for what is missing', (_, change, faults) => {
  expect(faultsOf(changed(change))).toEqual(faults);
});

test('a first gateway needs an address', () => {
  expect(faultsOf(toGatewayValues(null))).toEqual(['url']);
});

test('numbers are written as each gateway wants them', () => {
  expect(writeSampleNumbers({ code: '880', trunk: '0' })).toEqual({
    international: '+8801712345678',
    withoutPlus: '8801712345678',
    domestic: '01712345678',
  });
});

test('the call is shown in its format, without its secrets', () => {
  const sample = { number: '8801712345678', text: 'Hello' };
  const values = toGatewayValues(stored);
  expect(describeGatewayCall(values, sample)).toBe(
    [
      'POST https://sms.example.com/api/send',
      'Authorization: ••••••',
      '',
      'api_key=••••••&sender=MOTORS&to=8801712345678&message=Hello',
    ].join('\n'),
  );
  expect(describeGatewayCall({ ...values, format: 'json', headers: [] }, sample)).toContain(
    '"message": "Hello"',
  );
  const query: GatewayValues = {
    ...values,
    format: 'query',
    headers: [],
    method: 'GET',
    url: 'https://a.example/x?v=1',
  };
  expect(describeGatewayCall(query, sample)).toMatch(
    /^GET https:\/\/a\.example\/x\?v=1&api_key=.*&to=8801712345678&message=Hello$/,
  );
});
