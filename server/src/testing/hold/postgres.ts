import pg from 'pg';
import type { Program } from '#server/testing/program.ts';
import type { Machine, Machines } from './machines.ts';

const bin = '/usr/lib/postgresql/15/bin';
export const databasePassword = 'change-me-5';

export class Postgres {
  readonly #machines: Machines;
  readonly #machine: Machine;
  readonly folder: string;
  #program: Program | undefined;

  constructor(machines: Machines, machine: Machine, folder: string) {
    this.#machines = machines;
    this.#machine = machine;
    this.folder = folder;
  }

  get url(): string {
    return `postgres://pitlane:${databasePassword}@${this.#machines.address(this.#machine)}:5432/pitlane`;
  }

  async make(settings: readonly string[] = []): Promise<void> {
    const file = await this.#machines.write('password', databasePassword);
    const options = ['--username=pitlane', `--pwfile=${file}`, '--auth=scram-sha-256', '--encoding=UTF8'];
    const made = this.#machines.start(`${bin}/initdb`, ['-D', this.folder, '--locale=C.UTF-8', ...options]);
    if ((await made.ended) !== 0) throw new Error(made.output + made.errors);
    await this.start(settings);
    const client = new pg.Client({ connectionString: this.url.replace(/pitlane$/, 'postgres') });
    await client.connect();
    await client.query('create database pitlane');
    await client.end();
  }

  async start(settings: readonly string[] = []): Promise<void> {
    const all = [
      `listen_addresses=${this.#machines.address(this.#machine)}`,
      `unix_socket_directories=${this.folder}`,
      ...settings,
    ];
    const args = ['-D', this.folder, ...all.flatMap((setting) => ['-c', setting])];
    this.#program = this.#machines.start(`${bin}/postgres`, args);
    await this.#program.printed(/ready to accept connections/);
  }

  async stop(): Promise<void> {
    await this.#program?.end('SIGINT');
  }
}
