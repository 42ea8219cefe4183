import { afterAll, beforeAll, expect, test } from 'vitest';
import { addComment } from '#contract/comments.ts';
import { logContact } from '#contract/contacts.ts';
import { getSingleLeadsHistory } from '#contract/leads/lead-history.ts';
import { getLeadPanel, listTimeline, type TimelineEntry } from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let north: typeof boss;
let entry: typeof boss;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('manager');
  north = await app.signIn('service', [fixtures.north]);
  entry = await app.signIn('dataEntry');
});
afterAll(() => app.close());

const later = () => app.clock.set(new Date(app.clock.now().getTime() + 1_000));

async function record(phone: string, serviceCenter = fixtures.north) {
  later();
  const body = { name: 'Rahim', phone, serviceCenter, serviceOrCampaign: fixtures.oil };
  return (await app.call(leads.createLead, { token: boss.token, body })).data;
}

async function complete(id: string, jobId: string) {
  later();
  const body = { status: 'completed', jobId };
  return (await app.call(leads.moveLead, { token: boss.token, params: { id }, body })).data;
}

async function say(id: string, text: string, token = north.token) {
  later();
  return (await app.call(addComment, { token, params: { id }, body: { text } })).data;
}

const open = (id: string, token: string) => app.call(getLeadPanel, { token, params: { id } });
const told = (entries: readonly TimelineEntry[]) =>
  entries.map((entry) => {
    if (entry.kind === 'contact') return entry.contact.outcome;
    if (entry.kind === 'intake') return entry.delivery.notes;
    if (entry.kind === 'outcome') return entry.outcome;
    if (entry.kind === 'message') return entry.message.kind;
    return entry.kind === 'comment' ? entry.comment.text : entry.version.version;
  });

test('a panel has the lead, what happened to it, and what else the customer has', async () => {
  const order = await record('01711111111');
  await complete(order._id, 'JOB-7');
  const lead = await record('01711111111');
  later();
  const tried = { channel: 'call', outcome: 'noAnswer', note: 'Rang twice' };
  await app.call(logContact, { token: boss.token, params: { id: lead._id }, body: tried });
  await say(lead._id, 'Asks for a quote');

  const { status, data } = await open(lead._id, north.token);
  expect(status).toBe(200);
  expect(data.lead).toMatchObject({ _id: lead._id, name: 'Rahim', customer: null });
  const { entries } = data.timeline;
  // The first attempt makes its author the advisor: a version of the same moment.
  expect(told(entries)).toEqual(['Asks for a quote', expect.anything(), expect.anything(), 1]);
  expect(entries).toContainEqual(
    expect.objectContaining({ kind: 'contact', contact: expect.objectContaining(tried) }),
  );
  expect(data.timeline.next).toBeNull();
  expect(data.otherLeads).toEqual([
    {
      _id: order._id,
      date: '2026-03-10',
      jobId: 'JOB-7',
      serviceOrCampaign: { _id: fixtures.oil, name: 'Oil Change', type: 'service' },
      vehicleNumber: null,
      serviceCenter: { _id: fixtures.north, name: 'North' },
      status: 'completed',
      isActive: true,
    },
  ]);
  expect(data.hasOtherCenters).toBe(false);
  expect((await open(lead._id, boss.token)).data.lead.customer).toBe(lead.customer);
});

test('of centers that somebody may not see, they learn only that the customer has leads there', async () => {
  const own = await record('01722222222');
  const foreign = await record('01722222222', fixtures.south);
  const seen = (await open(own._id, north.token)).data;
  expect(seen.otherLeads).toEqual([]);
  expect(seen.hasOtherCenters).toBe(true);
  for (const { token } of [boss, entry]) {
    const { data } = await open(own._id, token);
    expect(data.otherLeads.map(({ _id }) => _id)).toEqual([foreign._id]);
    expect(data.hasOtherCenters).toBe(false);
  }
});

test('a lead of another center answers like one that does not exist', async () => {
  const foreign = await record('01733333333', fixtures.south);
  for (const endpoint of [getLeadPanel, listTimeline]) {
    const ask = async (id: string) => {
      const { status, error } = await app.call(endpoint, { token: north.token, params: { id } });
      return { status, code: error.code, message: error.message };
    };
    const answer = await ask(foreign._id);
    expect(answer.status).toBe(404);
    expect(answer).toEqual(await ask(noEmployeeId));
  }
});

test('the timeline mixes comments and versions, newest first, page by page', async () => {
  const { _id: id } = await record('01744444444');
  const all: (string | number)[] = [1];
  for (let turn = 2; turn <= 24; turn++) {
    const text = `Said before ${turn}`;
    await say(id, text);
    later();
    const body = { notes: `Note ${turn}` };
    await app.call(leads.moveLead, { token: north.token, params: { id }, body });
    all.unshift(turn, text);
  }

  const { timeline } = (await open(id, north.token)).data;
  const pages = [told(timeline.entries)];
  const entries = [...timeline.entries];
  for (let before = timeline.next; before; ) {
    const { data } = await app.call(listTimeline, { token: north.token, params: { id }, query: { before } });
    pages.push(told(data.entries));
    entries.push(...data.entries);
    before = data.next;
  }
  expect(pages.map(({ length }) => length)).toEqual([20, 20, 7]);
  expect(pages.flat()).toEqual(all);
  // `before` is there even where it stands on the next page.
  for (const entry of entries)
    if (entry.kind === 'version') expect(entry.before === null).toBe(entry.version.version === 1);
});

test('a version tells what it changed from', async () => {
  const { _id: id } = await record('01755555555');
  await complete(id, 'JOB-8');
  const [moved, first] = (await open(id, north.token)).data.timeline.entries;
  expect(moved).toMatchObject({ kind: 'version', before: { status: 'pending', nextFollowUpDates: [] } });
  expect(first).toMatchObject({ kind: 'version', before: null });
});

test('a lead that moves to another center brings notes, comments, contacts and history (F48)', async () => {
  const south = await app.signIn('service', [fixtures.south]);
  const lead = await record('01711111190');
  const params = { id: lead._id };
  const change = async (body: object) => {
    later();
    return app.call(leads.editLead, { token: boss.token, params, body });
  };
  await change({ notes: 'Promised ten percent off' });
  await say(lead._id, 'Waits for our call on Friday');
  later();
  const tried = { channel: 'call', outcome: 'callLater', note: 'In a meeting' };
  await app.call(logContact, { token: north.token, params, body: tried });
  expect((await open(lead._id, south.token)).status).toBe(404);
  await change({ serviceCenter: fixtures.south });

  const { data } = await open(lead._id, south.token);
  expect(data.lead).toMatchObject({ notes: 'Promised ten percent off', contactAttempts: 1, advisor: null });
  expect(told(data.timeline.entries)).toEqual([4, 3, 'callLater', 'Waits for our call on Friday', 2, 1]);
  const history = await app.call(getSingleLeadsHistory, { token: south.token, params });
  expect(history.data.map(({ serviceCenter }) => serviceCenter.name)).toEqual([
    'South',
    'North',
    'North',
    'North',
  ]);
  expect((await open(lead._id, north.token)).status).toBe(404);
});
