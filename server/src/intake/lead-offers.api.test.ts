import { afterAll, beforeAll, expect, test } from 'vitest';
import { editDealer } from '#contract/dealer.ts';
import * as connections from '#contract/intake/connections.ts';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import { declineOffer, type LeadOffer, restoreOffer } from '#contract/leads/lead-offers.ts';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import { newId } from '#server/lib/ids.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let token: string;
let staff: Awaited<ReturnType<TestApp['signIn']>>;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let connection: string;
let secret: string;
let phones = 0;

beforeAll(async () => {
  app = await TestApp.open();
  ({ token } = await app.signIn('superAdmin'));
  fixtures = await addFixtures(app);
  staff = await app.signIn('service', [fixtures.north]);
  const body = { name: 'Site', platform: 'website', serviceCenter: fixtures.north } as const;
  const { data } = await app.call(connections.createConnection, { token, body });
  ({ secret } = data);
  connection = data.connection._id;
});
afterAll(() => app.close());

async function deliver(body: object) {
  const { status } = await app.send({
    method: 'POST',
    url: `/api/v1/intake/${connection}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    payload: JSON.stringify(body),
  });
  expect(status).toBe(200);
  const waiting = "select from deliveries where state = 'waiting'";
  await expect.poll(async () => (await app.pool.query(waiting)).rowCount).toBe(0);
}

const panelOf = async (id: string, as = token) =>
  (await app.call(getLeadPanel, { token: as, params: { id } })).data;
const offersOf = async (id: string, as = token) =>
  (await panelOf(id, as)).offers.map(({ field, value }) => [field, value]);
const fieldsOf = async (id: string, as = token) => (await offersOf(id, as)).map(([field]) => field);

const differing = {
  ...{ name: 'Fatima Karim', email: 'fatima@mail.example', service: 'Brake Pads' },
  ...{ preferred_date: '2026-04-20', preferred_time: '10:00' },
};
const full = {
  ...{ name: 'Rahim', email: 'rahim@mail.example', vehicleNumber: 'DM GA 12-3456' },
  ...{ appointmentDate: '2026-04-19' },
};

async function addLead() {
  const phone = `0171600${String(++phones).padStart(4, '0')}`;
  const body = { ...full, phone, serviceCenter: fixtures.north, serviceOrCampaign: fixtures.oil };
  return (await app.call(leads.createLead, { token, body })).data;
}

/** A lead, whose customer then says otherwise in four fields. */
async function addLeadWithOffers() {
  const lead = await addLead();
  await deliver({ ...differing, phone: lead.phone });
  const { offers } = await panelOf(lead._id);
  const offerOf = (wanted: LeadOffer['field']) => {
    const offer = offers.find(({ field }) => field === wanted);
    if (!offer) throw new Error('Not offered');
    return { enquiry: offer.enquiry, field: offer.field };
  };
  const decline = (field: LeadOffer['field'], as = token) =>
    app.call(declineOffer, { token: as, params: { id: lead._id }, body: offerOf(field) });
  return { lead, decline };
}
const restore = (id: string, as = token) => app.call(restoreOffer, { token: as, params: { id } });
const all = ['name', 'email', 'serviceOrCampaign', 'appointment'];

test('what a further enquiry says otherwise is offered beside each field until it is changed, and again once that is undone (F111)', async () => {
  const lead = await addLead();
  await deliver({ ...differing, phone: lead.phone });
  const offers = [
    ['name', 'Fatima Karim'],
    ['email', 'fatima@mail.example'],
    ['serviceOrCampaign', fixtures.pads],
    ['appointment', '2026-04-20 10:00'],
  ];
  expect(await offersOf(lead._id)).toEqual(offers);
  const params = { id: lead._id };
  const { data } = await app.call(leads.correctLead, { token, params, body: { name: 'Fatima Karim' } });
  expect(await offersOf(lead._id)).toEqual(offers.slice(1));
  await app.call(undoLeadChange, { token, params, body: { version: data.version } });
  expect(await offersOf(lead._id)).toEqual(offers);
  await app.call(leads.correctLead, { token, params, body: { email: 'third@mail.example' } });
  expect(await offersOf(lead._id)).toEqual([offers[0], ...offers.slice(2)]);
  await deliver({ ...differing, name: 'Karim', phone: lead.phone });
  expect((await offersOf(lead._id))[0]).toEqual(['name', 'Karim']);
});

test('only open leads have offers, and none is of a day that is over (F111)', async () => {
  const lead = await addLead();
  await deliver({ ...differing, preferred_date: '2026-01-01', phone: lead.phone });
  expect(await fieldsOf(lead._id)).toEqual(['name', 'email', 'serviceOrCampaign']);
  await app.call(leads.moveLead, { token, params: { id: lead._id }, body: { status: 'completed' } });
  expect(await fieldsOf(lead._id)).toEqual([]);
});

test('a declined offer is gone for everybody, the lead stays as it is, and the timeline names who kept what (F111)', async () => {
  const { lead, decline } = await addLeadWithOffers();
  const { version } = (await panelOf(lead._id)).lead;
  for (const field of ['name', 'appointment'] as const) {
    expect(await decline(field)).toMatchObject({ status: 200, data: { field, undoneAt: null } });
  }
  expect(await fieldsOf(lead._id, staff.token)).toEqual(['email', 'serviceOrCampaign']);
  const panel = await panelOf(lead._id);
  expect(panel.lead).toMatchObject({ version, name: 'Rahim', appointmentDate: '2026-04-19' });
  expect(panel.timeline.entries).toContainEqual(
    expect.objectContaining({
      delivery: expect.objectContaining({
        declined: [
          expect.objectContaining({ field: 'name', undoneAt: null }),
          expect.objectContaining({ field: 'appointment', undoneAt: null }),
        ],
      }),
    }),
  );
});

test('an offer that is declined twice is declined once, and a later enquiry that says it again offers it again (F111)', async () => {
  const { lead, decline } = await addLeadWithOffers();
  const first = await decline('name');
  expect((await decline('name')).data).toEqual(first.data);
  await deliver({ ...differing, phone: lead.phone, message: 'Once more' });
  expect(await fieldsOf(lead._id)).toEqual(all);
});

test('whoever declined an offer undoes it within an hour, nobody else does, and what was done stays recorded (F111)', async () => {
  const { lead, decline } = await addLeadWithOffers();
  const { data } = await decline('name');
  expect((await restore(data._id, (await app.signIn('admin')).token)).status).toBe(403);
  expect((await restore(data._id)).data).toMatchObject({ _id: data._id, undoneAt: expect.any(String) });
  expect(await fieldsOf(lead._id)).toEqual(all);
  const again = await decline('name');
  expect(again.data._id).not.toBe(data._id);
  const declined = (await panelOf(lead._id)).timeline.entries.flatMap((entry) =>
    entry.kind === 'intake' ? entry.delivery.declined : [],
  );
  expect(declined.map(({ undoneAt }) => undoneAt !== null)).toEqual([true, false]);
  app.clock.set(new Date(app.clock.now().getTime() + 61 * 60_000));
  expect((await restore(again.data._id)).status).toBe(403);
  expect(await fieldsOf(lead._id)).toEqual(all.slice(1));
});

test('service staff decline corrections only while they may correct, and days always; offers of other leads are not found (F111)', async () => {
  const { lead, decline } = await addLeadWithOffers();
  const allow = (serviceMayCorrect: boolean) => app.call(editDealer, { token, body: { serviceMayCorrect } });
  await allow(false);
  expect((await decline('email', staff.token)).status).toBe(403);
  expect((await decline('appointment', staff.token)).status).toBe(200);
  await allow(true);
  expect((await decline('email', staff.token)).status).toBe(200);
  expect(await fieldsOf(lead._id)).toEqual(['name', 'serviceOrCampaign']);

  const other = await addLeadWithOffers();
  const { offers } = await panelOf(other.lead._id);
  const body = { enquiry: offers[0]?.enquiry ?? '', field: 'name' } as const;
  const params = { id: lead._id };
  expect((await app.call(declineOffer, { token, params, body })).status).toBe(404);
  const south = await app.signIn('service', [fixtures.south]);
  expect((await decline('name', south.token)).status).toBe(404);
  const unsaid = { ...body, field: 'vehicleNumber' } as const;
  expect((await app.call(declineOffer, { token, params: { id: other.lead._id }, body: unsaid })).status).toBe(
    404,
  );
  expect((await restore(newId(app.clock.now()))).status).toBe(404);
  expect(await fieldsOf(other.lead._id)).toEqual(all);
});

test('open screens of the lead’s center hear of a declined offer and of one that is offered again (F111)', async () => {
  const { lead, decline } = await addLeadWithOffers();
  const heard: unknown[] = [];
  const listener = await app.pool.connect();
  listener.on('notification', ({ payload }) => heard.push(JSON.parse(String(payload))));
  await listener.query('listen pitlane');
  await restore((await decline('name')).data._id);
  const told = expect.objectContaining({
    kind: 'offer',
    data: { lead: lead._id, by: expect.objectContaining({ name: expect.any(String) }) },
    scope: { centers: [fixtures.north] },
  });
  await expect.poll(() => heard).toEqual([told, told]);
  listener.release(true);
});
