import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '#contract/imports.ts';
import { listLeads } from '#contract/leads/leads.ts';
import {
  importFile,
  refusedCsv,
  revertFile,
  runImportToEnd,
  uploadFile,
} from '#server/testing/import-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let clerk: Awaited<ReturnType<TestApp['signIn']>>;
let manager: Awaited<ReturnType<TestApp['signIn']>>;

beforeAll(async () => {
  app = await TestApp.open();
  await addFixtures(app);
  clerk = await app.signIn('dataEntry');
  manager = await app.signIn('manager');
});
afterAll(() => app.close());

const file = (tag: string, phone: string) =>
  `Name,Phone,Branch,Assigned to,Recorded by\nEntry ${tag},${phone},North,Somebody,${manager.email}\n`;

test('data entry imports leads as its own work: who else a file names stands in the notes', async () => {
  const done = await importFile(app, clerk.token, file('A', '01719000001'));
  expect(done).toMatchObject({ state: 'done', taken: 1, refused: 0, by: { _id: clerk.id } });
  const query = { import: done._id } as const;
  const { data } = await app.call(listLeads, { token: clerk.token, query });
  expect(data.leads).toMatchObject([
    {
      ...{ name: 'Entry A', employee: { _id: clerk.id }, advisor: null },
      notes: `Recorded by: ${manager.email}\nAssigned to: Somebody`,
    },
  ]);
});

test('data entry sees its own imports alone, imports no customers and reverts nothing', async () => {
  const other = await importFile(app, manager.token, file('B', '01719000002'));
  const params = { id: other._id };
  const { token } = clerk;
  expect((await app.call(contract.getImport, { token, params })).status).toBe(404);
  expect((await app.call(contract.listRefusedImportRows, { token, params })).status).toBe(404);
  expect(await refusedCsv(app, token, other._id)).toContain('not_found');
  const { data } = await app.call(contract.listImports, { token, query: {} });
  expect(data.imports.map(({ by }) => by._id)).toEqual([clerk.id]);
  expect((await uploadFile(app, token, 'Name,Phone\nA,01719000003', 'customers')).status).toBe(403);
  const [own] = data.imports;
  expect((await revertFile(app, token, own?._id ?? '')).status).toBe(403);
  expect((await revertFile(app, manager.token, own?._id ?? '')).data).toMatchObject({ state: 'reverted' });
});

test('an import of data entry ends where its importer loses the level', async () => {
  const { data } = await uploadFile(app, clerk.token, file('C', '01719000004'));
  const params = { id: data._id };
  await app.call(contract.checkImport, { token: clerk.token, params, body: data.settings });
  await runImportToEnd(app, data._id);
  await app.call(contract.startImport, { token: clerk.token, params });
  await app.pool.query(`update employees set level = 'unassigned' where id = $1`, [clerk.id]);
  await runImportToEnd(app, data._id);
  expect((await app.call(contract.getImport, { token: manager.token, params })).data).toMatchObject({
    ...{ state: 'stopped', taken: 0 },
  });
});
