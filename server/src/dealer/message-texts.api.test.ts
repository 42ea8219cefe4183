import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '#contract/message-texts.ts';
import { computeListMark } from '#contract/text/list-mark.ts';
import { noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let advisor: typeof boss;

beforeAll(async () => {
  app = await TestApp.open();
  boss = await app.signIn('superAdmin');
  advisor = await app.signIn('service');
});
afterAll(() => app.close());

const edit = (texts: object[], seen?: string) =>
  app.call(contract.editMessageTexts, { token: boss.token, body: { texts, seen } });
const list = async () => (await app.call(contract.listMessageTexts, { token: advisor.token })).data;

test('message texts are replaced as a whole, and keep who they are', async () => {
  expect(await list()).toEqual([]);
  const reminder = { name: 'Reminder', language: 'en', text: 'Hello {name},\nsee you on {appointment}.' };
  const bangla = { name: 'Reminder', language: 'bn', text: 'প্রিয় {name}' };
  const first = await edit([reminder, bangla]);
  expect(first.data).toEqual([
    { ...reminder, _id: expect.any(String) },
    { ...bangla, _id: expect.any(String) },
  ]);
  expect(await list()).toEqual(first.data);

  const [kept, gone] = first.data;
  const changed = { ...kept, name: 'See you' };
  const second = await edit([{ ...bangla, _id: noEmployeeId }, changed, changed]);
  expect(second.data[1]).toEqual(changed);
  expect(new Set([...second.data.map(({ _id }) => _id), noEmployeeId, gone?._id]).size).toBe(5);
  expect(await list()).toEqual(second.data);

  const audited = "select details from audit_log where action = 'settingsChanged'";
  const before = (await app.pool.query(audited)).rows;
  expect(before).toEqual(Array(2).fill({ details: { fields: ['messageTexts'] } }));
  await edit(second.data);
  expect((await app.pool.query(audited)).rows).toEqual(before);
});

test('of two who edit the same texts the second is told what the first saved (F73)', async () => {
  const seen = computeListMark(await list());
  const mine = [{ name: 'Mine', language: 'en', text: 'Hello' }];
  const theirs = (await edit([{ ...mine[0], name: 'Theirs' }], seen)).data;
  const late = await edit(mine, seen);
  expect(late).toMatchObject({ status: 409, error: { current: theirs } });
  expect(await list()).toEqual(theirs);
  expect((await edit(mine, computeListMark(theirs))).data).toMatchObject(mine);
});

test.each([
  ['an unknown placeholder', { text: 'Hello {phone}' }, 'texts.0.text'],
  ['no text', { text: ' ' }, 'texts.0.text'],
  ['no name', { name: '' }, 'texts.0.name'],
  ['an unknown language', { language: 'Klingon' }, 'texts.0.language'],
])('%s is refused beside it', async (_kind, wrong, field) => {
  const before = await list();
  const { status, error } = await edit([{ name: 'A', language: 'en', text: 'B', ...wrong }]);
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
  expect(await list()).toEqual(before);
});
