import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg, { type PoolConfig } from 'pg';
import { inject } from 'vitest';
import { getClusterFolder } from '#server/db/embedded/cluster.ts';
import { listPostgresProcesses } from '#server/db/embedded/processes.ts';
import { copyDataFolder } from './data-folders.ts';
import { freePort } from './free-port.ts';
import { Program, type ProgramOptions } from './program.ts';

export const isRoot = process.getuid?.() === 0;

export const ordinaryUsers = {
  named: { uid: 65_534, gid: 65_534 },
  nameless: { uid: 12_345, gid: 12_345 },
};

export function hasUserNamespaces(user: { uid?: number; gid?: number } = {}): boolean {
  const words = ['--user', '--map-user=1', '--map-group=1', 'true'];
  return spawnSync('unshare', words, { ...user, cwd: '/' }).status === 0;
}

export class FaultHarness {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async make(): Promise<FaultHarness> {
    const folder = await mkdtemp(join(tmpdir(), 'pitlane-fault-'));
    await chmod(folder, 0o755);
    return new FaultHarness(folder);
  }

  path(...names: string[]): string {
    return join(this.#folder, ...names);
  }

  /** Makes a data folder as a first start leaves it, without the seconds that one takes. */
  async prepare(...names: string[]): Promise<string> {
    const prepared = inject('preparedFolder');
    if (!existsSync(prepared)) await makeDataFolder(prepared);
    const dataDir = this.path(...names);
    await copyDataFolder(prepared, dataDir);
    return dataDir;
  }

  hold(dataDir: string, options: ProgramOptions & { packageFolder?: string } = {}): Program {
    const { packageFolder, ...rest } = options;
    const script = 'server/src/testing/hold-postgres.ts';
    return new Program([script, dataDir, ...(packageFolder ? [packageFolder] : [])], rest);
  }

  async pathWithout(...missing: string[]): Promise<string> {
    const bin = this.path(`bin-without-${missing.join('-')}`);
    await mkdir(bin, { recursive: true });
    for (const name of ['unshare', 'setpriv', 'id', 'test', 'sh', 'ps', 'true']) {
      if (missing.includes(name)) continue;
      const found = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
      const original = found.find((file) => spawnSync('test', ['-x', file]).status === 0);
      if (original) await symlink(original, join(bin, name)).catch(() => undefined);
    }
    return bin;
  }

  async clear(): Promise<void> {
    await Program.endAll();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function makeDataFolder(prepared: string): Promise<void> {
  const unfinished = `${prepared}.new`;
  const env = { PORT: String(await freePort()), DATA_DIR: unfinished, LOG_LEVEL: 'silent' };
  const program = new Program(['server/src/main.ts'], { env });
  await program.printed(/ready at/);
  await program.end('SIGTERM');
  await rename(unfinished, prepared);
}

export async function getConnectionConfig(program: Program): Promise<PoolConfig> {
  const [, json = ''] = await program.printed(/ready (\{.*\})/);
  return JSON.parse(json) as PoolConfig;
}

export async function setUpDealerByLink(
  program: Program,
  api: string,
  person: { email: string; password: string },
): Promise<void> {
  const [, token] = await program.printed(/\/setup\/(\S+)/);
  const form = new FormData();
  const dealer = { dealerName: 'Padma', timeZone: 'Asia/Dhaka', phoneCountry: 'BD' };
  const fields = { ...dealer, serviceCenterName: 'Tejgaon', name: 'Rokeya', ...person };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const { status } = await fetch(`${api}/public/setup/${token}`, { method: 'POST', body: form });
  if (status !== 201) throw new Error(`The dealer was not set up: ${status}`);
}

export async function query(
  connection: PoolConfig,
  ...statements: string[]
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const giveUp = Date.now() + 120_000; Date.now() < giveUp; await wait(20)) if (await isSo()) return;
  throw new Error(`Not so within two minutes: ${what}`);
}

export function postgresOf(dataDir: string): Promise<number[]> {
  return listPostgresProcesses(getClusterFolder(dataDir)).catch(() => []);
}

export function inMounts(mounts: string): string[] | undefined {
  const asRoot = isRoot ? [] : ['--user', '--map-root-user'];
  const words = ['unshare', ...asRoot, '--mount', 'sh', '-ec', `${mounts}\nexec "$@"`, 'sh'];
  try {
    execFileSync('unshare', [...asRoot, '--mount', 'sh', '-ec', 'mount -t tmpfs none /mnt'], {
      stdio: 'ignore',
    });
    return words;
  } catch {
    return undefined;
  }
}
