import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { importKinds } from '#contract/import-fields.ts';
import { importDuplicateChoices } from '#contract/import-settings.ts';
import { withDatabase } from '#server/db/embedded/with-database.ts';
import { openDatabase } from '#server/db/pool.ts';
import { readEnv } from '#server/env.ts';
import { openProcessCache } from '#server/events/process-cache.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { StartError } from '#server/lib/errors.ts';
import { createLog } from '#server/lib/log.ts';
import { runCommand } from '#server/lib/run-command.ts';
import { importAtTerminal } from './terminal.service.ts';

const usage =
  'Name the file and who imports it: npm run import -- FILE --as EMAIL [--customers] [--headers ROW] [--duplicates skip|join|add] [--center NAME] [--check]';

const brokenOff = 'Broken off. What was begun goes on once Pitlane runs; stop or revert it there.';
const choices = z.object({
  headers: z.coerce.number().int().min(0).optional(),
  duplicates: z.enum(importDuplicateChoices).optional(),
});

await runCommand(async (signal) => {
  const asked = readArguments();
  const env = readEnv();
  await withDatabase(env, signal, { mayShare: true }, async (connection) => {
    const { pool, db } = openDatabase({ ...connection, max: 4 });
    const { isTTY, columns } = process.stdout;
    const write = (text: string) => void process.stdout.write(text);
    const context = { db, clock: systemClock, cache: openProcessCache() };
    const terminal = { log: createLog(env.logLevel), write, width: isTTY ? columns : 0, signal };
    await importAtTerminal(context, asked, terminal).finally(() => pool.end());
  });
}, brokenOff);

function readArguments() {
  const { positionals, values } = read();
  const [file, ...others] = positionals;
  const { data: chosen } = choices.safeParse(values);
  if (!file || !values.as || others.length > 0 || !chosen || (values.leads && values.customers))
    throw new StartError(usage);
  if (!existsSync(file)) throw new StartError(`${file} is not there.`);
  const noun = values.customers ? importKinds[1] : importKinds[0];
  const { as: email, center, check: isCheck = false } = values;
  const { headers: headerRow, duplicates } = chosen;
  return { file, fileName: basename(file), email, noun, headerRow, duplicates, center, isCheck };
}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        as: { type: 'string' },
        leads: { type: 'boolean' },
        customers: { type: 'boolean' },
        headers: { type: 'string' },
        duplicates: { type: 'string' },
        center: { type: 'string' },
        check: { type: 'boolean' },
      },
    });
  } catch {
    throw new StartError(usage);
  }
}
