import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import type { ManagementLeadFilters } from '#contract/leads/management-lead-filters.ts';
import * as contract from '#contract/reports.ts';
import { type RecountedLead, recountLeads, writeHistories } from '#server/testing/lead-histories.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { TestApp } from '#server/testing/test-app.ts';

const allDealers = [
  { timeZone: 'Asia/Dhaka', now: '2026-03-10T17:59:59.999Z', to: '2026-03-10', first: '2026-02-09' },
  { timeZone: 'Asia/Dhaka', now: '2026-03-10T18:00:00.000Z', to: '2026-03-11', first: '2026-02-10' },
  { timeZone: 'America/New_York', now: '2026-03-09T03:59:59.999Z', to: '2026-03-08', first: '2026-02-07' },
  { timeZone: 'America/New_York', now: '2026-11-01T05:30:00.000Z', to: '2026-11-01', first: '2026-10-03' },
  { timeZone: 'Africa/Cairo', now: '2026-04-23T22:00:00.000Z', to: '2026-04-24', first: '2026-03-26' },
  { timeZone: 'Pacific/Kiritimati', now: '2026-06-30T10:00:00.000Z', to: '2026-07-01', first: '2026-06-02' },
] as const;
const dealers = isLongRun ? allDealers : allDealers.slice(1, 3);

for (const { timeZone, now, to, first } of dealers) {
  describe(`in ${timeZone} at ${now}`, () => {
    let app: TestApp;
    let token: string;
    let leads: RecountedLead[];
    let idle: string;

    beforeAll(async () => {
      app = await TestApp.open();
      app.clock.set(new Date('2025-01-01T00:00:00Z'));
      const fixtures = await addFixtures(app);
      const people = [await app.signIn('manager'), await app.signIn('manager'), await app.signIn('admin')];
      idle = (await app.signIn('service', [fixtures.north, fixtures.south])).id;
      await writeHistories(app, 110, {
        timeZone,
        now: new Date(now),
        seed: 11,
        people: people.map((person) => person.id),
        centers: [fixtures.north, fixtures.south],
        offerings: [fixtures.oil, fixtures.pads, null],
      });
      ({ token } = await app.signIn('manager'));
      leads = await recountLeads(app, timeZone);
    });
    afterAll(() => app.close());

    async function expectRow(
      row: contract.ReportPeriods,
      of: Pick<ManagementLeadFilters, 'serviceCenter' | 'employee'>,
    ): Promise<number> {
      let total = 0;
      for (const window of contract.reportWindowNames) {
        const period = row[window];
        expect(period.to).toBe(to);
        for (const status of contract.reportStatuses) {
          const expected = leads.filter(
            (lead) =>
              lead.status === status &&
              lead.statusOn >= period.from &&
              lead.statusOn <= period.to &&
              (of.serviceCenter ?? lead.center) === lead.center &&
              (of.employee ?? lead.recorder) === lead.recorder,
          );
          expect(period[status], `${window} ${status}`).toBe(expected.length);
          const query = contract.getReportLeadFilter(period, status, of);
          const list = await app.call(listManagementLeads, { token, query: { ...query, limit: '100' } });
          expect(list.data.totalLeadsCount).toBe(expected.length);
          expect(list.data.leads.map((lead) => lead._id).sort()).toEqual(
            expected.map((lead) => lead.id).sort(),
          );
          total += expected.length;
        }
      }
      expect(row.thirtyDays.from).toBe(first);
      return total;
    }

    test('every number of every center is a recount, and the length of its list', async () => {
      const { data } = await app.call(contract.reportServiceCenters, { token });
      expect(data.map((row) => row.serviceCenterName)).toEqual(['North', 'South']);
      let total = 0;
      for (const row of data) total += await expectRow(row, { serviceCenter: row.serviceCenterId });
      expect(total).toBeGreaterThan(50);
      expect((await app.call(contract.reportLeads, { token })).data).toEqual(data);
      const query = { serviceCenterId: data[1]?.serviceCenterId };
      expect((await app.call(contract.reportLeads, { token, query })).data).toEqual(data.slice(1));
    });

    test('every number of every employee is a recount, and the length of its list', async () => {
      const { data } = await app.call(contract.reportEmployees, { token });
      expect(data).toHaveLength(5);
      let total = 0;
      for (const row of data) total += await expectRow(row, { employee: row.employeeId });
      expect(total).toBeGreaterThan(50);
      const zeros = data.find((row) => row.employeeId === idle);
      expect(zeros?.thirtyDays).toMatchObject({ pending: 0, booked: 0, completed: 0 });
      expect(zeros?.serviceCenters.map((center) => center.name)).toEqual(['North', 'South']);
      expect(zeros?.serviceCenterId).toBe(zeros?.serviceCenters[0]?._id);
      expect(data.find((row) => row.employeeName.startsWith('admin'))).toMatchObject({
        serviceCenterId: null,
        serviceCenters: [],
      });
    });

    test('the totals of the employees are those of the centers, and the lengths of their lists', async () => {
      const { data: centers } = await app.call(contract.reportServiceCenters, { token });
      const { data: employees } = await app.call(contract.reportEmployees, { token });
      const totals = totalsOf(centers);
      expect(totalsOf(employees)).toEqual(totals);
      expect(await expectRow(totals, {})).toBeGreaterThan(50);
    });
  });
}

function totalsOf(rows: contract.ReportPeriods[]): contract.ReportPeriods {
  return rows.reduce((total, row) => {
    const add = (window: contract.ReportWindow) => ({
      ...row[window],
      pending: total[window].pending + row[window].pending,
      booked: total[window].booked + row[window].booked,
      completed: total[window].completed + row[window].completed,
    });
    return {
      threeDays: add('threeDays'),
      sevenDays: add('sevenDays'),
      fifteenDays: add('fifteenDays'),
      thirtyDays: add('thirtyDays'),
    };
  });
}

describe('the CSVs', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await TestApp.open();
    ({ token } = await app.signIn('manager'));
    const fixtures = await addFixtures(app);
    await app.signIn('service', [fixtures.north, fixtures.south]);
    await app.pool.query(`update service_centers set name = '=1+1, "North"' where id = $1`, [fixtures.north]);
  });
  afterAll(() => app.close());

  test('hold what the reports hold, under their names, safe for spreadsheets (F65)', async () => {
    const centers = await app.call(contract.downloadServiceCenterReports, { token });
    expect(centers.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(centers.headers['content-disposition']).toBe('attachment; filename="service-center-reports.csv"');
    const rows: string[][] = parse(centers.text, { bom: true });
    expect(rows[0]).toEqual([
      'Service Center',
      ...['3 Days', '7 Days', '15 Days', '1 Month'].flatMap((window) =>
        ['Pending', 'Booked', 'Completed'].map((status) => `${status} (${window})`),
      ),
    ]);
    expect(rows.slice(1).map((row) => row[0])).toEqual([`'=1+1, "North"`, 'South']);
    expect(rows.every((row) => row.length === 13)).toBe(true);

    const people = await app.call(contract.downloadEmployeeReports, { token });
    expect(people.headers['content-disposition']).toBe('attachment; filename="employee-reports.csv"');
    const people2: string[][] = parse(people.text, { bom: true });
    expect(people2[0]?.slice(0, 3)).toEqual(['Employee Name', 'Service Centers', 'Pending (3 Days)']);
    expect(people2[2]?.slice(0, 3)).toEqual(['service 2', `'=1+1, "North", South`, '0']);
  });

  test('leave an entry each in the audit log', async () => {
    const before = await exportsOf();
    await app.call(contract.downloadEmployeeReports, { token });
    expect(await exportsOf()).toEqual([...before, `GET ${contract.downloadEmployeeReports.path}`].sort());
  });

  test('an unknown center has no rows, a malformed one is refused', async () => {
    const report = (serviceCenterId: string) =>
      app.call(contract.reportLeads, { token, query: { serviceCenterId } });
    expect((await report(noEmployeeId)).data).toEqual([]);
    expect(await report('north')).toMatchObject({
      status: 400,
      error: { fields: { serviceCenterId: expect.any(String) } },
    });
  });

  test('reports are for management alone', async () => {
    const calls = [
      contract.reportLeads,
      contract.reportServiceCenters,
      contract.reportEmployees,
      contract.downloadServiceCenterReports,
      contract.downloadEmployeeReports,
      contract.downloadAllCollections,
    ];
    for (const level of ['service', 'dataEntry', 'unassigned'] as const) {
      const caller = await app.signIn(level);
      for (const call of calls) expect((await app.call(call, { token: caller.token })).status).toBe(403);
    }
    for (const call of calls) expect((await app.call(call)).status).toBe(401);
  });

  async function exportsOf(): Promise<string[]> {
    const { rows } = await app.pool.query(
      "select details ->> 'call' as call from audit_log where action = 'exported' order by 1",
    );
    return rows.map((row) => row.call);
  }
});
