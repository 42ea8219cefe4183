import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

/** Recounts by days in the time zone $1. */
const recounts = {
  lead_entry_counts: `select (created_at at time zone $1)::date as entered_on, service_center_id, status, count(*)
    from leads where is_active group by 1, 2, 3`,
  lead_status_counts: `select (status_at at time zone $1)::date as status_on, service_center_id, employee_id, status, count(*)
    from leads where is_active group by 1, 2, 3, 4`,
  lead_figures: `select (leads.created_at at time zone $1)::date as entered_on, service_center_id, of.figure, of.key, count(*)
    from leads, lead_figure_keys(leads) of where is_active group by 1, 2, 3, 4`,
};

/** Compares the counters by day with the leads. */
export async function expectDayCountersToMatch(app: TestApp, timeZone: string): Promise<void> {
  for (const [table, recount] of Object.entries(recounts)) {
    const keys = /select .* as (\w+), ([\w, .]+), count/
      .exec(recount)
      ?.slice(1)
      .join(', ')
      .replaceAll('of.', '');
    const kept = `select ${keys}, sum(leads)::bigint from ${table} where time_zone = $1
      group by ${keys} having sum(leads) <> 0`;
    const { rows } = await app.pool.query(
      `select 'kept' as side, * from (${kept} except ${recount}) kept
       union all select 'counted', * from (${recount} except ${kept}) counted`,
      [timeZone],
    );
    expect(rows, table).toEqual([]);
    const [found] = (
      await app.pool.query(`select count(*)::int as rows from (${recount}) counted`, [timeZone])
    ).rows;
    expect(found.rows, table).toBeGreaterThan(0);
  }
}
