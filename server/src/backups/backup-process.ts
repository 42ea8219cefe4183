import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Env, overrideEnvironment } from '#server/env.ts';

/** The database to back up or to restore into, and the passphrase. */
export type BackupSource = Pick<Env, 'backupPassphrase' | 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Env, 'databaseDirectUrl'>>;

const command = fileURLToPath(new URL('command.ts', import.meta.url));

/**
 * Backs the database up in a process of its own, so that neither its memory nor its work is felt in this one.
 *
 * @param say hears how far it is, a line at a time.
 * @throws Error with what the process said when it failed.
 */
export function takeBackupInProcess(
  file: string,
  source: BackupSource,
  signal: AbortSignal,
  say?: (line: string) => void,
): Promise<void> {
  return runCommand('backup', file, source, signal, say);
}

/**
 * Restores a backup into an empty database, in a process of its own. Else it does as {@link takeBackupInProcess}.
 *
 * @param target whose `backupPassphrase` opens the file.
 */
export function restoreInProcess(
  file: string,
  target: BackupSource,
  signal: AbortSignal,
  say?: (line: string) => void,
): Promise<void> {
  return runCommand('restore', file, target, signal, say);
}

async function runCommand(
  what: 'backup' | 'restore',
  file: string,
  { databaseUrl = '', databaseDirectUrl = '', dataDir, backupPassphrase = '' }: BackupSource,
  signal: AbortSignal,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', command, what, file], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: overrideEnvironment({
      DATABASE_URL: databaseUrl,
      DATABASE_DIRECT_URL: databaseDirectUrl,
      DATA_DIR: dataDir,
      BACKUP_PASSPHRASE: backupPassphrase,
    }),
  });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  if (child.stdout) createInterface(child.stdout).on('line', say);
  return new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(complaint.trim()))));
  }).finally(() => signal.removeEventListener('abort', stop));
}
