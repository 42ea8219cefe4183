import { createHash } from 'node:crypto';
import { lstat, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toFolderError } from './data-folder.ts';
import { changeFolderOwner } from './run-as.ts';
import type { RunAs } from './run-program.ts';

/** Where PostgreSQL listens: a folder for the socket, or the loopback address on Windows. */
export interface SocketPlace {
  host: string;
  port: number;
  flags: string[];
}

const SOCKET_PORT = 5432;
// The longest path of a socket: sockaddr_un.sun_path less its end mark, on Linux and elsewhere.
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103;

/**
 * Creates an empty private folder for the socket, or finds a free port. Only the holder of the folder's lock may call this.
 *
 * @throws StartError when the folder cannot be made.
 */
export async function makeSocketPlace(dataDir: string, runAs: RunAs): Promise<SocketPlace> {
  if (process.platform === 'win32') {
    const port = await freePort();
    return { host: '127.0.0.1', port, flags: ['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`] };
  }
  const folder = await makeFolder(dataDir).catch((error) => {
    throw toFolderError(dataDir, error);
  });
  await changeFolderOwner(folder, runAs);
  const flags = [
    ...['-c', 'listen_addresses=', '-c', `port=${SOCKET_PORT}`],
    ...['-c', `unix_socket_directories=${folder}`, '-c', 'unix_socket_permissions=0700'],
  ];
  return { host: folder, port: SOCKET_PORT, flags };
}

async function makeFolder(dataDir: string): Promise<string> {
  const near = join(dataDir, 'run');
  const longest = join(near, `.s.PGSQL.${SOCKET_PORT}.lock`);
  if (Buffer.byteLength(longest) <= LONGEST_PATH && !near.includes(',')) {
    await rm(near, { recursive: true, force: true });
    await mkdir(near, { mode: 0o700 });
    return near;
  }
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const far = join(tmpdir(), `pitlane-${process.getuid?.() ?? 0}-${name}`);
  await mkdir(far, { mode: 0o700 }).catch(() => undefined);
  const found = await lstat(far);
  const ours = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  return ours ? far : mkdtemp(join(tmpdir(), 'pitlane-'));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
