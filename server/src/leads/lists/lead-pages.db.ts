import { type RawBuilder, sql } from 'kysely';
import { countLimit } from '#contract/business.ts';
import { planEachTime } from '#server/db/prepared.ts';
import type { Db } from '#server/db/transaction.ts';
import type { LeadRow } from '#server/leads/lead-rows.ts';
import { columnsOfLead } from '#server/leads/lead-select.db.ts';
import { type Counted, exactly, fromNearerEnd, type Stretch, upToLimit } from '#server/lib/counted.ts';
import { counterOf, readCounter } from './lead-counters.db.ts';
import { conditionOf, type LeadFilter, ofLeads } from './lead-filter.db.ts';

/** `page` counts from 1. */
export type Page = { page: number; limit: number };

/** Newest first. */
export async function findPage(
  db: Db,
  filter: LeadFilter,
  timeZone: string,
  { page, limit }: Page,
): Promise<{ leads: LeadRow[]; total: Counted }> {
  const offset = (page - 1) * limit;
  const counter = counterOf(filter, timeZone);
  if (!counter) return findMatches(db, filter, limit, offset);
  if (offset > 0) {
    const total = (await readCounter(db, counter)) ?? 0;
    return {
      leads: await findStretch(db, filter, fromNearerEnd(total, limit, offset)),
      total: exactly(total),
    };
  }
  const { rows } = await sql<LeadRow & { total: number | null }>`
    select ${columnsOfLead}, (${counter}) as total from leads l where ${conditionOf(ofLeads, filter)}
    order by l.created_at desc, l.id desc ${rowsOf(limit, 0)} ${planOf(filter)}`.execute(db);
  const total = rows.length > 0 ? rows[0]?.total : await readCounter(db, counter);
  return { leads: rows, total: exactly(total ?? 0) };
}

/** Rows that lie deep are found in an index alone before they are read. */
function findStretch(db: Db, filter: LeadFilter, { limit, offset, isFromEnd }: Stretch): Promise<LeadRow[]> {
  const direction = isFromEnd ? sql`asc` : sql`desc`;
  return readLeads(
    db,
    sql`(select id from leads where ${conditionOf(ofLeads, filter)}
      order by created_at ${direction}, id ${direction} ${rowsOf(limit, offset)}) page
      join leads l using (id)`,
    planOf(filter),
  );
}

/**
 * A page that no counter knows. The newest matches up to the limit are found once, for page and count: asked for ten rows
 * alone, PostgreSQL may walk over all leads in search of what few of them have.
 */
async function findMatches(db: Db, filter: LeadFilter, limit: number, offset: number) {
  const { rows } = await sql<{ matches: string; page: string[] }>`
    with matches as materialized (
      select id, created_at from leads where ${conditionOf(ofLeads, filter)}
      order by created_at desc, id desc limit ${sql.lit(countLimit + 1)})
    select (select count(*) from matches) as matches,
      array(select id from matches order by created_at desc, id desc limit ${limit} offset ${offset}) as page
    ${planEachTime}`.execute(db);
  const { matches = 0, page = [] } = rows[0] ?? {};
  const leads = await readLeads(db, sql`(select * from leads where id = any(${page}::uuid[])) l`);
  return { leads, total: upToLimit(Number(matches)) };
}

/** Written as numbers, since PostgreSQL guesses badly at parameters; there are few page sizes. */
function rowsOf(limit: number, offset: number): RawBuilder<unknown> {
  return offset === 0 ? sql`limit ${sql.lit(limit)}` : sql`limit ${sql.lit(limit)} offset ${offset}`;
}

/** Only lists that one index holds in order have the same plan for all values. */
function planOf({ isActive, status, centers = [], ...narrowing }: LeadFilter): RawBuilder<unknown> {
  const isOfIndex = centers.length <= 1 && Object.values(narrowing).every((part) => part === undefined);
  return isOfIndex ? sql`` : planEachTime;
}

async function readLeads(
  db: Db,
  from: RawBuilder<unknown>,
  plan: RawBuilder<unknown> = sql``,
): Promise<LeadRow[]> {
  const { rows } = await sql<LeadRow>`
    select ${columnsOfLead} from ${from} order by l.created_at desc, l.id desc ${plan}`.execute(db);
  return rows;
}
