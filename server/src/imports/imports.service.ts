import { fillPlaceholders, messages } from '#contract/call/messages.ts';
import type { ImportKind } from '#contract/import-fields.ts';
import {
  type ImportSettings,
  importFields,
  importLimits,
  requiredImportFields,
} from '#contract/import-settings.ts';
import type { ImportDetail, ImportState } from '#contract/imports.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { throwIfTaken } from '#server/db/failures.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { queueJob } from '#server/jobs/jobs.service.ts';
import { newId } from '#server/lib/ids.ts';
import { conflict, forbidden, invalidFields, notFound } from '#server/lib/refusal.ts';
import { importFieldWords } from './field-words.ts';
import type { ImportTable } from './files/table.ts';
import { readNewFile } from './first-settings.service.ts';
import { storeImportFile } from './import-file.service.ts';
import {
  deleteChunks,
  eraseOldRefusedCells,
  eraseRefusedRowsByPhone,
  eraseRefusedRowsNaming,
} from './import-rows.db.ts';
import {
  clearRunningSamples,
  expireUnstartedImports,
  findOldestWaitingFileTime,
  findRunningImportId,
  type ImportRow,
  insertImport,
  lockImport,
  updateImport,
} from './imports.db.ts';
import { mayUpload } from './imports.policy.ts';
import { readTable } from './reading/read-table.service.ts';
import { findVisibleImport, getImport, getVisibleImport, hasRevertibleRows } from './show-imports.service.ts';

/** The kind of job that brings in and reverts imports. */
export const importJobName = 'import';
/** The kind of job that checks imports. */
export const checkJobName = 'importCheck';

/** The states of imports that nobody has started to bring in. */
export const unstartedStates: readonly ImportState[] = ['draft', 'checked'];

/**
 * Stores an uploaded file, as a draft, for any process to work on.
 *
 * @param file `headerRow`: unless its headers are to be looked for.
 * @throws UnreadableFile 400 in one line.
 * @throws Refusal 403 for customers, which only management may import.
 */
export async function addImport(
  context: ActorContext,
  file: { path: string; noun: ImportKind; fileName: string; headerRow?: number | undefined },
): Promise<ImportDetail> {
  if (!mayUpload(context.actor, file.noun)) throw forbidden();
  const { table, close } = await readTable(file.path, file.headerRow);
  return addTable(context, table, file).finally(close);
}

async function addTable(
  context: ActorContext,
  table: ImportTable,
  { path, noun, fileName }: { path: string; noun: ImportKind; fileName: string },
): Promise<ImportDetail> {
  const { kind, encoding, separator, sheets, sheet } = table;
  const first = await readNewFile(context, noun, table);
  const at = context.clock.now();
  const id = newId(at);
  return inTransaction(context, async (inside) => {
    await insertImport(inside.db, {
      ...{ id, employee_id: context.actor._id, noun, file_name: fileName, kind, encoding, separator },
      ...{ ...first, sheets: sheets && [...sheets], sheet, created_at: at },
    });
    await storeImportFile(inside.db, id, path);
    return getImport(inside, id);
  });
}

/** Sets how a file is read, and queues the job that checks it. @throws Refusal 400 beside `columns`, 404, 409 with the import. */
export function checkImport(
  context: ActorContext,
  id: string,
  settings: ImportSettings,
): Promise<ImportDetail> {
  return proceed(context, id, unstartedStates, (row) => {
    requireColumns(row, settings);
    return {
      state: 'checking',
      settings,
      checked: null,
      handled: 0,
      started_at: context.clock.now(),
      fault: null,
    };
  });
}

/**
 * Queues the job that brings a checked file in, in the actor's name.
 *
 * @throws Refusal 404, 409 with the import, or with the one that runs.
 */
export function startImport(context: ActorContext, id: string): Promise<ImportDetail> {
  return alone(context, () =>
    proceed(context, id, ['checked'], () => ({
      ...{ state: 'running', employee_id: context.actor._id, handled: 0, started_at: context.clock.now() },
    })),
  );
}

/**
 * Stops an import, and deletes its file; what came in until then stays, and one that is not running is discarded.
 *
 * @throws Refusal 404, 409 with the import.
 */
export function stopImport(context: ActorContext, id: string): Promise<ImportDetail> {
  return inTransaction(context, async (inside) => {
    const row = await lockImportInState(inside, id, ['draft', 'checking', 'checked', 'running']);
    await endImport(inside, row, 'stopped');
    return getImport(inside, id);
  });
}

/** Queues the job that reverts an import. @throws Refusal 404, 409 with the import, or with the one that runs, 403 after seven days. */
export function revertImport(context: ActorContext, id: string): Promise<ImportDetail> {
  return alone(context, () =>
    proceed(context, id, ['done', 'stopped', 'failed'], (row) => {
      const at = context.clock.now();
      if (row.ended_at && at.getTime() > row.ended_at.getTime() + importLimits.revertWindowMs)
        throw forbidden(messages.importTooOld);
      if (!hasRevertibleRows(row)) throw conflict(messages.importBroughtNothing, undefined);
      return { state: 'reverting', reverted_by: context.actor._id, started_at: at };
    }),
  );
}

/**
 * Ends an import in the transaction of `context.db`, and deletes its file; one that was running is audited, with how many rows it
 * took.
 */
export async function endImport(
  context: Context,
  { id, state: before, noun, taken, employee_id }: ImportRow,
  state: Extract<ImportState, 'done' | 'stopped' | 'failed'>,
  fault: string | null = null,
): Promise<void> {
  const { db, clock } = context;
  await updateImport(db, id, { state, fault, top: [], sample: [], checked: null, ended_at: clock.now() });
  await deleteChunks(db, id);
  if (before !== 'running') return;
  await recordAudit(context, {
    action: 'imported',
    actor: employee_id,
    details: { import: id, [noun]: taken },
  });
}

/**
 * Deletes files that nobody has started to bring in for long, and erases the cells of refused rows once their import can no longer be
 * reverted.
 *
 * @returns false: nothing is left to do.
 */
export async function expireImports({ db, clock }: Context): Promise<boolean> {
  const now = clock.now().getTime();
  await expireUnstartedImports(db, new Date(now - importLimits.fileLifetimeMs));
  await eraseOldRefusedCells(db, new Date(now - importLimits.revertWindowMs));
  return false;
}

/**
 * Erases what files say of a person. What waits to be imported may tell of them, so all these files are deleted; refused rows are
 * erased by their numbers. One that is being brought in goes on without them: the caller has stored their numbers as erased.
 */
export async function eraseFromImports(
  { db }: Pick<Context, 'db'>,
  numbers: readonly string[],
): Promise<void> {
  await expireUnstartedImports(db, null);
  await clearRunningSamples(db);
  await eraseRefusedRowsByPhone(db, numbers);
  await eraseRefusedRowsNaming(db, numbers);
}

/** Finds when the oldest file came that may still be brought in; null when there is none. */
export function getOldestImportFileTime({ db }: Pick<Context, 'db'>): Promise<Date | null> {
  return findOldestWaitingFileTime(db);
}

type Change = Parameters<typeof updateImport>[2];

function proceed(
  context: ActorContext,
  id: string,
  from: readonly ImportState[],
  changeOf: (row: ImportRow) => Change,
): Promise<ImportDetail> {
  return inTransaction(context, async (inside) => {
    const row = await lockImportInState(inside, id, from);
    const change = changeOf(row);
    await updateImport(inside.db, id, change);
    await queueJob(inside, change.state === 'checking' ? checkJobName : importJobName, { import: id });
    return getImport(inside, id);
  });
}

/** Locks an import until commit if it is in one of some states, and returns it. @throws Refusal 404, 409 with the import. */
export async function lockImportInState(
  inside: ActorContext,
  id: string,
  states: readonly ImportState[],
): Promise<ImportRow> {
  await getVisibleImport(inside, id);
  const row = await lockImport(inside.db, id);
  if (!row) throw notFound();
  if (!states.includes(row.state)) throw conflict(messages.importNotNow, await getImport(inside, id));
  return row;
}

function alone<T>(context: ActorContext, work: () => Promise<T>): Promise<T> {
  return throwIfTaken('imports_one_at_a_time', work, async () => {
    const other = await findRunningImportId(context.db);
    return conflict(messages.importRunning, other && (await findVisibleImport(context, other)));
  });
}

function requireColumns({ noun, headers }: ImportRow, { columns, defaults }: ImportSettings): void {
  const fields: readonly string[] = importFields[noun];
  const places = Object.entries(columns);
  const isOfFile = places.every(
    ([field, chosen]) => fields.includes(field) && chosen.every((place) => place < headers.length),
  );
  if (!isOfFile) throw invalidFields({ columns: messages.columnUnknown });
  const missing = requiredImportFields[noun].find(
    (field) => !columns[field]?.length && !(field === 'serviceCenter' && defaults.serviceCenter),
  );
  if (missing)
    throw invalidFields({
      columns: fillPlaceholders(messages.columnMissing, { field: importFieldWords[missing] }),
    });
}
