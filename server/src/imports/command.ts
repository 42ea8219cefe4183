import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { z } from 'zod';
import { importNouns } from '#contract/import-fields.ts';
import { duplicateChoices } from '#contract/import-settings.ts';
import { joinDatabase } from '#server/db/embedded/join-database.ts';
import { openDatabase } from '#server/db/pool.ts';
import { readEnv } from '#server/env.ts';
import { openProcessCache } from '#server/events/process-cache.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { StartError } from '#server/lib/errors.ts';
import { createLog } from '#server/lib/log.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { importAtTerminal } from './terminal.service.ts';

const usage =
  'Name the file and who imports it: npm run import -- FILE --as EMAIL [--customers] [--duplicates skip|join|add] [--center NAME] [--check]';

const interrupt = new AbortController();

for (const end of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(end, () => interrupt.abort());

try {
  const asked = readArguments();
  const env = readEnv();
  const { connection, stop } = await joinDatabase(env, interrupt.signal, { mayShare: true });
  try {
    const { pool, db } = openDatabase({ ...connection, max: 4 });
    try {
      const context = { db, clock: systemClock, cache: openProcessCache() };
      const log = createLog(env.logLevel);
      const { isTTY, columns } = process.stdout;
      const write = (text: string) => void process.stdout.write(text);
      await importAtTerminal(context, asked, {
        log,
        write,
        width: isTTY ? columns : 0,
        signal: interrupt.signal,
      });
    } finally {
      await pool.end();
    }
  } finally {
    await stop();
  }
  process.exit(0);
} catch (error) {
  const isKnown = error instanceof StartError || error instanceof Refusal;
  const known = interrupt.signal.aborted
    ? 'Broken off. What was begun goes on once Pitlane runs; stop or revert it there.'
    : isKnown && error.message;
  process.stderr.write(`${known || inspect(error)}\n`);
  process.exit(1);
}

function readArguments() {
  const { positionals, values } = read();
  const [file, ...others] = positionals;
  const { data: duplicates, success } = z.enum(duplicateChoices).optional().safeParse(values.duplicates);
  if (!file || !values.as || others.length > 0 || !success || (values.leads && values.customers))
    throw new StartError(usage);
  if (!existsSync(file)) throw new StartError(`${file} is not there.`);
  const noun = values.customers ? importNouns[1] : importNouns[0];
  const { as: email, center, check: isCheck = false } = values;
  return { file, fileName: basename(file), email, noun, duplicates, center, isCheck };
}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        as: { type: 'string' },
        leads: { type: 'boolean' },
        customers: { type: 'boolean' },
        duplicates: { type: 'string' },
        center: { type: 'string' },
        check: { type: 'boolean' },
      },
    });
  } catch {
    throw new StartError(usage);
  }
}
