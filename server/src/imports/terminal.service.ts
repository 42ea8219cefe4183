import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ImportKind } from '#contract/import-fields.ts';
import type { ImportDuplicateChoice } from '#contract/import-settings.ts';
import type { ImportDetail } from '#contract/imports.ts';
import type { DifferingField } from '#contract/leads/differing-fields.ts';
import { isManagement } from '#contract/levels.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { findCredentials } from '#server/employees/employees.service.ts';
import { startJobs } from '#server/jobs/job-runner.service.ts';
import { StartError } from '#server/lib/errors.ts';
import { listActiveServiceCenters } from '#server/service-centers/service-centers.service.ts';
import { normaliseRecordName } from './cells.ts';
import { importFieldWords } from './field-words.ts';
import { importJobs } from './import-job.service.ts';
import { addImport, checkImport, startImport } from './imports.service.ts';
import { describeProblemColumn } from './problems-file.service.ts';
import { createRefusedRowsFile } from './refused-rows.service.ts';
import { getImporter } from './run-import.service.ts';
import { getImport } from './show-imports.service.ts';

/** `email`: of whoever imports; `headerRow`: unless headers are looked for; `duplicates`: unless as proposed; `center`: the name of that of rows which name none; `isCheck`: nothing is brought in. */
type Asked = {
  file: string;
  fileName: string;
  email: string;
  noun: ImportKind;
  headerRow: number | undefined;
  duplicates: ImportDuplicateChoice | undefined;
  center: string | undefined;
  isCheck: boolean;
};

type Terminal = { log: Logger; write: (text: string) => void; width: number; signal: AbortSignal };

const lookEvery = 250;
const shown = 20;

/**
 * Checks and brings in a file, as the screens do, and prints what became of it. A Pitlane that runs may do a part of it, and goes on
 * if this process ends.
 *
 * @throws StartError, Refusal in one line.
 */
export async function importAtTerminal(context: Context, asked: Asked, terminal: Terminal): Promise<void> {
  const inside = await importerOf(context, asked.email);
  const { file: path, fileName, noun, headerRow } = asked;
  const added = await addImport(inside, { path, noun, fileName, headerRow });
  const { _id: id, settings, headers } = added;
  const say = (line: string) => terminal.write(`${line}\n`);
  const chosen = Object.entries(settings.columns).map(
    ([field, places]) => `${field}: ${places.map((place) => headers[place]).join(' + ')}`,
  );
  say(added.headerRow === 0 ? 'Headers: none' : `Headers: row ${added.headerRow}`);
  say(`Columns${added.isRemembered ? ' as last time' : ''}: ${chosen.join(', ')}`);
  const defaults = { ...settings.defaults, ...(await centerOf(inside, asked.center)) };
  if (noun === 'leads' && !settings.columns.serviceCenter && !defaults.serviceCenter)
    throw new StartError(
      `No column names a service center: add --center NAME, one of: ${await centerNames(inside)}.`,
    );
  const duplicates = asked.duplicates ?? settings.duplicates;
  say(`Duplicates: ${duplicates}`);
  await checkImport(inside, id, { ...settings, defaults, duplicates });
  const jobs = startJobs(context, terminal.log, importJobs(context));
  try {
    const checked = await follow(inside, id, 'Checking', terminal);
    sayCheck(checked, say);
    if (asked.isCheck || !checked.check) return;
    await startImport(inside, id);
    const done = await follow(inside, id, 'Importing', terminal);
    await sayEnd(inside, done, asked, say);
  } finally {
    await jobs.stop();
  }
}

async function importerOf(context: Context, email: string): Promise<ActorContext> {
  const found = await findCredentials(context, email);
  const inside = found && (await getImporter(context, found.id));
  if (!inside || !isManagement(inside.actor.level))
    throw new StartError(`${email} is no active account of management.`);
  return inside;
}

async function centerOf(context: Context, name: string | undefined): Promise<{ serviceCenter?: string }> {
  if (name === undefined) return {};
  const centers = await listActiveServiceCenters(context);
  const center = centers.find((each) => normaliseRecordName(each.name) === normaliseRecordName(name));
  if (center) return { serviceCenter: center._id };
  throw new StartError(`There is no service center ${name}, but: ${await centerNames(context)}.`);
}

async function centerNames(context: Context): Promise<string> {
  return (await listActiveServiceCenters(context)).map(({ name }) => name).join(', ');
}

async function follow(
  context: ActorContext,
  id: string,
  what: string,
  { write, width, signal }: Terminal,
): Promise<ImportDetail> {
  const since = performance.now();
  let told = 0;
  for (;;) {
    const now = await getImport(context, id);
    const { handled, state, rows } = now;
    const isOver = state !== 'checking' && state !== 'running';
    const share = rows ? handled / rows : 0;
    if (width > 0)
      write(
        `\r${barOf(what, now, performance.now() - since)
          .slice(0, width - 1)
          .padEnd(width - 1)}`,
      );
    else if (rows && Math.floor(share * 10) > told) {
      told = Math.floor(share * 10);
      write(`${what}: ${told * 10} %\n`);
    }
    if (isOver) {
      if (width > 0) write('\n');
      if (now.fault) throw new StartError(now.fault);
      return now;
    }
    await wait(lookEvery, undefined, { signal });
  }
}

const cells = 30;

function barOf(what: string, { handled, rows }: ImportDetail, milliseconds: number): string {
  if (!rows) return `${what}: ${handled.toLocaleString('en')} rows`;
  const full = Math.round((handled / rows) * cells);
  const left =
    handled === 0 ? '' : `, ${Math.ceil(((rows - handled) * milliseconds) / handled / 1_000)} s left`;
  return `${what} [${'#'.repeat(full)}${'.'.repeat(cells - full)}] ${handled.toLocaleString('en')} of ${rows.toLocaleString('en')}${left}`;
}

function sayCheck({ check, headers }: ImportDetail, say: (line: string) => void): void {
  if (!check) return;
  const { ready, rows, duplicates, otherPeople, problems, byMessage, values, leftOutRows } = check;
  say(`${ready} of ${rows} rows can be imported, ${duplicates} of them repeat what is there.`);
  if (otherPeople > 0)
    say(`${otherPeople} are of another person with the number of an open lead: they are added.`);
  for (const { field, message, rows } of byMessage.slice(0, shown))
    say(`  ${rows} × ${field ? importFieldWords[field] : 'row'}: ${message}`);
  if (leftOutRows > 0)
    say(`${leftOutRows} come in without a cell that cannot be read: its text goes into their notes.`);
  for (const { field, value, rows } of values.filter(({ to }) => to === null).slice(0, shown))
    say(`  ${rows} × ${importFieldWords[field]} “${value}” is not known here`);
  if (problems.length > 0) say(problems.length > shown ? `The first ${shown} problems:` : 'Problems:');
  for (const { row, column, field, value, message } of problems.slice(0, shown)) {
    const told = value === '' ? '' : ` (“${value}”)`;
    say(
      `  Row ${row}, ${describeProblemColumn({ column, field }, headers) || 'whole row'}: ${message}${told}`,
    );
  }
}

const fieldWords: Record<DifferingField, string> = {
  name: 'name',
  email: 'email',
  serviceOrCampaign: 'service or campaign',
  vehicleNumber: 'vehicle number',
  appointment: 'preferred date',
  jobId: 'job ID',
};

async function sayEnd(
  { db }: ActorContext,
  { _id, state, taken, beside, joined, skipped, refused, revertUntil, ...more }: ImportDetail,
  { file }: Asked,
  say: (line: string) => void,
): Promise<void> {
  say(
    `${state === 'done' ? 'Done' : 'Stopped'}: ${taken} in${beside > 0 ? ` (${beside} of them repeat others)` : ''}, ${joined} joined, ${skipped} skipped, ${refused} refused.`,
  );
  for (const { row, name, fields } of more.differing.slice(0, shown))
    say(
      `  Row ${row} joined ${name} with another ${fields.map((field) => fieldWords[field]).join(', ')}: see the notes.`,
    );
  if (more.differingCount > shown) say(`  … and ${more.differingCount - shown} more.`);
  if (refused > 0) {
    const path = `${file}.refused.csv`;
    const rows = await createRefusedRowsFile(
      { find: async (query) => (await query.execute(db)).rows, release: () => undefined },
      _id,
    );
    await pipeline(rows.content, createWriteStream(path, { mode: 0o600 }));
    say(`The refused rows, with reasons, are in ${path}: mend them and import that file.`);
  }
  if (revertUntil) say(`It can be reverted on the screen of imports until ${revertUntil}.`);
}
