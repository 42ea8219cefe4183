import { inspect, parseArgs } from 'node:util';
import { resetFactorsOf } from '#server/auth/second-factor/second-factor.service.ts';
import type { Context } from '#server/context.ts';
import { joinDatabase } from '#server/db/embedded/join-database.ts';
import { openDatabase } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { findCredentials } from '#server/employees/employees.service.ts';
import { readEnv } from '#server/env.ts';
import { openProcessCache } from '#server/events/process-cache.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { StartError } from '#server/lib/errors.ts';

const interrupt = new AbortController();

for (const end of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(end, () => interrupt.abort());

try {
  const [email] = parseArgs({ allowPositionals: true }).positionals;
  if (!email) throw new StartError('Name the person: npm run reset-second-factor -- EMAIL');
  const { connection, stop } = await joinDatabase(readEnv(), interrupt.signal, { mayShare: true });
  try {
    const { pool, db } = openDatabase({ ...connection, max: 1 });
    try {
      process.stdout.write(`${await reset({ db, clock: systemClock, cache: openProcessCache() }, email)}\n`);
    } finally {
      await pool.end();
    }
  } finally {
    await stop();
  }
  process.exit(0);
} catch (error) {
  const known = interrupt.signal.aborted ? 'Broken off' : error instanceof StartError && error.message;
  process.stderr.write(`${known || inspect(error)}\n`);
  process.exit(1);
}

async function reset(context: Context, email: string): Promise<string> {
  const person = await findCredentials(context, email);
  if (!person) throw new StartError(`Nobody has an account with the address ${email}.`);
  const isReset = await inTransaction(context, (inside) => resetFactorsOf(inside, person.id, null));
  return isReset
    ? `Two-step login of ${email} is reset. They log in with their password alone, and are emailed about it.`
    : `Two-step login of ${email} is off already: their password is enough.`;
}
