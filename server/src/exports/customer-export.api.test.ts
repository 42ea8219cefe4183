import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basePath } from '#contract/call/endpoint.ts';
import { addComment } from '#contract/comments.ts';
import { logContact } from '#contract/contacts.ts';
import { createCustomerAddress } from '#contract/customers.ts';
import * as leads from '#contract/leads/leads.ts';
import { collectionsManifest } from '#contract/reports.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let manager: Awaited<ReturnType<TestApp['signIn']>>;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  manager = await app.signIn('manager');
});
afterAll(() => app.close());

const ask = (id: string) =>
  app.app.inject({
    url: `${basePath}/management/customers/${id}/export`,
    headers: { authorization: `Bearer ${manager.token}` },
  });

test('an export holds all that is stored of one customer, of nobody else, and is audited', async () => {
  const { token } = manager;
  const phone = '01711000001';
  let minutes = 0;
  const record = async (body: object) => {
    app.clock.set(new Date(testNoon.getTime() + ++minutes * 60_000));
    return (
      await app.call(leads.createLead, {
        token,
        body: { name: 'Amina', phone, serviceCenter: fixtures.north, ...body },
      })
    ).data;
  };
  const first = await record({ email: 'amina@example.com', notes: 'Brakes, "soon"\nplease' });
  const second = await record({
    name: 'Amina B',
    serviceCenter: fixtures.south,
    serviceOrCampaign: fixtures.oil,
  });
  await record({ name: 'Other', phone: '01711000002', notes: 'not hers' });
  const customer = String(first.customer);
  const params = { id: first._id };
  await app.call(leads.editLead, { token, params, body: { vehicleNumber: 'DHK-1' } });
  await app.call(addComment, { token, params, body: { text: 'Called twice', mentions: [] } });
  const contact = { channel: 'call', outcome: 'busy', note: 'Engaged' } as const;
  await app.call(logContact, { token, params, body: contact });
  await app.call(leads.moveLead, {
    ...{ token, params: { id: second._id } },
    body: { status: 'booked', appointmentDate: '2026-03-14' },
  });
  const address = { label: 'Home', line: 'Road 5', area: 'Banani', city: 'Dhaka' };
  await app.call(createCustomerAddress, { token, params: { id: customer }, body: address });

  const answer = await ask(customer);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="customer-${customer}.zip"`);
  const files = await unzip(answer.rawPayload);
  const read = (name: string): Record<string, string>[] =>
    parse(files.get(`${name}.csv`) ?? '', { columns: true, bom: true });
  expect(read('customer')).toMatchObject([{ _id: customer, name: 'Amina', email: 'amina@example.com' }]);
  expect(read('addresses')).toMatchObject([{ ...address, isDefault: 'true' }]);
  expect(read('suggestions')).toMatchObject([{ field: 'name', value: 'Amina B', isWaiting: 'true' }]);
  expect(read('leads')).toMatchObject([
    { name: 'Amina', notes: 'Brakes, "soon"\nplease', vehicleNumber: 'DHK-1', serviceCenter: 'North' },
    { name: 'Amina B', serviceCenter: 'South', serviceOrCampaign: 'Oil Change' },
  ]);
  expect(read('lead_history').map(({ version, vehicleNumber }) => [version, vehicleNumber])).toEqual([
    ['1', ''],
    ['2', 'DHK-1'],
    ['3', 'DHK-1'],
    ['1', ''],
    ['2', ''],
  ]);
  expect(read('bookings')).toMatchObject([
    { date: '2026-03-14', time: '', serviceCenter: 'South', serviceOrCampaign: 'Oil Change', ending: '' },
  ]);
  expect(read('contacts')).toMatchObject([{ note: 'Engaged', outcome: 'busy' }]);
  expect(read('comments')).toMatchObject([{ text: 'Called twice' }]);
  expect([...files.values()].join('')).not.toMatch(/not hers|Other|01711000002|manager 1/);
  const manifest = collectionsManifest.parse(JSON.parse(String(files.get('manifest.json'))));
  expect(manifest.collections.map(({ name }) => name)).toEqual([
    ...[
      'customer',
      'addresses',
      'suggestions',
      'leads',
      'lead_history',
      'contacts',
      'bookings',
      'comments',
      'messages',
      'intake',
      'intake_files',
      'merges',
      'refused_rows',
      'audit',
    ],
  ]);

  const { rows } = await app.pool.query("select details from audit_log where action = 'exported'");
  expect(rows).toEqual([{ details: { call: 'GET /management/customers/:id/export', customer } }]);
  const again = await unzip((await ask(customer)).rawPayload);
  expect(String(again.get('audit.csv'))).toContain('exported');
});

test('nobody is exported who is not stored', async () => {
  expect((await ask(noEmployeeId)).statusCode).toBe(404);
});
