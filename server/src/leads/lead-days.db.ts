import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** Holds all leads against writers until commit; their counters and the live events wait for {@link wakeLeads}. */
export async function quietLeads(db: Db): Promise<void> {
  await sql`lock table leads in share row exclusive mode`.execute(db);
  await sql`alter table leads disable trigger user`.execute(db);
}

/**
 * Moves the next leads after an id to their days in a time zone.
 *
 * @returns the last id looked at, undefined when there is none left.
 */
export async function moveNextLeadDays(
  db: Db,
  timeZone: string,
  afterId: string,
  batch: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    with next as materialized (select id from leads where id > ${afterId} order by id limit ${batch}),
    days as (
      select l.id, (l.created_at at time zone ${timeZone})::date as entered_on,
        (l.status_at at time zone ${timeZone})::date as status_on
      from leads l join next on next.id = l.id),
    moved as (
      update leads l set entered_on = days.entered_on, status_on = days.status_on from days
      where days.id = l.id and (l.entered_on <> days.entered_on or l.status_on <> days.status_on))
    select (select id from next order by id desc limit 1) as last`.execute(db);
  return rows[0]?.last ?? undefined;
}

/** Counts the leads of each day anew. */
export async function wakeLeads(db: Db): Promise<void> {
  await sql`alter table leads enable trigger user`.execute(db);
  await sql`select recount_lead_days()`.execute(db);
}
