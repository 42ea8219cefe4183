import { sql } from 'kysely';
import { countLimit } from '#contract/business.ts';
import type { Lead } from '#contract/leads.ts';
import type { Db } from '#server/db/transaction.ts';
import { conditions, type LeadFilter } from '#server/leads/lead-filter.db.ts';
import { type PopulatedLeadRow, toLead } from '#server/leads/lead-rows.ts';
import { selectPopulated } from '#server/leads/lead-select.db.ts';
import { type Counted, upToLimit } from '#server/lib/counted.ts';

/** A page of leads whose number a counter knows, newest first. The page is found in an index alone, however deep it lies; then its rows are read. */
export async function findLeads(db: Db, filter: LeadFilter, limit: number, offset: number): Promise<Lead[]> {
  const { rows } = await sql<PopulatedLeadRow>`
    ${selectPopulated(sql`(
      select id from leads where ${conditions(filter)}
      order by created_at desc, id desc limit ${limit} offset ${offset}) page join leads l using (id)`)}
    order by l.created_at desc, l.id desc`.execute(db);
  return rows.map(toLead);
}

/**
 * A page of leads that no counter knows, newest first, and how many match. The newest matches up to the limit are found once
 * for both: asked for ten rows alone, PostgreSQL may walk over all leads in search of what few of them have.
 */
export async function findMatches(
  db: Db,
  filter: LeadFilter,
  limit: number,
  offset: number,
): Promise<{ leads: Lead[]; total: Counted }> {
  const { rows } = await sql<{ matches: string; page: string[] }>`
    with matches as materialized (
      select id, created_at from leads where ${conditions(filter)}
      order by created_at desc, id desc limit ${sql.lit(countLimit + 1)})
    select (select count(*) from matches) as matches,
      array(select id from matches order by created_at desc, id desc limit ${limit} offset ${offset}) as page`.execute(
    db,
  );
  const { matches = 0, page = [] } = rows[0] ?? {};
  return { leads: await findLeadsById(db, page), total: upToLimit(Number(matches)) };
}

async function findLeadsById(db: Db, ids: readonly string[]): Promise<Lead[]> {
  const { rows } = await sql<PopulatedLeadRow>`
    ${selectPopulated(sql`leads l`)} where l.id = any(${ids}::uuid[])
    order by l.created_at desc, l.id desc`.execute(db);
  return rows.map(toLead);
}

/** Leads that match, newest first, in batches; `after` is the last one of the batch before. */
export async function findLeadsAfter(
  db: Db,
  filter: LeadFilter,
  limit: number,
  after: { createdAt: string; _id: string } | undefined,
): Promise<(Lead & { enteredOn: string })[]> {
  const from = after ? sql`and (created_at, id) < (${after.createdAt}, ${after._id})` : sql``;
  const { rows } = await sql<PopulatedLeadRow>`
    ${selectPopulated(sql`(
      select * from leads where ${conditions(filter)} ${from}
      order by created_at desc, id desc limit ${limit}) l`)}
    order by l.created_at desc, l.id desc`.execute(db);
  return rows.map((row) => ({ ...toLead(row), enteredOn: row.entered_on }));
}
