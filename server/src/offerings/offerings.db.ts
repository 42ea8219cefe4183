import { sql, type Updateable } from 'kysely';
import { maxCountedRows } from '#contract/business.ts';
import type { Offering, OfferingChoice, OfferingType } from '#contract/offerings.ts';
import { isOpenLead, lastEditor } from '#server/db/fragments.ts';
import { countRows, type PageOptions, readPage } from '#server/db/page-of.ts';
import { textMatchesSearch, toSearchFormSql } from '#server/db/text-search.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Offerings } from '#server/db/types.ts';
import { type CappedCount, capCount } from '#server/lib/counted.ts';
import type { TextSearch } from '#server/lib/search/text-search.ts';

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
const managed = [
  ...columns,
  'booking_minutes as bookingMinutes',
  'bookings_per_day as bookingsPerDay',
  lastEditor.as('lastModifiedBy'),
] as const;

type OfferingFilter = { active?: boolean; type?: OfferingType; search?: TextSearch };

const isOffered = (today: string) =>
  sql<boolean>`(is_active and (type <> 'campaign' or end_date >= ${today}))`;

/** Finds the offerings of a type that are offered on a day, by name. */
export async function findOfferingsOfToday(
  db: Db,
  type: OfferingType,
  today: string,
): Promise<OfferingChoice[]> {
  return db
    .selectFrom('offerings')
    .select(columns)
    .where('type', '=', type)
    .where(isOffered(today))
    .orderBy(byName)
    .execute();
}

/**
 * Locks, until commit, those of the offerings that exist and, with `today`, are offered on that day, so that they stay so.
 *
 * @returns their ids.
 */
export async function lockOfferings(db: Db, ids: readonly string[], today?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('offerings')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where(today === undefined ? sql<boolean>`true` : isOffered(today))
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds a page of the offerings that match, by name. */
export function findOfferings(db: Db, { active, type, search }: OfferingFilter, page: PageOptions) {
  const parts = [sql`true`];
  if (active !== undefined) parts.push(sql`is_active = ${active}`);
  if (type) parts.push(sql`type = ${type}`);
  if (search) parts.push(textMatchesSearch(toSearchFormSql('name', 'location'), search));
  const found = sql<boolean>`${sql.join(parts, sql` and `)}`;
  const query = db.selectFrom('offerings').select(managed).where(found).orderBy(byName).orderBy('id');
  return readPage(db, query, page);
}

/** Finds an offering by its id, retired ones too. */
export async function findOffering(db: Db, id: string): Promise<Offering | undefined> {
  return db.selectFrom('offerings').select(managed).where('id', '=', id).executeTakeFirst();
}

/** Finds the offering of a type that has a name, in any case and spacing. */
export async function findOfferingByName(
  db: Db,
  type: OfferingType,
  name: string,
): Promise<{ _id: string; name: string } | undefined> {
  return db
    .selectFrom('offerings')
    .select(['id as _id', 'name'])
    .where('type', '=', type)
    .where(sql`name_key(name)`, '=', sql`name_key(${name})`)
    .executeTakeFirst();
}

/** Counts the open leads of an offering, up to {@link maxCountedRows}. */
export async function countOpenLeadsOfOffering(db: Db, id: string): Promise<CappedCount> {
  const open = sql`
    select from leads where offering_id = ${id} and ${isOpenLead()}
    limit ${sql.lit(maxCountedRows + 1)}`;
  return capCount(await countRows(db, open));
}

/** Locks an offering until commit, and returns it; undefined when there is none. */
export async function lockOffering(db: Db, id: string): Promise<OfferingChoice | undefined> {
  return db.selectFrom('offerings').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Updates an offering; absent columns stay. A name that one of its type has violates the unique index `offerings_name`. */
export async function updateOffering(db: Db, id: string, changes: Updateable<Offerings>): Promise<void> {
  await db.updateTable('offerings').set(changes).where('id', '=', id).execute();
}

/** Inserts an offering. A name that one of its type has violates the unique index `offerings_name`. */
export async function insertOffering(
  db: Db,
  offering: Omit<OfferingChoice, '_id' | 'isActive'> &
    Partial<Pick<Offering, 'bookingMinutes' | 'bookingsPerDay'>> & {
      id: string;
      at: Date;
      by: string | null;
    },
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
      booking_minutes: offering.bookingMinutes ?? null,
      bookings_per_day: offering.bookingsPerDay ?? null,
      created_at: offering.at,
      updated_at: offering.at,
      last_modified_by: offering.by,
    })
    .execute();
}
