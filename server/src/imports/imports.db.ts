import { type Selectable, sql, type Updateable } from 'kysely';
import type { ImportKind } from '#contract/import-fields.ts';
import type { ImportCheck, ImportSettings } from '#contract/import-settings.ts';
import type { ImportState } from '#contract/imports.ts';
import type { Person } from '#contract/people.ts';
import { type PageOptions, readPage } from '#server/db/page-of.ts';
import type { Db } from '#server/db/transaction.ts';
import type { Imports } from '#server/db/types.ts';

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

export async function insertImport(db: Db, row: NewImport): Promise<void> {
  const { sheets, top, headers, sample, settings, ...plain } = row;
  const json = { sheets, top, headers, sample, settings };
  await db
    .insertInto('imports')
    .values({ ...plain, ...(asJson(json) as { headers: string; sample: string; settings: string }) })
    .execute();
}

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

export async function findImport(db: Db, id: string): Promise<ImportRow | undefined> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
  return row as ImportRow | undefined;
}

export async function lockImport(db: Db, id: string): Promise<ImportRow | undefined> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row as ImportRow | undefined;
}

export function isSameAttempt(begun: ImportRow, now: ImportRow | undefined): boolean {
  return now?.state === begun.state && now.started_at?.getTime() === begun.started_at?.getTime();
}

export async function findRunningImportId(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from imports where state in ('running', 'reverting')`.execute(db);
  return rows[0]?.id;
}

/** @param importer whose imports; undefined for everyone's. */
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

export async function findPeopleByIds(db: Db, ids: readonly string[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select id as "_id", name from employees where id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** Finds the settings of the newest checked import of a file of this shape. */
export async function findSettingsOfShape(db: Db, shape: Buffer): Promise<ImportSettings | undefined> {
  const { rows } = await sql<{ settings: ImportSettings }>`
    select settings from imports where shape = ${shape} and started_at is not null
    order by created_at desc limit 1`.execute(db);
  return rows[0]?.settings;
}

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

/** Clears what is shown of a file, as it is being brought in. */
export async function clearSample(db: Db): Promise<void> {
  await sql`update imports set top = '[]', sample = '[]', checked = null where state = 'running'`.execute(db);
}

export async function findOldestFile(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ oldest: Date | null }>`
    select min(created_at) as oldest from imports where state in ('draft', 'checking', 'checked', 'running')`.execute(
    db,
  );
  return rows[0]?.oldest ?? null;
}

/** Deletes the files of drafts and checked imports that nobody brings in, but none that somebody works on. */
export async function expireFiles(db: Db, before: Date | null): Promise<void> {
  const old = before ? sql`and created_at < ${before}` : sql``;
  await sql`
    with expired as (
      update imports set state = 'expired', top = '[]', sample = '[]', checked = null
      where state in ('draft', 'checking', 'checked') ${old} returning id)
    delete from import_chunks where import_id in (select id from expired)`.execute(db);
}
