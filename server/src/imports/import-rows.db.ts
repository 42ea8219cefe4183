import { type RawBuilder, sql } from 'kysely';
import type { DifferingField } from '#contract/leads/differing-fields.ts';
import type { OfferingType } from '#contract/offerings.ts';
import { isOpenLead, selectKeptId } from '#server/db/fragments.ts';

import { containsNumber } from '#server/db/numbers-in-text.ts';

import type { Db } from '#server/db/transaction.ts';

/**
 * A row that became nothing of its own; of a refused one its cells and why. `joined_version`: that it made of the lead that it joined, if it
 * said something new; `differing`: the fields in which it says something else than that lead.
 */
type SettledRow = {
  row: number;
  outcome: 'refused' | 'joined';
  joined_id: string | null;
  joined_version: number | null;
  differing: readonly DifferingField[] | null;
  phone: string | null;
  cells: string[] | null;
  reasons: string | null;
};

/** Inserts a piece of an import's file. @param place counted from 0. */
export async function insertChunk(db: Db, importId: string, place: number, bytes: Buffer): Promise<void> {
  await db.insertInto('import_chunks').values({ import_id: importId, place, bytes }).execute();
}

/** Finds a piece of an import's file; undefined behind the last one. */
export async function findChunk(db: Db, importId: string, place: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('import_chunks')
    .select('bytes')
    .where('import_id', '=', importId)
    .where('place', '=', place)
    .executeTakeFirst();
  return row?.bytes;
}

/** Deletes an import's file. */
export async function deleteChunks(db: Db, importId: string): Promise<void> {
  await db.deleteFrom('import_chunks').where('import_id', '=', importId).execute();
}

/** Inserts what became of rows that were refused or joined a record. */
export async function insertRows(db: Db, importId: string, rows: readonly SettledRow[]): Promise<void> {
  if (rows.length === 0) return;
  const given = rows.map((row) => ({ ...row, import_id: importId }));
  await sql`
    insert into import_rows select *
    from json_populate_recordset(null::import_rows, ${JSON.stringify(given)})`.execute(db);
}

/** Builds the query of an import's headers. */
export function selectHeaders(importId: string): RawBuilder<{ headers: string[] }> {
  return sql<{ headers: string[] }>`select headers from imports where id = ${importId}`;
}

type RefusedRow = { row: number; cells: string[]; reasons: string };

/** Builds the query of the next refused rows, in the order of the file; those whose cells were erased are left out. */
export function selectRefusedRows(importId: string, after: number, limit: number): RawBuilder<RefusedRow> {
  return sql<RefusedRow>`
    select row, cells, reasons from import_rows
    where import_id = ${importId} and outcome = 'refused' and row > ${after} and cells is not null
    order by row limit ${limit}`;
}

/** Finds the first refused rows whose cells are not erased. */
export async function findRefusedRows(db: Db, importId: string, limit: number): Promise<RefusedRow[]> {
  const { rows } = await selectRefusedRows(importId, 0, limit).execute(db);
  return rows;
}

/** Deletes a refused row whose cells are not erased. @returns false when there is none. */
export async function deleteRefusedRow(db: Db, importId: string, row: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('import_rows')
    .where('import_id', '=', importId)
    .where('row', '=', row)
    .where('outcome', '=', 'refused')
    .where('cells', 'is not', null)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Finds the customers that rows joined and the import did not bring in, each once: the first ids, and how many there are. */
export async function findJoinedCustomers(
  db: Db,
  importId: string,
  limit: number,
): Promise<{ ids: string[]; count: number }> {
  const { rows } = await sql<{ ids: string[] | null; count: number }>`
    with rows as (select distinct joined_id from import_rows where import_id = ${importId} and outcome = 'joined'),
    joined as (
      select joined_id from rows join customers on customers.id = joined_id and import_id is distinct from ${importId})
    select (select array_agg(joined_id) from (select joined_id from joined order by 1 limit ${limit}) first) as ids,
      (select count(*)::int from joined) as count`.execute(db);
  return { ids: rows[0]?.ids ?? [], count: rows[0]?.count ?? 0 };
}

/** Finds the first joined rows that say something else than their lead, and counts them. */
export async function findDifferingRows(
  db: Db,
  importId: string,
  limit: number,
): Promise<{ rows: { row: number; lead: string; name: string; fields: DifferingField[] }[]; count: number }> {
  const differing = sql`import_rows r where import_id = ${importId} and differing is not null`;
  const { rows } = await sql<{ row: number; lead: string; name: string; fields: DifferingField[] }>`
    select r.row, l.id as lead, l.name, r.differing as fields
    from (select row, joined_id, differing from ${differing} order by row limit ${sql.lit(limit)}) r
    join leads l on l.id = r.joined_id order by r.row`.execute(db);
  const { rows: all } = await sql<{ count: number }>`select count(*)::int as count from ${differing}`.execute(
    db,
  );
  return { rows, count: all[0]?.count ?? 0 };
}

/** Erases the cells of refused rows of imports that ended before a moment. */
export async function eraseOldRefusedCells(db: Db, before: Date): Promise<void> {
  await sql`
    update import_rows r set cells = null, phone = null from imports i
    where i.id = r.import_id and r.cells is not null and i.ended_at < ${before}`.execute(db);
}

/** Erases the cells of rows with these phone numbers. */
export async function eraseRefusedRowsByPhone(db: Db, numbers: readonly string[]): Promise<void> {
  await sql`update import_rows set cells = null, phone = null where phone = any(${numbers}::text[])`.execute(
    db,
  );
}

/** Erases the cells of refused rows without a phone number that contain one of these numbers. */
export async function eraseRefusedRowsNaming(db: Db, numbers: readonly string[]): Promise<void> {
  await sql`
    update import_rows set cells = null where phone is null and cells is not null
      and ${containsNumber(sql`cells::text`, numbers)}`.execute(db);
}

/** A lead that a row may repeat. `isOpen`: it is being worked; `undated`: what an imported row said that told no entry day, else null. */
export type KnownLead = {
  id: string;
  phone: string;
  center: string;
  name: string;
  vehicleNumber: string | null;
  isOpen: boolean;
  importId: string | null;
  enteredAt: Date;
  undated: {
    status: string;
    jobId: string | null;
    vehicleNumber: string | null;
    offering: string | null;
  } | null;
};

/** Finds the leads of some people, newest first. `id`: of the kept one for those that were merged. */
export async function findKnownLeads(db: Db, phones: readonly string[]): Promise<KnownLead[]> {
  const { rows } = await sql<KnownLead>`
    select ${selectKeptId('l')} as id, c.mobile as phone, l.service_center_id as center, l.name,
      l.vehicle_number as "vehicleNumber", l.created_at as "enteredAt", l.import_id as "importId",
      ${isOpenLead('l')} as "isOpen",
      (select json_build_object('status', v.snapshot ->> 'status', 'jobId', v.snapshot ->> 'job_id',
          'vehicleNumber', v.snapshot ->> 'vehicle_number', 'offering', v.snapshot ->> 'offering_id')
        from imports i join lead_versions v on v.lead_id = l.id and v.version = 1
        where i.id = l.import_id and l.created_at >= i.started_at) as undated
    from customers c join leads l on l.customer_id = ${selectKeptId('c')}
    where c.mobile = any(${phones}::text[]) order by l.created_at desc, l.id desc`.execute(db);
  return rows;
}

/** Finds the ids of the customers with these numbers, the kept ones after a merge; numbers that nobody has are missing. */
export async function findCustomersByPhone(
  db: Db,
  phones: readonly string[],
): Promise<{ id: string; phone: string }[]> {
  const { rows } = await sql<{ id: string; phone: string }>`
    select ${selectKeptId()} as id, mobile as phone from customers
    where mobile = any(${phones}::text[])`.execute(db);
  return rows;
}

// `isConnection`: it records enquiries, and is nobody who could have leads.
type NamedEmployee = { id: string; name: string; email: string; isConnection: boolean };

/** Finds all employees and connections that a file can name, active ones before former ones, connections last. */
export async function findNameableEmployees(db: Db): Promise<NamedEmployee[]> {
  const { rows } = await sql<NamedEmployee>`
    select id, name, email, is_connection as "isConnection" from employees
    order by is_connection, is_active desc, id`.execute(db);
  return rows;
}

type NameableOffering = { id: string; name: string; type: OfferingType; isActive: boolean };

/** Finds all offerings that a file can name, active ones first. */
export async function findNameableOfferings(db: Db): Promise<NameableOffering[]> {
  const { rows } = await sql<NameableOffering>`
    select id, name, type, is_active as "isActive" from offerings order by is_active desc, type, id`.execute(
    db,
  );
  return rows;
}

/** Makes this transaction notify browsers once of all the leads that it changes, instead of once for each. */
export async function announceImportedLeadsTogether(db: Db): Promise<void> {
  await sql`select set_config('pitlane.many_leads', 'on', true)`.execute(db);
}
