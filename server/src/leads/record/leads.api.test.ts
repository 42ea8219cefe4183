import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#contract/call/messages.ts';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import * as contract from '#contract/leads/leads.ts';
import { addDays } from '#contract/text/dates.ts';
import { openSession } from '#server/auth/sessions/sessions.service.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let entry: Awaited<ReturnType<TestApp['signIn']>>;
let north: typeof entry;
let manager: typeof entry;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  entry = await app.signIn('dataEntry');
  north = await app.signIn('service', [fixtures.north]);
  manager = await app.signIn('manager');
});
afterAll(() => app.close());

let made = 0;
const phone = () => `0171${String(++made).padStart(7, '0')}`;
const fresh = (more: object = {}) => ({
  name: 'Rahim Uddin',
  phone: phone(),
  serviceCenter: fixtures.north,
  ...more,
});

async function record(more: object = {}, token = entry.token) {
  const { status, data } = await app.call(contract.createLead, { token, body: fresh(more) });
  expect(status).toBe(201);
  return data;
}
const move = (id: string, body: object, token = entry.token) =>
  app.call(contract.moveLead, { token, params: { id }, body });
const edit = (id: string, body: object, token = entry.token) =>
  app.call(contract.editLead, { token, params: { id }, body });
const archive = (id: string, body: { isActive: boolean; version?: number }, token = entry.token) =>
  app.call(contract.archiveLead, { token, params: { id }, body });

describe('recording a lead', () => {
  test('answers it whole, pending, normalised and populated', async () => {
    const { data, status } = await app.call(contract.createLead, {
      token: entry.token,
      body: {
        name: '  Rahim Uddin ',
        phone: '+880 1712-345678',
        email: 'rahim@example.com',
        serviceCenter: fixtures.north,
        serviceOrCampaign: fixtures.festival,
        platform: 'whatsapp',
        vehicleNumber: ' dhaka metro-ga  11-2233 ',
        notes: 'ব্রেক থেকে শব্দ আসছে',
        appointmentDate: '2026-03-12',
        appointmentTime: '14:30',
      },
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      name: 'Rahim Uddin',
      phone: '01712345678',
      vehicleNumber: 'DHAKA METRO-GA 11-2233',
      notes: 'ব্রেক থেকে শব্দ আসছে',
      status: 'pending',
      version: 1,
      isActive: true,
      followUpCount: 0,
      nextFollowUpDates: [],
      appointmentDate: '2026-03-12',
      appointmentTime: '14:30',
      createdAt: testNoon.toISOString(),
      serviceCenter: { _id: fixtures.north, name: 'North', address: null, contactNo: null },
      serviceOrCampaign: { _id: fixtures.festival, name: 'Eid Festival', type: 'campaign' },
      employee: { _id: entry.id, name: entry.name },
      employees: [{ _id: entry.id, name: entry.name }],
      editedBy: [],
      lastModifiedBy: { _id: entry.id, name: entry.name },
      changedFields: [],
    });
    expect(data.entryId).toBe(data._id);
  });

  test.each([
    ['name', { name: '  ' }, 'This field is Required'],
    ['phone', { phone: '' }, 'This field is Required'],
    ['phone', { phone: '0171234' }, 'This phone number is too short'],
    ['email', { email: 'rahim@' }, 'Invalid Email Address'],
    ['serviceCenter', { serviceCenter: noEmployeeId }, 'Choose one of the service centers'],
    ['serviceCenter', { serviceCenter: 'north' }, 'Choose one of the service centers'],
    [
      'serviceOrCampaign',
      { serviceOrCampaign: noEmployeeId },
      'Choose one of the offered services, campaigns or parts',
    ],
    ['platform', { platform: 'telegram' }, 'Choose one of facebook, whatsapp, website'],
    ['appointmentDate', { appointmentDate: '2026-02-30' }, 'Enter a valid date'],
    ['appointmentDate', { appointmentDate: '2031-01-01' }, 'Choose a day within the next two years'],
    ['appointmentTime', { appointmentTime: '25:00' }, 'Enter a valid time'],
    ['name', { name: 'Rahim\0' }, messages.unwritable],
    ['notes', { notes: 'a\u001bb' }, messages.unwritable],
    ['status', { status: 'completed' }, 'Unknown field'],
  ])('refuses a wrong %s beside it: %j', async (field, wrong, message) => {
    const { status, error } = await app.call(contract.createLead, { token: entry.token, body: fresh(wrong) });
    expect(status).toBe(400);
    expect(error.fields).toEqual({ [field]: message });
  });

  test('keeps a preferred date that has passed, on whose day nothing is booked (F64)', async () => {
    const lead = await record({ appointmentDate: '2026-03-09' });
    expect(lead.appointmentDate).toBe('2026-03-09');
    const moved = { appointmentDate: '2026-03-08', name: 'Salma' };
    expect((await edit(lead._id, moved)).data).toMatchObject(moved);
    const booking = { token: manager.token, params: { id: lead._id }, body: { status: 'booked' } };
    expect((await app.call(contract.moveLead, booking)).error.fields).toEqual({
      appointmentDate: 'Choose today or a later day',
    });
    await app.call(contract.moveLead, {
      ...booking,
      body: { status: 'booked', appointmentDate: '2026-03-12' },
    });
    expect((await edit(lead._id, { appointmentDate: '2026-03-09' })).error.fields).toEqual({
      appointmentDate: 'Choose today or a later day',
    });
  });

  test('a campaign is offered on its last day and not after', async () => {
    await record({ serviceOrCampaign: fixtures.festival });
    app.clock.set(new Date('2026-03-10T18:00:00Z'));
    const { error } = await app.call(contract.createLead, {
      token: (await app.signIn('dataEntry')).token,
      body: fresh({ serviceOrCampaign: fixtures.festival }),
    });
    app.clock.set(testNoon);
    expect(error.fields).toHaveProperty('serviceOrCampaign');
  });

  test('keeps one customer per phone number', async () => {
    const mobile = phone();
    await record({ phone: mobile, name: 'R. Uddin', email: 'rahim@example.com' });
    await record({ phone: `+88 ${mobile}`, name: 'Rahim Uddin' });
    const rows = await app.db.selectFrom('customers').selectAll().where('mobile', '=', mobile).execute();
    expect(rows).toMatchObject([{ name: 'R. Uddin', email: 'rahim@example.com' }]);
  });

  test('sent twice at once under one Idempotency-Key makes one lead', async () => {
    const body = fresh();
    const headers = { 'idempotency-key': 'form-1' };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.call(contract.createLead, { token: entry.token, body, headers })),
    );
    expect(new Set(answers.map((answer) => answer.data._id)).size).toBe(1);
    const other = await app.call(contract.createLead, { token: entry.token, body: fresh(), headers });
    expect(other.status).toBe(409);
    const later = new Date(testNoon.getTime() + 25 * 3_600_000);
    app.clock.set(later);
    const token = await openSession(app.context, entry.id, null);
    const anew = await app.call(contract.createLead, { token, body, headers });
    app.clock.set(testNoon);
    expect(anew.data._id).not.toBe(answers[0]?.data._id);
  });

  test('clears away keys that are out of date, whoever used them, some at a time (F15.1)', async () => {
    await app.pool.query(
      `insert into idempotency_keys select $1, 'old ' || n, '', null, $2::timestamptz - interval '25 hours'
       from generate_series(1, 30) n`,
      [manager.id, testNoon],
    );
    const left = async () =>
      (await app.pool.query(`select count(*)::int as keys from idempotency_keys where key like 'old %'`))
        .rows[0].keys;
    for (const expected of [10, 0]) {
      const headers = { 'idempotency-key': `clears ${expected}` };
      await app.call(contract.createLead, { token: entry.token, body: fresh(), headers });
      expect(await left()).toBe(expected);
    }
  });

  test('at a center of others is refused to service as an unknown center', async () => {
    const { status, error } = await app.call(contract.createLead, {
      token: north.token,
      body: fresh({ serviceCenter: fixtures.south }),
    });
    expect(status).toBe(400);
    expect(error.fields).toEqual({ serviceCenter: 'Choose one of the service centers' });
  });
});

describe('editing a lead', () => {
  test('changes what is sent and keeps the rest', async () => {
    const lead = await record({ email: 'a@example.com', notes: 'First' });
    const { data } = await edit(
      lead._id,
      { name: 'Karim Mia', email: '', vehicleNumber: 'ga-1', version: 1 },
      manager.token,
    );
    expect(data).toMatchObject({
      name: 'Karim Mia',
      email: null,
      notes: 'First',
      phone: lead.phone,
      vehicleNumber: 'GA-1',
      version: 2,
      changedFields: ['name', 'email', 'vehicleNumber'],
      editedBy: [{ _id: manager.id, name: manager.name }],
      lastModifiedBy: { _id: manager.id },
      employee: { _id: entry.id },
    });
    expect(data.employees.map((person) => person._id)).toEqual([entry.id, manager.id]);
  });

  test('keeps notes that are saved together with the preferred date or time, changed or not (F101)', async () => {
    for (const wish of [
      { appointmentDate: '2026-03-15' },
      { appointmentTime: '16:30' },
      { appointmentDate: '2026-03-14', appointmentTime: '10:00' },
      { appointmentDate: '' },
    ]) {
      const lead = await record({
        notes: 'First',
        appointmentDate: '2026-03-14',
        appointmentTime: '10:00',
      });
      const { data } = await edit(lead._id, { ...wish, notes: 'Brings both keys', name: 'Karim Mia' });
      expect(data).toMatchObject({ notes: 'Brings both keys', name: 'Karim Mia', version: 2 });
      const { data: stored } = await app.call(contract.getLead, {
        token: entry.token,
        params: { id: lead._id },
      });
      expect(stored).toEqual(data);
    }
  });

  test('that is stale answers 409 with the current lead and changes nothing', async () => {
    const lead = await record();
    await edit(lead._id, { name: 'Karim Mia' }, manager.token);
    const { status, error } = await edit(lead._id, { name: 'Salma', version: 1 });
    expect(status).toBe(409);
    expect(error.current).toMatchObject({
      name: 'Karim Mia',
      version: 2,
      lastModifiedBy: { name: manager.name },
    });
    expect(
      (await app.call(contract.getLead, { token: entry.token, params: { id: lead._id } })).data.name,
    ).toBe('Karim Mia');
  });

  test('that changes nothing makes no version', async () => {
    const lead = await record();
    const { data } = await edit(lead._id, { name: lead.name, phone: lead.phone });
    expect(data.version).toBe(1);
  });

  test('cannot take the appointment from a booked lead', async () => {
    const lead = await record();
    await move(lead._id, { status: 'booked', appointmentDate: '2026-03-12' });
    const { status, error } = await edit(lead._id, { appointmentDate: '' });
    expect(status).toBe(400);
    expect(error.fields).toEqual({ appointmentDate: 'Must add appointment date' });
  });

  test('of an unknown lead is 404', async () => {
    expect((await edit(noEmployeeId, { name: 'X' })).status).toBe(404);
  });
});

describe('the life of a lead', () => {
  test('runs from pending over follow-ups to booked to completed, each step a version', async () => {
    const lead = await record();
    await move(lead._id, { status: 'potential', nextFollowUpDates: ['2026-03-12'] }, north.token);
    await move(lead._id, { followUpCount: 1, nextFollowUpDates: ['2026-03-12', '2026-03-14'] }, north.token);
    await move(
      lead._id,
      { status: 'booked', appointmentDate: '2026-03-15', appointmentTime: '10:00' },
      north.token,
    );
    const { data } = await move(lead._id, { status: 'completed', jobId: 'JOB-7' }, north.token);
    expect(data).toMatchObject({ status: 'completed', jobId: 'JOB-7', followUpCount: 1, version: 5 });
    const versions = await app.db
      .selectFrom('lead_versions')
      .select(['version', 'changed_fields', 'edited_by', 'snapshot'])
      .where('lead_id', '=', lead._id)
      .orderBy('version')
      .execute();
    expect(versions.map((row) => row.changed_fields)).toEqual([
      [],
      ['status', 'nextFollowUpDates'],
      ['followUpCount', 'nextFollowUpDates'],
      ['status', 'appointmentDate', 'appointmentTime'],
      ['status', 'jobId'],
    ]);
    expect(versions.at(-1)).toMatchObject({
      edited_by: north.id,
      snapshot: { status: 'completed', job_id: 'JOB-7', name: lead.name, version: 5 },
    });
  });

  test('an old lead is put off again and again; its history keeps every date (F14)', async () => {
    const planned = Array.from({ length: 45 }, (_, days) => addDays('2026-03-11', days));
    let { data } = await move((await record())._id, {
      status: 'potential',
      nextFollowUpDates: planned.slice(0, 1),
    });
    for (const date of planned.slice(1)) {
      ({ data } = await move(data._id, { nextFollowUpDates: [...data.nextFollowUpDates, date] }));
    }
    expect([data.version, data.nextFollowUpDates]).toEqual([46, planned.slice(-20)]);
    const { rows } = await app.pool.query<{ date: string }>(
      `select distinct date from lead_versions, jsonb_array_elements_text(snapshot -> 'next_follow_up_dates') date
       where lead_id = $1 order by 1`,
      [data._id],
    );
    expect(rows.map(({ date }) => date)).toEqual(planned);

    const tooMany = await move(data._id, { nextFollowUpDates: planned.slice(0, 41) });
    expect([tooMany.status, tooMany.error.fields]).toEqual([
      400,
      { nextFollowUpDates: 'Send at most 40 dates' },
    ]);
  });

  test('is refused by the rule, beside its field, and stays as it was', async () => {
    const lead = await record();
    const { status, error } = await move(lead._id, { status: 'potential' });
    expect(status).toBe(400);
    expect(error.fields).toEqual({ nextFollowUpDates: 'Must add next follow-up date' });
    expect(
      (await app.call(contract.getLead, { token: entry.token, params: { id: lead._id } })).data.version,
    ).toBe(1);
  });

  test('a completed lead is reopened by management alone', async () => {
    const lead = await record();
    await move(lead._id, { status: 'completed' });
    const reopening = { status: 'booked', appointmentDate: '2026-03-20' };
    expect((await move(lead._id, reopening, north.token)).status).toBe(403);
    expect((await move(lead._id, reopening, manager.token)).data.status).toBe('booked');
  });

  test('comes to another center with its booking, in one step that undo takes back', async () => {
    const lead = await record({ appointmentDate: '2026-03-14' });
    const both = await app.signIn('service', [fixtures.north, fixtures.south]);
    const appointment = { appointmentDate: '2026-03-15', appointmentTime: '10:00' };
    const there = { serviceCenter: fixtures.south, version: 1 };
    const unbooked = await move(lead._id, there, both.token);
    expect(unbooked.error.fields).toEqual({ serviceCenter: messages.centerOfBooking });
    const booking = { ...there, ...appointment, status: 'booked' };
    const refused = await move(lead._id, booking, north.token);
    expect(refused.error.fields).toEqual({ serviceCenter: messages.unknownServiceCenter });
    const { data } = await move(lead._id, booking, both.token);
    expect(data).toMatchObject({ status: 'booked', ...appointment, version: 2, isDayBooked: true });
    expect(data.serviceCenter._id).toBe(fixtures.south);
    const params = { id: lead._id };
    const undone = await app.call(undoLeadChange, { token: both.token, params, body: { version: 2 } });
    expect(undone.data).toMatchObject({
      ...{ status: 'pending', appointmentDate: '2026-03-14', appointmentTime: null, version: 3 },
      serviceCenter: { _id: fixtures.north },
    });
  });

  test('at a center of others does not exist for service', async () => {
    const lead = await record({ serviceCenter: fixtures.south });
    const hidden = await move(lead._id, { notes: 'mine' }, north.token);
    const unknown = await move(noEmployeeId, { notes: 'mine' }, north.token);
    expect(hidden.status).toBe(404);
    expect({ ...hidden.error, requestId: '' }).toEqual({ ...unknown.error, requestId: '' });
    expect((await app.call(contract.getLead, { token: north.token, params: { id: lead._id } })).status).toBe(
      404,
    );
  });
});

describe('archiving', () => {
  test('moves a lead to the archived list, out of the counts, and back', async () => {
    const lead = await record({ name: 'Archived Person' });
    const before = await app.call(contract.countLeadsByStatus, { token: entry.token });
    expect((await archive(lead._id, { isActive: false })).data.isActive).toBe(false);
    const search = 'archived person';
    const lists = async () => {
      const [active, archived] = await Promise.all([
        app.call(contract.listLeads, { token: entry.token, query: { search } }),
        app.call(contract.listLeads, { token: entry.token, query: { search, filter: 'archived' } }),
      ]);
      return [active.data.totalLeadsCount, archived.data.totalLeadsCount];
    };
    expect(await lists()).toEqual([0, 1]);
    const during = await app.call(contract.countLeadsByStatus, { token: entry.token });
    expect(during.data.pendingLeads).toBe(before.data.pendingLeads - 1);
    await archive(lead._id, { isActive: true, version: 2 });
    expect(await lists()).toEqual([1, 0]);
  });
});

describe('history', () => {
  test('is append-only, whoever tries', async () => {
    await record();
    await expect(app.db.updateTable('lead_versions').set({ version: 99 }).execute()).rejects.toThrow(
      'append-only',
    );
    await expect(app.db.deleteFrom('lead_versions').execute()).rejects.toThrow('append-only');
  });
});
