import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#contract/call/messages.ts';
import * as contract from '#contract/imports.ts';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import {
  problemsCsv,
  refusedCsv,
  revertFile,
  runImportToEnd,
  uploadFile,
} from '#server/testing/import-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { makeBook, textCell } from '#server/testing/made-book.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await TestApp.open();
  await addFixtures(app);
  ({ token } = await app.signIn('manager'));
});
afterAll(() => app.close());

const headers = ['Customer Name', 'Mobile No.', 'Branch', 'Entry date'];
const columns = { name: [0], phone: [1], serviceCenter: [2], createdAt: [3] };

/** A row that is like headers, notes and a blank row stand above the table. */
const tableOf = (name: string, digit: number) => [
  ['Source', 'Date', 'x'.repeat(60)],
  ['Facebook', '2026-03-09'],
  ['', ''],
  headers,
  [`${name} A`, `0171730000${digit}`, 'North', '2026-03-08'],
  [`${name} B`, '12', 'North', '2026-03-08'],
  [`${name} C`, `0171740000${digit}`, 'North', '2026-03-08'],
];

const csvOf = (rows: readonly string[][]) => rows.map((cells) => cells.join(',')).join('\n');

function bookOf(rows: readonly string[][]): Promise<Buffer> {
  const xml = rows.map((cells, place) => {
    const texts = cells.map((cell, column) => textCell(`${'ABCD'[column]}${place + 1}`, cell));
    return `<row r="${place + 1}">${texts.join('')}</row>`;
  });
  return makeBook({ sheets: [{ name: 'Report', rows: xml.join('') }] });
}

const move = (id: string, headerRow: number) =>
  app.call(contract.chooseImportHeaders, { token, params: { id }, body: { headerRow } });

const stored = async (id: string) => (await app.call(contract.getImport, { token, params: { id } })).data;

test.each([
  ['CSV', async (rows: string[][]) => csvOf(rows)],
  ['XLSX', bookOf],
])(
  'of %s, the row of the headers is shown and can be another one, by which all is read (F123)',
  async (kind, fileOf) => {
    const name = `Moved ${kind}`;
    const file = await fileOf(tableOf(name, kind.length));
    const { data } = await uploadFile(app, token, file);
    const params = { id: data._id };
    expect([data.headerRow, data.top.map(({ row }) => row)]).toEqual([1, [1, 2, 4, 5, 6]]);
    expect(data.top[0]?.cells).toEqual(['Source', 'Date', `${'x'.repeat(40)}…`]);
    expect(data.top[2]?.cells).toEqual(headers);

    const { status, data: moved } = await move(data._id, 4);
    expect([status, moved]).toEqual([201, await stored(data._id)]);
    expect(moved).toMatchObject({ state: 'draft', headerRow: 4, headers, top: data.top, rows: 3 });
    expect([moved.settings.columns, moved.sample.length]).toEqual([columns, 3]);

    await app.call(contract.checkImport, { token, params, body: moved.settings });
    expect((await move(data._id, 1)).status).toBe(409);
    await runImportToEnd(app, data._id);
    expect((await stored(data._id)).check).toMatchObject({ rows: 3, ready: 2, problems: [{ row: 6 }] });
    expect(await problemsCsv(app, token, data._id)).toMatch(/^6,Mobile No\.,12,/m);

    await app.call(contract.startImport, { token, params });
    await runImportToEnd(app, data._id);
    expect(await stored(data._id)).toMatchObject({ state: 'done', taken: 2, refused: 1, top: [] });
    const leads = (await app.call(listManagementLeads, { token, query: { search: name } })).data.leads;
    expect(leads.map((lead) => lead.name).toSorted()).toEqual([`${name} A`, `${name} C`]);
    expect(await refusedCsv(app, token, data._id)).toMatch(/Customer Name,.*\r\n.* B,12,North,2026-03-08,/);
    expect((await move(data._id, 1)).status).toBe(409);
    expect((await revertFile(app, token, data._id)).data).toMatchObject({ state: 'reverted', reverted: 4 });
  },
);

test('what was checked by other headers counts no more and is not remembered; a row without a table below is refused (F123)', async () => {
  const file = csvOf(tableOf('Again', 9));
  const { data } = await uploadFile(app, token, file);
  const params = { id: data._id };
  const body = { ...data.settings, columns: { name: [0], phone: [1], serviceCenter: [2] } };
  await app.call(contract.checkImport, { token, params, body });
  await runImportToEnd(app, data._id);
  const checked = await stored(data._id);
  expect([checked.state, checked.check?.ready]).toEqual(['checked', 2]);

  for (const [row, message] of [
    [3, 'Choose one of the first 10 rows that are not blank'],
    [7, messages.fileHeadersOnly],
  ] as const) {
    const { status, error } = await move(data._id, row);
    expect([status, error.message]).toEqual([400, message]);
  }
  expect(await stored(data._id)).toEqual(checked);

  const { data: moved } = await move(data._id, 4);
  expect(moved).toMatchObject({ state: 'draft', check: null, handled: 0, headerRow: 4, startedAt: null });
  expect((await app.call(contract.startImport, { token, params })).status).toBe(409);
  expect((await uploadFile(app, token, file)).data).toMatchObject({ headerRow: 1, isRemembered: false });
});

test('a file whose headers are in an unknown row, as before an upgrade, is read as ever (F123)', async () => {
  const { data } = await uploadFile(app, token, csvOf(tableOf('Old', 7).slice(3)));
  await app.pool.query("update imports set header_row = null, top = '[]' where id = $1", [data._id]);
  const params = { id: data._id };
  expect(await stored(data._id)).toMatchObject({ headerRow: null, top: [] });
  await app.call(contract.checkImport, { token, params, body: data.settings });
  await runImportToEnd(app, data._id);
  expect((await stored(data._id)).check).toMatchObject({ rows: 3, ready: 2, problems: [{ row: 3 }] });
});

test('a file without headers loses no row, and is not read as another one of as many columns was (F123)', async () => {
  const rows = [
    ['Headless A', '01717310001', 'North'],
    ['Headless B', '01717310002', 'North'],
  ];
  const { data } = await uploadFile(app, token, csvOf(rows));
  expect(data).toMatchObject({
    headerRow: 0,
    headers: ['Column A', 'Column B', 'Column C'],
    isRemembered: false,
  });
  expect(data.settings.columns).toEqual({ phone: [1] });
  const params = { id: data._id };
  const body = { ...data.settings, columns: { name: [0], phone: [1], serviceCenter: [2] } };
  await app.call(contract.checkImport, { token, params, body });
  await runImportToEnd(app, data._id);
  await app.call(contract.startImport, { token, params });
  await runImportToEnd(app, data._id);
  expect(await stored(data._id)).toMatchObject({ state: 'done', taken: 2, refused: 0 });
  const again = await uploadFile(app, token, csvOf(rows.map(([name = '', ...more]) => [...more, name])));
  expect(again.data).toMatchObject({
    headerRow: 0,
    isRemembered: false,
    settings: { columns: { phone: [0] } },
  });

  const named = await uploadFile(app, token, csvOf([headers, ...rows]));
  expect(named.data.headerRow).toBe(1);
  expect((await move(named.data._id, 0)).data).toMatchObject({
    headerRow: 0,
    sample: [headers, ...rows.map((row) => [...row, ''])],
  });
});
