import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { defineJob, type JobKind } from '#server/jobs/jobs.service.ts';
import { runImportCheck } from './check-import.service.ts';
import { UnreadableFile } from './files/table.ts';
import { withImportTable } from './import-file.service.ts';
import { findImport } from './imports.db.ts';
import { checkJobName, importJobName } from './imports.service.ts';
import { runRevert } from './revert-import.service.ts';
import { failImport, runImport } from './run-import.service.ts';

/**
 * Makes the jobs that bring in and revert imports, and that check them beside it: in batches of a transaction each, from where a
 * process ended.
 */
export function importJobs(context: Context): JobKind[] {
  return [importJobName, checkJobName].map((name) => jobNamed(name, context));
}

function jobNamed(name: string, context: Context): JobKind {
  return defineJob({
    name,
    payload: z.strictObject({ import: z.string() }),
    giveUpAfter: Number.POSITIVE_INFINITY,
    mayTakeLong: true,
    run: async (_id, { import: id }, stopping) =>
      (await runImportStep(context, id, stopping)) ? undefined : context.clock.now(),
  });
}

/** Goes on with an import: checks it, brings it in or reverts it, as its state says. @returns whether that has ended. */
export async function runImportStep(context: Context, id: string, stopping: AbortSignal): Promise<boolean> {
  const row = await findImport(context.db, id);
  if (row?.state === 'reverting') return runRevert(context, id, stopping);
  if (row?.state !== 'checking' && row?.state !== 'running') return true;
  const run = row.state === 'checking' ? runImportCheck : runImport;
  try {
    return (await withImportTable(context.db, id, (table) => run(context, id, table, stopping))) ?? true;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    await failImport(context, row, error);
    return true;
  }
}
