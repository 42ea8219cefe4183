import { inspect, parseArgs } from 'node:util';
import { joinDatabase } from '#server/db/embedded/join-database.ts';
import { readEnv } from '#server/env.ts';
import { StartError } from '#server/lib/errors.ts';
import { restoreBackup, takeBackup } from './backups.service.ts';

const interrupt = new AbortController();
const { signal } = interrupt;
const say = (line: string) => void process.stdout.write(`${line}\n`);

for (const end of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(end, () => interrupt.abort());

try {
  const { what, file, allowPlain } = readArguments();
  const env = readEnv();
  const { connection, stop } = await joinDatabase(env, signal, { mayShare: what === 'backup' });
  try {
    const work = { connection, passphrase: env.backupPassphrase, allowPlain, say, signal };
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

function readArguments() {
  const { positionals, tokens } = parseArgs({ allowPositionals: true, strict: false, tokens: true });
  const [what, file, ...more] = positionals;
  const flags = tokens.flatMap((token) => (token.kind === 'option' ? token.rawName : []));
  const allowPlain = flags.includes('--allow-plain');
  const isKnown = flags.length === (allowPlain ? 1 : 0) && more.length === 0;
  if (!file || !isKnown || (what !== 'restore' && (what !== 'backup' || allowPlain))) {
    const name = what === 'restore' ? 'restore' : 'backup';
    throw new StartError(
      `Name the file: npm run ${name} -- ${name === 'restore' ? '[--allow-plain] ' : ''}FILE`,
    );
  }
  return { what, file, allowPlain } as const;
}
