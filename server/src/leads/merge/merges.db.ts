import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';

/** A merge of leads; `is_newest`: no later one of the kept lead stands; `centers`: those of the merged leads. */
export type LeadMergeRow = {
  id: string;
  lead_id: string;
  version: number;
  joined_ids: string[];
  merged_by: string;
  merged_at: Date;
  undone_at: Date | null;
  is_newest: boolean;
  centers: string[];
};

type Replaced = Pick<
  LeadRow,
  | 'contact_attempts'
  | 'last_contact_at'
  | 'try_again_at'
  | 'reminded_for'
  | 'arrived_for'
  | 'response_restarted_at'
  | 'response_due_at'
  | 'responded_at'
  | 'response_minutes'
>;

const columns = sql`m.id, m.lead_id, m.version, m.joined_ids, m.merged_by, m.merged_at, m.undone_at,
  not exists (select from lead_merges later where later.lead_id = m.lead_id and later.id > m.id and later.undone_at is null)
    as is_newest,
  array(select service_center_id from leads where id = any(m.joined_ids)) as centers`;

/** Finds the ids of the leads that were merged into these. */
export async function findJoinedLeadIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from leads where merged_into = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Stores a merge of leads, so that it can be undone; `replaced`: what the kept lead said before. */
export async function insertLeadMerge(
  db: Db,
  merge: {
    id: string;
    leadId: string;
    version: number;
    joinedIds: readonly string[];
    replaced: Replaced;
    by: string;
    at: Date;
  },
): Promise<void> {
  await sql`
    insert into lead_merges (id, lead_id, version, joined_ids, replaced, merged_by, merged_at)
    values (${merge.id}, ${merge.leadId}, ${merge.version}, ${merge.joinedIds}, ${JSON.stringify(merge.replaced)},
      ${merge.by}, ${merge.at})`.execute(db);
}

/** Finds a merge by its id, also one that was undone. */
export async function findLeadMerge(db: Db, id: string): Promise<LeadMergeRow | undefined> {
  const { rows } = await sql<LeadMergeRow>`select ${columns} from lead_merges m where m.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** Finds the newest merge of a lead that was not undone. */
export async function findNewestLeadMerge(db: Db, leadId: string): Promise<LeadMergeRow | undefined> {
  const { rows } = await sql<LeadMergeRow>`
    select ${columns} from lead_merges m where m.lead_id = ${leadId} and m.undone_at is null
    order by m.id desc limit 1`.execute(db);
  return rows[0];
}

/**
 * Finds the ids of the merges, not undone, that joined leads under these numbers with leads of their customer under others, and of the
 * merges that came on top of them; newest first.
 */
export async function findCrossingMergeIds(
  db: Db,
  customerId: string,
  phones: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from lead_merges m join leads k on k.id = m.lead_id
    where k.customer_id = ${customerId} and m.undone_at is null and exists (
      select from lead_merges x join lead_versions kept on kept.lead_id = x.lead_id and kept.version = x.version - 1
      cross join unnest(x.joined_ids) joined (id)
      cross join lateral (select snapshot ->> 'phone' as phone from lead_versions
        where lead_id = joined.id and snapshot ->> 'merged_into' is null order by version desc limit 1) before
      where x.lead_id = m.lead_id and x.undone_at is null and x.id <= m.id
        and (before.phone = any(${phones}::text[])) <> (kept.snapshot ->> 'phone' = any(${phones}::text[])))
    order by m.id desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** Finds the kept lead as it was before a merge; undefined once its personal data of then are erased. */
export async function findBeforeMerge(db: Db, id: string): Promise<LeadRow | undefined> {
  const { rows } = await sql<LeadRow>`
    select s.* from lead_merges m join lead_versions v on v.lead_id = m.lead_id and v.version = m.version - 1
    cross join lateral jsonb_populate_record(null::leads, '{"joined_ids": []}'::jsonb || v.snapshot || m.replaced) s
    where m.id = ${id} and s.customer_id is not null`.execute(db);
  return rows[0];
}

/**
 * Finds the phone number that each lead had in the newest version in which it was merged into `into`, or into none for null; '' once
 * erased.
 *
 * @returns numbers by lead id.
 */
export async function findPhonesBefore(
  db: Db,
  leads: readonly { id: string; into: string | null }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; phone: string }>`
    select of.id, v.phone from unnest(${leads.map(({ id }) => id)}::uuid[], ${leads.map(({ into }) => into)}::uuid[]) of (id, merged_into)
    cross join lateral (
      select snapshot ->> 'phone' as phone from lead_versions where lead_id = of.id
        and (snapshot ->> 'merged_into')::uuid is not distinct from of.merged_into
        order by version desc limit 1) v`.execute(db);
  return new Map(rows.map(({ id, phone }) => [id, phone]));
}

/** Counts the contacts, comments and enquiries that a lead got after a moment, without undone contacts. */
export async function countAddedSince(
  db: Db,
  leadId: string,
  moment: Date,
): Promise<{ contacts: number; comments: number; enquiries: number }> {
  const { rows } = await sql<{ contacts: number; comments: number; enquiries: number }>`
    select
      (select count(*)::int from lead_contacts where lead_id = ${leadId} and created_at > ${moment} and undone_at is null) as contacts,
      (select count(*)::int from lead_comments where lead_id = ${leadId} and created_at > ${moment}) as comments,
      (select count(*)::int from deliveries
        where lead_id = ${leadId} and received_at > ${moment}) as enquiries`.execute(db);
  return rows[0] ?? { contacts: 0, comments: 0, enquiries: 0 };
}

/** Marks a merge as undone; changes no lead. */
export async function markLeadMergeUndone(db: Db, id: string, by: string, at: Date): Promise<void> {
  await sql`update lead_merges set undone_by = ${by}, undone_at = ${at} where id = ${id}`.execute(db);
}
