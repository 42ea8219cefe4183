import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg, { type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { StartError } from '#server/lib/errors.ts';
import { prepareAppRole } from './app-role.ts';
import { findPackageFolder, prepareBinaries } from './binaries.ts';
import { ensureCluster, getClusterFolder, SUPERUSER } from './cluster.ts';
import { emptyThrowawayFolder, prepareDataFolder, toFolderError } from './data-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { clearLeftovers } from './leftovers.ts';
import { logPostgres } from './postgres-lines.ts';
import { FolderBusyError, type Postmaster, startPostmaster } from './postmaster.ts';
import { findRunner } from './run-as.ts';
import { makeSocketPlace } from './socket-place.ts';
import { storeBinaries } from './stored-binaries.ts';

const BUSY_PATIENCE_MS = 15_000;
const BUSY_PAUSE_MS = 250;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
const STEADY_MS = 60_000;

interface EmbeddedOptions {
  dataDir: string;
  log: Logger;
  isThrowaway?: boolean;
  onCreate?: () => void;
  signal?: AbortSignal;
  packageFolder?: string;
  isLocked?: boolean;
}

/** A running PostgreSQL of this process: how to connect to it, and how to stop it. */
export interface EmbeddedPostgres {
  connection: PoolConfig;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on a data folder, and restarts it whenever it ends unasked.
 *
 * @throws StartError with nothing left running, also when another Pitlane has the folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  if (options.isLocked) return startLocked({ ...options, dataDir }, () => undefined);
  await prepareDataFolder(dataDir);
  const lock = lockFolder(dataDir);
  try {
    return await startLocked({ ...options, dataDir }, () => lock.release());
  } catch (error) {
    lock.release();
    throw toFolderError(dataDir, error);
  }
}

async function startLocked(options: EmbeddedOptions, release: () => void): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  const folder = getClusterFolder(dataDir);
  const binaries = await prepareBinaries(options.packageFolder ?? findPackageFolder(), dataDir);
  await clearLeftovers(folder, binaries.bin, log);
  if (options.isThrowaway) await emptyThrowawayFolder(dataDir);
  const runner = await findRunner(binaries, dataDir, folder);
  const { password } = await ensureCluster(
    runner,
    dataDir,
    options.onCreate ?? (() => undefined),
    options.signal,
  );
  const place = await makeSocketPlace(dataDir, runner.runAs);

  const stopping = new AbortController();
  options.signal?.throwIfAborted();
  const callOff = () => stopping.abort();
  options.signal?.addEventListener('abort', callOff);
  const hear = logPostgres(log);
  let current = await startFreed().finally(() => options.signal?.removeEventListener('abort', callOff));
  const supervised = supervise();
  try {
    const { host, port } = place;
    const superuser = { host, port, user: SUPERUSER, password, database: 'postgres', ssl: false };
    const connection = await prepareAppRole(superuser).catch((error) => {
      if (!(error instanceof pg.DatabaseError)) throw error;
      throw new StartError(
        `The database in ${folder} cannot be used: ${error.message.replace(/\s+/g, ' ')}.`,
      );
    });
    if (!options.isThrowaway) await keepPrograms();
    return { connection, stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function keepPrograms(): Promise<void> {
    await storeBinaries(binaries, dataDir).catch((error) =>
      log.warn({ reason: String(error) }, "PostgreSQL's programs could not be kept beside the data"),
    );
  }

  async function startFreed(): Promise<Postmaster> {
    const deadline = performance.now() + BUSY_PATIENCE_MS;
    for (;;) {
      await clearLeftovers(folder, runner.binaries.bin, log);
      try {
        return await startPostmaster(runner, folder, place, hear, stopping.signal);
      } catch (error) {
        if (!(error instanceof FolderBusyError) || performance.now() > deadline) throw error;
        await wait(BUSY_PAUSE_MS, undefined, { signal: stopping.signal });
      }
    }
  }

  async function supervise(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const startedAt = performance.now();
      const how = await current.ended;
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt > STEADY_MS) pause = FIRST_PAUSE_MS;
      log.error({ how }, 'PostgreSQL is not running; starting it again');
      try {
        await wait(pause, undefined, { signal: stopping.signal });
        current = await startFreed();
      } catch (error) {
        if (!stopping.signal.aborted)
          log.error({ reason: String(error) }, 'PostgreSQL could not be started again');
      }
      if (stopping.signal.aborted) return;
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await current.stop();
    await supervised;
    await current.stop();
    release();
  }
}
