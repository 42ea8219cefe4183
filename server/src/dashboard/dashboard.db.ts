import { type RawBuilder, sql } from 'kysely';
import type { FigureName } from '#contract/lead-narrowing.ts';
import type { LeadStatus } from '#contract/lead-status.ts';
import type { Db } from '#server/db/transaction.ts';

/** Days of entry, both included, in the dealer's calendar, and a center if only one counts. */
export type Scope = { from: string; to: string; serviceCenter?: string };

/** How many leads were entered on each day, by their present status. */
export async function sumByDay(
  db: Db,
  scope: Scope,
): Promise<{ date: string; status: LeadStatus; leads: number }[]> {
  const { rows } = await sql<{ date: string; status: LeadStatus; leads: number }>`
    select entered_on as date, status, sum(leads)::int as leads from lead_entry_counts
    where ${within(scope)} group by 1, 2`.execute(db);
  return rows;
}

/** How many leads have each key of each figure. */
export async function sumByFigure(
  db: Db,
  scope: Scope,
): Promise<{ figure: FigureName; key: string; leads: number }[]> {
  const { rows } = await sql<{ figure: FigureName; key: string; leads: number }>`
    select figure, key, sum(leads)::int as leads from lead_figures
    where ${within(scope)} group by 1, 2 having sum(leads) > 0`.execute(db);
  return rows;
}

function within({ from, to, serviceCenter }: Scope): RawBuilder<unknown> {
  const center = serviceCenter ? sql` and service_center_id = ${serviceCenter}` : sql``;
  return sql`entered_on between ${from} and ${to}${center}`;
}
