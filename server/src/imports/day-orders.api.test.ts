import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#contract/call/messages.ts';
import * as contract from '#contract/imports.ts';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import { checkFile, importFile, runImportToEnd, uploadFile } from '#server/testing/import-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await TestApp.open();
  await addFixtures(app);
  ({ token } = await app.signIn('manager'));
});
afterAll(() => app.close());

const header = 'Name,Phone,Service Center,Status,Entry date,Next follow-up,Appointment date';
let phones = 0;
const newPhone = () => `0171900${String(++phones).padStart(4, '0')}`;
const row = (name: string, entry: string, followUps = '', appointment = '') =>
  `${name},${newPhone()},North,,${entry},${followUps},${appointment}`;
const unclear = (count: number) => Array.from({ length: count }, () => row('Unclear', '03/02/2026'));
const fileOf = (...rows: string[]) => [header, ...rows].join('\n');
const daysOf = async (search: string) => {
  const { data } = await app.call(listManagementLeads, { token, query: { search } });
  return data.leads.map(({ createdAt }) => createdAt);
};
const noonOf = (day: string) => [`${day}T18:00:00.000Z`];

test.each([
  ['the entry date', row('Proof', '01/13/2026')],
  ['one of several follow-ups', row('Proof', '', '"04/01/2027; 04/13/2027"')],
  ['a time before the day', row('Proof', '', '', '"10:30, 04/13/2027"')],
])('%s of the last row says in which order a file is read (F118)', async (_what, last) => {
  const name = `First ${phones}`;
  const file = fileOf(row(name, '02/03/2026'), ...unclear(60), last);
  const { data } = await uploadFile(app, token, file);
  expect([data.settings.dayOrder, data.rows]).toEqual(['month', 62]);
  expect((await importFile(app, token, file)).refused).toBe(0);
  expect(await daysOf(name)).toEqual(noonOf('2026-02-02'));
});

test("a file's own days beat the order of one before it (F118)", async () => {
  const before = await checkFile(app, token, fileOf(row('Before', '01/13/2026'), ...unclear(3)));
  expect(before.settings.dayOrder).toBe('month');
  const { data: unsure } = await uploadFile(app, token, fileOf(...unclear(3)));
  expect([unsure.isRemembered, unsure.settings.dayOrder]).toEqual([true, 'month']);
  const { data: proven } = await uploadFile(app, token, fileOf(...unclear(60), row('After', '13/01/2026')));
  expect([proven.isRemembered, proven.settings.dayOrder]).toEqual([true, 'day']);
});

test('rows that only the other order allows are named and left out: one file has one order (F118)', async () => {
  const file = fileOf(
    row('Mixed A', '13/01/2026'),
    row('Mixed B', '14/01/2026'),
    row('Mixed C', '01/15/2026'),
    row('Mixed D', '03/02/2026'),
    row('Mixed E', '', '2027-03-01; 04/13/2027'),
    row('Mixed F', '', '', '04/13/2027 10:30'),
  );
  const checked = await checkFile(app, token, file);
  expect(checked.check).toMatchObject({ ready: 4, refused: 2, dayOrders: { day: 2, month: 3 } });
  expect(checked.check?.problems.map((problem) => [problem.row, problem.message])).toEqual([
    [2, messages.dayWrittenFirst],
    [3, messages.dayWrittenFirst],
  ]);
});

test('the order that was chosen holds for all rows, and the check says how many speak against it (F118)', async () => {
  const file = fileOf(row('Held A', '01/13/2026'), row('Held B', '03/02/2026'), row('Held C', '2026-01-13'));
  const { data } = await uploadFile(app, token, file);
  const params = { id: data._id };
  await app.call(contract.checkImport, { token, params, body: { ...data.settings, dayOrder: 'day' } });
  await runImportToEnd(app, data._id);
  const { check } = (await app.call(contract.getImport, { token, params })).data;
  expect(check).toMatchObject({
    ...{ ready: 2, dayOrders: { day: 0, month: 1 } },
    problems: [{ row: 2, field: 'createdAt', value: '01/13/2026', message: messages.monthWrittenFirst }],
  });
});
