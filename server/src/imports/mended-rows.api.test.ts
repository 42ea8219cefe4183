import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#contract/call/messages.ts';
import * as contract from '#contract/imports.ts';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import { importFile, refusedCsv, revertFile } from '#server/testing/import-calls.ts';
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

const header = 'Name,Phone,Branch,Remark';
const listOf = async (id: string) =>
  (await app.call(contract.listRefusedImportRows, { token, params: { id } })).data.rows;
const mend = (id: string, row: number, cells: string[]) =>
  app.call(contract.mendImportRow, { token, params: { id, row }, body: { cells } });
const found = async (search: string) =>
  (await app.call(listManagementLeads, { token, query: { search } })).data.leads;

test('a refused row says what is wrong, is refused by cell while it is, comes in once mended, and goes with its import', async () => {
  const file = [header, 'Fine One,01718000001,North,', 'Mend One,0171,Nowhere,Asked', ',0171,North,'].join(
    '\n',
  );
  const { _id: id, refused } = await importFile(app, token, file);
  expect(refused).toBe(2);
  expect(await listOf(id)).toMatchObject([
    {
      row: 3,
      cells: ['Mend One', '0171', 'Nowhere', 'Asked'],
      faults: [
        { column: 1, field: 'phone' },
        { column: 2, field: 'serviceCenter', message: messages.noCenterCalledSo },
      ],
    },
    { row: 4 },
  ]);
  const still = await mend(id, 3, ['Mend One', '01718000002', 'Nowhere', 'Asked']);
  expect([still.status, still.error.fields]).toEqual([400, { 'cells.2': messages.noCenterCalledSo }]);
  expect(await found('mend one')).toEqual([]);
  const { data } = await mend(id, 3, ['Mend One', '01718000002', 'North', 'Asked']);
  expect(data).toMatchObject({ state: 'done', taken: 2, refused: 1 });
  expect(await found('mend one')).toMatchObject([{ phone: '01718000002', notes: 'Asked' }]);
  expect((await listOf(id)).map(({ row }) => row)).toEqual([4]);
  expect(await refusedCsv(app, token, id)).not.toContain('Mend One');
  expect((await mend(id, 3, ['Mend One', '01718000003', 'North', ''])).status).toBe(404);
  const audited = await app.pool.query(`select details from audit_log where action = 'imported' order by id`);
  expect(audited.rows.map(({ details }) => details.leads)).toEqual([1, 1]);
  expect((await revertFile(app, token, id)).data).toMatchObject({ state: 'reverted', reverted: 4 });
  expect(await found('mend one')).toEqual([]);
  expect((await mend(id, 4, ['Later', '01718000004', 'North', ''])).status).toBe(409);
});

test('a mended row joins the lead that it repeats, as a row of the file does', async () => {
  const first = await importFile(app, token, [header, 'Known,01718100001,North,'].join('\n'));
  const file = [header, 'Known,0171810000,North,Again'].join('\n');
  const { _id: id } = await importFile(app, token, file, { duplicates: 'join' });
  expect((await mend(id, 2, ['Known', '01718100001', 'North', 'Again'])).data).toMatchObject({
    ...{ taken: 0, joined: 1, refused: 0 },
  });
  expect(await found('01718100001')).toMatchObject([{ notes: 'Again' }]);
  expect((await revertFile(app, token, id)).data).toMatchObject({ restored: 1 });
  expect(await found('01718100001')).toMatchObject([{ notes: null }]);
  expect(first.taken).toBe(1);
});
