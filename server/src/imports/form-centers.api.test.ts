import { afterAll, beforeAll, expect, test } from 'vitest';
import * as connections from '#contract/intake/connections.ts';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import { checkFile, importFile, uploadFile } from '#server/testing/import-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let token: string;
let leads = 0;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  ({ token } = await app.signIn('superAdmin'));
});
afterAll(() => app.close());

const oilChange = '3300330033';
const tyres = '4400440044';

function metaFile(...forms: string[]): string {
  const rows = forms.map((form) => {
    const phone = `p:+880171650${String(++leads).padStart(4, '0')}`;
    return `l:${leads}\t2026-03-09T10:15:00+06:00\tag:2\tf:${form}\tig\tLead ${leads}\t${phone}\tCREATED`;
  });
  const headers = 'id\tcreated_time\tad_id\tform_id\tplatform\tfull_name\tphone_number\tlead_status';
  return [headers, ...rows].join('\n');
}

const proposedFor = async (...forms: string[]) =>
  (await uploadFile(app, token, metaFile(...forms))).data.settings.defaults.serviceCenter;

test("the leads of a form of Meta go to its connection's center without a choice (F123)", async () => {
  expect(await proposedFor(oilChange)).toBeUndefined();
  const keys = { appSecret: 'a'.repeat(32), pageToken: 'EAA' };
  const body = { name: 'Page', kind: 'meta', platform: 'facebook', serviceCenter: fixtures.south } as const;
  const { data } = await app.call(connections.createConnection, { token, body: { ...body, ...keys } });
  const params = { id: data.connection._id };
  const forms = [{ form: oilChange, serviceCenter: fixtures.north, serviceOrCampaign: null }];
  await app.call(connections.editConnection, { token, params, body: { forms } });

  expect(await proposedFor(oilChange)).toBe(fixtures.north);
  expect(await proposedFor(tyres), 'the center of the connection').toBe(fixtures.south);
  const mixed = await proposedFor(...Array.from({ length: 60 }, () => oilChange), tyres);
  expect(mixed, 'forms of two centers, the second far down').toBeUndefined();

  const done = await importFile(app, token, metaFile(oilChange));
  expect(done).toMatchObject({ taken: 1, refused: 0 });
  const query = { search: `Lead ${leads}` };
  const { data: brought } = await app.call(listManagementLeads, { token, query });
  expect(brought.leads).toMatchObject([{ serviceCenter: { _id: fixtures.north } }]);
});

test("a form's center beats the one chosen for an earlier file with the same headers (F123)", async () => {
  await checkFile(app, token, metaFile('999'), { defaults: { serviceCenter: fixtures.north } });
  const { data } = await uploadFile(app, token, metaFile(tyres));
  expect([data.isRemembered, data.settings.defaults.serviceCenter]).toEqual([true, fixtures.south]);
});
