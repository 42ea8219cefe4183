import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';

/**
 * A locked lead that an import created. `isContacted`, `isChanged`: it, or one that it is merged with, by anybody but the import itself;
 * `isLast`: the next call goes on after it.
 */
type ImportedLead = { id: string; isContacted: boolean; isChanged: boolean; isLast: boolean };

/**
 * Locks the next leads that an import created, by ID, and says what has become of each. Those that the import merged come with the lead
 * that they were merged into.
 */
export async function lockImportedLeads(
  db: Db,
  importId: string,
  after: string | null,
  most: number,
): Promise<ImportedLead[]> {
  const behind = after ? sql`and l.id > ${after}` : sql``;
  const { rows } = await sql<ImportedLead>`
    with heads as materialized (
      select l.id from leads l left join leads k on k.id = l.merged_into and k.import_id = l.import_id
      where l.import_id = ${importId} and k.id is null ${behind} order by l.id limit ${sql.lit(most)}),
    held as materialized (
      select * from leads where id in (
        select id from heads
        union all select m.id from heads join leads m on m.merged_into = heads.id and m.import_id = ${importId})
      order by id for update),
    looked as (
      select h.id, coalesce(x.id, h.id) as head, contact_attempts > 0
          or exists (select from lead_contacts c where c.lead_id = h.id) as contacted,
        customer_id is null
          or version > 1 and exists (
            select from generate_series(2, h.version) made where not exists (
              select from import_rows r where r.joined_id = h.id and r.import_id = ${importId} and r.joined_version = made)
            and not exists (
              select from import_leads i where i.lead_id = h.id and i.import_id = ${importId} and made = any(i.versions)))
          or exists (select from lead_comments c where c.lead_id = h.id)
          or exists (select from bookings b where b.lead_id = h.id and (b.outcome is not null or b.confirmed_at is not null))
          or exists (select from customer_messages m where m.lead_id = h.id and m.state not in ('waiting', 'skipped'))
          or exists (select from deliveries d where d.lead_id = h.id)
          or exists (select from whatsapp_messages m where m.lead_id = h.id) as changed
      from held h left join heads x on x.id = h.merged_into)
    select id, bool_or(contacted) over same as "isContacted", bool_or(changed) over same as "isChanged",
      head = (select id from heads order by id desc limit 1) and id = head as "isLast"
    from looked window same as (partition by head) order by id`.execute(db);
  return rows;
}

/** Finds the ids of the leads that are merged with these, in either direction, and are none of them. */
export async function findMergedLeadIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from leads where merged_into = any(${ids}::uuid[]) and id <> all(${ids}::uuid[])
    union select merged_into from leads where id = any(${ids}::uuid[]) and merged_into <> all(${ids}::uuid[])`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

type JoinedLead = { id: string; first: number; last: number; made: number };

/**
 * Reads, by id and without locking them, the next existing leads to which rows of an import added versions: the first and the last of
 * these versions, and how many there are.
 */
export async function findJoinedLeads(
  db: Db,
  importId: string,
  after: string | null,
  most: number,
): Promise<JoinedLead[]> {
  const behind = after ? sql`and joined_id > ${after}` : sql``;
  const { rows } = await sql<JoinedLead>`
    select joined_id as id, min(joined_version) as first, max(joined_version) as last, count(distinct joined_version)::int as made
    from import_rows where import_id = ${importId} and joined_version is not null ${behind}
    group by joined_id order by joined_id limit ${sql.lit(most)}`.execute(db);
  return rows;
}

/** Finds each lead as it was before the import joined it, and whether it was contacted since. @returns them by the lead's id. */
export async function findVersionsBeforeJoin(
  db: Db,
  leads: readonly JoinedLead[],
): Promise<Map<string, { before: LeadRow; isContacted: boolean }>> {
  const { rows } = await sql<{ id: string; before: LeadRow; isContacted: boolean }>`
    select of.id, before.snapshot as before,
      exists (select from lead_contacts c where c.lead_id = of.id and c.created_at > joined.created_at) as "isContacted"
    from unnest(${leads.map(({ id }) => id)}::uuid[], ${leads.map(({ first }) => first)}::integer[]) of (id, version)
    join lead_versions joined on joined.lead_id = of.id and joined.version = of.version
    join lead_versions before on before.lead_id = of.id and before.version = of.version - 1`.execute(db);
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}

/** Makes this transaction notify browsers once of all the leads that it changes, instead of once for each. */
export async function announceRevertedLeadsTogether(db: Db): Promise<void> {
  await sql`select set_config('pitlane.many_leads', 'on', true)`.execute(db);
}

/**
 * Deletes leads that an import created, with their versions, and notifies browsers once. The database refuses leads of any other
 * origin.
 */
export async function deleteImportedLeads(db: Db, importId: string, ids: readonly string[]): Promise<void> {
  await announceRevertedLeadsTogether(db);
  await sql`select set_config('pitlane.reverting', ${importId}, true)`.execute(db);
  await sql`delete from lead_versions where lead_id = any(${ids}::uuid[])`.execute(db);
  await sql`delete from leads where id = any(${ids}::uuid[])`.execute(db);
}
