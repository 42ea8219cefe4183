import { type RawBuilder, sql } from 'kysely';
import type { LeadStatus } from '#contract/lead-status.ts';
import type { Db } from '#server/db/transaction.ts';
import { type LeadFigure, type LeadFilter, ofCenters } from '#server/leads/lead-filter.db.ts';

/** How many leads stand in each status, from the counters. */
export async function sumCounts(
  db: Db,
  filter: Pick<LeadFilter, 'isActive' | 'centers'>,
): Promise<Partial<Record<LeadStatus, number>>> {
  const rows = await db
    .selectFrom('lead_counts')
    .select(['status', (select) => select.fn.sum<number>('leads').as('leads')])
    .where('is_active', '=', filter.isActive)
    .$if(filter.centers !== undefined, (query) => query.where(ofCenters(filter.centers ?? [])))
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.status, Number(row.leads)]));
}

/** How many active leads were entered on days, from the counters. */
export function sumEntryCounts(
  db: Db,
  { status, centers, entered }: Pick<LeadFilter, 'status' | 'centers' | 'entered'>,
): Promise<number> {
  const parts = [...onDays('entered_on', entered), ...ofStatus(status), ...inCenters(centers)];
  return sum(db, sql`select sum(leads) as leads from lead_entry_counts where ${all(parts)}`);
}

/** How many active leads came into their present status on days, from the counters. */
export function sumStatusCounts(
  db: Db,
  {
    status,
    centers,
    recorder,
    statusDays,
  }: Pick<LeadFilter, 'status' | 'centers' | 'recorder' | 'statusDays'>,
): Promise<number> {
  const parts = [...onDays('status_on', statusDays), ...ofStatus(status), ...inCenters(centers)];
  if (recorder) parts.push(sql`employee_id = ${recorder}`);
  return sum(db, sql`select sum(leads) as leads from lead_status_counts where ${all(parts)}`);
}

/** How many active leads that were entered on days have a figure, from the counters. */
export function sumFigureCounts(
  db: Db,
  figure: LeadFigure,
  { centers, entered }: Pick<LeadFilter, 'centers' | 'entered'>,
): Promise<number> {
  const parts = [...onDays('entered_on', entered), ...inCenters(centers), ...ofKeys(figure)];
  parts.push(sql`figure = ${figure.figure}`);
  return sum(db, sql`select sum(leads) as leads from lead_figures where ${all(parts)}`);
}

async function sum(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ leads: string | number | null }>`${query}`.execute(db);
  return Number(rows[0]?.leads ?? 0);
}

function onDays(column: string, days: { from?: string; to?: string } | undefined): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [];
  if (days?.from) parts.push(sql`${sql.ref(column)} >= ${days.from}`);
  if (days?.to) parts.push(sql`${sql.ref(column)} <= ${days.to}`);
  return parts;
}

function ofStatus(status: LeadStatus | undefined): RawBuilder<unknown>[] {
  return status ? [sql`status = ${status}`] : [];
}

function inCenters(centers: readonly string[] | undefined): RawBuilder<unknown>[] {
  return centers ? [ofCenters(centers)] : [];
}

function ofKeys(figure: LeadFigure): RawBuilder<unknown>[] {
  switch (figure.figure) {
    case 'platform':
      return [sql`key = ${figure.platform}`];
    case 'offeringType':
      return [sql`key = ${figure.type}`];
    case 'lostReason':
      return [sql`key = lost_reason_key(${figure.reason})`];
    case 'stage': {
      const kept = figure.lost === undefined ? ['', ' lost'] : [figure.lost ? ' lost' : ''];
      const keys = figure.stages.flatMap((stage) => kept.map((end) => `${stage}${end}`));
      return [sql`key = any(${keys}::text[])`];
    }
    default:
      return [];
  }
}

function all(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return parts.length > 0 ? sql.join(parts, sql` and `) : sql`true`;
}
