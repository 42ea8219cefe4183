import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as history from '#contract/leads/lead-history.ts';
import * as oversight from '#contract/leads/lead-oversight.ts';
import * as contract from '#contract/leads/leads.ts';
import { createServiceCenter } from '#contract/service-centers.ts';
import { openSession } from '#server/auth/sessions/sessions.service.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let manager: Awaited<ReturnType<TestApp['signIn']>>;
let superAdmin: typeof manager;
let north: typeof manager;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  manager = await app.signIn('manager');
  superAdmin = await app.signIn('superAdmin');
  north = await app.signIn('service', [fixtures.north]);
});
afterAll(() => app.close());

let made = 0;
async function record(more: object = {}) {
  const phone = `0181${String(++made).padStart(7, '0')}`;
  const body = { name: `Lead ${made}`, phone, serviceCenter: fixtures.north, ...more };
  return (await app.call(contract.createLead, { token: manager.token, body })).data;
}
const move = (id: string, body: object, token = north.token) =>
  app.call(contract.moveLead, { token, params: { id }, body });
const undo = (id: string, version: number, token = north.token) =>
  app.call(history.undoLeadChange, { token, params: { id }, body: { version } });

describe('the management list', () => {
  test('searches only by more than one character', async () => {
    await record({ name: 'Zubaida' });
    await record({ name: 'Quddus' });
    const list = async (search: string) =>
      (await app.call(oversight.listManagementLeads, { token: manager.token, query: { search } })).data;
    expect((await list('z')).totalLeadsCount).toBeGreaterThanOrEqual(2);
    expect((await list('zu')).totalLeadsCount).toBe(1);
  });

  test('narrows by status and center', async () => {
    const lead = await record({ serviceCenter: fixtures.south });
    await move(lead._id, { status: 'completed' }, manager.token);
    const query = { status: 'completed', serviceCenter: fixtures.south } as const;
    const { data } = await app.call(oversight.listManagementLeads, { token: manager.token, query });
    expect(data.leads.map((each) => each._id)).toEqual([lead._id]);
    expect(data.totalLeadsCount).toBe(1);
  });
});

describe('the counts by center', () => {
  const counts = async () =>
    new Map(
      (await app.call(oversight.countLeadsByCenter, { token: manager.token })).data.map((center) => [
        center.serviceCenterId,
        center,
      ]),
    );

  test('follow each lead through center, status and archive, and name centers without leads (F69)', async () => {
    const before = (await counts()).get(fixtures.north);
    const lead = await record();
    expect((await counts()).get(fixtures.north)).toEqual({
      ...before,
      pendingLeads: (before?.pendingLeads ?? 0) + 1,
    });
    await move(lead._id, { status: 'completed' });
    expect((await counts()).get(fixtures.north)).toEqual({
      ...before,
      completedLeads: (before?.completedLeads ?? 0) + 1,
    });
    await app.call(contract.archiveLead, {
      token: manager.token,
      params: { id: lead._id },
      body: { isActive: false },
    });
    expect((await counts()).get(fixtures.north)).toEqual(before);
    const body = { name: 'Without leads' };
    const { data: center } = await app.call(createServiceCenter, { token: manager.token, body });
    const empty = center._id;
    expect((await counts()).get(empty)).toEqual({
      serviceCenterId: empty,
      serviceCenterName: 'Without leads',
      ...{ pendingLeads: 0, potentialLeads: 0, bookedLeads: 0, completedLeads: 0, lostCustomerLeads: 0 },
    });
  });

  test('are those of the lists that they open (F69)', async () => {
    await record();
    for (const [center, { pendingLeads, bookedLeads }] of await counts()) {
      for (const [status, count] of [
        ['pending', pendingLeads],
        ['booked', bookedLeads],
      ] as const) {
        const query = { status, serviceCenter: center };
        const list = await app.call(oversight.listManagementLeads, { token: manager.token, query });
        expect(list.data.totalLeadsCount).toBe(count);
      }
    }
  });
});

describe('the lead CSV', () => {
  const csv = async (query: Record<string, string>) => {
    const answer = await app.call(oversight.downloadLeadsCsv, { token: superAdmin.token, query });
    const rows: Record<string, string>[] = parse(answer.text, { columns: true, bom: true });
    return { ...answer, rows };
  };

  test('holds every matching row in the columns of the specification', async () => {
    const notes = 'Line one\r\n"quoted", ব্রেক';
    for (let each = 0; each < 12; each++) await record({ name: 'Csv Person', vehicleNumber: `ga-${each}` });
    const full = await record({
      name: 'Csv Person',
      email: 'csv@example.com',
      platform: 'facebook',
      notes,
      vehicleNumber: 'ga-99',
      serviceOrCampaign: fixtures.oil,
      appointmentDate: '2026-03-12',
    });
    await record({ name: 'Csv Person', phone: '+44 20 7946 0958' });
    const { rows, headers, status } = await csv({ search: 'csv person' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="pending_data.csv"');
    expect(rows).toHaveLength(14);
    expect(Object.keys(rows[0] ?? {})).toEqual([...oversight.leadCsvColumns]);
    expect(rows.find((row) => row['Vehicle No'] === 'Sl.GA-99')).toEqual({
      'Employee Name': manager.name,
      Email: 'csv@example.com',
      Notes: notes.replace('\r\n', '\n'),
      Phone: `+88${full.phone}`,
      Platform: 'facebook',
      'Appointment Date': '2026-03-12',
      'Vehicle No': 'Sl.GA-99',
      'Service Center': 'North',
      Address: '---',
      Contact: '---',
      'Service or Campaign Name': 'Oil Change',
      Type: 'service',
      Name: 'Csv Person',
      Status: 'pending',
      'Entry Date': '2026-03-10',
      'Entered At': '2026-03-10T06:00:00Z',
      'Appointment Time': '---',
      'Next Follow-up Dates': '---',
      'Follow-up Count': '0',
      'Lost Reason': '---',
      'Job ID': '---',
      Advisor: '---',
    });
    expect(rows.some((row) => row.Phone === '+442079460958')).toBe(true);
  });

  test('escapes what a spreadsheet would run', async () => {
    await record({ name: '=HYPERLINK("http://x")', notes: '+1+1' });
    await record({ name: '@evil', notes: '-2+3' });
    const { rows } = await csv({ search: 'hyperlink' });
    expect(rows[0]).toMatchObject({ Name: '\'=HYPERLINK("http://x")', Notes: "'+1+1" });
    expect((await csv({ search: '@evil' })).rows[0]).toMatchObject({ Name: "'@evil", Notes: "'-2+3" });
  });

  test('takes days from the first year on', async () => {
    const all = await csv({});
    const { status, rows } = await csv({ enteredFrom: '0001-01-01' });
    expect([status, rows.length]).toEqual([200, all.rows.length]);
  });

  test('without rows is called leads_data.csv', async () => {
    const { rows, headers } = await csv({ search: 'nobody has this name' });
    expect(rows).toEqual([]);
    expect(headers['content-disposition']).toBe('attachment; filename="leads_data.csv"');
  });

  test('is for the superAdmin alone', async () => {
    expect((await app.call(oversight.downloadLeadsCsv, { token: manager.token })).status).toBe(403);
  });
});

describe('periods', () => {
  test('daily is today, weekly 7 days, monthly 30 days, today included, across midnight of the dealer', async () => {
    const days = ['2026-02-08', '2026-02-09', '2026-03-03', '2026-03-04', '2026-03-09', '2026-03-10'];
    for (const day of days) {
      app.clock.set(new Date(`${day}T17:59:59.999Z`));
      manager.token = await openSession(app.context, manager.id, null);
      await record({ name: 'Period Person' });
    }
    const count = async (period: oversight.Period) => {
      const query = { period, search: 'period person' };
      const { data } = await app.call(oversight.listLeadsByPeriod, { token: manager.token, query });
      expect(data.leads).toHaveLength(data.totalLeadsCount);
      const whole = (await app.call(oversight.listLeadsByPeriod, { token: manager.token, query: { period } }))
        .data;
      const { rows } = await app.pool.query(
        "select count(*)::int as leads from leads where is_active and (created_at at time zone 'Asia/Dhaka')::date > $1",
        [{ daily: '2026-03-09', weekly: '2026-03-03', monthly: '2026-02-08' }[period]],
      );
      expect(whole.totalLeadsCount).toBe(rows[0].leads);
      return data.totalLeadsCount;
    };
    expect([await count('daily'), await count('weekly'), await count('monthly')]).toEqual([1, 3, 5]);
    app.clock.set(testNoon);
    manager.token = await openSession(app.context, manager.id, null);
  });
});

describe('history', () => {
  test('holds every version in full, newest first, with what changed, who and when', async () => {
    const lead = await record({ name: 'Historic' });
    await move(lead._id, { status: 'booked', appointmentDate: '2026-03-12' });
    await app.call(contract.editLead, {
      token: manager.token,
      params: { id: lead._id },
      body: { name: 'Renamed' },
    });
    const { data } = await app.call(history.listLeadHistory, {
      token: manager.token,
      params: { entryId: lead._id },
    });
    expect(data).toMatchObject({ totalPages: 1, totalHistoryCount: 3 });
    expect(
      data.history.map((version) => [version.version, version.name, version.status, version.changedFields]),
    ).toEqual([
      [3, 'Renamed', 'booked', ['name']],
      [2, 'Historic', 'booked', ['status', 'appointmentDate']],
      [1, 'Historic', 'pending', []],
    ]);
    expect(data.history.map((version) => version.lastModifiedBy._id)).toEqual([
      manager.id,
      north.id,
      manager.id,
    ]);
    expect(new Set(data.history.map((version) => version._id)).size).toBe(3);
    expect(data.history.every((version) => version.entryId === lead._id && version._id !== lead._id)).toBe(
      true,
    );

    const changes = await app.call(history.getLastChanges, {
      token: north.token,
      params: { entryId: lead._id },
    });
    expect(changes.data.changedFields).toEqual(['name']);
    expect(changes.data.leads.map((version) => version.version)).toEqual([3, 2]);
    const all = await app.call(history.getSingleLeadsHistory, {
      token: north.token,
      params: { id: lead._id },
    });
    expect(all.data[0]?.changedFields).toEqual(['name']);
    expect(all.data).toHaveLength(3);
  });

  test('of a lead with many versions comes in pages, also as a bare list (F15.7)', async () => {
    const lead = await record();
    await app.pool.query(
      `insert into lead_versions (id, lead_id, version, changed_fields, edited_by, created_at, snapshot)
       select gen_random_uuid(), v.lead_id, n, '{notes}', v.edited_by, v.created_at,
         v.snapshot || jsonb_build_object('version', n, 'changed_fields', array['notes'])
       from lead_versions v, generate_series(2, 250) n where v.lead_id = $1`,
      [lead._id],
    );
    await app.pool.query('update leads set version = 250 where id = $1', [lead._id]);
    const versions = async (query: Record<string, string>) => {
      const params = { id: lead._id };
      const { data } = await app.call(history.getSingleLeadsHistory, { token: north.token, params, query });
      return data.map(({ version, changedFields }) => ({ version, changedFields }));
    };
    const first = await versions({});
    expect(first).toHaveLength(100);
    expect(first[0]).toEqual({ version: 250, changedFields: ['notes'] });
    expect((await versions({ page: '3' })).map(({ version }) => version)).toEqual(
      Array.from({ length: 50 }, (_, place) => 50 - place),
    );
    expect(await versions({ limit: '10', page: '2' })).toEqual(first.slice(10, 20));
  });

  test('of a lead elsewhere does not exist for service', async () => {
    const lead = await record({ serviceCenter: fixtures.south });
    for (const entryId of [lead._id, noEmployeeId]) {
      const answers = [
        await app.call(history.listLeadHistory, { token: north.token, params: { entryId } }),
        await app.call(history.getLastChanges, { token: north.token, params: { entryId } }),
        await app.call(history.getSingleLeadsHistory, { token: north.token, params: { id: entryId } }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
    }
  });
});

describe('undo', () => {
  test('takes back a move, even to pending, as a version of its own', async () => {
    const lead = await record();
    await move(lead._id, { status: 'lostCustomer', lostReason: 'Price' });
    const { data } = await undo(lead._id, 2);
    expect(data).toMatchObject({ status: 'pending', lostReason: null, followUpCount: 0, version: 3 });
    expect(data.changedFields).toEqual(['status', 'followUpCount', 'lostReason']);
    const query = { status: 'lostCustomer', statusFrom: '2026-03-10', statusTo: '2026-03-10' } as const;
    const lost = await app.call(oversight.listManagementLeads, { token: manager.token, query });
    expect(lost.data.totalLeadsCount).toBe(0);
  });

  test('is refused for a change of somebody else, an old one, and one that is not the newest', async () => {
    const lead = await record();
    await move(lead._id, { status: 'booked', appointmentDate: '2026-03-12' });
    expect((await undo(lead._id, 2, manager.token)).status).toBe(403);
    await move(lead._id, { notes: 'Called' });
    const stale = await undo(lead._id, 2);
    expect(stale.status).toBe(409);
    expect(stale.error.current).toMatchObject({ version: 3, notes: 'Called' });
    app.clock.set(new Date(testNoon.getTime() + 3_600_001));
    expect((await undo(lead._id, 3)).status).toBe(403);
    app.clock.set(testNoon);
  });

  test('brings a booking back whose day has passed, which no move would make (F17)', async () => {
    const at = (hours: number) => app.clock.set(new Date(testNoon.getTime() + hours * 3_600_000));
    at(11);
    const lead = await record({ appointmentDate: '2026-03-10' });
    await move(lead._id, { status: 'booked' });
    const waiting = await record({ appointmentDate: '2026-03-10' });
    at(12.5);
    expect((await move(waiting._id, { status: 'booked' })).error.fields).toEqual({
      appointmentDate: 'Choose today or a later day',
    });
    await move(lead._id, { status: 'completed' });
    expect((await undo(lead._id, 3)).data).toMatchObject({ status: 'booked', appointmentDate: '2026-03-10' });
    at(0);
  });
});
