import { type Selectable, sql, type Updateable } from 'kysely';
import type { ImportKind } from '#contract/import-fields.ts';
import type { ImportCheck, ImportSettings } from '#contract/import-settings.ts';
import type { ImportState } from '#contract/imports.ts';
import type { Person } from '#contract/people.ts';
import { type PageOptions, readPage } from '#server/db/page-of.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Imports } from '#server/db/types.ts';

/** A lead or customer that a revert left, with the reason. */
export type RecordLeftByRevert = {
  id: string;
  noun: ImportKind;
  reason: 'changedSince' | 'contactedSince' | 'otherLeads' | 'joined';
};

type Json = {
  noun: ImportKind;
  state: ImportState;
  kind: 'csv' | 'xlsx';
  sheets: string[] | null;
  top: { row: number; cells: string[] }[];
  headers: string[];
  sample: string[][];
  settings: ImportSettings;
  checked: ImportCheck | null;
  kept: RecordLeftByRevert[];
};

/** A row of `imports`. */
export type ImportRow = Omit<Selectable<Imports>, keyof Json> & Json;

type NewImport = Pick<
  ImportRow,
  | 'id'
  | 'employee_id'
  | 'noun'
  | 'file_name'
  | 'kind'
  | 'encoding'
  | 'separator'
  | 'sheets'
  | 'sheet'
  | 'header_row'
  | 'top'
  | 'headers'
  | 'shape'
  | 'sample'
  | 'settings'
  | 'is_remembered'
  | 'rows'
  | 'created_at'
>;

type ImportChange = Partial<Omit<ImportRow, 'id' | 'employee_id' | 'noun' | 'kind' | 'created_at'>>;

/** Inserts an import; its file is stored by itself. */
export async function insertImport(db: Db, row: NewImport): Promise<void> {
  const { sheets, top, headers, sample, settings, ...plain } = row;
  const json = { sheets, top, headers, sample, settings };
  await db
    .insertInto('imports')
    .values({ ...plain, ...(asJson(json) as { headers: string; sample: string; settings: string }) })
    .execute();
}

/** Updates an import; absent columns stay. */
export async function updateImport(db: Db, id: string, change: ImportChange): Promise<void> {
  const { sheets, top, headers, sample, settings, checked, kept, ...plain } = change;
  const json = asJson({ sheets, top, headers, sample, settings, checked, kept });
  await db
    .updateTable('imports')
    .set({ ...plain, ...json } as Updateable<Imports>)
    .where('id', '=', id)
    .execute();
}

// pg would write an array as one of PostgreSQL's.
function asJson(values: Record<string, unknown>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === null ? null : JSON.stringify(value)]],
    ),
  );
}

/** Finds an import by its id, whoever's it is. */
export async function findImport(db: Db, id: string): Promise<ImportRow | undefined> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
  return row as ImportRow | undefined;
}

/** Locks an import until commit, and returns it; undefined when there is none. */
export async function lockImport(db: Db, id: string): Promise<ImportRow | undefined> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row as ImportRow | undefined;
}

/** Tells whether an import is still in the state that a process began to work on, and was not started anew. */
export function isSameAttempt(begun: ImportRow, now: ImportRow | undefined): boolean {
  return now?.state === begun.state && now.started_at?.getTime() === begun.started_at?.getTime();
}

/** Finds the id of the one import that is being brought in or reverted. */
export async function findRunningImportId(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from imports where state in ('running', 'reverting')`.execute(db);
  return rows[0]?.id;
}

/** Finds a page of the newest `most` imports, newest first. @param options.importer whose imports; undefined for everyone's. */
export async function findImports(
  db: Db,
  { importer, ...page }: PageOptions & { importer: string | undefined },
  most: number,
) {
  const all = db.selectFrom('imports').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
  const imports = importer === undefined ? all : all.where('employee_id', '=', importer);
  const found = await readPage(db, imports, page, most);
  return { ...found, rows: found.rows as ImportRow[] };
}

/** Finds the names of employees, former ones included. */
export async function findPeopleByIds(db: Db, ids: readonly string[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select id as "_id", name from employees where id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** Finds the settings of the newest started import of a file of this shape; undefined without one. */
export async function findSettingsOfShape(db: Db, shape: Buffer): Promise<ImportSettings | undefined> {
  const { rows } = await sql<{ settings: ImportSettings }>`
    select settings from imports where shape = ${shape} and started_at is not null
    order by created_at desc limit 1`.execute(db);
  return rows[0]?.settings;
}

/** Finds the names of leads and customers that a revert left. */
export async function findLeftNames(
  db: Db,
  kept: readonly RecordLeftByRevert[],
): Promise<{ id: string; name: string }[]> {
  const ids = kept.map(({ id }) => id);
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from leads where id = any(${ids}::uuid[])
    union all select id, name from customers where id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** Deletes what is shown of files that are being brought in. */
export async function clearRunningSamples(db: Db): Promise<void> {
  await sql`update imports set top = '[]', sample = '[]', checked = null where state = 'running'`.execute(db);
}

/** Finds when the oldest file came that is not yet brought in; null when there is none. */
export async function findOldestWaitingFileTime(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(created_at) as oldest from imports where state in ('draft', 'checking', 'checked', 'running')`.execute(
    db,
  );
  return rows[0]?.oldest ?? null;
}

/**
 * Deletes the files of imports from before a moment that nobody has started to bring in, and marks these as expired.
 *
 * @param before null for all of them.
 */
export async function expireUnstartedImports(db: Db, before: Date | null): Promise<void> {
  const old = before ? sql`and created_at < ${before}` : sql``;
  await sql`
    with expired as (
      update imports set state = 'expired', top = '[]', sample = '[]', checked = null
      where state in ('draft', 'checking', 'checked') ${old} returning id)
    delete from import_chunks where import_id in (select id from expired)`.execute(db);
}
