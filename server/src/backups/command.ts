import { inspect, parseArgs } from 'node:util';
import { joinDatabase } from '#server/db/embedded/join-database.ts';
import { readEnv } from '#server/env.ts';
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
  const { connection, stop } = await joinDatabase(env, signal, { mayShare: what === 'backup' });
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
