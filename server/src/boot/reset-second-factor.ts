import { parseArgs } from 'node:util';
import { removeFactorsAndSessions } from '#server/auth/second-factor/second-factor.service.ts';
import type { Context } from '#server/context.ts';
import { withDatabase } from '#server/db/embedded/with-database.ts';
import { openDatabase } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { findCredentials } from '#server/employees/employees.service.ts';
import { readEnv } from '#server/env.ts';
import { openProcessCache } from '#server/events/process-cache.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { StartError } from '#server/lib/errors.ts';
import { runCommand } from '#server/lib/run-command.ts';

await runCommand(async (signal) => {
  const [email] = parseArgs({ allowPositionals: true }).positionals;
  if (!email) throw new StartError('Name the person: npm run reset-second-factor -- EMAIL');
  await withDatabase(readEnv(), signal, { mayShare: true }, async (connection) => {
    const { pool, db } = openDatabase({ ...connection, max: 1 });
    const resetting = reset({ db, clock: systemClock, cache: openProcessCache() }, email);
    process.stdout.write(`${await resetting.finally(() => pool.end())}\n`);
  });
});

async function reset(context: Context, email: string): Promise<string> {
  const person = await findCredentials(context, email);
  if (!person) throw new StartError(`Nobody has an account with the address ${email}.`);
  const isReset = await inTransaction(context, (inside) => removeFactorsAndSessions(inside, person.id, null));
  return isReset
    ? `Two-step login of ${email} is reset. They log in with their password alone, and are emailed about it.`
    : `Two-step login of ${email} is off already: their password is enough.`;
}
