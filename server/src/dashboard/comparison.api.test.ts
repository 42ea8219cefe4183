import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBookingDays } from '#contract/bookings/bookings.ts';
import * as contract from '#contract/comparison.ts';
import { getDashboard, toDashboardLeadFilters } from '#contract/dashboard.ts';
import { listManagementLeads, listNeglected } from '#contract/leads/lead-oversight.ts';
import { createLead, moveLead } from '#contract/leads/leads.ts';
import type { ManagementLeadFilters } from '#contract/leads/management-lead-filters.ts';
import { comparisonCsvFigures } from '#contract/report-columns.ts';
import { contactReport, getContactReportLeadFilter, reportContacts } from '#contract/reports.ts';
import { addDays } from '#contract/text/dates.ts';
import { logContact } from '#server/contacts/contacts.service.ts';
import { getAccount } from '#server/employees/employees.service.ts';
import { writeHistories } from '#server/testing/lead-histories.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp, testRules } from '#server/testing/test-app.ts';

const dealers = [
  { timeZone: 'Asia/Kathmandu', now: '2026-03-10T18:30:00.000Z', to: '2026-03-11' },
  { timeZone: 'America/New_York', now: '2026-11-01T05:30:00.000Z', to: '2026-11-01' },
] as const;

const isDaily = (figure: keyof contract.WorkFigures): figure is contract.DailyFigure =>
  contract.dailyFigures.some((daily) => daily === figure);

for (const { timeZone, now, to } of dealers) {
  describe(`in ${timeZone} at ${now}`, () => {
    let app: TestApp;
    let token: string;
    let fixtures: Awaited<ReturnType<typeof addFixtures>>;
    let manager: string;

    beforeAll(async () => {
      app = await TestApp.open();
      app.clock.set(new Date('2025-01-01T00:00:00Z'));
      fixtures = await addFixtures(app);
      ({ id: manager } = await app.signIn('manager'));
      await writeHistories(app, 140, {
        timeZone,
        now: new Date(now),
        seed: 31,
        people: [manager],
        centers: [fixtures.north, fixtures.south],
        offerings: [null],
      });
      ({ token } = await app.signIn('manager'));
      await app.pool.query(
        `update bookings set outcome_at = now(), outcome = case when md5(lead_id::text) < '5' then 'arrived' else 'didNotCome' end
         where md5(lead_id::text) < 'e' and is_held`,
      );
      // Enough of every kind, at moments around days and targets.
      await app.pool.query(
        `with numbered as (select id, row_number() over (order by id) as place from leads)
         update leads set
           advisor_id = case when place % 3 = 0 then $1::uuid end,
           response_due_at = case when place % 4 <> 0 then created_at + interval '1 hour' end,
           responded_at = case when status <> 'pending' then created_at + place * interval '2 minutes' end,
           response_minutes = case when status <> 'pending' then place * 2 end
         from numbered where numbered.id = leads.id`,
        [manager],
      );
    });
    afterAll(() => app.close());

    const narrowings = (): Pick<ManagementLeadFilters, 'serviceCenter' | 'advisor' | 'platform'>[] => [
      {},
      { serviceCenter: fixtures.north },
      { advisor: 'nobody' },
      { platform: 'none' },
    ];

    async function countOf(query: ManagementLeadFilters): Promise<number> {
      const list = await app.call(listManagementLeads, { token, query: { ...query } });
      expect(list.status).toBe(200);
      return list.data.totalLeadsCount;
    }

    // A lead that was booked several times is listed once.
    async function countBooked(
      figure: string,
      { from, to: last, until }: contract.ComparedDays,
      { serviceCenter, platform }: ReturnType<typeof narrowings>[number],
    ): Promise<{ leads: number; bookings: number } | undefined> {
      if (figure !== 'bookingsDue' && figure !== 'shownUp' && figure !== 'didNotCome') return undefined;
      const { rows } = await app.pool.query(
        `select count(distinct l.id)::int as leads, count(*)::int as bookings from bookings b join leads l on l.id = b.lead_id
         where l.is_active and (b.ended_at is null or b.ending = 'completed' or b.outcome is not null) and b.day between $2 and $3
           and (b.day + coalesce(b.time, '23:59:59')::time) at time zone $1 < $4
           and ($5::uuid is null or l.service_center_id = $5) and ($6::text is null or coalesce(l.platform, 'none') = $6)
           and ($7 <> 'shownUp' or b.outcome = 'arrived' or b.ending = 'completed')
           and ($7 <> 'didNotCome' or (b.outcome = 'didNotCome' and b.ending is distinct from 'completed'))`,
        [timeZone, from, last, until ?? new Date(now), serviceCenter ?? null, platform ?? null, figure],
      );
      return rows[0];
    }

    test('each number is that of a recount, by group and by day', async () => {
      const days = { from: addDays(to, -99), to };
      const { rows: counted } = await app.pool.query<Record<string, string | null>>(
        `select figure, to_char((at at time zone $1)::date, 'YYYY-MM-DD') as day, service_center_id as "serviceCenter",
           advisor_id as advisor, coalesce(platform, 'none') as platform
         from leads cross join lateral (
           select 'entered' as figure, created_at as at
           union all select 'answered', created_at where response_minutes is not null
           union all select 'timed', created_at where response_due_at is not null and (responded_at is not null or response_due_at < $2)
           union all select 'inTarget', created_at where responded_at <= response_due_at
           union all select 'booked', first_booked_at where first_booked_at is not null
           union all select 'completed', status_at where status = 'completed'
           union all select 'lost', status_at where status = 'lostCustomer') figures
         where is_active and (at at time zone $1)::date between $3 and $4
         union all
         select figure, b.day::text, l.service_center_id, b.booked_by, coalesce(l.platform, 'none')
         from bookings b join leads l on l.id = b.lead_id cross join lateral (
           select 'bookingsDue' as figure
           union all select 'shownUp' where b.outcome = 'arrived' or b.ending = 'completed'
           union all select 'didNotCome' where b.outcome = 'didNotCome' and b.ending is distinct from 'completed') figures
         where l.is_active and (b.ended_at is null or b.ending = 'completed' or b.outcome is not null) and b.day between $3 and $4
           and (b.day + coalesce(b.time, '23:59:59')::time) at time zone $1 < $2`,
        [timeZone, new Date(now), days.from, days.to],
      );
      const figures = [
        ...(['entered', 'answered', 'timed', 'inTarget', 'booked', 'completed', 'lost'] as const),
        ...(['bookingsDue', 'shownUp', 'didNotCome'] as const),
      ];
      for (const figure of figures)
        expect(counted.filter((row) => row.figure === figure).length, figure).toBeGreaterThan(3);
      for (const by of contract.comparisonGroupings) {
        const { data } = await app.call(contract.getWorkComparison, { token, query: { ...days, by } });
        for (const figure of figures) {
          const found = counted.filter((row) => row.figure === figure);
          const byGroup = data.rows.flatMap(({ _id, now: { [figure]: leads } }) =>
            leads ? [[_id, leads]] : [],
          );
          const groups = Map.groupBy(found, (row) => row[by] ?? null);
          expect(new Map(byGroup as [string | null, number][]), `${figure} by ${by}`).toEqual(
            new Map(Array.from(groups, ([id, { length }]) => [id, length])),
          );
          if (!isDaily(figure)) continue;
          expect(
            data.days.map((day) => day[figure]),
            `${figure} by day`,
          ).toEqual(data.days.map(({ date }) => found.filter(({ day }) => day === date).length));
        }
      }
    });

    test('each number of a comparison opens exactly its leads, which are those of its groups', async () => {
      const days = { from: addDays(to, -29), to };
      let counted = 0;
      for (const by of contract.comparisonGroupings) {
        for (const of of narrowings()) {
          const { data } = await app.call(contract.getWorkComparison, {
            token,
            query: { ...days, by, ...of },
          });
          const until = new Date(Date.parse(now) - 30 * 86_400_000).toISOString();
          expect(data.before).toEqual({ from: addDays(to, -59), to: addDays(to, -30), until });
          for (const [when, span] of [
            ['now', data.now],
            ['before', data.before],
          ] as const) {
            for (const figure of comparisonCsvFigures) {
              const list = contract.getComparisonLeadFilter(figure, span, of);
              const number = data.total[when][figure];
              if (!list || figure === 'median' || figure === 'ninetieth') continue;
              const booked = await countBooked(figure, span, of);
              expect([figure, await countOf(list)]).toEqual([figure, booked?.leads ?? number]);
              expect([figure, number]).toEqual([figure, booked?.bookings ?? number]);
              expect(data.rows.reduce((sum, row) => sum + (row[when][figure] ?? 0), 0)).toBe(number);
              counted += number ?? 0;
            }
          }
          for (const figure of contract.dailyFigures) {
            if (figure === 'median' || figure === 'ninetieth') continue;
            const sum = data.days.reduce((all, day) => all + day[figure], 0);
            expect([figure, sum]).toEqual([figure, data.total.now[figure]]);
          }
        }
      }
      expect(counted).toBeGreaterThan(200);
    });

    test('the cars of today and tomorrow are those of the board, of the center alone', async () => {
      for (const of of narrowings()) {
        const { serviceCenter } = of;
        const query = { from: to, days: 2, ...(serviceCenter && { serviceCenter }) };
        const board = await app.call(listBookingDays, { token, query });
        const onBoard = (place: number) =>
          board.data.reduce((sum, { days }) => sum + (days[place]?.booked ?? 0), 0);
        const { data } = await app.call(contract.getWorkComparison, {
          token,
          query: { span: 'lastWeek', ...of },
        });
        expect(data.coming).toEqual({ today: onBoard(0), tomorrow: onBoard(1) });
        if (!serviceCenter) expect(data.coming.today + data.coming.tomorrow).toBeGreaterThan(0);
      }
    });

    test('a funnel and lost reasons of whatever is chosen open exactly their leads', async () => {
      let lost = 0;
      const chosen = [
        ...narrowings(),
        { advisor: manager },
        { advisor: 'nobody', platform: 'facebook' } as const,
      ];
      for (const of of chosen) {
        const { data } = await app.call(getDashboard, { token, query: { days: '90', ...of } });
        const scope = { from: data.from, to: data.to, ...of };
        for (const { stage, ...counts } of data.funnel) {
          expect(await countOf(toDashboardLeadFilters.reached(scope, stage))).toBe(counts.reached);
          expect(await countOf(toDashboardLeadFilters.lostAt(scope, stage))).toBe(counts.lost);
          expect(await countOf(toDashboardLeadFilters.waitingAt(scope, stage))).toBe(counts.waiting);
        }
        expect(await countOf(toDashboardLeadFilters.lost(scope))).toBe(data.lost);
        for (const { reason, leads } of data.lostReasons)
          expect(await countOf(toDashboardLeadFilters.lostReason(scope, reason))).toBe(leads);
        expect(data.lostReasons.reduce((sum, { leads }) => sum + leads, 0)).toBe(data.lost);
        lost += data.lost;
      }
      expect(lost).toBeGreaterThan(20);
    });

    test('half are answered within the median, and nine of ten within the 90th percentile', async () => {
      const days = { from: addDays(to, -99), to };
      const { data } = await app.call(contract.getWorkComparison, { token, query: days });
      const { rows } = await app.pool.query<{ median: number; ninetieth: number }>(
        `select rounded_minutes(percentile_disc(0.5) within group (order by response_minutes) * interval '1 minute') as median,
           rounded_minutes(percentile_disc(0.9) within group (order by response_minutes) * interval '1 minute') as ninetieth
         from leads where is_active and (created_at at time zone $1)::date between $2 and $3`,
        [timeZone, days.from, days.to],
      );
      expect(data.total.now).toMatchObject(rows[0] ?? {});
      expect(data.total.now.ninetieth).toBeGreaterThan(data.total.now.median ?? 0);
      const day = data.days.find(({ median }) => median !== null);
      const ofDay = await app.call(contract.getWorkComparison, {
        token,
        query: { from: day?.date, to: day?.date },
      });
      const { median, ninetieth } = ofDay.data.total.now;
      expect(day).toMatchObject({ median, ninetieth });
    });

    test('an enquiry that may still be answered in time is no miss', async () => {
      const days = { from: addDays(to, -99), to };
      const timed = async (by: string) => {
        const { data } = await app.call(contract.getWorkComparison, { token, query: { ...days, by } });
        expect(data.rows.reduce((sum, { now }) => sum + now.timed, 0)).toBe(data.total.now.timed);
        return data.total.now.timed;
      };
      const before = await timed('advisor');
      const { rowCount } = await app.pool.query(
        `update leads set response_due_at = $1 where id in (
           select id from leads where due_kind = 'new' and response_due_at < $1 and created_at > $2 limit 2)`,
        [new Date(now), new Date(`${addDays(to, -98)}T00:00:00Z`)],
      );
      expect(rowCount).toBe(2);
      for (const by of contract.comparisonGroupings) expect([by, await timed(by)]).toEqual([by, before - 2]);
    });

    test('each number of what is late opens exactly its leads', async () => {
      let late = 0;
      for (const by of contract.lateGroupings) {
        for (const of of [{}, { serviceCenter: fixtures.south }]) {
          const { data } = await app.call(contract.getLateFigures, { token, query: { by, ...of } });
          for (const row of data) {
            const group = { ...of, [by]: row._id ?? 'nobody' };
            for (const figure of ['response', 'followUps', 'appointments'] as const) {
              const found = await countOf(contract.toLateLeadFilters[figure](group));
              expect([figure, found]).toEqual([figure, row[figure]]);
              late += found;
            }
            for (const status of ['pending', 'potential', 'booked'] as const) {
              const list = await app.call(listNeglected, { token, query: { status, ...group } });
              expect([status, list.data.totalLeadsCount]).toEqual([status, row[status]]);
            }
          }
        }
      }
      expect(late).toBeGreaterThan(20);
    });

    test('each number of the work of employees opens exactly its leads', async () => {
      const { data } = await app.call(reportContacts, { token });
      let counted = 0;
      for (const row of data) {
        expect(await countOf({ advisor: row.employeeId, open: 'true' })).toBe(row.open);
        for (const figure of ['inTarget', 'booked', 'completed', 'lost', 'recorded'] as const) {
          const found = await countOf(getContactReportLeadFilter(figure, row.thirtyDays, row.employeeId));
          expect([figure, found]).toEqual([figure, row.thirtyDays[figure]]);
          counted += found;
        }
      }
      expect(counted).toBeGreaterThan(20);
    });

    test('the CSV has the numbers of the comparison', async () => {
      const query = { from: addDays(to, -6), to, by: 'serviceCenter' };
      const { data } = await app.call(contract.getWorkComparison, { token, query });
      const file = await app.call(contract.downloadWorkComparison, { token, query });
      const [header = [], ...rows]: string[][] = parse(file.text, { bom: true });
      expect(header.slice(0, 4)).toEqual([
        ...['Name', 'Enquiries', 'Enquiries (Before)', 'Enquiries (Difference)'],
      ]);
      const all = [...data.rows, { ...data.total, name: 'All' }];
      expect(rows.map((row) => row.slice(0, 4))).toEqual(
        all.map(({ name, now: { entered }, before }) => [
          ...[name, String(entered), String(before.entered), String(entered - before.entered)],
        ]),
      );
      expect(file.headers['content-disposition']).toContain(`comparison-${query.from}-to-${to}.csv`);
      const ofPlatforms = await app.call(contract.downloadWorkComparison, {
        token,
        query: { ...query, from: addDays(to, -99), by: 'platform' },
      });
      const platforms: string[][] = parse(ofPlatforms.text, { bom: true });
      expect(platforms.map(([name]) => name)).toContain('No Platform');
    });
  });
}

test('a week that is not over is compared with what the week before had come to by the same time', async () => {
  const app = await TestApp.open();
  try {
    const { north } = await addFixtures(app);
    const { token } = await app.signIn('manager');
    const week = [
      { entered: 'Sun 10:00', answered: 'Sun 10:20', booked: 'Sun 12:00' },
      { entered: 'Sun 17:50', answered: 'Mon 10:30' },
      { entered: 'Mon 09:00', answered: 'Mon 09:40', booked: 'Mon 10:14' },
      { entered: 'Mon 10:00', answered: 'Mon 10:40', booked: 'Mon 12:00' },
      { entered: 'Mon 10:16', answered: 'Mon 10:20' },
      { entered: 'Tue 09:00', answered: 'Tue 09:10', booked: 'Tue 09:30' },
    ];
    const addWeek = async (sunday: string, end: Date) => {
      const momentOf = (text: string | undefined) => {
        const [day = '', time] = (text ?? '').split(' ');
        const at = new Date(`${addDays(sunday, ['Sun', 'Mon', 'Tue'].indexOf(day))}T${time}+06:00`);
        return text && at < end ? at : null;
      };
      for (const [place, { entered, answered, booked }] of week.entries()) {
        const at = momentOf(entered);
        if (!at) continue;
        app.clock.set(at);
        const body = { name: 'Rahim', phone: `01712345${sunday.slice(8)}${place}`, serviceCenter: north };
        const { data } = await app.call(createLead, { token, body });
        const answer = momentOf(answered);
        await app.pool.query(
          `update leads set response_due_at = created_at + interval '1 hour', responded_at = $2, response_minutes = $3,
             first_booked_at = $4 where id = $1`,
          [data._id, answer, answer && (answer.getTime() - at.getTime()) / 60_000, momentOf(booked)],
        );
      }
    };
    const now = new Date('2026-03-09T10:15:30+06:00');
    await addWeek('2026-03-01', new Date('2026-03-08T00:00:00+06:00'));
    await addWeek('2026-03-08', now);
    app.clock.set(now);
    const { data } = await app.call(contract.getWorkComparison, { token, query: { span: 'week' } });
    expect(data.before).toEqual({ from: '2026-03-01', to: '2026-03-02', until: '2026-03-02T04:15:00.000Z' });
    expect(data.total.now).toMatchObject({ entered: 4, timed: 3, answered: 2, inTarget: 2, booked: 2 });
    expect(data.total.before).toEqual(data.total.now);
    for (const figure of ['entered', 'answered', 'inTarget', 'booked'] as const) {
      const query = { ...contract.getComparisonLeadFilter(figure, data.before, {}) };
      const list = await app.call(listManagementLeads, { token, query });
      expect([figure, list.data.totalLeadsCount]).toEqual([figure, data.total.before[figure]]);
    }
    const last = await app.call(contract.getWorkComparison, { token, query: { span: 'lastWeek' } });
    expect(last.data.before).toEqual({ from: '2026-02-22', to: '2026-02-28' });
    expect(last.data.total.now).toMatchObject({ entered: 6, timed: 6, inTarget: 5, booked: 4 });
  } finally {
    await app.close();
  }
});

test('a follow-up is kept by a contact on its day, missed by the first one after it, and counted once', async () => {
  const app = await TestApp.open();
  try {
    const { north } = await addFixtures(app);
    const { token, id: employee } = await app.signIn('manager');
    const due = async (place: number) => {
      app.clock.set(new Date('2026-03-08T06:00:00Z'));
      const body = { name: 'Rahim', phone: `0171234567${place}`, serviceCenter: north };
      const { data } = await app.call(createLead, { token, body });
      const params = { id: data._id };
      const move = { status: 'potential', nextFollowUpDates: ['2026-03-10'] };
      await app.call(moveLead, { token, params, body: move });
      return params;
    };
    const tryAt = async (params: { id: string }, at: string) => {
      app.clock.set(new Date(at));
      const actor = await getAccount(app.context, employee);
      const contact = { channel: 'call', outcome: 'noAnswer' } as const;
      await logContact({ ...app.context, dealer: testRules, actor }, params.id, contact);
    };
    const [kept, missed] = [await due(1), await due(2)];
    await tryAt(kept, '2026-03-09T17:59:59Z');
    await tryAt(kept, '2026-03-09T18:00:00Z');
    await tryAt(kept, '2026-03-10T08:00:00Z');
    await tryAt(missed, '2026-03-10T18:00:00Z');
    await tryAt(missed, '2026-03-11T08:00:00Z');
    const { token: later } = await app.signIn('manager');
    const { data } = await app.call(reportContacts, { token: later });
    const row = data.find(({ employeeId }) => employeeId === employee);
    expect(contactReport.parse(row).threeDays).toMatchObject({ tries: 5, kept: 1, missed: 1 });
  } finally {
    await app.close();
  }
});
