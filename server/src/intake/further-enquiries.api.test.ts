import { afterAll, beforeAll, expect, test } from 'vitest';
import * as connections from '#contract/intake/connections.ts';
import { listDeliveries } from '#contract/intake/deliveries.ts';
import { createWebsiteForm } from '#contract/intake/forms.ts';
import { getCallList } from '#contract/leads/call-order.ts';
import * as leads from '#contract/leads/leads.ts';
import { formOf } from '#server/testing/intake-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { createLeadNotification, openStandInGraph, signatureOf } from '../../../scripts/stand-in-graph.mjs';

const appSecret = '0123456789abcdef0123456789abcdef';
const name = 'Rahim Uddin';

let app: TestApp;
let graph: Awaited<ReturnType<typeof openStandInGraph>>;
let token: string;
let staff: string;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let phones = 0;

beforeAll(async () => {
  graph = await openStandInGraph();
  app = await TestApp.open({ metaGraphUrl: graph.url });
  ({ token } = await app.signIn('superAdmin'));
  fixtures = await addFixtures(app);
  ({ token: staff } = await app.signIn('service', [fixtures.north]));
});
afterAll(async () => {
  await app.close();
  await graph.close();
});

const later = (seconds: number) => app.clock.set(new Date(app.clock.now().getTime() + seconds * 1_000));
const callList = async () => (await app.call(getCallList, { token: staff })).data.leads;

async function addPotential() {
  const phone = `0171500${String(++phones).padStart(4, '0')}`;
  const body = { name, phone, serviceCenter: fixtures.north };
  const { data } = await app.call(leads.createLead, { token: staff, body });
  const potential = { status: 'potential', nextFollowUpDates: ['2026-03-20'] } as const;
  await app.call(leads.moveLead, { token: staff, params: { id: data._id }, body: potential });
  expect(await callList()).not.toContainEqual(expect.objectContaining({ _id: data._id }));
  return data;
}

async function connect(kind: 'email' | 'meta') {
  const keys = kind === 'meta' ? { appSecret, pageToken: 'EAAtoken' } : {};
  const body = { name: `By ${kind}`, kind, platform: 'website', serviceCenter: fixtures.north, ...keys };
  return (await app.call(connections.createConnection, { token, body })).data;
}

async function sendForm(phone: string) {
  const { data } = await app.call(createWebsiteForm, { token, body: formOf(fixtures.north) });
  const url = `/form/${data._id}`;
  const page = await app.send({ method: 'GET', url });
  const inputs = page.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const hidden = [...inputs].map(([, field = '', value = '']): [string, string] => [field, value]);
  later(5);
  const payload = new URLSearchParams([...hidden, ['name', name], ['phone', phone]]).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await app.send({ method: 'POST', url, headers, payload })).status).toBe(303);
  return data._id;
}

async function sendMail(phone: string) {
  const { connection, secret } = await connect('email');
  const { status } = await app.send({
    method: 'POST',
    url: connection.path,
    headers: {
      'content-type': 'message/rfc822',
      authorization: `Basic ${Buffer.from(`mail:${secret}`).toString('base64')}`,
    },
    payload: `From: ${name} <rahim@example.com>\r\nSubject: Oil\r\n\r\nPlease call ${phone}`,
  });
  expect(status).toBe(200);
  return connection._id;
}

async function sendLeadAd(phone: string) {
  const { connection } = await connect('meta');
  graph.leads.set('99007199254740991', {
    answers: { full_name: name, phone_number: phone },
    form: '3300330033',
  });
  const payload = createLeadNotification(['99007199254740991']);
  const signature = { 'x-hub-signature-256': signatureOf(payload, appSecret) };
  const headers = { 'content-type': 'application/json', ...signature };
  expect((await app.send({ method: 'POST', url: connection.path, headers, payload })).status).toBe(200);
  return connection._id;
}

test.each([
  ['the website form', sendForm],
  ['mail', sendMail],
  ['a lead ad', sendLeadAd],
])('a further enquiry by %s makes a lead with a follow-up in ten days due now (F111)', async (_, send) => {
  const lead = await addPotential();
  const connection = await send(lead.phone);
  const newest = async () =>
    (await app.call(listDeliveries, { token, query: { connection } })).data.deliveries[0];
  await expect.poll(newest).toMatchObject({ state: 'joined', lead: lead._id });
  const { data } = await app.call(leads.getLead, { token, params: { id: lead._id } });
  expect(data).toMatchObject({ status: 'potential', tryAgainAt: app.clock.now().toISOString() });
  later(1);
  expect(await callList()).toContainEqual({ _id: lead._id, group: 'dueToday' });
});
