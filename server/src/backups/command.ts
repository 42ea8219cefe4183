import { inspect, parseArgs } from 'node:util';
import type { PoolConfig } from 'pg';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { findRunningPostgres, hasCluster } from '#server/db/embedded/running-postgres.ts';
import { checkServer } from '#server/db/pool.ts';
import { type Env, readEnv } from '#server/env.ts';
import { createLog } from '#server/lib/log.ts';
import { StartError } from '#server/lib/start-error.ts';
import { restoreBackup, takeBackup } from './backups.service.ts';

const interrupt = new AbortController();
const { signal } = interrupt;
const say = (line: string) => void process.stdout.write(`${line}\n`);

for (const end of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(end, () => interrupt.abort());

try {
  const [what, file] = parseArgs({ allowPositionals: true }).positionals;
  if (!file || (what !== 'backup' && what !== 'restore'))
    throw new StartError(`Name the file: npm run ${what ?? 'backup'} -- FILE`);
  const env = readEnv();
  const { connection, stop } = await reachDatabase(env, what);
  try {
    const work = { connection, passphrase: env.backupPassphrase, say, signal };
    await (what === 'backup' ? takeBackup(file, work) : restoreBackup(file, work));
  } finally {
    await stop();
  }
  process.exit(0);
} catch (error) {
  const known = signal.aborted ? 'Broken off' : error instanceof StartError && error.message;
  process.stderr.write(`${known || inspect(error)}\n`);
  process.exit(1);
}

/** A backup joins the Pitlane that runs on the data folder, if one does; a restore needs the folder for itself. */
async function reachDatabase(
  env: Env,
  what: 'backup' | 'restore',
): Promise<{ connection: PoolConfig; stop: () => Promise<void> }> {
  const stop = async () => undefined;
  if (env.databaseUrl) {
    const connection = { connectionString: env.databaseUrl };
    await checkServer(connection);
    return { connection, stop };
  }
  if (what === 'backup') {
    if (!hasCluster(env.dataDir)) throw new StartError(`There is no database in ${env.dataDir}.`);
    const connection = await findRunningPostgres(env.dataDir);
    if (connection) return { connection, stop };
  }
  return startEmbeddedPostgres({ dataDir: env.dataDir, log: createLog(env.logLevel), signal });
}
