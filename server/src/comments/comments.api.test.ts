import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '#contract/comments.ts';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import type { Account } from '#contract/people.ts';
import { getAccount } from '#server/employees/employees.service.ts';
import { mayReceiveNotice } from '#server/events/events.policy.ts';
import type { Notice } from '#server/events/notices.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['signIn']>>;

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Person;
let entry: Person;
let north: Person;
let colleague: Person;
let south: Person;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('manager');
  entry = await app.signIn('dataEntry');
  north = await app.signIn('service', [fixtures.north]);
  colleague = await app.signIn('service', [fixtures.north, fixtures.south]);
  south = await app.signIn('service', [fixtures.south]);
  await app.signIn('unassigned');
});
afterAll(() => app.close());

async function record(serviceCenter = fixtures.north) {
  const body = { name: 'Rahim', phone: '01712345678', serviceCenter };
  return (await app.call(leads.createLead, { token: boss.token, body })).data._id;
}

function say(id: string, text: string, mentions: string[] = [], { token }: Person = north) {
  app.clock.set(new Date(app.clock.now().getTime() + 1_000));
  return app.call(contract.addComment, { token, params: { id }, body: { text, mentions } });
}

const mentionsOf = async ({ token }: Person) => (await app.call(contract.listMentions, { token })).data;
const read = (lead: string, { token }: Person) =>
  app.call(contract.markMentionsRead, { token, body: { lead } });

test('a comment names colleagues, who find it among their mentions until they have read it', async () => {
  const id = await record();
  const text = 'Wants red paint\n@Manager can we?';
  const { status, data } = await say(id, `  ${text}  `, [boss.id, colleague.id]);
  expect(status).toBe(201);
  const by = { _id: north.id, name: north.name };
  const mentions = [boss, colleague].map(({ id, name }) => ({ _id: id, name }));
  expect(data).toMatchObject({ text, by, mentions: expect.arrayContaining(mentions) });

  const { timeline } = (await app.call(getLeadPanel, { token: boss.token, params: { id } })).data;
  expect(timeline.entries[0]).toEqual({ kind: 'comment', _id: data._id, comment: data });

  const mention = { _id: data._id, lead: { _id: id, name: 'Rahim' }, text, by, createdAt: data.createdAt };
  expect(await mentionsOf(boss)).toEqual({ mentions: [{ ...mention, isRead: false }], unread: 1 });
  expect(await mentionsOf(north)).toEqual({ mentions: [], unread: 0 });
  expect((await read(id, boss)).status).toBe(204);
  expect(await mentionsOf(boss)).toEqual({ mentions: [{ ...mention, isRead: true }], unread: 0 });
  expect((await mentionsOf(colleague)).unread).toBe(1);
});

test('unread mentions come before newer read ones', async () => {
  const [first, second] = [await record(), await record()];
  await say(first, 'older', [entry.id]);
  await say(second, 'newer', [entry.id]);
  await read(second, entry);
  const { mentions } = await mentionsOf(entry);
  expect(mentions.map(({ text }) => text)).toEqual(['older', 'newer']);
});

test('nobody who may not see the lead can be mentioned, and nobody twice or by themselves', async () => {
  const id = await record();
  const before = await app.pool.query('select count(*) from lead_comments');
  const message = 'Mention only colleagues who can see this lead';
  for (const stranger of [south.id, north.id, noEmployeeId]) {
    const { status, error } = await say(id, 'Look', [boss.id, stranger]);
    expect([status, error.fields]).toEqual([400, { mentions: message }]);
  }
  expect((await say(id, ' \n ')).error.fields).toEqual({ text: 'This field is Required' });
  expect((await app.pool.query('select count(*) from lead_comments')).rows).toEqual(before.rows);
  expect((await say(id, 'Look', [boss.id, boss.id])).data.mentions).toHaveLength(1);
});

test('the colleagues are active, may see the lead, and come by name without the caller', async () => {
  const gone = await app.signIn('manager');
  await app.pool.query('update employees set is_active = false where id = $1', [gone.id]);
  const ask = async (id: string, { token }: Person) =>
    (await app.call(contract.listColleagues, { token, params: { id } })).data.colleagues.map(
      ({ _id }) => _id,
    );
  expect(await ask(await record(), north)).toEqual([entry.id, boss.id, colleague.id]);
  expect(await ask(await record(fixtures.south), boss)).toEqual([entry.id, colleague.id, south.id]);
});

test('who may no longer see a lead no longer sees what was said about it', async () => {
  const id = await record();
  await say(id, 'Secret of the north', [colleague.id]);
  expect(JSON.stringify(await mentionsOf(colleague))).toContain('Secret of the north');
  await app.pool.query(
    'delete from employee_service_centers where employee_id = $1 and service_center_id = $2',
    [colleague.id, fixtures.north],
  );
  await expect
    .poll(async () => JSON.stringify(await mentionsOf(colleague)))
    .not.toContain('Secret of the north');
  expect((await mentionsOf(colleague)).unread).toBe(0);
});

test('a lead of another center takes no comment, like one that does not exist', async () => {
  const foreign = await record(fixtures.south);
  const [one, other] = [await say(foreign, 'Hello'), await say(noEmployeeId, 'Hello')];
  expect([one.status, one.error.message]).toEqual([other.status, other.error.message]);
  expect(one.status).toBe(404);
});

test('a comment is told live to those who may see the lead, a mention to the one it names', async () => {
  const heard: Notice[] = [];
  const stop = app.hub.subscribe((notice) => void heard.push(notice));
  const id = await record();
  await say(id, 'Live', [boss.id]);
  const ofKind = (kind: Notice['kind']) => heard.filter((notice) => notice.kind === kind);
  await expect.poll(() => ofKind('mention').length).toBeGreaterThan(0);
  stop();

  const hears = async (person: Person, kind: 'comment' | 'mention') => {
    const actor: Account = await getAccount(app.context, person.id);
    return ofKind(kind).some((notice) => mayReceiveNotice(actor, notice));
  };
  expect(ofKind('comment')[0]?.data).toEqual({ lead: id, by: { _id: north.id, name: north.name } });
  expect(await Promise.all([north, boss, entry, south].map((one) => hears(one, 'comment')))).toEqual([
    ...[true, true, true, false],
  ]);
  expect(ofKind('mention')[0]?.data).toEqual({ lead: id, isRead: false });
  expect(await Promise.all([north, boss, entry, south].map((one) => hears(one, 'mention')))).toEqual([
    ...[false, true, false, false],
  ]);
});
