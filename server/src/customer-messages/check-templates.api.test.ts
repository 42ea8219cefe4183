import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  editMessageSettings,
  getMessageSettings,
  type MessageSettings,
} from '#contract/customer-messages/message-settings.ts';
import { createConnection } from '#contract/intake/connections.ts';
import { getSystemStatus } from '#contract/system/system-status.ts';
import { MessagingDealer } from '#server/testing/messaging-dealer.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { openStandInGraph, sendError } from '../../../scripts/stand-in-graph.mjs';

const account = '102290129340398';
const body = 'Dear {{1}}, your appointment is on {{2}}.';
const hour = 3_600_000;

let app: TestApp;
let graph: Awaited<ReturnType<typeof openStandInGraph>>;
let dealer: MessagingDealer;
let connection: string;

beforeAll(async () => {
  graph = await openStandInGraph();
  app = await TestApp.open({ metaGraphUrl: graph.url });
  dealer = await MessagingDealer.open(app);
  await dealer.signIn();
  const keys = { appSecret: '0123456789abcdef0123456789abcdef', pageToken: 'EAAtoken' };
  const choices = { name: 'Showroom', kind: 'whatsapp', platform: 'whatsapp', ...keys } as const;
  const { data } = await app.call(createConnection, {
    token: dealer.token,
    body: { ...choices, serviceCenter: dealer.fixtures.north },
  });
  connection = data.connection._id;
  await app.pool.query('update meta_connections set accounts = $1', [[account]]);
});
afterAll(async () => {
  await app.close();
  await graph.close();
});
beforeEach(async () => {
  await dealer.reset();
  graph.answerWith(undefined);
  graph.asked.length = 0;
});

const list = (...all: [name: string, status: string][]) =>
  graph.templates.set(
    account,
    all.map(([name, status]) => ({
      ...{ name, status, language: 'en', category: 'UTILITY' },
      components: [{ type: 'BODY', text: body }],
    })),
  );
const choose = (name: string) => (kinds: MessageSettings['kinds']) => {
  for (const text of kinds.dayBefore.texts)
    text.template = { connection, name, language: 'en', body, variables: ['name', 'appointment'] };
};
const look = async (hours = 0) => {
  app.clock.set(new Date(app.clock.now().getTime() + hours * hour));
  await dealer.signIn();
  await app.app.customerMessages.checkTemplates();
  const { token } = dealer;
  const { data } = await app.call(getMessageSettings, { token });
  const { warnings } = (await app.call(getSystemStatus, { token })).data;
  const states = data.unapproved.map(({ name, status }) => [name, status]);
  return { states, isTold: warnings.includes('messagesFailing') };
};
const timesAsked = () => graph.asked.filter(({ id }) => id.endsWith('/message_templates')).length;
const fine = { states: [], isTold: false };

test('a chosen template that Meta pauses is named in settings and status before a message needs it', async () => {
  list(['reminder', 'APPROVED'], ['offer', 'REJECTED']);
  await dealer.switchOn(['dayBefore'], {}, choose('reminder'));
  expect(await look()).toEqual(fine);
  list(['reminder', 'PAUSED']);
  expect(await look(3)).toEqual(fine);
  expect(timesAsked()).toBe(1);
  const paused = { states: [['reminder', 'PAUSED']], isTold: true };
  expect(await look(2)).toEqual(paused);
  graph.answerWith((response) => sendError(response, 190));
  expect(await look(5), 'what was known stays').toEqual(paused);
  graph.answerWith(undefined);
  list();
  expect(await look(5)).toEqual({ states: [['reminder', null]], isTold: true });
  list(['reminder', 'APPROVED']);
  expect(await look(5)).toEqual(fine);
});

test('nothing is known of a template before Meta has named the account', async () => {
  list(['reminder', 'APPROVED']);
  const name = (accounts: string[]) =>
    app.pool.query('update meta_connections set accounts = $1', [accounts]);
  await name([]);
  await dealer.switchOn(['dayBefore'], {}, choose('reminder'));
  expect(await look().finally(() => name([account]))).toEqual(fine);
  expect(await look(5)).toEqual(fine);
  expect(timesAsked()).toBe(1);
});

test('another template is asked about once it is chosen, and one of a kind that is off is none to name', async () => {
  list(['reminder', 'PAUSED'], ['visit', 'APPROVED']);
  await dealer.switchOn(['dayBefore'], {}, choose('reminder'));
  expect(await look()).toMatchObject({ isTold: true });
  await dealer.switchOn(['dayBefore'], {}, choose('visit'));
  expect(await look()).toEqual(fine);
  expect(timesAsked()).toBe(2);
  await dealer.switchOn(['dayBefore'], {}, choose('reminder'));
  expect(await look()).toMatchObject({ isTold: true });
  const { kinds } = await dealer.switchOn([]);
  expect(await look()).toEqual(fine);
  const body = { kinds: { ...kinds, thankYou: { ...kinds.thankYou, isOn: true } } };
  expect((await app.call(editMessageSettings, { token: dealer.token, body })).data.unapproved).toEqual([]);
  expect(await look()).toEqual(fine);
  expect(timesAsked()).toBe(3);
});
