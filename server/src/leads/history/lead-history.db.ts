import { sql } from 'kysely';
import { countRows } from '#server/db/page-of.ts';
import type { Db } from '#server/db/transaction.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';
import { columnsOfLead } from '#server/leads/record/leads.db.ts';

/** A version of a lead as a row of `leads`, with the version's own id and moment. */
export type VersionRow = LeadRow & { version_id: string; version_created_at: Date };

const newerColumns = sql`jsonb_build_object('contact_attempts', 0, 'joined_ids', '[]'::jsonb)`;

/** Chooses a page of versions: those before a version's id, or from an offset on. */
export type VersionPage = { limit: number } & ({ before: string } | { offset: number });

/** Reads a page of one lead's own versions, newest first. */
export async function findVersions(
  db: Db,
  leadId: string,
  { limit, ...from }: VersionPage,
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

const isOwn = sql`not 'mergedInto' = any(changed_fields)`;

/**
 * Finds the versions of a kept lead and those joined with it, newest first. Given an id: so many of each lead, so that the one before
 * each of the first `limit - 1` is among them.
 */
export async function findJoinedVersions(
  db: Db,
  { kept, joined }: { kept: string; joined: readonly string[] },
  { limit, ...from }: VersionPage,
): Promise<VersionRow[]> {
  const older = 'before' in from ? sql`and id < ${from.before}` : sql``;
  const most = 'offset' in from ? limit + from.offset : limit;
  const page = 'offset' in from ? sql`limit ${limit} offset ${from.offset}` : sql``;
  const { rows } = await sql<VersionRow>`
    select ${columnsOfLead}, v.id as version_id, v.created_at as version_created_at
    from (select v.* from unnest(${[kept, ...joined]}::uuid[]) of (lead)
      cross join lateral (select id, version, created_at, snapshot from lead_versions
        where lead_id = of.lead and (of.lead = ${kept} or ${isOwn}) ${older} order by version desc limit ${most}) v
      order by id desc ${page}) v
    cross join lateral jsonb_populate_record(null::leads, ${newerColumns} || v.snapshot) l
    order by v.id desc`.execute(db);
  return rows;
}

/** Counts the versions of leads that were joined with another one, as {@link findJoinedVersions} finds them. */
export async function countJoinedVersions(db: Db, joined: readonly string[]): Promise<number> {
  return countRows(db, sql`select from lead_versions where lead_id = any(${joined}::uuid[]) and ${isOwn}`);
}

/** Finds the lead as it was in a version; undefined when there is no such version. */
export async function findSnapshot(db: Db, leadId: string, version: number) {
  const { rows } = await sql<LeadRow>`
    select s.* from lead_versions v cross join lateral jsonb_populate_record(null::leads, v.snapshot) s
    where v.lead_id = ${leadId} and v.version = ${version}`.execute(db);
  return rows[0];
}

type Reminders = { set: Date | null; ended: Date | null; contactedAt: Date | null };

/**
 * Finds the reminder that a lead had after a version's change, and when its customer had last been contacted then. `ended`: the
 * reminder that the change ended, unless a contact that made the version did. All are null when there is no such version.
 */
export async function findReminders(db: Db, leadId: string, version: number): Promise<Reminders> {
  const { rows } = await sql<Reminders>`
    select (snapshot ->> 'try_again_at')::timestamptz as set, (snapshot ->> 'last_contact_at')::timestamptz as "contactedAt",
      case when not exists (select from lead_contacts c where c.lead_id = v.lead_id and c.lead_version = v.version)
        then ended_try_again_at end as ended
    from lead_versions v where lead_id = ${leadId} and version = ${version}`.execute(db);
  return rows[0] ?? { set: null, ended: null, contactedAt: null };
}

/** Finds when somebody first tried to reach the customer, undone attempts left out; undefined when nobody has. */
export async function findFirstContact(db: Db, leadId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from lead_contacts where lead_id = ${leadId} and undone_at is null
    order by id limit 1`.execute(db);
  return rows[0]?.created_at;
}
