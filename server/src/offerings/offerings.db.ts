import { sql, type Updateable } from 'kysely';
import type { Offering, OfferingType } from '#contract/offerings.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Offerings } from '#server/db/types.ts';

const byName = sql`name collate "und-x-icu"`;
const columns = [
  'id as _id',
  'name',
  'type',
  'location',
  'start_date as startDate',
  'end_date as endDate',
  'is_active as isActive',
] as const;

/** Which offerings a list holds; `pattern` is a LIKE pattern in lower case. */
export type OfferingFilter = { active?: boolean; type?: OfferingType; pattern?: string };

/** Offerings of a type that are on offer on a day, by name. */
export async function findOfferedByType(db: Db, type: OfferingType, today: string): Promise<Offering[]> {
  return db
    .selectFrom('offerings')
    .select(columns)
    .where('type', '=', type)
    .where('is_active', '=', true)
    .where((where) => where.or([where('type', '!=', 'campaign'), where('end_date', '>=', today)]))
    .orderBy(byName)
    .execute();
}

/** Whether a lead can be recorded for an offering on a day. Held against deactivation until commit. */
export async function lockOffered(db: Db, id: string, today: string): Promise<boolean> {
  const row = await db
    .selectFrom('offerings')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where((where) => where.or([where('type', '!=', 'campaign'), where('end_date', '>=', today)]))
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Offerings by name, a page of them when `limit` is given. */
export async function findOfferings(
  db: Db,
  filter: OfferingFilter,
  limit?: number,
  offset = 0,
): Promise<Offering[]> {
  return db
    .selectFrom('offerings')
    .select(columns)
    .where(matches(filter))
    .orderBy(byName)
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0).offset(offset))
    .execute();
}

export async function countOfferings(db: Db, filter: OfferingFilter): Promise<number> {
  const { offerings } = await db
    .selectFrom('offerings')
    .select((select) => select.fn.countAll<number>().as('offerings'))
    .where(matches(filter))
    .executeTakeFirstOrThrow();
  return offerings;
}

export async function findOffering(db: Db, id: string): Promise<Offering | undefined> {
  return db.selectFrom('offerings').select(columns).where('id', '=', id).executeTakeFirst();
}

/** The offering of a type that has a name, ignoring case. */
export async function findOfferingByName(
  db: Db,
  type: OfferingType,
  name: string,
): Promise<{ _id: string; name: string } | undefined> {
  return db
    .selectFrom('offerings')
    .select(['id as _id', 'name'])
    .where('type', '=', type)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();
}

/** How many active leads for an offering are pending, potential or booked. */
export async function countOpenLeads(db: Db, id: string): Promise<number> {
  const { leads } = await db
    .selectFrom('leads')
    .select((select) => select.fn.countAll<number>().as('leads'))
    .where('offering_id', '=', id)
    .where('is_active', '=', true)
    .where(sql<boolean>`status in ('pending', 'potential', 'booked')`)
    .executeTakeFirstOrThrow();
  return leads;
}

/** The offering; waits for the leads that are being recorded for it, and holds it until commit. */
export async function lockOffering(db: Db, id: string): Promise<Offering | undefined> {
  return db.selectFrom('offerings').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateOffering(db: Db, id: string, changes: Updateable<Offerings>): Promise<void> {
  await db.updateTable('offerings').set(changes).where('id', '=', id).execute();
}

export async function insertOffering(
  db: Db,
  offering: Omit<Offering, '_id' | 'isActive'> & { id: string; at: Date },
) {
  await db
    .insertInto('offerings')
    .values({
      id: offering.id,
      name: offering.name,
      type: offering.type,
      location: offering.location,
      start_date: offering.startDate,
      end_date: offering.endDate,
      created_at: offering.at,
      updated_at: offering.at,
    })
    .execute();
}

function matches({ active, type, pattern }: OfferingFilter) {
  const parts = [sql`true`];
  if (active !== undefined) parts.push(sql`is_active = ${active}`);
  if (type) parts.push(sql`type = ${type}`);
  if (pattern) parts.push(sql`lower(concat_ws(E'\\n', name, location)) like ${pattern}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}
