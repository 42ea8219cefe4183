import type { Program } from '#server/testing/program.ts';
import type { Machine, Machines } from './machines.ts';

export class PgBouncer {
  readonly #machines: Machines;
  readonly #machine: Machine;
  #program: Program | undefined;

  constructor(machines: Machines, machine: Machine) {
    this.#machines = machines;
    this.#machine = machine;
  }

  get url(): string {
    return `postgres://pitlane:change-me-5@${this.#machines.address(this.#machine)}:6432/pitlane`;
  }

  async start(changes: readonly (readonly [string | RegExp, string])[] = []): Promise<void> {
    const folder = await this.#machines.folder('pgbouncer');
    const users = await this.#machines.write('userlist.txt', '"pitlane" "change-me-5"\n');
    const example = await this.#machines.example('pgbouncer/pgbouncer.ini', [
      ['listen_addr = 127.0.0.1', `listen_addr = ${this.#machines.address(this.#machine)}`],
      ['/etc/pgbouncer/userlist.txt', users],
      ['logfile = /var/log/postgresql/pgbouncer.log', ''],
      ['/var/run/postgresql', folder],
      ...changes,
    ]);
    const file = await this.#machines.write('pgbouncer.ini', example);
    const program = this.#machines.start('/usr/sbin/pgbouncer', [file]);
    this.#program = program;
    await program.printed(/process up/);
  }

  async kill(): Promise<void> {
    await this.#program?.end('SIGKILL');
  }
}
