import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach } from 'vitest';
import { listLeads } from '#contract/leads/leads.ts';
import { readPostmasterFile } from '#server/db/embedded/postmaster-file.ts';
import { findRunningPostgres } from '#server/db/embedded/running-postgres.ts';
import { type Database, openDatabase } from '#server/db/pool.ts';
import { FaultHarness, postgresOf } from '#server/testing/fault-harness.ts';
import { freePort } from '#server/testing/free-port.ts';
import { Program } from '#server/testing/program.ts';
import { askOrigin, type KeeperAnswer } from './kept-writes.ts';

export class EmbeddedPitlane {
  readonly origin: string;
  readonly dataDir: string;

  private constructor(dataDir: string, port: number) {
    this.dataDir = dataDir;
    this.origin = `http://127.0.0.1:${port}`;
  }

  static async at(dataDir: string): Promise<EmbeddedPitlane> {
    return new EmbeddedPitlane(dataDir, await freePort());
  }

  async start(env: Record<string, string> = {}): Promise<Program> {
    const program = new Program(['server/src/main.ts'], {
      env: { PORT: new URL(this.origin).port, DATA_DIR: this.dataDir, ...env },
    });
    await program.printed(/ready at/);
    return program;
  }

  async inDatabase<Result>(use: (database: Database) => Promise<Result>): Promise<Result> {
    const connection = await findRunningPostgres(this.dataDir);
    if (!connection) throw new Error('The database does not run');
    const database = openDatabase({ ...connection, max: 1 });
    return use(database).finally(() => database.pool.end());
  }

  async isReady(): Promise<boolean> {
    return (await this.health('ready')) === 200;
  }

  health(name: 'live' | 'ready'): Promise<number | undefined> {
    return new Promise((resolve) => {
      const asked = get(`${this.origin}/health/${name}`, { agent: false }, (answer) => {
        answer.resume().once('close', () => resolve(answer.statusCode));
      });
      asked.once('error', () => resolve(undefined));
    });
  }

  /** Asks ten times a second whether the process is alive, until `stop`. `took`: milliseconds. */
  async watchHealth(stop: AbortSignal): Promise<{ status: number | undefined; took: number }[]> {
    const looks: { status: number | undefined; took: number }[] = [];
    for (; !stop.aborted; await wait(100)) {
      const askedAt = performance.now();
      const status = await this.health('live');
      looks.push({ status, took: performance.now() - askedAt });
    }
    return looks;
  }

  async signalPostgres(signal: NodeJS.Signals): Promise<void> {
    for (const pid of await postgresOf(this.dataDir)) process.kill(pid, signal);
  }

  async killDatabase(): Promise<void> {
    const { pid } = (await readPostmasterFile(`${this.dataDir}/postgres`)) ?? {};
    process.kill(Number(pid), 'SIGKILL');
  }

  async read(token: string, hands: number, stop: AbortSignal): Promise<KeeperAnswer[]> {
    const answers: KeeperAnswer[] = [];
    const readAlone = async () => {
      while (!stop.aborted) {
        answers.push(await askOrigin(this.origin, listLeads, { token }));
        await wait(20);
      }
    };
    await Promise.all(Array.from({ length: hands }, readAlone));
    return answers;
  }
}

export function beforeEachPitlane(take: (pitlane: EmbeddedPitlane) => void): void {
  beforeEach(async () => {
    const harness = await FaultHarness.make();
    take(await EmbeddedPitlane.at(harness.path('data')));
    return () => harness.clear();
  });
}
