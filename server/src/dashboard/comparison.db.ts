import { type RawBuilder, sql } from 'kysely';
import type { ComparedBy, DailyFigure, WorkFigures } from '#contract/comparison.ts';
import { planEachTime } from '#server/db/connections/prepared.ts';
import { nobody } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';

type Days = { from: string; to: string };

/** `advisor` null: nobody's leads. */
export type WorkScope = {
  timeZone: string;
  serviceCenter?: string;
  advisor?: string | null;
  platform?: string;
};

/** `key`: rounded minutes of `answered`. */
export type WorkSum = {
  id: string | null;
  figure: Exclude<keyof WorkFigures, 'median' | 'ninetieth'>;
  key: number;
  leads: number;
};

const groups = {
  serviceCenter: sql`service_center_id::text`,
  advisor: sql`nullif(employee_id, ${nobody}::uuid)::text`,
  platform: sql`platform`,
};

export async function sumWork(db: Db, days: Days, scope: WorkScope, by: ComparedBy): Promise<WorkSum[]> {
  const { rows } = await sql<WorkSum>`
    select ${groups[by]} as id, figure, key, sum(leads)::int as leads from lead_work_figures
    where ${within(days, scope)} and figure <> 'recorded'
    group by 1, 2, 3 having sum(leads) > 0 ${planEachTime}`.execute(db);
  return rows;
}

export async function sumWorkByDay(
  db: Db,
  days: Days,
  scope: WorkScope,
): Promise<{ date: string; figure: DailyFigure; leads: number }[]> {
  const { rows } = await sql<{ date: string; figure: DailyFigure; leads: number }>`
    select day as date, figure, sum(leads)::int as leads from lead_work_figures
    where ${within(days, scope)} and figure in ('entered', 'inTarget', 'booked', 'completed', 'lost')
    group by 1, 2 ${planEachTime}`.execute(db);
  return rows;
}

function within(
  { from, to }: Days,
  { timeZone, serviceCenter, advisor, platform }: WorkScope,
): RawBuilder<unknown> {
  const center = serviceCenter ? sql` and service_center_id = ${serviceCenter}` : sql``;
  const employee = advisor === undefined ? sql`` : sql` and employee_id = ${advisor ?? nobody}`;
  const ofPlatform = platform ? sql` and platform = ${platform}` : sql``;
  return sql`time_zone = ${timeZone} and day between ${from} and ${to}${center}${employee}${ofPlatform}`;
}
