import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Level } from '#contract/levels.ts';
import { demoEmails, demoPassword } from './accounts.ts';
import { Server } from './server.ts';

/** The environment variable with the folder of demo data that each demo starts from a copy of. */
export const templateVariable = 'PITLANE_E2E_TEMPLATE';

export type Session = { token: string };

type Answer = { status: number; body: unknown };

/** A running demo in a temporary folder, with sessions and calls of its API. */
export class Demo {
  readonly url: string;
  #server: Server;
  #folder: string;
  #signedIn = new Map<Level, Session>();

  private constructor(server: Server, folder: string) {
    this.#server = server;
    this.#folder = folder;
    this.url = server.url;
  }

  static async start(name?: string, settings: Record<string, string> = {}): Promise<Demo> {
    const template = process.env[templateVariable];
    if (!template) throw new Error('The global set-up has made no demo');
    return Demo.#inFolder(async (folder) => {
      await cp(template, folder, { recursive: true, preserveTimestamps: true });
      return Server.start({ ...settings, DATA_DIR: folder }, [], name);
    });
  }

  static async make(settings: Record<string, string>): Promise<Demo> {
    return Demo.#inFolder((folder) => Server.start({ ...settings, DATA_DIR: folder }, ['--demo']));
  }

  static async #inFolder(start: (folder: string) => Promise<Server>): Promise<Demo> {
    const folder = await mkdtemp(join(tmpdir(), 'pitlane-demo-'));
    try {
      return new Demo(await start(folder), folder);
    } catch (error) {
      await remove(folder);
      throw error;
    }
  }

  get outbox(): string {
    return join(this.#folder, 'outbox');
  }

  sql(statement: string, values: unknown[]): Promise<unknown[]> {
    return runSql(this.#folder, statement, values);
  }

  async stop(): Promise<void> {
    try {
      await this.#server.stop();
    } finally {
      await remove(this.#folder);
    }
  }

  async signIn(level: Level): Promise<Session> {
    const { status, body } = await this.call('POST', '/public/auth/login/', {
      email: demoEmails[level],
      password: demoPassword,
    });
    if (status !== 200 || !isSession(body)) throw new Error(`${level} cannot sign in: ${status}`);
    return body;
  }

  async session(level: Level): Promise<Session> {
    const known = this.#signedIn.get(level);
    if (known) return known;
    const session = await this.signIn(level);
    this.#signedIn.set(level, session);
    return session;
  }

  async signedInState(level: Level, session?: Session) {
    const employee = session ?? (await this.session(level));
    const localStorage = [{ name: 'employee', value: JSON.stringify(employee) }];
    return { cookies: [], origins: [{ origin: this.url, localStorage }] };
  }

  async read(path: string, level: Level = 'manager'): Promise<unknown> {
    const { status, body } = await this.call('GET', path, undefined, await this.session(level));
    if (status !== 200) throw new Error(`${level} cannot read ${path}: ${status}`);
    return body;
  }

  async call(method: string, path: string, body?: unknown, session?: Session): Promise<Answer> {
    const response = await fetch(`${this.url}/api/employeeApp${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(session ? { authorization: `Bearer ${session.token}` } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (response.status >= 500)
      throw new Error(`${method} ${path}: ${response.status}\n${this.#server.output}`);
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  }
}

/** Runs a statement in the database of a data folder and returns its rows. */
export async function runSql(folder: string, statement: string, values: unknown[] = []): Promise<unknown[]> {
  const password = await readFile(join(folder, 'postgres', 'pitlane.password'), 'utf8');
  const client = new pg.Client({
    host: join(folder, 'run'),
    user: 'pitlane',
    database: 'postgres',
    password: password.trim(),
  });
  await client.connect();
  try {
    return (await client.query(statement, values)).rows;
  } finally {
    await client.end();
  }
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

function isSession(body: unknown): body is Session {
  return typeof body === 'object' && body !== null && 'token' in body && typeof body.token === 'string';
}
