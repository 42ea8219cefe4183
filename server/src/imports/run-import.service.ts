import type { ActorContext, Context } from '#server/context.ts';
import { waitForErasures } from '#server/customers/erased-numbers.service.ts';
import { type Db, inTransaction } from '#server/db/transaction.ts';
import { readDealerRules } from '#server/dealer/dealer-rules.service.ts';
import { getAccount } from '#server/employees/employees.service.ts';
import { mergeExportedLeads } from '#server/leads/bulk/exported-merges.service.ts';
import { workEach, workInBatches } from '#server/lib/batches.ts';
import { getErrorCode } from '#server/lib/errors.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { addVersionsOfImport, findExportedMerges } from './exported-leads.db.ts';
import type { ImportTable, TableRow } from './files/table.ts';
import { describeFileFault } from './import-file.service.ts';
import { announceImportedLeadsTogether, insertRows } from './import-rows.db.ts';
import { describeRefusal, importRows, type RowOutcome, toRowFaults } from './import-rows.service.ts';
import { findImport, type ImportRow, isSameAttempt, lockImport, updateImport } from './imports.db.ts';
import { mayImport } from './imports.policy.ts';
import { endImport } from './imports.service.ts';
import { readKnownRecords } from './known-records.service.ts';
import type { RowReading } from './read-lead.service.ts';

const batch = 200;

/** Leads per transaction into which others are merged. */
const mergesAtOnce = 20;

const rest = 0.1;

/**
 * Brings in an import's rows from where they were left, each exactly once: whoever has the import's row goes on.
 *
 * @returns whether it has ended; false when the process is to stop.
 */
export async function runImport(
  context: Context,
  id: string,
  table: ImportTable,
  stopping: AbortSignal,
): Promise<boolean> {
  const row = await findImport(context.db, id);
  if (row?.state !== 'running') return true;
  let { handled } = row;
  const takeNext = async (rows: readonly TableRow[]) => {
    const isOurs = await takeBatch(context, id, handled, rows);
    if (isOurs) handled += rows.length;
    return isOurs;
  };
  if (!(await workEach(readBatches(table, handled), takeNext, { rest, stopping }))) return false;
  if (row.noun === 'leads' && !(await mergeAsExported(context, row, handled, stopping))) return false;
  await inTransaction(context, async (inside) => {
    const last = await lockImport(inside.db, id);
    if (last?.state === 'running' && last.handled === handled) await endImport(inside, last, 'done');
  });
  return true;
}

/**
 * Once all rows are in, so that any order of theirs will do. @returns false when the process is to stop.
 */
async function mergeAsExported(
  context: Context,
  { id }: ImportRow,
  handled: number,
  stopping: AbortSignal,
): Promise<boolean> {
  let after: string | null = null;
  const mergeNext = async (inside: Context) => {
    const row = await lockImport(inside.db, id);
    if (row?.state !== 'running' || row.handled !== handled) return false;
    const merges = await findExportedMerges(inside.db, id, after, mergesAtOnce);
    await announceImportedLeadsTogether(inside.db);
    await addVersionsOfImport(inside.db, await mergeExportedLeads(inside, id, merges));
    after = merges.at(-1)?.keptId ?? null;
    return after !== null;
  };
  return workInBatches(() => inTransaction(context, mergeNext), { rest, stopping });
}

/** Reads the rows of a table in batches, without the first `handled` ones. */
export async function* readBatches(
  table: ImportTable,
  handled: number,
  size = batch,
): AsyncGenerator<TableRow[]> {
  let place = 0;
  let rows: TableRow[] = [];
  for await (const row of table.rows()) {
    if (place++ < handled) continue;
    rows.push(row);
    if (rows.length < size) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

async function takeBatch(
  context: Context,
  id: string,
  handled: number,
  rows: readonly TableRow[],
): Promise<boolean> {
  try {
    return await take(context, id, handled, rows, undefined);
  } catch (error) {
    if (!isOfRows(error)) throw error;
    // None suffers for what another one brings.
    for (const [place, row] of rows.entries()) {
      const isOurs = await take(context, id, handled + place, [row], undefined).catch((reason: unknown) => {
        if (!isOfRows(reason)) throw reason;
        return take(context, id, handled + place, [row], reason);
      });
      if (!isOurs) return false;
    }
    return true;
  }
}

function isOfRows(error: unknown): boolean {
  if (error instanceof Refusal) return error.code !== 'unavailable';
  return /^2[23]/.test(getErrorCode(error));
}

function take(
  context: Context,
  id: string,
  handled: number,
  rows: readonly TableRow[],
  reason: unknown,
): Promise<boolean> {
  return inTransaction(context, async (open) => {
    await waitForErasures(open);
    const row = await lockImport(open.db, id);
    if (row?.state !== 'running' || row.handled !== handled) return false;
    const inside = await getImporter(open, row.employee_id);
    if (!inside) {
      await endImport(open, row, 'stopped');
      return false;
    }
    const known = await readKnownRecords(inside);
    const { settings, headers, created_at: uploadedAt } = row;
    const reading = { context: inside, importId: id, headers, settings, known, uploadedAt };
    await announceImportedLeadsTogether(open.db);
    const outcomes =
      reason === undefined
        ? await importRows(reading, row.noun, rows)
        : rows.map((each) => refusedFor(reason, each));
    await storeOutcomes(open.db, reading, outcomes);
    await updateImport(open.db, id, { handled: handled + rows.length, ...addOutcomes(row, outcomes) });
    return true;
  });
}

/** Stores the outcomes of rows that were refused or joined a record; others have records of their own. */
export async function storeOutcomes(
  db: Db,
  reading: RowReading,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  const settled = outcomes.flatMap((outcome) => {
    if (outcome.state !== 'refused' && outcome.state !== 'joined') return [];
    const isRefused = outcome.state === 'refused';
    return {
      ...{ row: outcome.row, outcome: outcome.state, joined_id: outcome.joined ?? null },
      joined_version: outcome.joinedVersion ?? null,
      differing: outcome.differing ?? null,
      ...{
        phone: (isRefused && outcome.phone) || null,
        cells: isRefused && !outcome.isErased ? writable(outcome.cells) : null,
      },
      reasons: isRefused ? describeRefusal(reading, outcome) : null,
    };
  });
  await insertRows(db, reading.importId, settled);
}

type OutcomeCounts = Pick<ImportRow, 'taken' | 'beside' | 'joined' | 'skipped' | 'refused'>;

/** Returns the counts of an import together with those of further rows; stores nothing. */
export function addOutcomes(counts: OutcomeCounts, outcomes: readonly RowOutcome[]): OutcomeCounts {
  const count = (state: RowOutcome['state']) => outcomes.filter((outcome) => outcome.state === state).length;
  return {
    taken: counts.taken + count('taken'),
    beside: counts.beside + outcomes.filter(({ isBeside }) => isBeside).length,
    joined: counts.joined + count('joined'),
    skipped: counts.skipped + count('skipped'),
    refused: counts.refused + count('refused'),
  };
}

function refusedFor(reason: unknown, row: TableRow): RowOutcome {
  return { ...row, state: 'refused', faults: toRowFaults(reason) };
}

function writable(cells: readonly string[]): string[] {
  return cells.map((cell) => cell.replaceAll('\0', '').toWellFormed());
}

/** Reads the context of whoever imports, by the present rules. @returns undefined once they may not. */
export async function getImporter(context: Context, id: string): Promise<ActorContext | undefined> {
  const dealer = await readDealerRules(context.db);
  const { isActive, ...actor } = await getAccount(context, id);
  return dealer && isActive && mayImport(actor) ? { ...context, dealer, actor } : undefined;
}

/**
 * Ends an import whose file cannot be read any further. While it was being checked it becomes a draft again, with what is wrong with
 * the file; while it was running it has failed, and what came in until then stays.
 */
export async function failImport(context: Context, begun: ImportRow, error: unknown): Promise<void> {
  const fault = describeFileFault(error);
  const { id } = begun;
  await inTransaction(context, async (inside) => {
    const row = await lockImport(inside.db, id);
    if (!row || !isSameAttempt(begun, row)) return;
    if (row.state === 'checking') await updateImport(inside.db, id, { state: 'draft', fault });
    else if (row.state === 'running') await endImport(inside, row, 'failed', fault);
  });
}
