import { type RawBuilder, sql } from 'kysely';
import { countLimit } from '#contract/business.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { planEachTime } from '#server/db/prepared.ts';
import type { Db } from '#server/db/transaction.ts';
import { type PopulatedLeadRow, toLead } from '#server/leads/lead-rows.ts';
import { selectPopulated } from '#server/leads/lead-select.db.ts';
import { type Counted, exactly, upToLimit } from '#server/lib/counted.ts';
import { readCounter } from './lead-counters.db.ts';
import { conditionOf, type LeadFilter, ofLeads } from './lead-filter.db.ts';

/** A page from 1, and how many rows it has. */
export type Page = { page: number; limit: number };

/** @returns a page of leads, newest first, and how many match. */
export async function findPage(
  db: Db,
  filter: LeadFilter,
  timeZone: string,
  { page, limit }: Page,
): Promise<{ leads: Lead[]; total: Counted }> {
  const offset = (page - 1) * limit;
  const known = readCounter(db, filter, timeZone);
  if (!known) return findMatches(db, filter, limit, offset);
  // The page is found in an index alone, however deep it lies; then its rows are read.
  const found = sql`(
    select id from leads where ${conditionOf(ofLeads, filter)}
    order by created_at desc, id desc ${rowsOf(limit, offset)}) page join leads l using (id) ${planOf(filter)}`;
  const [leads, count] = await Promise.all([readLeads(db, found), known]);
  return { leads, total: exactly(count) };
}

/**
 * A page of leads that no counter knows. The newest matches up to the limit are found once for the page and for the number:
 * asked for ten rows alone, PostgreSQL may walk over all leads in search of what few of them have.
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

/** How many rows stands as a number, since PostgreSQL guesses badly at what it is not told; there are few page sizes. */
function rowsOf(limit: number, offset: number): RawBuilder<unknown> {
  return offset === 0 ? sql`limit ${sql.lit(limit)}` : sql`limit ${sql.lit(limit)} offset ${offset}`;
}

/** Lists that one index holds in their order have the same plan whatever is asked for; all others do not. */
function planOf({ isActive, status, centers = [], ...narrowing }: LeadFilter): RawBuilder<unknown> {
  const isOfIndex = centers.length <= 1 && Object.values(narrowing).every((part) => part === undefined);
  return isOfIndex ? sql`` : planEachTime;
}

async function readLeads(db: Db, from: RawBuilder<unknown>): Promise<Lead[]> {
  const { rows } = await sql<PopulatedLeadRow>`
    ${selectPopulated(from)} order by l.created_at desc, l.id desc`.execute(db);
  return rows.map(toLead);
}
