import { findRunningPostgres } from '#server/db/embedded/running-postgres.ts';
import { freePort } from '#server/testing/free-port.ts';
import { Program } from '#server/testing/program.ts';

/** A further process of Pitlane, on the database that another one runs. */
export class AnotherProcess {
  readonly origin: string;
  readonly #env: Record<string, string>;
  #program: Program;

  private constructor(origin: string, env: Record<string, string>) {
    this.origin = origin;
    this.#env = env;
    this.#program = new Program(['server/src/main.ts'], { env });
  }

  static async start(dataDir: string, env: Record<string, string>): Promise<AnotherProcess> {
    const { host, port, user, password, database } = (await findRunningPostgres(dataDir)) ?? {};
    const by = new URLSearchParams({ host: String(host), port: String(port) });
    const url = `postgres://${user}:${password ?? ''}@localhost/${database}?${by}`;
    const PORT = String(await freePort());
    const all = { ...env, PORT, DATABASE_URL: url, DATA_DIR: dataDir };
    const another = new AnotherProcess(`http://127.0.0.1:${PORT}`, all);
    await another.#program.printed(/ready at/);
    return another;
  }

  async restart(): Promise<void> {
    await this.#program.end('SIGKILL');
    this.#program = new Program(['server/src/main.ts'], { env: this.#env });
    await this.#program.printed(/ready at/);
  }

  end(): Promise<unknown> {
    return this.#program.end('SIGTERM');
  }
}
