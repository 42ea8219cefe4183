import { afterAll, beforeAll, expect, test } from 'vitest';
import { basePath } from '#contract/call/endpoint.ts';
import { editDealer, getDealer } from '#contract/dealer.ts';
import { listLeadHistory } from '#contract/leads/lead-history.ts';
import * as contract from '#contract/leads/leads.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let entry: typeof boss;
let north: typeof boss;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
  entry = await app.signIn('dataEntry');
  north = await app.signIn('service', [fixtures.north]);
});
afterAll(() => app.close());

const record = async (serviceCenter = fixtures.north) => {
  const body = { name: 'Rahm Uddin', phone: '01712345678', serviceCenter };
  return (await app.call(contract.createLead, { token: entry.token, body })).data;
};
const correct = (id: string, body: object, token = north.token) =>
  app.call(contract.correctLead, { token, params: { id }, body: { ...body } });
const allow = (serviceMayCorrect: boolean) =>
  app.call(editDealer, { token: boss.token, body: { serviceMayCorrect } });

test('service staff correct nothing until the dealer allows it, then from the next request on, in every process (F38)', async () => {
  const { _id } = await record();
  const refused = await correct(_id, { name: 'Rahim Uddin' });
  expect([refused.status, refused.error.message]).toEqual([
    403,
    'Service staff cannot edit leads at the moment. A super admin can allow it in Settings.',
  ]);
  expect((await correct(_id, { name: 'Rahim Uddin' }, entry.token)).status).toBe(200);

  expect((await allow(true)).data.serviceMayCorrect).toBe(true);
  expect((await app.call(getDealer)).data.serviceMayCorrect).toBe(true);
  const { server } = await app.openSibling();
  const elsewhere = (phone: string) =>
    server.inject({
      method: 'PATCH',
      url: `${basePath}/serviceCenter/manageLeads/correct/${_id}`,
      headers: { authorization: `Bearer ${north.token}` },
      payload: { phone },
    });
  expect((await elsewhere('01812345678')).statusCode).toBe(200);
  await allow(false);
  expect((await elsewhere('01912345678')).statusCode).toBe(403);
});

test('a correction is an edit of these fields, in the history like any other (F38)', async () => {
  await allow(true);
  const lead = await record();
  const { status, data } = await correct(lead._id, {
    name: 'Rahim Uddin',
    phone: '+88 01812-345678',
    email: 'rahim@example.com',
    vehicleNumber: 'ga 12',
    serviceOrCampaign: fixtures.oil,
    version: 1,
  });
  expect([status, data.version, data.phone, data.vehicleNumber]).toEqual([200, 2, '01812345678', 'GA 12']);
  const { data: history } = await app.call(listLeadHistory, {
    token: north.token,
    params: { entryId: lead._id },
  });
  expect(history.history[0]).toMatchObject({
    changedFields: ['name', 'email', 'phone', 'vehicleNumber', 'serviceOrCampaign'],
    lastModifiedBy: { _id: north.id },
  });

  const stale = await correct(lead._id, { name: 'Karim', version: 1 });
  expect([stale.status, stale.error.current]).toMatchObject([409, { version: 2, name: 'Rahim Uddin' }]);
  expect((await correct(lead._id, { phone: '123' })).error.fields).toHaveProperty('phone');
  for (const body of [{ notes: 'x' }, { serviceCenter: fixtures.south }, { status: 'completed' }])
    expect((await correct(lead._id, body)).status).toBe(400);
});

test('leads of other centers do not exist for a correction (F38)', async () => {
  await allow(true);
  const { _id } = await record(fixtures.south);
  expect((await correct(_id, { name: 'Karim' })).status).toBe(404);
});

test('the setting travels with a logo in a form too (F38)', async () => {
  await allow(false);
  const form = new FormData();
  form.append('serviceMayCorrect', 'true');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const { data } = await app.send<typeof editDealer>({
    method: 'PATCH',
    url: `${basePath}/management/dealer`,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      authorization: `Bearer ${boss.token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
  });
  expect(data.serviceMayCorrect).toBe(true);
});
