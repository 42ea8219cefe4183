import type { FastifyInstance } from 'fastify';
import { v4 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basePath } from '#contract/call/endpoint.ts';
import { createLead } from '#contract/leads/leads.ts';
import {
  listOpenedLeads,
  maxTabsPerPerson,
  presenceTimeoutSeconds,
  reportPresence,
} from '#contract/presence.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let other: FastifyInstance;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  ({ server: other } = await app.openSibling());
});
afterAll(() => app.close());

async function addLead(serviceCenter: string) {
  const { token } = await app.signIn('manager');
  const body = { name: 'Rahim', phone: '01712345678', serviceCenter };
  return (await app.call(createLead, { token, body })).data._id;
}

async function presentAt(lead: string, token: string, server = app.app): Promise<string[]> {
  const { headers, present } = await server
    .inject({ url: basePath + listOpenedLeads.path, headers: { authorization: `Bearer ${token}` } })
    .then((reply) => ({ headers: reply.headers, present: reply.json().present }));
  expect(headers['content-type']).toContain('json');
  return present
    .filter((one: { lead: string }) => one.lead === lead)
    .map(({ by }: { by: { _id: string } }) => by._id);
}

test('who has a lead open is known to every process, until the lead is closed', async () => {
  const lead = await addLead(fixtures.north);
  const advisor = await app.signIn('service', [fixtures.north]);
  const { token } = await app.signIn('manager');
  const tab = v4();
  await app.call(reportPresence, { token: advisor.token, body: { tab, lead, isOpen: true } });
  await expect.poll(() => presentAt(lead, token)).toEqual([advisor.id]);
  await expect.poll(() => presentAt(lead, token, other)).toEqual([advisor.id]);

  await app.call(reportPresence, { token: advisor.token, body: { tab, lead, isOpen: false } });
  await expect.poll(() => presentAt(lead, token)).toEqual([]);
  await expect.poll(() => presentAt(lead, token, other)).toEqual([]);
});

test('closing the lead before the last leaves the one that is open', async () => {
  const [first, second] = [await addLead(fixtures.north), await addLead(fixtures.north)];
  const { id, token } = await app.signIn('manager');
  const tab = v4();
  const tell = (lead: string, isOpen: boolean) =>
    app.call(reportPresence, { token, body: { tab, lead, isOpen } });
  await tell(first, true);
  await tell(second, true);
  await tell(first, false);
  await tell(await addLead(fixtures.south), true);
  await tell(second, true);
  await expect.poll(() => presentAt(second, token)).toEqual([id]);
  expect(await presentAt(first, token)).toEqual([]);
});

test('a tab that falls silent counts as gone', async () => {
  const lead = await addLead(fixtures.north);
  const { id, token } = await app.signIn('manager');
  await app.call(reportPresence, { token, body: { tab: v4(), lead, isOpen: true } });
  await expect.poll(() => presentAt(lead, token)).toEqual([id]);
  app.clock.set(new Date(app.clock.now().getTime() + presenceTimeoutSeconds * 1_000 + 1));
  expect(await presentAt(lead, token)).toEqual([]);
});

test('those of other centers neither see who is at a lead nor can be at it', async () => {
  const lead = await addLead(fixtures.south);
  const { id, token } = await app.signIn('manager');
  const stranger = await app.signIn('service', [fixtures.north]);
  await app.call(reportPresence, { token, body: { tab: v4(), lead, isOpen: true } });
  await expect.poll(() => presentAt(lead, token)).toEqual([id]);
  expect(await presentAt(lead, stranger.token)).toEqual([]);
  const refused = await app.call(reportPresence, {
    token: stranger.token,
    body: { tab: v4(), lead, isOpen: true },
  });
  expect(refused.status).toBe(404);
});

test('a colleague cannot close for somebody else', async () => {
  const lead = await addLead(fixtures.north);
  const { id, token } = await app.signIn('manager');
  const rival = await app.signIn('manager');
  const tab = v4();
  await app.call(reportPresence, { token, body: { tab, lead, isOpen: true } });
  await expect.poll(() => presentAt(lead, token)).toEqual([id]);
  await app.call(reportPresence, { token: rival.token, body: { tab, lead, isOpen: false } });
  await app.call(reportPresence, { token: rival.token, body: { tab, lead, isOpen: true } });
  await expect.poll(() => presentAt(lead, token)).toContain(rival.id);
  expect(await presentAt(lead, token)).toContain(id);
});

test('whoever makes up tabs displaces only their own (F41)', async () => {
  const lead = await addLead(fixtures.north);
  const honest = await app.signIn('manager');
  const flooding = await app.signIn('service', [fixtures.north]);
  await app.call(reportPresence, { token: honest.token, body: { tab: v4(), lead, isOpen: true } });
  const announced = { lead, by: { _id: flooding.id, name: flooding.name }, isOpen: true };
  await app.pool.query(
    `select tell('presence', jsonb_set($1, '{tab}', to_jsonb(gen_random_uuid())), $2) from generate_series(1, 10300)`,
    [announced, { centers: [fixtures.north] }],
  );
  const last = v4();
  await app.call(reportPresence, { token: flooding.token, body: { tab: last, lead, isOpen: true } });
  const present = async () => (await app.call(listOpenedLeads, { token: honest.token })).data.present;
  await expect.poll(async () => (await present()).map(({ tab }) => tab)).toContain(last);
  const at = (await present()).filter((told) => told.lead === lead).map(({ by }) => by._id);
  expect(at.filter((person) => person === honest.id)).toHaveLength(1);
  expect(at.filter((person) => person === flooding.id)).toHaveLength(maxTabsPerPerson);
});
