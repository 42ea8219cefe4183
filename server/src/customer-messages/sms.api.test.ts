import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listCustomerMessages, retryCustomerMessage } from '#contract/customer-messages/customer-messages.ts';
import {
  type EditSmsGatewayBody,
  editSmsGateway,
  getSmsGateway,
  sendTestMessage,
} from '#contract/customer-messages/message-settings.ts';
import { PostOffice } from '#server/testing/mailbox.ts';
import { gatewayOf } from '#server/testing/message-calls.ts';
import { type Booked, MessagingDealer } from '#server/testing/messaging-dealer.ts';
import { answerStatus, openStandInGateway } from '#server/testing/stand-in-gateway.ts';
import { TestApp } from '#server/testing/test-app.ts';

const minute = 60_000;

let app: TestApp;
let office: PostOffice;
let gateway: Awaited<ReturnType<typeof openStandInGateway>>;
let dealer: MessagingDealer;

beforeAll(async () => {
  office = await PostOffice.open();
  gateway = await openStandInGateway();
  app = await TestApp.open({ smtpUrl: office.url });
  dealer = await MessagingDealer.open(app);
});
afterAll(async () => {
  await app.close();
  await office.close();
  await gateway.close();
});
beforeEach(async () => {
  await dealer.reset();
  gateway.asked.length = 0;
  gateway.answerWith(undefined);
  await setGateway();
});

type Gateway = NonNullable<EditSmsGatewayBody['gateway']>;

async function setGateway(changes: Partial<Gateway> = {}) {
  const { token } = dealer;
  const body = { gateway: { ...gatewayOf(gateway.url), ...changes } };
  return (await app.call(editSmsGateway, { token, body })).data.gateway;
}

const getGateway = async () => (await app.call(getSmsGateway, { token: dealer.token })).data.gateway;

async function confirm(given: object = {}): Promise<Booked> {
  await dealer.switchOn(['bookingConfirmed']);
  const booked = await dealer.book('2026-03-12', '10:00', given);
  await dealer.workAfter(2 * minute);
  return booked;
}

const stateOf = async (booked: Booked) => {
  const [message] = await dealer.messagesOf(booked);
  return message && [message.way, message.state, message.reason];
};

const fields = [
  { name: 'api_key', value: 'k-1', isSecret: true },
  { name: 'kind', value: 'text', isSecret: false },
];

test.each<[string, Partial<Gateway>, (call: { query: object; body: string }) => object, string]>([
  ['the address', { method: 'GET', format: 'query', numberFormat: 'domestic' }, ({ query }) => query, '0'],
  [
    'a form',
    { format: 'form', numberFormat: 'international' },
    ({ body }) => Object.fromEntries(new URLSearchParams(body)),
    '+880',
  ],
  ['JSON', { numberFormat: 'withoutPlus' }, ({ body }) => JSON.parse(body), '880'],
])(
  'a gateway is called by %s, with the names and keys that it wants',
  async (_how, changes, read, prefix) => {
    await setGateway({ fields, ...changes });
    const booked = await confirm();
    const [asked] = gateway.asked;
    expect(gateway.asked).toHaveLength(1);
    expect(asked).toMatchObject({ method: changes.method ?? 'POST', headers: { 'x-key': 'abc' } });
    expect(read(asked ?? { query: {}, body: '' })).toEqual({
      ...{ api_key: 'k-1', kind: 'text', to: booked.phone.replace('+880', prefix) },
      text: 'Dear Rahim Uddin, your appointment at North is on March 12 at 10:00 AM. We look forward to seeing you.',
    });
    expect((await dealer.messagesOf(booked))[0]).toMatchObject({ way: 'sms', state: 'sent', parts: 1 });
    expect(office.to(booked.email)).toEqual([]);
  },
);

test('secrets are never read back, and stay when null is sent', async () => {
  const shown = await setGateway({ fields: [{ name: 'key', value: 'k-1', isSecret: true }] });
  expect(shown).toMatchObject({
    headers: [{ name: 'X-Key', value: null }],
    fields: [{ name: 'key', value: null, isSecret: true }],
  });
  const { headers = [], fields = [] } = (await getGateway()) ?? {};
  await setGateway({ headers, fields, toField: 'number' });
  await confirm();
  expect(JSON.parse(gateway.asked[0]?.body ?? '')).toMatchObject({ key: 'k-1', number: expect.any(String) });
  expect(gateway.asked[0]?.headers).toMatchObject({ 'x-key': 'abc' });
});

test('another server gets no secret that it was not given', async () => {
  const { token } = dealer;
  const fields = [
    { name: 'kind', value: 'text', isSecret: false },
    { name: 'key', value: null, isSecret: true },
  ];
  await setGateway({ fields: [{ name: 'key', value: 'k-1', isSecret: true }] });
  const kept = { headers: [{ name: 'X-Key', value: null }], fields };
  const edit = (url: string) =>
    app.call(editSmsGateway, { token, body: { gateway: { ...gatewayOf(url), ...kept } } });
  const refused = await edit(gateway.url.replace('127.0.0.1', 'localhost'));
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.error.fields ?? {})).toEqual([
    'gateway.headers.0.value',
    'gateway.fields.1.value',
  ]);
  expect(await getGateway()).toMatchObject({ url: gateway.url });
  expect((await edit(`${gateway.url}/other`)).status).toBe(200);
});

test('a header that HTTP cannot hold is refused beside it', async () => {
  const { token } = dealer;
  const headers = [{ name: 'X-Key', value: 'চাবি' }];
  const body = { gateway: { ...gatewayOf(gateway.url), headers } };
  const refused = await app.call(editSmsGateway, { token, body });
  expect(Object.keys(refused.error.fields ?? {})).toEqual(['gateway.headers.0.value']);
});

describe('what a gateway answers decides', () => {
  test('what it refuses goes by the next way, and it counts as failing until it takes another', async () => {
    await setGateway({ successText: 'ACCEPTED' });
    gateway.answerWith(answerStatus(200, '{"error":"Insufficient balance"}'));
    const refused = await confirm();
    await dealer.work();
    expect(await stateOf(refused)).toEqual(['email', 'sent', null]);
    expect(await getGateway()).toMatchObject({ failure: 'refused', failingSince: expect.any(String) });
    gateway.answerWith(undefined);
    await confirm();
    expect(await getGateway()).toMatchObject({ failure: null, failingSince: null });
  });

  test.each([429, 503, 401])('what it did not take because of %i waits, and goes once', async (status) => {
    gateway.answerWith(answerStatus(status));
    const booked = await confirm();
    expect((await dealer.messagesOf(booked))[0]).toMatchObject({ state: 'waiting' });
    expect(await getGateway()).toMatchObject({ failure: status === 401 ? 'unauthorized' : 'unreachable' });
    gateway.answerWith(undefined);
    await dealer.workAfter(5 * minute);
    await dealer.workAfter(5 * minute);
    expect(await stateOf(booked)).toEqual(['sms', 'sent', null]);
    expect(gateway.asked).toHaveLength(2);
  });

  test.each([
    ['breaks', answerStatus(500)],
    ['hangs up', (response: { destroy: () => void }) => response.destroy()],
  ])('of what it %s over nobody knows: it is not repeated, also not by Retry', async (_how, answer) => {
    gateway.answerWith(answer);
    const booked = await confirm();
    gateway.answerWith(undefined);
    await dealer.workAfter(60 * minute);
    expect(await stateOf(booked)).toEqual(['sms', 'failed', 'unknown']);
    expect(gateway.asked).toHaveLength(1);
    expect(await getGateway()).toMatchObject({ failure: 'unknown' });
    const { token } = dealer;
    const { data } = await app.call(listCustomerMessages, { token, query: { list: 'failed' } });
    const params = { id: data.messages[0]?._id ?? '' };
    expect((await app.call(retryCustomerMessage, { token, params, body: {} })).status).toBe(409);
  });
});

test('a gateway that says nothing rests: what is due meanwhile waits, and is sent once', async () => {
  gateway.answerWith((response) => void response.destroy());
  const lost = await confirm();
  gateway.answerWith(undefined);
  const next = await dealer.book('2026-03-12');
  app.clock.set(new Date(app.clock.now().getTime() + 10_000));
  const { rows } = await app.pool.query('select try_after from sms_gateway');
  expect(rows[0].try_after.getTime()).toBeGreaterThan(app.clock.now().getTime());
  await dealer.workAfter(10 * minute);
  await dealer.workAfter(minute);
  expect([await stateOf(lost), await stateOf(next)]).toEqual([
    ['sms', 'failed', 'unknown'],
    ['sms', 'sent', null],
  ]);
});

test('a paused gateway and a person without a number are passed over', async () => {
  await setGateway({ isPaused: true });
  const booked = await confirm();
  expect(await stateOf(booked)).toEqual(['email', 'sent', null]);
  expect(gateway.asked).toEqual([]);
});

test('nothing is sent twice when the process died after it asked', async () => {
  gateway.answerWith(async (response) => {
    // What became of it is lost, as when the process dies.
    await app.pool.query("update customer_messages set try_at = null where state = 'asked'");
    response.destroy();
  });
  await dealer.switchOn(['bookingConfirmed']);
  const booked = await dealer.book('2026-03-12');
  await dealer.workAfter(2 * minute);
  await app.pool.query("update customer_messages set state = 'asked', reason = null where state = 'failed'");
  await dealer.workAfter(10 * minute);
  expect(await stateOf(booked)).toEqual(['sms', 'failed', 'unknown']);
  expect(gateway.asked).toHaveLength(1);
});

describe('what a gateway says while the database is away', () => {
  test.each<[string, number, number, unknown[], number]>([
    ['that it took a message', 200, 0, ['sms', 'sent', null], 1],
    ['that it refuses one', 400, 0, ['email', 'sent', null], 1],
    ['that it takes none now', 503, 5 * minute, ['sms', 'sent', null], 2],
  ])('is not forgotten: %s', async (_what, status, later, state, calls) => {
    await app.pool.query(`
      create sequence stored_turns;
      create function go_away() returns trigger language plpgsql as $$ begin
        if old.state = 'asked' and nextval('stored_turns') < 3 then raise exception 'gone' using errcode = '57P01'; end if;
        return new;
      end $$;
      create trigger go_away before update on customer_messages for each row execute function go_away()`);
    gateway.answerWith(answerStatus(status));
    const booked = await confirm();
    await app.pool.query('drop function go_away() cascade; drop sequence stored_turns');
    gateway.answerWith(undefined);
    for (let turn = 0; turn < 2; turn++) await dealer.workAfter(later);
    expect(await stateOf(booked)).toEqual(state);
    expect(gateway.asked).toHaveLength(calls);
  });
});

test('a test message goes to oneself at once, and says what became of it', async () => {
  const { token } = dealer;
  const body = { kind: 'dayBefore', language: 'bn', way: 'sms', to: '01712-345678' } as const;
  const { data } = await app.call(sendTestMessage, { token, body });
  expect(data).toMatchObject({ isSent: true, failure: null, text: expect.stringContaining('রহিম উদ্দিন') });
  expect(data.parts).toBeGreaterThan(1);
  expect(JSON.parse(gateway.asked[0]?.body ?? '')).toMatchObject({ to: '8801712345678', text: data.text });
  gateway.answerWith(answerStatus(500));
  expect((await app.call(sendTestMessage, { token, body })).data.failure).toBe('unknown');
  await app.call(editSmsGateway, { token, body: { gateway: null } });
  expect((await app.call(sendTestMessage, { token, body })).data.failure).toBe('noGateway');
  const nobody = { ...body, to: 'nobody' };
  expect((await app.call(sendTestMessage, { token, body: nobody })).status).toBe(400);
});
