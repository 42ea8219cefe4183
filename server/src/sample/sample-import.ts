import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, dateInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { runImportStep } from '#server/imports/import-job.service.ts';
import { addImport, checkImport, startImport } from '#server/imports/imports.service.ts';

const header = 'Customer Name,Mobile No.,Branch,Status,Entry date,Lost reason,Remarks';

const rowsOf = (day: string) =>
  [
    `Anwar Sadat,01319990201,Tejgaon Service Center,Won,${day},,Paid in cash`,
    `Shirin Sultana,01319990202,Uttara Service Center,Lost,${day},Too far,`,
    `Monir Chowdhury,01319990203,Mirpur Service Center,Won,${day},,`,
    `Anwar Sadat,01319990201,Tejgaon Service Center,Won,${day},,Asked for the next service in spring`,
    `Lipi Begum,0131999020,Uttara Service Center,Won,${day},,`,
    `Jahangir Alam,01319990205,Banani Showroom,Lost,${day},Price,`,
    `Sultan Ahmed,01319990206,Tejgaon Service Center,Lost,${day},Price,`,
  ].join('\n');

/**
 * Imports a list of leads that were closed long ago, as management does: some rows come in, one joins another and two are refused.
 *
 * @param daysBack to the day of their entry.
 */
export async function importOldList(context: ActorContext, daysBack: number): Promise<void> {
  const day = addDays(dateInTimeZone(context.dealer.timeZone, context.clock.now()), -daysBack);
  const folder = await mkdtemp(join(tmpdir(), 'pitlane-sample-'));
  const { signal } = new AbortController();
  try {
    const path = join(folder, 'leads.csv');
    await writeFile(path, `${header}\n${rowsOf(day)}\n`);
    const { _id: id, settings } = await addImport(context, {
      ...{ path, noun: 'leads', fileName: 'showroom-list.csv' },
    });
    await checkImport(context, id, settings);
    await runImportStep(context, id, signal);
    await startImport(context, id);
    await runImportStep(context, id, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
