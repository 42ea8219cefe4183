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

/** Finds the names of all centers, or only of those with these ids: active ones first, then by name. */
export async function findServiceCenterChoices(db: Db, ids?: readonly string[]): Promise<OwnServiceCenter[]> {
  return db
    .selectFrom('service_centers')
    .select(['id as _id', 'name', 'is_active as isActive'])
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${ids}::uuid[])`))
    .orderBy('is_active', 'desc')
    .orderBy(byName)
    .execute();
}

/** Finds the active service centers, by name. */
export async function findActiveServiceCenters(db: Db): Promise<ActiveServiceCenter[]> {
  return db
    .selectFrom('service_centers')
    .select(columns)
    .where('is_active', '=', true)
    .orderBy(byName)
    .execute();
}

/** Finds a page of the service centers that match, by name. */
export function findServiceCenters(db: Db, { active, search }: ServiceCenterFilter, page: PageOptions) {
  const parts = [sql`true`];
  if (active !== undefined) parts.push(sql`is_active = ${active}`);
  if (search) parts.push(textMatchesSearch(toSearchFormSql('name', 'address', 'contact_no'), search));
  const found = sql<boolean>`${sql.join(parts, sql` and `)}`;
  const query = db.selectFrom('service_centers').select(managed).where(found).orderBy(byName).orderBy('id');
  return readPage(db, query, page);
}

/** Finds a service center by its id, inactive ones too. */
export async function findServiceCenter(db: Db, id: string): Promise<ServiceCenter | undefined> {
  return db.selectFrom('service_centers').select(managed).where('id', '=', id).executeTakeFirst();
}

/** Finds the service center that has a name, in any case and spacing. */
export async function findServiceCenterByName(db: Db, name: string): Promise<ServiceCenterName | undefined> {
  return db
    .selectFrom('service_centers')
    .select(['id as _id', 'name'])
    .where(sql`name_key(name)`, '=', sql`name_key(${name})`)
    .executeTakeFirst();
}

/** Counts a center's open leads, from the counters. */
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

/** Locks a service center until commit; waits for leads being recorded for it. @returns false when it does not exist. */
export async function lockServiceCenter(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('service_centers')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Updates a service center; absent columns stay. A name that another one has violates the unique index `service_centers_name`. */
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
