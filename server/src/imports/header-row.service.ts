import type { ImportDetail } from '#contract/imports.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { notFound } from '#server/lib/refusal.ts';
import { readNewFile } from './first-settings.service.ts';
import { withImportTable } from './import-file.service.ts';
import { updateImport } from './imports.db.ts';
import { lockImportInState, unstartedStates } from './imports.service.ts';
import { getImport } from './show-imports.service.ts';

/**
 * Takes the headers of a file from another of its first rows: its columns are guessed anew, and it has to be checked again.
 *
 * @throws Refusal 404, 409 with the import once it is being checked or has been started.
 * @throws UnreadableFile 400 when the row holds no headers.
 */
export async function chooseImportHeaders(
  context: ActorContext,
  id: string,
  headerRow: number,
): Promise<ImportDetail> {
  const { noun } = await inTransaction(context, (inside) => lockImportInState(inside, id, unstartedStates));
  const read = await withImportTable(context.db, id, (table) => readNewFile(context, noun, table), headerRow);
  return inTransaction(context, async (inside) => {
    await lockImportInState(inside, id, unstartedStates);
    if (!read) throw notFound();
    // What nobody has checked yet is not remembered for other files.
    const unchecked = { state: 'draft', checked: null, handled: 0, started_at: null, fault: null } as const;
    await updateImport(inside.db, id, { ...read, ...unchecked });
    return getImport(inside, id);
  });
}
