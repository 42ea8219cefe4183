import { once } from 'node:events';
import { createServer } from 'node:net';
import { prepareDataFolder, proveFolder } from '#server/db/embedded/data-folder.ts';
import { type Env, SettingError, settings } from '#server/env.ts';
import { errorCode } from '#server/lib/error-code.ts';

/** A full disk is no wrong setting. */
const full = ['ENOSPC', 'EDQUOT'];

type Places = Pick<Env, 'host' | 'dataDir' | 'backupDir' | 'databaseUrl' | 'smtpUrl'>;

/** Throws StartError unless the machine has the address and the folders that the settings name. */
export async function checkPlaces({ host, dataDir, backupDir, databaseUrl, smtpUrl }: Places): Promise<void> {
  await listenOn(host).catch((error) => {
    throw wrong('HOST', host, error);
  });
  if (!databaseUrl || !smtpUrl) await prepareDataFolder(dataDir);
  if (!backupDir) return;
  await proveFolder(backupDir).catch((error) => {
    if (!full.includes(errorCode(error))) throw wrong('BACKUP_DIR', backupDir, error);
  });
}

/** On any free port. */
async function listenOn(host: string): Promise<void> {
  const server = createServer().listen({ host, port: 0 });
  await once(server, 'listening');
  await new Promise((resolve) => server.close(resolve));
}

function wrong(setting: 'HOST' | 'BACKUP_DIR', got: string, error: unknown): SettingError {
  return new SettingError(setting, got, `${settings.shape[setting].description} (${errorCode(error)})`);
}
