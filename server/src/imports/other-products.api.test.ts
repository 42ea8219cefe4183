import { afterAll, beforeAll, expect, test } from 'vitest';
import { basePath } from '#contract/call/endpoint.ts';
import { downloadLeadsCsv, listManagementLeads } from '#contract/leads/lead-oversight.ts';
import * as leads from '#contract/leads/leads.ts';
import { downloadAllCollections } from '#contract/reports.ts';
import { importFile } from '#server/testing/import-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let token: string;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  ({ token } = await app.signIn('superAdmin'));
});
afterAll(() => app.close());

const found = async (search: string) =>
  (await app.call(listManagementLeads, { token, query: { search } })).data.leads;
const download = async (path: string) =>
  (await app.app.inject({ url: `${basePath}${path}`, headers: { authorization: `Bearer ${token}` } }))
    .rawPayload;

const others = {
  HubSpot: [
    'Record ID,First Name,Last Name,Email,Phone Number,Mobile Phone Number,Contact owner,Lead Status,Create Date,Original Source',
    '1,Amina,Hub,amina@hub.example,,+880 1715-100001,,New,2026-01-05 14:30,Facebook',
    '2,Bina,Hub,,01715100002,,,Connected,2026-01-06 09:00,',
    '3,Chan,Hub,,01715100003,,,Unqualified,2026-01-07 10:15,',
  ],
  Zoho: [
    'Record Id,Lead Owner,Company,First Name,Last Name,Email,Phone,Mobile,Lead Source,Lead Status,Created Time,Description',
    'zcrm_1,,,Amina,Zoho,,,01715200001,Facebook,Not Contacted,2026-01-05 14:30:00,Brakes',
    'zcrm_2,,,Bina,Zoho,bina@zoho.example,01715200002,,,Contacted,2026-01-06 09:00:00,',
    'zcrm_3,,,Chan,Zoho,,01715200003,,,Junk Lead,2026-01-07 10:15:00,',
  ],
  Frappe: [
    'ID,First Name,Last Name,Full Name,Email,Mobile No,Lead Owner,Source,Status,Created On',
    'CRM-1,Amina,Frappe,Amina Frappe,,+8801715300001,,Facebook,New,2026-01-05 14:30:12.345678',
    'CRM-2,Bina,Frappe,Bina Frappe,,+8801715300002,,,Contacted,2026-01-06 09:00:00.000001',
    'CRM-3,Chan,Frappe,Chan Frappe,,+8801715300003,,,Junk,2026-01-07 10:15:59.000001',
  ],
};

test.each(Object.entries(others))(
  'a file of %s comes in with its statuses and days',
  async (product, lines) => {
    const done = await importFile(app, token, lines.join('\n'), {
      defaults: { serviceCenter: fixtures.north, lostReason: 'Not interested', followUpDate: '2026-03-12' },
    });
    expect(done).toMatchObject({ taken: 3, refused: 0 });
    const name = product === 'HubSpot' ? 'Hub' : product;
    const all = (await found(name)).sort((one, other) => (one.name < other.name ? -1 : 1));
    expect(all).toMatchObject([
      {
        name: `Amina ${name}`,
        status: 'pending',
        platform: 'facebook',
        createdAt: '2026-01-05T08:30:00.000Z',
      },
      { name: `Bina ${name}`, status: 'potential', nextFollowUpDates: ['2026-03-12'] },
      { name: `Chan ${name}`, status: 'lostCustomer', lostReason: 'Not interested' },
    ]);
  },
);

test("this product's leads CSV and customers.csv are read as they were written", async () => {
  for (const [place, name] of ['Amina Own', 'Bina Own', 'Chan Own'].entries()) {
    const body = {
      name,
      phone: `0171540000${place}`,
      serviceCenter: fixtures.south,
      notes: 'Line 1\nLine 2',
    };
    await app.call(leads.createLead, { token, body });
  }
  const csv = String(await download(`${downloadLeadsCsv.path}?search=own`));
  const added = await importFile(app, token, csv, { duplicates: 'add' });
  expect(added).toMatchObject({ rows: 3, taken: 3, refused: 0 });
  expect((await found('own')).map(({ name, notes }) => [name, notes]).sort()).toEqual(
    ['Amina Own', 'Bina Own', 'Chan Own'].flatMap((name) => [
      [name, 'Line 1\nLine 2'],
      [name, 'Line 1\nLine 2'],
    ]),
  );
  const file = String((await unzip(await download(downloadAllCollections.path))).get('customers.csv'));
  const known = await importFile(app, token, file, { noun: 'customers', duplicates: 'join' });
  expect(known).toMatchObject({ taken: 0, refused: 0, joined: known.rows });
});
