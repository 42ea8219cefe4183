import { parseArgs } from 'node:util';
import { withDatabase } from '#server/db/embedded/with-database.ts';
import { readEnv } from '#server/env.ts';
import { StartError } from '#server/lib/errors.ts';
import { runCommand } from '#server/lib/run-command.ts';
import { restoreBackup, takeBackup } from './backups.service.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

await runCommand(async (signal) => {
  const { what, file, allowPlain } = readArguments();
  const env = readEnv();
  await withDatabase(env, signal, { mayShare: what === 'backup' }, (connection) => {
    const work = { connection, passphrase: env.backupPassphrase, allowPlain, say, signal };
    return what === 'backup' ? takeBackup(file, work) : restoreBackup(file, work);
  });
});

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
