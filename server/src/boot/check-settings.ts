import { once } from 'node:events';
import { createServer } from 'node:net';
import { prepareDataFolder, requireWritableFolder } from '#server/db/embedded/data-folder.ts';
import { type Env, SettingError, settingsSchema } from '#server/env.ts';
import { getErrorCode, StartError } from '#server/lib/errors.ts';

const full = ['ENOSPC', 'EDQUOT'];

type Places = Pick<Env, 'host' | 'dataDir' | 'backupDir' | 'databaseUrl' | 'smtpUrl'>;

/**
 * Checks that the machine has the address and the folders that the settings name, and creates the data folder.
 *
 * @throws StartError or SettingError when it has not.
 */
export async function checkAddressesAndFolders({
  host,
  dataDir,
  backupDir,
  databaseUrl,
  smtpUrl,
}: Places): Promise<void> {
  await listenOn(host).catch((error) => {
    throw new StartError(
      `HOST is '${host}', not an address of this machine; set HOST to one, such as 127.0.0.1 (${getErrorCode(error)}).`,
    );
  });
  if (!databaseUrl || !smtpUrl) await prepareDataFolder(dataDir);
  if (!backupDir) return;
  await requireWritableFolder(backupDir).catch((error) => {
    const code = getErrorCode(error);
    if (!full.includes(code))
      throw new SettingError(
        'BACKUP_DIR',
        backupDir,
        `${settingsSchema.shape.BACKUP_DIR.description} (${code})`,
      );
  });
}

async function listenOn(host: string): Promise<void> {
  const server = createServer().listen({ host, port: 0 });
  await once(server, 'listening');
  await new Promise((resolve) => server.close(resolve));
}
