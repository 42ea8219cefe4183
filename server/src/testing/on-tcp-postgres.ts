import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { findPackageFolder, prepareBinaries } from '#server/db/embedded/binaries.ts';
import { ensureCluster, getClusterFolder, SUPERUSER } from '#server/db/embedded/cluster.ts';
import { prepareDataFolder } from '#server/db/embedded/data-folder.ts';
import { logPostgres } from '#server/db/embedded/postgres-lines.ts';
import { startPostmaster } from '#server/db/embedded/postmaster.ts';
import { findRunner } from '#server/db/embedded/run-as.ts';
import { freePort } from './free-port.ts';

async function main(args: readonly string[]): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-tcp-'));
  try {
    await prepareDataFolder(dataDir);
    const folder = getClusterFolder(dataDir);
    const runner = await findRunner(await prepareBinaries(findPackageFolder(), dataDir), dataDir, folder);
    const { password } = await ensureCluster(runner, dataDir, () => undefined);
    const port = await freePort();
    const flags = [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', `port=${port}`],
      ...['-c', 'unix_socket_directories='],
    ];
    const log = pino({ level: 'warn' });
    const postmaster = await startPostmaster(
      runner,
      folder,
      { host: '127.0.0.1', port, flags },
      logPostgres(log),
    );
    const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
    const code = await runProgram(args, url);
    await postmaster.stop();
    return code;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function runProgram(args: readonly string[], url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: url },
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

process.exitCode = await main(process.argv.slice(2));
