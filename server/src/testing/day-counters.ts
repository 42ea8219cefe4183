import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

type Counter = { table: string; keys: string; recount: string };

// Statuses and recorders are counted here by themselves, the rest by what the counter itself says of a lead.
const byDay: readonly Counter[] = [
  {
    table: 'lead_figures',
    keys: 'entered_on, service_center_id, figure, key',
    recount: `select (created_at at time zone $1)::date, service_center_id, figure, key
      from leads, lead_figure_keys(leads) where figure not in ('status', 'archived', 'recorded')
      union all select (created_at at time zone $1)::date, service_center_id, 'status', status from leads where is_active`,
  },
];

const ofAllDays: readonly Counter[] = [
  {
    table: 'lead_totals',
    keys: 'figure, key, service_center_id',
    recount: `select figure, case when figure in ('firstFollowUp', 'firstBooking') then '' else key end, service_center_id
      from leads, lead_figure_keys(leads) where figure not in ('status', 'archived', 'recorded')
      union all select case when is_active then 'status' else 'archived' end, status, service_center_id from leads
      union all select 'recorded', recorded_by || ' ' || status, service_center_id from leads where is_active`,
  },
  {
    table: 'lead_advisor_counts',
    keys: 'status, service_center_id, advisor_id, due_on',
    recount: `select status, service_center_id, coalesce(advisor_id, '00000000-0000-0000-0000-000000000000'),
        coalesce(case status when 'potential' then next_follow_up_dates[cardinality(next_follow_up_dates)]
          when 'booked' then appointment_date end, '-infinity')
      from leads where is_active and status in ('pending', 'potential', 'booked')`,
  },
];

type Database = Pick<TestApp, 'pool'>;

export async function expectDayCountersToMatch(app: Database, timeZone: string): Promise<void> {
  for (const counter of byDay) await expectToMatch(app, counter, 'where time_zone = $1', [timeZone]);
  await expectTotalsToMatch(app);
}

export async function expectTotalsToMatch(app: Database): Promise<void> {
  for (const counter of ofAllDays) await expectToMatch(app, counter, '', []);
}

async function expectToMatch(
  app: Database,
  { table, keys, recount }: Counter,
  which: string,
  values: string[],
): Promise<void> {
  const kept = `select ${keys}, sum(leads)::bigint from ${table} ${which} group by ${keys} having sum(leads) <> 0`;
  const counted = `select ${keys}, count(*) from (${recount}) leads (${keys}) group by ${keys}`;
  const { rows } = await app.pool.query(
    `select 'kept' as side, * from (${kept} except ${counted}) kept
     union all select 'counted', * from (${counted} except ${kept}) counted`,
    values,
  );
  expect(rows, table).toEqual([]);
  const [found] = (await app.pool.query(`select count(*)::int as rows from (${counted}) counted`, values))
    .rows;
  expect(found.rows, table).toBeGreaterThan(0);
}
