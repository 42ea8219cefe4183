import { basePath, getFullPath } from '#contract/call/endpoint.ts';
import type { ImportKind } from '#contract/import-fields.ts';
import { type ImportSettings, importSettings } from '#contract/import-settings.ts';
import * as contract from '#contract/imports.ts';
import { importJobs } from '#server/imports/import-job.service.ts';
import { newId } from '#server/lib/ids.ts';
import type { TestApp } from './test-app.ts';

export async function uploadFile(
  app: TestApp,
  token: string,
  file: string | Buffer,
  noun: ImportKind = 'leads',
) {
  const form = new FormData();
  form.append('noun', noun);
  form.append('fileName', 'old.csv');
  form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), 'old.csv');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return app.send<typeof contract.uploadImport>({
    method: 'POST',
    url: getFullPath(contract.uploadImport),
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
  });
}

export async function runImportToEnd(
  app: Pick<TestApp, 'context'>,
  id: string,
  stopping = new AbortController().signal,
): Promise<void> {
  const [job] = importJobs(app.context);
  await job?.run('id', { import: id }, stopping);
}

export async function checkFile(
  app: TestApp,
  token: string,
  file: string | Buffer,
  {
    noun = 'leads',
    ...settings
  }: Partial<Pick<ImportSettings, 'values' | 'defaults' | 'duplicates' | 'leavesOutUnreadable'>> & {
    noun?: ImportKind;
  } = {},
) {
  const { data } = await uploadFile(app, token, file, noun);
  const params = { id: data._id };
  const body = { ...data.settings, ...settings };
  await app.call(contract.checkImport, { token, params, body });
  await runImportToEnd(app, data._id);
  return (await app.call(contract.getImport, { token, params })).data;
}

export async function importFile(...sent: Parameters<typeof checkFile>) {
  const [app, token] = sent;
  const params = { id: (await checkFile(...sent))._id };
  await app.call(contract.startImport, { token, params });
  await runImportToEnd(app, params.id);
  return (await app.call(contract.getImport, { token, params })).data;
}

export async function revertFile(app: TestApp, token: string, id: string) {
  const { status, error } = await app.call(contract.revertImport, { token, params: { id } });
  if (status !== 201) return { status, error, data: undefined };
  await runImportToEnd(app, id);
  return { status, error, data: (await app.call(contract.getImport, { token, params: { id } })).data };
}

export const refusedCsv = (app: TestApp, token: string, id: string) =>
  csvFrom(app, token, contract.downloadRefusedImportRows.path.replace(':id', id));

export const problemsCsv = (app: TestApp, token: string, id: string) =>
  csvFrom(app, token, contract.downloadImportCheckReport.path.replace(':id', id));

async function csvFrom(app: TestApp, token: string, path: string): Promise<string> {
  const { payload } = await app.app.inject({
    url: `${basePath}${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return payload;
}

type Scene = { app: TestApp; boss: { id: string }; caller?: { id: string }; center?: string };

const columns = { name: [0], phone: [1], serviceCenter: [2] };

// Data entry sees only its own.
export async function anImport({ app, boss, caller = boss }: Scene, state: string) {
  const id = newId(app.clock.now());
  // One runs at a time.
  await app.pool.query("update imports set state = 'done' where state in ('running', 'reverting')");
  await app.pool.query(
    `insert into imports (id, employee_id, noun, state, file_name, kind, headers, shape, sample, settings, is_remembered, taken,
       created_at, ended_at)
     values ($1, $2, 'leads', $3, 'old.csv', 'csv', '["Name", "Phone", "Center"]', '', '[]', $4, false, 1, $5, $5)`,
    [id, caller.id, state, JSON.stringify(importSettings.parse({ columns })), app.clock.now()],
  );
  return { params: { id } };
}

export async function aCheckedFile(scene: Scene) {
  const made = await anImport(scene, 'checked');
  const file = Buffer.from('Name,Phone,Center\nRahim,0171,Nowhere\n');
  await scene.app.pool.query('insert into import_chunks (import_id, place, bytes) values ($1, 0, $2)', [
    made.params.id,
    file,
  ]);
  return made;
}

async function aRefusedRow(scene: Scene) {
  const { params } = await anImport(scene, 'done');
  await scene.app.pool.query(
    `insert into import_rows (import_id, row, outcome, cells, reasons) values ($1, 5, 'refused', '["Rahim", "0171", "Nowhere"]', '')`,
    [params.id],
  );
  return { params: { ...params, row: '5' }, body: { cells: ['Rahim', '01711200777', scene.center ?? ''] } };
}

export const importCalls: Record<string, (scene: Scene) => Promise<object>> = {
  'POST /management/imports': async () => ({ body: { noun: 'leads', fileName: 'old.csv' } }),
  'GET /management/imports': async () => ({}),
  'GET /management/imports/:id': (scene) => anImport(scene, 'draft'),
  'POST /management/imports/:id/headers': async (scene) => ({
    ...(await aCheckedFile(scene)),
    body: { headerRow: 1 },
  }),
  'POST /management/imports/:id/check': async (scene) => ({
    ...(await anImport(scene, 'draft')),
    body: { columns },
  }),
  'POST /management/imports/:id/start': (scene) => anImport(scene, 'checked'),
  'POST /management/imports/:id/stop': (scene) => anImport(scene, 'draft'),
  'POST /management/imports/:id/revert': (scene) => anImport(scene, 'done'),
  'GET /management/imports/:id/problems': aCheckedFile,
  'GET /management/imports/:id/rows': (scene) => anImport(scene, 'done'),
  'POST /management/imports/:id/rows/:row': aRefusedRow,
  'GET /management/imports/:id/refused': (scene) => anImport(scene, 'done'),
};
