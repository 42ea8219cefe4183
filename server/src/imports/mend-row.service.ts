import { importLimits } from '#contract/import-settings.ts';
import type { ImportDetail, RefusedImportRow } from '#contract/imports.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext } from '#server/context.ts';
import { waitForErasures } from '#server/customers/erased-numbers.service.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { invalidFields, notFound } from '#server/lib/refusal.ts';
import { readFieldText } from './cells.ts';
import { announceImportedLeadsTogether, deleteRefusedRow, findRefusedRows } from './import-rows.db.ts';
import { importRows, type RowOutcome, readImportRow } from './import-rows.service.ts';
import { type ImportRow, updateImport } from './imports.db.ts';
import { lockImportInState } from './imports.service.ts';
import { readKnownRecords } from './known-records.service.ts';
import type { RowReading } from './read-lead.service.ts';
import { addOutcomes, storeOutcomes } from './run-import.service.ts';
import { getImport, getVisibleImport } from './show-imports.service.ts';

/** Lists the first refused rows, and what is wrong with each by what is known today. @throws Refusal 404 for an unknown import. */
export async function listRefusedRows(context: ActorContext, id: string): Promise<RefusedImportRow[]> {
  const row = await getVisibleImport(context, id);
  const found = await findRefusedRows(context.db, id, importLimits.listedRefused);
  if (found.length === 0) return [];
  const reading = await openReading(context, row);
  return found.map(({ row: number, cells, reasons }) => {
    const faults = readImportRow(reading, row.noun, cells).faults.map(({ column, field, message }) => ({
      ...{ column, field, message },
    }));
    // It was refused for what other records say.
    return { row: number, cells, faults: faults.length > 0 ? faults : [{ ...wholeRow, message: reasons }] };
  });
}

const wholeRow = { column: null, field: null };

/**
 * Brings in a refused row with other cells, as if its file had held them, and audits it.
 *
 * @throws Refusal 400 by `cells` and column when it is refused again, 404 when there is no such row, 409 with the import while it runs
 *   or once it was reverted.
 */
export function mendImportRow(
  context: ActorContext,
  id: string,
  { row: number, cells }: { row: number; cells: readonly string[] },
): Promise<ImportDetail> {
  return inTransaction(context, async (inside) => {
    await waitForErasures(inside);
    const row = await lockImportInState(inside, id, ['done', 'stopped', 'failed']);
    if (!(await deleteRefusedRow(inside.db, id, number))) throw notFound();
    const reading = { ...(await openReading(inside, row)), uploadedAt: row.created_at };
    await announceImportedLeadsTogether(inside.db);
    const outcomes = await importRows(reading, row.noun, [{ row: number, cells: [...cells] }]);
    for (const outcome of outcomes) if (outcome.state === 'refused') throw toRowRefusal(reading, outcome);
    await storeOutcomes(inside.db, reading, outcomes);
    await updateImport(inside.db, id, addOutcomes({ ...row, refused: row.refused - 1 }, outcomes));
    const taken = outcomes.filter(({ state }) => state === 'taken').length;
    if (taken > 0)
      await recordAudit(inside, {
        action: 'imported',
        actor: inside.actor._id,
        details: { import: id, [row.noun]: taken },
      });
    return getImport(inside, id);
  });
}

async function openReading(
  context: ActorContext,
  { id: importId, headers, settings }: ImportRow,
): Promise<RowReading> {
  return { context, importId, headers, settings, known: await readKnownRecords(context) };
}

/** Makes of what is wrong with a row a refusal that names each fault beside its cell. */
function toRowRefusal(reading: RowReading, { faults = [], cells }: RowOutcome) {
  const named = faults.map(({ field, message }) => {
    const { column } = readFieldText(cells, reading, field);
    return [column === null ? field : `cells.${column}`, message] as const;
  });
  return invalidFields(Object.fromEntries(named));
}
