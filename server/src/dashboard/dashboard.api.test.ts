import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Dashboard,
  dashboardDayRanges,
  getDashboard,
  toDashboardLeadFilters as leadsOf,
} from '#contract/dashboard.ts';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import * as contract from '#contract/leads/leads.ts';
import { leadStages, type ManagementLeadFilters } from '#contract/leads/management-lead-filters.ts';
import { addDays } from '#contract/text/dates.ts';
import { type RecountedLead, recountLeads, writeHistories } from '#server/testing/lead-histories.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';

const allDealers = [
  { timeZone: 'Asia/Dhaka', now: '2026-03-10T18:00:00.000Z', to: '2026-03-11' },
  { timeZone: 'America/New_York', now: '2026-03-09T03:59:59.999Z', to: '2026-03-08' },
  { timeZone: 'Africa/Cairo', now: '2026-04-23T22:00:00.000Z', to: '2026-04-24' },
  { timeZone: 'America/New_York', now: '2026-11-01T05:30:00.000Z', to: '2026-11-01' },
] as const;
const dealers = isLongRun ? allDealers : allDealers.slice(0, 2);

const furthestOf = (lead: RecountedLead) =>
  Math.max(...lead.statuses.map((status) => leadStages.map(String).indexOf(status)));
const reasonOf = (lead: RecountedLead) => lead.reason?.trim().replace(/\s+/g, ' ').toLowerCase();

const medianRounding = [
  { below: 60, step: 10 },
  { below: 1_440, step: 60 },
  { below: 10_080, step: 720 },
  { below: Number.POSITIVE_INFINITY, step: 1_440 },
] as const;

function roundedMinutes(minutes: number): number {
  const step = medianRounding.find(({ below }) => minutes < below)?.step ?? 1;
  return minutes - (minutes % step);
}

function medianOf(times: number[]): number | null {
  const sorted = times.toSorted((one, other) => one - other);
  const middle = sorted[Math.ceil(sorted.length / 2) - 1];
  return middle === undefined ? null : roundedMinutes(middle);
}

for (const { timeZone, now, to } of dealers) {
  describe(`in ${timeZone} at ${now}`, () => {
    let app: TestApp;
    let token: string;
    let leads: RecountedLead[];
    let center: string;

    beforeAll(async () => {
      app = await TestApp.open();
      app.clock.set(new Date('2025-01-01T00:00:00Z'));
      const fixtures = await addFixtures(app);
      center = fixtures.north;
      await writeHistories(app, 160, {
        timeZone,
        now: new Date(now),
        seed: 23,
        people: [(await app.signIn('manager')).id],
        centers: [fixtures.north, fixtures.south],
        offerings: [fixtures.oil, fixtures.pads, null],
      });
      ({ token } = await app.signIn('manager'));
      leads = await recountLeads(app, timeZone);
    });
    afterAll(() => app.close());

    const read = async (query: { days?: string; serviceCenter?: string }) =>
      (await app.call(getDashboard, { token, query })).data;

    async function expectList(narrowing: ManagementLeadFilters, expected: RecountedLead[]) {
      const ids: string[] = [];
      let total = 0;
      for (let page = 1; page === 1 || ids.length < total; page++) {
        const query = { ...narrowing, limit: '100', page: String(page) };
        const { status, data } = await app.call(listManagementLeads, { token, query });
        expect(status).toBe(200);
        total = data.totalLeadsCount;
        if (data.leads.length === 0) break;
        ids.push(...data.leads.map((lead) => lead._id));
      }
      expect(total, JSON.stringify(narrowing)).toBe(expected.length);
      expect(ids.sort(), JSON.stringify(narrowing)).toEqual(expected.map((lead) => lead.id).sort());
    }

    const cohortOf = (board: Dashboard, serviceCenter?: string) =>
      leads.filter(
        (lead) =>
          lead.enteredOn >= board.from &&
          lead.enteredOn <= board.to &&
          (serviceCenter ?? lead.center) === lead.center,
      );

    test('every number is a recount, for each look back and center', async () => {
      for (const days of dashboardDayRanges) {
        for (const serviceCenter of [undefined, center]) {
          const board = await read({ days: String(days), ...(serviceCenter && { serviceCenter }) });
          expect([board.from, board.to]).toEqual([addDays(to, 1 - days), to]);
          const cohort = cohortOf(board, serviceCenter);
          expect(board.leads).toBe(cohort.length);
          expect(board.days.map((day) => day.date)).toEqual(
            Array.from({ length: days }, (_, place) => addDays(board.from, place)),
          );
          for (const day of board.days) {
            for (const status of leadStatuses) {
              const there = cohort.filter((lead) => lead.enteredOn === day.date && lead.status === status);
              expect(day[status]).toBe(there.length);
            }
          }
          expect(board.funnel).toEqual(
            leadStages.map((stage, place) => {
              const here = cohort.filter((lead) => furthestOf(lead) === place);
              const lost = here.filter((lead) => lead.status === 'lostCustomer').length;
              return {
                stage,
                reached: cohort.filter((lead) => furthestOf(lead) >= place).length,
                lost,
                waiting: here.length - lost,
              };
            }),
          );
          const lost = cohort.filter((lead) => lead.status === 'lostCustomer');
          expect(board.lost).toBe(lost.length);
          const reasons = [...Map.groupBy(lost, reasonOf)].map(([reason, { length }]) => ({
            reason,
            leads: length,
          }));
          expect(board.lostReasons).toHaveLength(reasons.length);
          expect(board.lostReasons).toEqual(expect.arrayContaining(reasons));
          for (const { platform, leads: count } of board.platforms)
            expect(count).toBe(cohort.filter((lead) => (lead.platform ?? 'none') === platform).length);
          for (const { type, leads: count } of board.offeringTypes)
            expect(count).toBe(cohort.filter((lead) => (lead.type ?? 'none') === type).length);
          const followUps = cohort.flatMap((lead) => lead.minutesToFollowUp ?? []);
          expect(board.firstFollowUp).toEqual({ minutes: medianOf(followUps), leads: followUps.length });
          const bookings = cohort.flatMap((lead) => lead.minutesToBooking ?? []);
          expect(board.firstBooking).toEqual({ minutes: medianOf(bookings), leads: bookings.length });
        }
      }
    });

    test('every number leads to the list of exactly its leads', async () => {
      // Which center is asked for has nothing to do with the calendar.
      for (const serviceCenter of timeZone === 'Asia/Dhaka' ? [undefined, center] : [undefined]) {
        const board = await read({ ...(serviceCenter && { serviceCenter }) });
        const scope = { from: board.from, to: board.to, serviceCenter };
        const cohort = cohortOf(board, serviceCenter);
        expect(cohort.length).toBeGreaterThan(30);
        const of = (is: (lead: RecountedLead) => boolean) => cohort.filter(is);
        await expectList(leadsOf.all(scope), cohort);
        for (const day of board.days.slice(-4)) {
          for (const status of leadStatuses) {
            await expectList(
              leadsOf.day(scope, day.date, status),
              of((lead) => lead.enteredOn === day.date && lead.status === status),
            );
          }
        }
        const isLost = (lead: RecountedLead) => lead.status === 'lostCustomer';
        for (const [place, stage] of leadStages.entries()) {
          const isHere = (lead: RecountedLead) => furthestOf(lead) === place;
          await expectList(
            leadsOf.reached(scope, stage),
            of((lead) => furthestOf(lead) >= place),
          );
          await expectList(
            leadsOf.lostAt(scope, stage),
            of((lead) => isHere(lead) && isLost(lead)),
          );
          await expectList(
            leadsOf.waitingAt(scope, stage),
            of((lead) => isHere(lead) && !isLost(lead)),
          );
        }
        await expectList(leadsOf.lost(scope), of(isLost));
        for (const { reason } of board.lostReasons)
          await expectList(
            leadsOf.lostReason(scope, reason),
            of((lead) => isLost(lead) && reasonOf(lead) === reason),
          );
        for (const { platform } of board.platforms)
          await expectList(
            leadsOf.platform(scope, platform),
            of((lead) => (lead.platform ?? 'none') === platform),
          );
        for (const { type } of board.offeringTypes)
          await expectList(
            leadsOf.offeringType(scope, type),
            of((lead) => (lead.type ?? 'none') === type),
          );
        await expectList(
          leadsOf.milestone(scope, 'firstFollowUp'),
          of((lead) => lead.minutesToFollowUp !== null),
        );
        await expectList(
          leadsOf.milestone(scope, 'firstBooking'),
          of((lead) => lead.minutesToBooking !== null),
        );
      }
    });

    test('a list that is narrowed by several things at once holds what all of them hold', async () => {
      const board = await read({ days: '90' });
      const scope = { from: board.from, to: board.to };
      await expectList(
        { ...leadsOf.all(scope), platform: 'facebook', offeringType: 'service', milestone: 'firstBooking' },
        cohortOf(board).filter(
          (lead) => lead.platform === 'facebook' && lead.type === 'service' && lead.minutesToBooking !== null,
        ),
      );
      await expectList(
        { ...leadsOf.reached(scope, 'booked'), statusFrom: addDays(to, -10), lost: 'false' },
        cohortOf(board).filter(
          (lead) =>
            furthestOf(lead) >= 2 && lead.status !== 'lostCustomer' && lead.statusOn >= addDays(to, -10),
        ),
      );
      await expectList({ reached: 'potential', furthest: 'pending' }, []);
    });
  });
}

describe('the dashboard', () => {
  let app: TestApp;
  let fixtures: Awaited<ReturnType<typeof addFixtures>>;
  let manager: Awaited<ReturnType<TestApp['signIn']>>;
  beforeAll(async () => {
    app = await TestApp.open();
    fixtures = await addFixtures(app);
    manager = await app.signIn('manager');
  });
  afterAll(() => app.close());

  const read = async () => (await app.call(getDashboard, { token: manager.token })).data;

  test('of a dealer without leads is all zeros', async () => {
    const board = await read();
    expect(board).toMatchObject({ from: '2026-02-09', to: '2026-03-10', leads: 0, lost: 0, lostReasons: [] });
    expect(board.days).toHaveLength(30);
    expect(board.funnel.map(({ reached }) => reached)).toEqual([0, 0, 0, 0]);
    expect(board.firstBooking).toEqual({ minutes: null, leads: 0 });
  });

  test('an undone booking was none', async () => {
    const { token } = manager;
    const body = { name: 'Rahim', phone: '01712345678', serviceCenter: fixtures.north };
    const { data: lead } = await app.call(contract.createLead, { token, body });
    const params = { id: lead._id };
    const booking = { status: 'booked', appointmentDate: '2026-03-12' } as const;
    app.clock.set(new Date(testNoon.getTime() + 25 * 60_000));
    await app.call(contract.moveLead, { token, params, body: booking });
    expect((await read()).firstBooking).toEqual({ minutes: 20, leads: 1 });
    await app.call(undoLeadChange, { token, params, body: { version: 2 } });
    expect(await read()).toMatchObject({
      firstBooking: { minutes: null, leads: 0 },
      funnel: [{ stage: 'pending', reached: 1, waiting: 1 }, { reached: 0 }, { reached: 0 }, { reached: 0 }],
    });
    app.clock.set(testNoon);
  });

  test('takes 7, 15, 30 or 90 days, and management alone', async () => {
    const { token } = manager;
    expect((await app.call(getDashboard, { token, query: { days: '31' } })).status).toBe(400);
    expect((await app.call(getDashboard, { token, query: { serviceCenter: 'x' } })).status).toBe(400);
    for (const level of ['superAdmin', 'admin'] as const)
      expect((await app.call(getDashboard, { token: (await app.signIn(level)).token })).status).toBe(200);
    for (const level of ['service', 'dataEntry', 'unassigned'] as const)
      expect((await app.call(getDashboard, { token: (await app.signIn(level)).token })).status).toBe(403);
    expect((await app.call(getDashboard)).status).toBe(401);
  });
});
