import { sql } from 'kysely';
import type { Lead } from '#contract/leads.ts';
import type { Db } from '#server/db/transaction.ts';
import { conditions, type LeadFilter } from '#server/leads/lead-filter.db.ts';
import { type PopulatedLeadRow, toLead } from '#server/leads/lead-rows.ts';
import { selectPopulated } from '#server/leads/lead-select.db.ts';

/** A page of leads, newest first. The page is found in an index alone, however deep it lies; then its rows are read. */
export async function findLeads(db: Db, filter: LeadFilter, limit: number, offset: number): Promise<Lead[]> {
  const { rows } = await sql<PopulatedLeadRow>`
    ${selectPopulated(sql`(
      select id from leads where ${conditions(filter)}
      order by created_at desc, id desc limit ${limit} offset ${offset}) page join leads l using (id)`)}
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
