import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as contacts from '#contract/contacts.ts';
import * as connections from '#contract/intake/connections.ts';
import * as intake from '#contract/intake/deliveries.ts';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { workDueDeliveries } from './work-deliveries.service.ts';

let app: TestApp;
let token: string;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let connection: string;
let secret: string;
let phones = 0;
const held = new Set<PoolClient>();

beforeAll(async () => {
  app = await TestApp.open({ lockTimeoutMs: 60_000 });
  ({ token } = await app.signIn('superAdmin'));
  fixtures = await addFixtures(app);
  const body = { name: 'Site', platform: 'website', serviceCenter: fixtures.north } as const;
  const { data } = await app.call(connections.createConnection, { token, body });
  ({ secret } = data);
  connection = data.connection._id;
});
afterEach(async () => {
  for (const client of held) await client.query('rollback');
});
afterAll(() => app.close());

const newPhone = () => `0171500${String(++phones).padStart(4, '0')}`;
const later = (minutes: number) => app.clock.set(new Date(app.clock.now().getTime() + minutes * 60_000));

async function deliver(body: object) {
  const { status } = await app.send({
    method: 'POST',
    url: `/api/v1/intake/${connection}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    payload: JSON.stringify(body),
  });
  expect(status).toBe(200);
}

async function ledger() {
  const waiting = "select from deliveries where state = 'waiting'";
  await expect.poll(async () => (await app.pool.query(waiting)).rowCount).toBe(0);
  return (await app.call(intake.listDeliveries, { token, query: { connection } })).data.deliveries;
}

async function addLead(phone: string, more: Partial<leads.CreateLeadBody> = {}) {
  const body = { name: 'Rahim', phone, serviceCenter: fixtures.north, ...more };
  return (await app.call(leads.createLead, { token, body })).data;
}
const leadOf = async (id: unknown) =>
  (await app.call(leads.getLead, { token, params: { id: String(id) } })).data;
const move = (id: string, body: leads.MoveLeadBody) =>
  app.call(leads.moveLead, { token, params: { id }, body });

async function hold(statement: string, values: unknown[] = []) {
  const client = await app.pool.connect();
  held.add(client);
  await client.query('begin');
  await client.query(statement, values);
  return async (end: 'commit' | 'rollback') => {
    await client.query(end);
    held.delete(client);
    client.release();
  };
}

async function waiters(count: number) {
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await app.pool.query(waiting)).rowCount).toBe(count);
}

describe('an enquiry beside a change of the lead that it would join', () => {
  const closings = [
    ['closed', "update leads set status = 'completed', job_id = 'J', status_at = now() where id = $1"],
    ['archived', 'update leads set is_active = false where id = $1'],
    ['erased', 'update leads set customer_id = null, is_active = false where id = $1'],
  ] as const;
  for (const [name, statement] of closings) {
    test(`becomes a lead of its own when that was ${name} first (F112)`, async () => {
      const phone = newPhone();
      const lead = await addLead(phone);
      const release = await hold(statement, [lead._id]);
      await deliver({ name: 'Rahim', phone, message: 'Is it ready?' });
      await waiters(1);
      await release('commit');
      const [delivery] = await ledger();
      expect(delivery).toMatchObject({ state: 'lead', reason: null });
      expect(delivery?.lead).not.toBe(lead._id);
      expect(await leadOf(delivery?.lead)).toMatchObject({ phone, notes: 'Is it ready?', status: 'pending' });
    });
  }

  test('joins the lead into which it was merged first (F112)', async () => {
    const phone = newPhone();
    const [other, kept] = [await addLead(phone), await addLead(phone)];
    const release = await hold('update leads set merged_into = $2, is_active = false where id = $1', [
      other._id,
      kept._id,
    ]);
    await deliver({ name: 'Rahim', phone, message: 'Is it ready?' });
    await waiters(1);
    await release('commit');
    expect((await ledger())[0]).toMatchObject({ state: 'joined', lead: kept._id });
  });

  test('is not lost when it came first: the lead that it joined is closed after it (F112)', async () => {
    const phone = newPhone();
    const lead = await addLead(phone);
    await move(lead._id, { status: 'potential', nextFollowUpDates: ['2026-03-20'] });
    // Lets leads be locked, and written by nobody.
    const release = await hold('lock table leads in share mode');
    await deliver({ name: 'Rahim', phone, message: 'Is it ready?' });
    await waiters(1);
    const closing = move(lead._id, { status: 'completed', jobId: 'JOB-1' });
    await waiters(2);
    await release('rollback');
    expect((await closing).status).toBe(200);
    expect((await ledger())[0]).toMatchObject({ state: 'joined', lead: lead._id });
    expect(await leadOf(lead._id)).toMatchObject({ status: 'completed', tryAgainAt: null });
  });
});

const staffOf = async () => app.signIn('service', [fixtures.north]);

describe('a further enquiry that joins a lead', () => {
  test('fills what the lead lacks, as its connection, and whoever worked it keeps it (F111)', async () => {
    const lead = await addLead(newPhone());
    const staff = await staffOf();
    await app.call(leads.moveLead, {
      ...{ token: staff.token, params: { id: lead._id } },
      body: { status: 'potential', nextFollowUpDates: ['2026-03-20'] },
    });
    await deliver({
      ...{ name: 'Rahim', phone: lead.phone, email: 'rahim@mail.example', vehicle_number: 'DM GA 12-3456' },
      ...{
        service: 'Oil Change',
        preferred_date: '2026-03-20',
        preferred_time: '10:00',
        message: 'Please call',
      },
    });
    await ledger();
    const after = await leadOf(lead._id);
    expect(after).toMatchObject({
      ...{
        status: 'potential',
        email: 'rahim@mail.example',
        appointmentDate: '2026-03-20',
        appointmentTime: '10:00',
      },
      ...{
        serviceOrCampaign: { name: 'Oil Change' },
        notes: 'Please call',
        lastModifiedBy: { _id: connection },
      },
      ...{ vehicleNumber: expect.stringContaining('3456'), advisor: { _id: staff.id } },
    });
    expect(after.tryAgainAt).toBe(app.clock.now().toISOString());
  });

  test('replaces nothing: what it says otherwise is in the notes, once (F116)', async () => {
    const more = { email: 'rahim@mail.example', vehicleNumber: 'DM GA 12-3456', notes: 'Bring papers' };
    const lead = await addLead(newPhone(), { ...more, appointmentDate: '2026-03-19' });
    for (const message of ['Once', 'Twice'])
      await deliver({
        ...{ name: 'Fatima Karim', phone: lead.phone, email: 'fatima@mail.example', message },
        ...{ preferred_date: '2026-03-20', preferred_time: '10:00' },
      });
    await ledger();
    expect(await leadOf(lead._id)).toMatchObject({
      ...{
        name: 'Rahim',
        email: more.email,
        vehicleNumber: lead.vehicleNumber,
        appointmentDate: '2026-03-19',
      },
      notes:
        'Bring papers\nAnother name: Fatima Karim\nAnother email: fatima@mail.example\nAnother preferred date: 20 March 2026, 10:00',
    });
  });

  test('as one that comes with it does: the lead that the first became has what both say (F116)', async () => {
    const phone = newPhone();
    const release = await hold('lock table leads in share mode');
    await deliver({ name: 'Rahim', phone });
    await waiters(1);
    for (const name of ['Rahim', 'Karim']) await deliver({ name, phone, email: 'rahim@mail.example' });
    await release('rollback');
    const [last] = await ledger();
    expect(await leadOf(last?.lead)).toMatchObject({
      ...{ name: 'Rahim', email: 'rahim@mail.example', notes: 'Another name: Karim' },
    });
  });

  test('when management places it: by what they say (F111)', async () => {
    const lead = await addLead(newPhone());
    await deliver({ message: 'Call me' });
    const [delivery] = await ledger();
    const body = {
      ...{ name: 'Fatima', phone: lead.phone, serviceCenter: fixtures.north },
      ...{ vehicleNumber: 'DM GA 12-3456', email: 'fatima@mail.example' },
    };
    const params = { id: String(delivery?._id) };
    await app.call(intake.placeDelivery, { token, params, body });
    expect(await leadOf(lead._id)).toMatchObject({
      ...{ name: 'Rahim', email: body.email, notes: expect.stringContaining('Another name: Fatima') },
    });
    const { data } = await app.call(getLeadPanel, { token, params: { id: lead._id } });
    expect(data.timeline.entries).toContainEqual(
      expect.objectContaining({
        delivery: expect.objectContaining({ enquiry: expect.objectContaining({ name: 'Fatima' }) }),
      }),
    );
  });
});

describe('an enquiry with another name and another vehicle', () => {
  const karim = { name: 'Abdul Karim', vehicleNumber: 'DHAKA METRO-GA 12-3456' };
  const fatima = { name: 'Fatima Karim', vehicle_number: 'DHAKA METRO-KA 98-7654' };

  test('is of another person, who gets a lead beside the open one, and is found again (F116)', async () => {
    const lead = await addLead(newPhone(), karim);
    await deliver({ ...fatima, phone: lead.phone });
    const [delivery] = await ledger();
    expect(delivery).toMatchObject({ state: 'lead', reason: intake.addedDespiteDuplicate });
    expect(await leadOf(lead._id)).toMatchObject({ version: 1, ...karim });
    await deliver({ ...fatima, phone: lead.phone, email: 'fatima@mail.example' });
    expect((await ledger())[0]).toMatchObject({ state: 'joined', lead: delivery?.lead });
    await deliver({ name: 'A. Karim', phone: lead.phone });
    expect((await ledger())[0]).toMatchObject({ state: 'joined', lead: lead._id });
  });

  test('of the same body, too (F116)', async () => {
    const phone = newPhone();
    await deliver({
      leads: [
        { name: karim.name, vehicle_number: karim.vehicleNumber, phone },
        { ...fatima, phone },
      ],
    });
    expect((await ledger()).slice(0, 2)).toMatchObject([{ state: 'lead' }, { state: 'lead' }]);
  });

  test('but with one of them may be a correction: it joins (F116)', async () => {
    for (const said of [
      { ...fatima, vehicle_number: 'DM GA 123456' },
      { ...fatima, name: 'Karim' },
    ]) {
      const lead = await addLead(newPhone(), karim);
      await deliver({ ...said, phone: lead.phone });
      expect((await ledger())[0]).toMatchObject({ state: 'joined', lead: lead._id });
    }
  });
});

test('an enquiry that comes while its customer is being erased is tried again (F111)', async () => {
  const lead = await addLead(newPhone());
  const erasing = (isErasing: boolean) =>
    app.pool.query('update customers set is_erasing = $1 where mobile = $2', [isErasing, lead.phone]);
  for (const body of [
    { name: 'Rahim', phone: lead.phone, email: 'rahim@mail.example' },
    { name: 'Rahim', phone: lead.phone, service_center: 'South' },
  ]) {
    await erasing(true);
    await deliver(body);
    expect((await ledger())[0]).toMatchObject({ state: 'failed' });
    await erasing(false);
    later(120);
    ({ token } = await app.signIn('superAdmin'));
    await workDueDeliveries(app.context);
    // It may still be worked by the application itself, which was woken by it.
    await expect.poll(async () => (await ledger())[0]?.state).toMatch(/^(?:joined|lead)$/);
  }
});

describe('a further enquiry is at the head of the queue', () => {
  const undoContact = (id: string) => app.call(contacts.undoContact, { token, params: { id } });
  const logged = async (lead: string, more: object) =>
    (
      await app.call(contacts.logContact, {
        ...{ token, params: { id: lead } },
        body: { channel: 'call', outcome: 'noAnswer', ...more } as const,
      })
    ).data.contact._id;

  test('also when a contact’s own reminder had made it due already, and that contact is undone (F126)', async () => {
    const lead = await addLead(newPhone(), { platform: 'website' });
    const reminder = new Date(app.clock.now().getTime() + 10 * 60_000);
    const contact = await logged(lead._id, { tryAgainAt: reminder.toISOString() });
    later(15);
    await deliver({ name: 'Rahim', phone: lead.phone });
    expect((await ledger())[0]).toMatchObject({ state: 'joined', lead: lead._id });
    const { status, data } = await undoContact(contact);
    expect(status).toBe(200);
    expect(data.lead.contactAttempts).toBe(0);
    const due = Date.parse(String(data.lead.tryAgainAt));
    expect(due).toBeGreaterThanOrEqual(reminder.getTime());
    expect(due).toBeLessThanOrEqual(app.clock.now().getTime());
  });

  test('of a lead with a follow-up in ten days, or an appointment: due now (F111)', async () => {
    const moves: leads.MoveLeadBody[] = [
      { status: 'potential', nextFollowUpDates: ['2026-03-20'] },
      { status: 'booked', appointmentDate: '2026-03-20' },
    ];
    for (const body of moves) {
      const lead = await addLead(newPhone());
      await move(lead._id, body);
      later(1);
      await deliver({ name: 'Rahim', phone: lead.phone });
      expect((await ledger())[0]).toMatchObject({ state: 'joined', lead: lead._id });
      expect((await leadOf(lead._id)).tryAgainAt).toBe(app.clock.now().toISOString());
    }
  });

  test('of a lead that nobody has answered: by its target, and due once that was missed (F111)', async () => {
    const lead = await addLead(newPhone());
    later(1);
    await deliver({ name: 'Rahim', phone: lead.phone });
    await ledger();
    expect((await leadOf(lead._id)).tryAgainAt).toBeNull();
    later(3 * 24 * 60);
    await deliver({ name: 'Rahim', phone: lead.phone, message: 'Hello?' });
    await ledger();
    ({ token } = await app.signIn('superAdmin'));
    const after = await leadOf(lead._id);
    expect(after.tryAgainAt).toBe(app.clock.now().toISOString());
    expect(after.responseDueAt).toBe(lead.responseDueAt);
  });

  test('with all that it said in the timeline, for service staff too, who may not open Incoming enquiries (F111)', async () => {
    const lead = await addLead(newPhone());
    await deliver({
      ...{ name: 'Fatima', phone: lead.phone, email: 'fatima@mail.example', vehicle_number: 'DM GA 12-3456' },
      ...{
        service: 'Oil Change',
        preferred_date: '2026-03-20',
        preferred_time: '10:00',
        form_name: 'Autumn',
      },
    });
    await ledger();
    const staff = await app.signIn('service', [fixtures.north]);
    const { data } = await app.call(getLeadPanel, { token: staff.token, params: { id: lead._id } });
    const entry = data.timeline.entries.find(({ kind }) => kind === 'intake');
    expect(entry).toMatchObject({
      delivery: {
        hasJoined: true,
        enquiry: {
          ...{ name: 'Fatima', email: 'fatima@mail.example', vehicleNumber: expect.stringContaining('3456') },
          ...{ appointmentDate: '2026-03-20', appointmentTime: '10:00' },
          ...{ serviceOrCampaign: { name: 'Oil Change' }, source: { form: 'Autumn' } },
        },
      },
    });
  });

  test('when management places it (F111)', async () => {
    const lead = await addLead(newPhone());
    await move(lead._id, { status: 'potential', nextFollowUpDates: ['2026-03-20'] });
    await deliver({ message: 'Call me' });
    const [delivery] = await ledger();
    const body = { name: 'Rahim', phone: lead.phone, serviceCenter: fixtures.north };
    const params = { id: String(delivery?._id) };
    const { data } = await app.call(intake.placeDelivery, { token, params, body });
    expect(data).toMatchObject({ hasJoined: true, lead: { tryAgainAt: app.clock.now().toISOString() } });
  });
});
