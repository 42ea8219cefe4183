import { sql, type Updateable } from 'kysely';
import { openStatuses } from '#contract/leads/lead-lists.ts';
import type { ServiceCenterName } from '#contract/people.ts';
import type { ActiveServiceCenter, OwnServiceCenter, ServiceCenter } from '#contract/service-centers.ts';
import { lastEditor } from '#server/db/fragments.ts';
import { type PageOptions, readPage } from '#server/db/page-of.ts';
import { textMatchesSearch, toSearchFormSql } from '#server/db/text-search.ts';
import type { Db } from '#server/db/transaction.ts';
import type { ServiceCenters } from '#server/db/types.ts';
import type { TextSearch } from '#server/lib/search/text-search.ts';

const byName = sql`name collate "und-x-icu"`;
const columns = ['id as _id', 'name', 'address', 'contact_no as contactNo', 'is_active as isActive'] as const;
const managed = [...columns, lastEditor.as('lastModifiedBy')] as const;

type ServiceCenterFilter = { active?: boolean; search?: TextSearch };

/** Reads all centers, or only those with these IDs: active ones first, then by name. */
export async function findServiceCenterChoices(db: Db, ids?: readonly string[]): Promise<OwnServiceCenter[]> {
  return db
    .selectFrom('service_centers')
    .select(['id as _id', 'name', 'is_active as isActive'])
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${ids}::uuid[])`))
    .orderBy('is_active', 'desc')
    .orderBy(byName)
    .execute();
}

export async function findActiveServiceCenters(db: Db): Promise<ActiveServiceCenter[]> {
  return db
    .selectFrom('service_centers')
    .select(columns)
    .where('is_active', '=', true)
    .orderBy(byName)
    .execute();
}

export function findServiceCenters(db: Db, { active, search }: ServiceCenterFilter, page: PageOptions) {
  const parts = [sql`true`];
  if (active !== undefined) parts.push(sql`is_active = ${active}`);
  if (search) parts.push(textMatchesSearch(toSearchFormSql('name', 'address', 'contact_no'), search));
  const found = sql<boolean>`${sql.join(parts, sql` and `)}`;
  const query = db.selectFrom('service_centers').select(managed).where(found).orderBy(byName).orderBy('id');
  return readPage(db, query, page);
}

export async function findServiceCenter(db: Db, id: string): Promise<ServiceCenter | undefined> {
  return db.selectFrom('service_centers').select(managed).where('id', '=', id).executeTakeFirst();
}

export async function findServiceCenterByName(db: Db, name: string): Promise<ServiceCenterName | undefined> {
  return db
    .selectFrom('service_centers')
    .select(['id as _id', 'name'])
    .where(sql`name_key(name)`, '=', sql`name_key(${name})`)
    .executeTakeFirst();
}

/** Counts a center's active pending, potential and booked leads from the counters. */
export async function countOpenLeadsOfCenter(db: Db, id: string): Promise<number> {
  const { leads } = await db
    .selectFrom('lead_totals')
    .select((select) => select.fn.sum<number | null>('leads').as('leads'))
    .where('service_center_id', '=', id)
    .where('figure', '=', 'status')
    .where('key', 'in', openStatuses)
    .executeTakeFirstOrThrow();
  return Number(leads ?? 0);
}

/** Waits for leads being recorded for it. @returns whether it exists. */
export async function lockServiceCenter(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('service_centers')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateServiceCenter(
  db: Db,
  id: string,
  changes: Updateable<ServiceCenters>,
): Promise<void> {
  await db.updateTable('service_centers').set(changes).where('id', '=', id).execute();
}

/** Inserts a service center. A name that another one has violates the unique index `service_centers_name`. */
export async function insertServiceCenter(
  db: Db,
  center: Omit<ActiveServiceCenter, '_id' | 'isActive'> & { id: string; at: Date; by: string | null },
): Promise<void> {
  await db
    .insertInto('service_centers')
    .values({
      id: center.id,
      name: center.name,
      address: center.address,
      contact_no: center.contactNo,
      created_at: center.at,
      updated_at: center.at,
      last_modified_by: center.by,
    })
    .execute();
}

/** Locks, until commit, those of the centers that are active. @returns their ids. */
export async function lockActiveServiceCenters(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('service_centers')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('is_active', '=', true)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}
