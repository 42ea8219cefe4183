import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

type Counter = { table: string; keys: string; recount: string };

const byDay: readonly Counter[] = [
  {
    table: 'lead_entry_counts',
    keys: 'entered_on, service_center_id, status',
    recount:
      'select (created_at at time zone $1)::date, service_center_id, status from leads where is_active',
  },
  {
    table: 'lead_status_counts',
    keys: 'status_on, service_center_id, employee_id, status',
    recount:
      'select (status_at at time zone $1)::date, service_center_id, employee_id, status from leads where is_active',
  },
  {
    table: 'lead_figures',
    keys: 'entered_on, service_center_id, figure, key',
    recount: `select (created_at at time zone $1)::date, service_center_id, figure, key
      from leads, lead_figure_keys(leads) where is_active`,
  },
  {
    table: 'lead_work_figures',
    keys: 'day, figure, key, service_center_id, employee_id, platform',
    recount: `select (at at time zone $1)::date, figure, minutes - minutes % case when minutes < 60 then 10 when minutes < 1440 then 60
          when minutes < 10080 then 720 else 1440 end,
        service_center_id, coalesce(of, '00000000-0000-0000-0000-000000000000'), coalesce(platform, 'none')
      from leads cross join lateral (
        select 'entered' as figure, created_at as at, advisor_id as of, 0 as minutes
        union all select 'recorded', created_at, employee_id, 0
        union all select 'answered', created_at, advisor_id, response_minutes where response_minutes is not null
        union all select 'timed', created_at, advisor_id, 0 where response_due_at is not null
        union all select 'inTarget', created_at, advisor_id, 0 where responded_at <= response_due_at
        union all select 'booked', first_booked_at, advisor_id, 0 where first_booked_at is not null
        union all select 'completed', status_at, advisor_id, 0 where status = 'completed'
        union all select 'lost', status_at, advisor_id, 0 where status = 'lostCustomer') figures
      where is_active`,
  },
  {
    table: 'lead_stage_counts',
    keys: 'entered_on, service_center_id, advisor_id, platform, stage, lost_reason',
    recount: `select (created_at at time zone $1)::date, service_center_id, coalesce(advisor_id, '00000000-0000-0000-0000-000000000000'),
        coalesce(platform, 'none'), furthest_status || case status when 'lostCustomer' then ' lost' else '' end,
        case status when 'lostCustomer' then lost_reason_key(lost_reason) else '' end
      from leads where is_active`,
  },
];

const ofAllDays: readonly Counter[] = [
  {
    table: 'lead_recorder_counts',
    keys: 'employee_id, status, service_center_id',
    recount: 'select employee_id, status, service_center_id from leads where is_active',
  },
  {
    table: 'lead_advisor_counts',
    keys: 'status, service_center_id, advisor_id, due_on',
    recount: `select status, service_center_id, coalesce(advisor_id, '00000000-0000-0000-0000-000000000000'),
        coalesce(case status when 'potential' then next_follow_up_dates[cardinality(next_follow_up_dates)]
          when 'booked' then appointment_date end, '-infinity')
      from leads where is_active and status in ('pending', 'potential', 'booked')`,
  },
  {
    table: 'lead_figure_totals',
    keys: 'figure, key, service_center_id',
    recount: `select figure, case when figure in ('firstFollowUp', 'firstBooking') then '' else key end, service_center_id
      from leads, lead_figure_keys(leads) where is_active`,
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
