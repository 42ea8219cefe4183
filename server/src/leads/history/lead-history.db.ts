import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';
import { columnsOfLead } from '#server/leads/record/leads.db.ts';

export type VersionRow = LeadRow & { version_id: string; version_created_at: Date };

/** What older snapshots lack. */
const newerColumns = sql`jsonb_build_object('contact_tries', 0)`;

/** Newest first, those before an id or from an offset on. */
export async function findVersions(
  db: Db,
  leadId: string,
  { limit, ...from }: { limit: number } & ({ before: string } | { offset: number }),
): Promise<VersionRow[]> {
  const older = 'before' in from ? sql`and id < ${from.before}` : sql``;
  const rest = 'offset' in from ? sql`offset ${from.offset}` : sql``;
  const { rows } = await sql<VersionRow>`
    select ${columnsOfLead}, v.id as version_id, v.created_at as version_created_at
    from (select id, version, created_at, snapshot from lead_versions where lead_id = ${leadId} ${older}
      order by version desc limit ${limit} ${rest}) v
    cross join lateral jsonb_populate_record(null::leads, ${newerColumns} || v.snapshot) l
    order by v.version desc`.execute(db);
  return rows;
}

export async function findSnapshot(db: Db, leadId: string, version: number) {
  const { rows } = await sql<LeadRow>`
    select s.* from lead_versions v cross join lateral jsonb_populate_record(null::leads, v.snapshot) s
    where v.lead_id = ${leadId} and v.version = ${version}`.execute(db);
  return rows[0];
}

/** The first attempt to reach the customer that was not undone. */
export async function findFirstContact(db: Db, leadId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from lead_contacts where lead_id = ${leadId} and undone_at is null order by id limit 1`.execute(
    db,
  );
  return rows[0]?.created_at;
}
