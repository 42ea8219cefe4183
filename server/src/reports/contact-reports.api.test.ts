import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { correctContact, logContact, undoContact } from '#contract/contacts.ts';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import { createLead } from '#contract/leads/leads.ts';
import * as contract from '#contract/reports.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let manager: Awaited<ReturnType<TestApp['signIn']>>;
let nadia: typeof manager;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  manager = await app.signIn('manager');
  nadia = await app.signIn('service', [fixtures.north]);
});
afterAll(() => app.close());

let made = 0;
async function contactAt(at: string, { outcome = 'reached', isBooking = false, by = nadia } = {}) {
  app.clock.set(new Date(at));
  const body = {
    name: 'Rahim',
    phone: `0183${String(++made).padStart(7, '0')}`,
    serviceCenter: fixtures.north,
  };
  const { data: lead } = await app.call(createLead, { token: manager.token, body });
  const move = { move: { status: 'booked', appointmentDate: '2026-12-01' }, version: 1 };
  const { data } = await app.call(logContact, {
    token: by.token,
    params: { id: lead._id },
    body: { channel: 'call', outcome, ...(isBooking && move) },
  });
  return { token: by.token, params: { id: data.contact._id } };
}
const report = async () => (await app.call(contract.reportContacts, { token: manager.token })).data;
const of = async ({ id }: typeof manager) => (await report()).find((row) => row.employeeId === id);

test('counts attempts, reached customers and bookings in each window of the dealer’s days', async () => {
  await contactAt('2026-02-08T17:59:00Z');
  await contactAt('2026-02-08T18:00:00Z', { isBooking: true });
  await contactAt('2026-03-07T17:59:59Z', { outcome: 'busy' });
  await contactAt('2026-03-07T18:00:00Z');
  await contactAt('2026-03-10T05:59:00Z', { isBooking: true });
  const undone = await contactAt('2026-03-10T05:59:30Z', { isBooking: true });
  await app.call(undoContact, undone);
  const corrected = await contactAt('2026-03-10T05:59:45Z');
  await app.call(correctContact, { ...corrected, body: { outcome: 'noAnswer' } });
  await contactAt('2026-03-10T05:59:50Z', { outcome: 'noAnswer', by: manager });
  app.clock.set(new Date('2026-03-10T06:00:00Z'));

  const row = await of(nadia);
  const to = '2026-03-10';
  expect(row).toMatchObject({
    employeeName: nadia.name,
    threeDays: { from: '2026-03-08', to, tries: 3, reached: 2, bookings: 1 },
    sevenDays: { from: '2026-03-04', to, tries: 4, reached: 2, bookings: 1 },
    fifteenDays: { from: '2026-02-24', to, tries: 4, reached: 2, bookings: 1 },
    thirtyDays: { from: '2026-02-09', to, tries: 5, reached: 3, bookings: 2 },
  });
  expect(await of(manager)).toMatchObject({ thirtyDays: { tries: 1, reached: 0, bookings: 0 } });
});

test('counts anew by the days of another time zone at once', async () => {
  await app.pool.query("update dealer set time_zone = 'Asia/Kathmandu'");
  const sibling = await app.openSibling();
  const url = `/api/employeeApp${contract.reportContacts.path}`;
  const headers = { authorization: `Bearer ${manager.token}` };
  const rows: contract.ContactReport[] = (await sibling.server.inject({ url, headers })).json();
  // The day there begins a quarter of an hour later than in Dhaka.
  expect(rows.find(({ employeeId }) => employeeId === nadia.id)).toMatchObject({
    threeDays: { tries: 2, reached: 1 },
    thirtyDays: { tries: 4, reached: 2, bookings: 1 },
  });
  await app.pool.query("update dealer set time_zone = 'Asia/Dhaka'");
});

test('is a CSV of its own, with shares in percent', async () => {
  const { headers, text } = await app.call(contract.downloadContactReports, { token: manager.token });
  expect(headers['content-disposition']).toBe('attachment; filename="employee-contacts.csv"');
  const [header = [], ...rows]: string[][] = parse(text, { bom: true });
  expect(header).toHaveLength(46);
  expect(header.slice(0, 5)).toEqual([
    'Employee Name',
    ...['Attempts (3 Days)', 'Reached (3 Days)', 'Share Reached (3 Days)', 'Bookings (3 Days)'],
  ]);
  expect(rows.find(([name]) => name === nadia.name)?.slice(1, 5)).toEqual(['3', '2', '67%', '1']);
  const { id } = await app.signIn('service', [fixtures.north]);
  const idle = await app.call(contract.downloadContactReports, { token: manager.token });
  const name = (await report()).find(({ employeeId }) => employeeId === id)?.employeeName;
  expect(idle.text).toContain(`${name},0,0,,0`);
  const audited = await app.pool.query(
    "select from audit_log where action = 'exported' and details ->> 'call' = $1",
    [`GET ${contract.downloadContactReports.path}`],
  );
  expect(audited.rowCount).toBe(2);
});

test('opens the leads of attempts, of those reached, and of follow-ups kept and missed', async () => {
  const rafiq = await app.signIn('service', [fixtures.north]);
  const promise = async (name: string, answeredAt: string) => {
    app.clock.set(new Date('2026-03-08T06:00:00Z'));
    const body = { name, phone: `0184${String(++made).padStart(7, '0')}`, serviceCenter: fixtures.north };
    const { data: lead } = await app.call(createLead, { token: manager.token, body });
    const params = { id: lead._id };
    const move = { move: { status: 'potential', nextFollowUpDates: ['2026-03-09'] }, version: 1 };
    const said = { channel: 'call', outcome: 'reached', ...move };
    await app.call(logContact, { token: manager.token, params, body: said });
    app.clock.set(new Date(answeredAt));
    const again = { token: rafiq.token, params, body: { channel: 'call', outcome: 'noAnswer' } };
    expect((await app.call(logContact, again)).status).toBe(201);
  };
  await promise('kept', '2026-03-09T06:00:00Z');
  await promise('missed', '2026-03-10T05:00:00Z');
  const reached = await contactAt('2026-03-10T05:30:00Z', { by: rafiq });
  const undone = await contactAt('2026-03-10T05:31:00Z', { by: rafiq });
  await app.call(undoContact, undone);
  await app.call(logContact, {
    token: rafiq.token,
    params: {
      id: (await app.pool.query('select lead_id from lead_contacts where id = $1', [reached.params.id]))
        .rows[0].lead_id,
    },
    body: { channel: 'sms', outcome: 'noAnswer' },
  });

  const row = await of(rafiq);
  expect(row?.threeDays).toMatchObject({ tries: 4, reached: 1, kept: 1, missed: 1 });
  const listed = async (figure: contract.AttemptFigure, window: contract.ReportWindow = 'threeDays') => {
    const query = row && contract.getContactReportLeadFilter(figure, row[window], rafiq.id);
    const { data } = await app.call(listManagementLeads, { token: manager.token, query });
    expect(data.totalLeadsCount).toBe(data.leads.length);
    return data.leads.map(({ name }) => name).sort();
  };
  expect(await listed('tries')).toEqual(['Rahim', 'kept', 'missed']);
  expect(await listed('reached')).toEqual(['Rahim']);
  expect(await listed('kept')).toEqual(['kept']);
  expect(await listed('missed')).toEqual(['missed']);
});
