import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PoolConfig } from 'pg';
import { pino } from 'pino';
import { findPackageFolder, prepareBinaries } from '#server/db/embedded/binaries.ts';
import { getClusterFolder, SUPERUSER } from '#server/db/embedded/cluster.ts';
import { logPostgres } from '#server/db/embedded/postgres-lines.ts';
import { type Postmaster, startPostmaster } from '#server/db/embedded/postmaster.ts';
import { findRunner, type PostgresRunner } from '#server/db/embedded/run-as.ts';
import { makeSocketPlace, type SocketPlace } from '#server/db/embedded/socket-place.ts';
import { superuserOf } from '#server/testing/databases.ts';

export class Standby {
  readonly #dataDir: string;
  readonly #runner: PostgresRunner;
  readonly #place: SocketPlace;
  #postmaster: Postmaster | undefined;

  private constructor(dataDir: string, runner: PostgresRunner, place: SocketPlace) {
    this.#dataDir = dataDir;
    this.#runner = runner;
    this.#place = place;
  }

  static async copy(leaderDir: string, dataDir: string): Promise<Standby> {
    await cp(getClusterFolder(leaderDir), getClusterFolder(dataDir), { recursive: true });
    await rm(join(getClusterFolder(dataDir), 'postmaster.pid'), { force: true });
    const binaries = await prepareBinaries(findPackageFolder(), dataDir);
    const runner = await findRunner(binaries, dataDir, getClusterFolder(dataDir));
    return new Standby(dataDir, runner, await makeSocketPlace(dataDir, runner.runAs));
  }

  async follow(leader: PoolConfig, leaderDir: string): Promise<void> {
    const { host, port, user, password } = await superuserOf(leader, leaderDir);
    const way = `host=${host} port=${port} user=${user} password=${password}`;
    const folder = getClusterFolder(this.#dataDir);
    await writeFile(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${way}'\n`);
    await writeFile(join(folder, 'standby.signal'), '');
    await this.start();
  }

  async start(): Promise<void> {
    const log = pino({ level: 'silent' });
    this.#postmaster = await startPostmaster(
      this.#runner,
      getClusterFolder(this.#dataDir),
      this.#place,
      logPostgres(log),
    );
  }

  async stop(): Promise<void> {
    await this.#postmaster?.stop();
    this.#postmaster = undefined;
  }

  connectionLike(connection: PoolConfig): PoolConfig {
    const { host, port } = this.#place;
    return { ...connection, host, port };
  }

  superuser(connection: PoolConfig): Promise<PoolConfig> {
    return superuserOf({ ...this.connectionLike(connection), user: SUPERUSER }, this.#dataDir);
  }
}
