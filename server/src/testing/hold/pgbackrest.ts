import type { Machines } from './machines.ts';
import { databasePassword, type Postgres } from './postgres.ts';

export class PgBackRest {
  readonly #machines: Machines;
  #file = '';

  constructor(machines: Machines) {
    this.#machines = machines;
  }

  async configure(postgres: Postgres): Promise<string[]> {
    const folder = await this.#machines.folder('pgbackrest');
    const example = await this.#machines.example('pgbackrest/pgbackrest.conf', [
      ['/var/lib/pgbackrest', `${folder}/repo`],
      ['/var/log/pgbackrest', folder],
      ['/var/spool/pgbackrest', `${folder}/spool`],
      ['/run/postgresql/pgbackrest', `${folder}/lock`],
      // Here the owner of the database is its superuser, with a password.
      [/pg1-path=.*/g, `pg1-path=${postgres.folder}\npg1-socket-path=${postgres.folder}\npg1-user=pitlane`],
    ]);
    this.#file = await this.#machines.write('pgbackrest.conf', example);
    const settings = [...example.matchAll(/^# {3}(\w+) = '?(.*?)'?$/gm)].map(
      ([, name, value]) => `${name}=${value}`,
    );
    return settings.map((setting) => setting.replace('=pgbackrest ', `=pgbackrest --config=${this.#file} `));
  }

  async run(...args: string[]): Promise<void> {
    const words = [`--config=${this.#file}`, '--stanza=pitlane', ...args];
    const program = this.#machines.start('pgbackrest', words, { PGPASSWORD: databasePassword });
    const code = await program.ended;
    if (code !== 0) throw new Error(`pgbackrest ${args.join(' ')}: ${program.output}${program.errors}`);
  }
}
