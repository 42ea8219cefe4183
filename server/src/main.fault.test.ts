import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPostmasterFile } from '#server/db/embedded/postmaster-file.ts';
import { getErrorCode } from '#server/lib/errors.ts';
import {
  FaultHarness,
  getConnectionConfig,
  postgresOf,
  query,
  until,
} from '#server/testing/fault-harness.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { Program, type ProgramOptions } from '#server/testing/program.ts';

let harness: FaultHarness;
let dataDir: string;
const servers: Server[] = [];
beforeEach(async () => {
  harness = await FaultHarness.make();
  dataDir = harness.path('data');
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await harness.clear();
});

describe('what keeps Pitlane from starting is one line and exit code 1', () => {
  it('a wrong setting', async () => {
    await refused({ PORT: 'eighty' }, /^PORT is 'eighty', and it takes a whole number from 1 to 65535\.$/);
  });

  it.runIf(isLongRun)('an occupied port, and the database is stopped again', async () => {
    await harness.prepare('data');
    const port = await serve(() => undefined);
    await refused(
      { PORT: String(port) },
      new RegExp(`^Port ${port} is in use by another program: .*set PORT`),
    );
    expect(await postgresOf(dataDir)).toEqual([]);
  });

  it.runIf(isLongRun)('an address that is not this machine’s', async () => {
    await harness.prepare('data');
    const port = String(await freePort());
    await refused(
      { PORT: port, HOST: '192.0.2.1' },
      /^HOST is '192\.0\.2\.1', not an address of this machine; set HOST to one, such as/,
    );
  });

  it.runIf(isLongRun)('folders that cannot be made, before anything is in them (F50)', async () => {
    await refused(
      { DATA_DIR: '/proc/x' },
      /^The data folder \/proc\/x cannot be made: ENOENT\. Set DATA_DIR/,
    );
    const file = harness.path('file');
    await copyFile(process.execPath, file);
    await refused(
      { BACKUP_DIR: file },
      /^BACKUP_DIR is '.*file', and it takes a folder that can be written \(EEXIST\)\.$/,
    );
    await refused({ BACKUP_DIR: '/proc/x' }, /^BACKUP_DIR is '\/proc\/x', and it takes a folder that can be/);
    expect(await postgresOf(dataDir)).toEqual([]);
  });

  it.runIf(isLongRun)('a database that cannot be reached, without its password', async () => {
    const url = `postgres://pitlane:secret@127.0.0.1:${await freePort()}/leads`;
    const said = await refused(
      { DATABASE_URL: url },
      /^The database leads at 127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED/,
    );
    expect(said).not.toContain('secret');
  });

  it.runIf(isLongRun)('something that is not a database', async () => {
    const port = await serve((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await refused(
      { DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/leads` },
      /^The database leads at .* cannot be reached: /,
    );
  });

  it.runIf(isLongRun)('a PostgreSQL that is too old', async () => {
    const port = await serve((socket) =>
      speakAsPostgres(socket, { server_version: '14.22', server_encoding: 'UTF8' }),
    );
    await refused(
      { DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/leads` },
      /^The database leads at 127\.0\.0\.1:\d+ is PostgreSQL 14\.22; Pitlane needs 15 or newer\.$/,
    );
  });

  it.runIf(isLongRun)('a database that cannot hold every name', async () => {
    const port = await serve((socket) =>
      speakAsPostgres(socket, { server_version: '18.1', server_encoding: 'LATIN1' }),
    );
    await refused(
      { DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/leads` },
      /has the encoding LATIN1; Pitlane needs UTF8\.$/,
    );
  });

  it.runIf(isLongRun)('a demo on a folder with real data, which stay', async () => {
    await harness.prepare('data');
    const demo = pitlane({ PORT: String(await freePort()) }, {}, '--demo');
    expect(await demo.ended).toBe(1);
    expect(demo.errors).toMatch(/^The folder .* holds data that is no demo's: .*\n$/);
    expect(await readdir(dataDir)).toContain('postgres');
  });

  async function refused(env: Record<string, string>, line: RegExp): Promise<string> {
    const program = pitlane(env);
    expect(await program.ended).toBe(1);
    expect(program.errors.trim()).toMatch(line);
    expect(program.errors.trim().split('\n')).toHaveLength(1);
    expect(program.output).not.toContain('ready');
    return program.errors;
  }
});

it.runIf(isLongRun)('data of an older schema are left as they are, and the way out is one line', async () => {
  await harness.prepare('data');
  const older = harness.hold(dataDir);
  const rename = (from: string, to: string) => `update migrations set name = '${to}' where name = '${from}'`;
  await query(await getConnectionConfig(older), rename('0001-baseline', '0001-pitlane'));
  expect(await older.end('SIGTERM')).toBe(0);

  const failing = pitlane({ PORT: String(await freePort()) });
  expect(await failing.ended).toBe(78);
  expect(failing.errors).toMatch(
    /^The database was made by a Pitlane from before its first release, and nothing was changed: start that version .*\n$/,
  );
  expect(await postgresOf(dataDir)).toEqual([]);
  const mending = harness.hold(dataDir);
  await query(await getConnectionConfig(mending), rename('0001-pitlane', '0001-baseline'));
  expect(await mending.end('SIGTERM')).toBe(0);
  const { program } = await started();
  expect(await program.end('SIGTERM')).toBe(0);
});

it.runIf(isLongRun)(
  'the demo starts with three lines, and calls no statement of its sample slow',
  async () => {
    const env = { PORT: String(await freePort()), SLOW_STATEMENT_MS: '1' };
    const demo = pitlane(env, {}, '--demo');
    await demo.printed(/Log in as .*\n/);
    const lines = demo.output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
    expect(lines).toEqual([
      expect.stringMatching(/^Loading the sample dealer/),
      expect.stringMatching(/^Pitlane is ready at http:/),
      expect.stringMatching(
        /^Log in as superadmin@pitlane\.test \(or .*, unassigned@\) with the password \S+$/,
      ),
    ]);
    const [untilReady = ''] = demo.output.split('Pitlane is ready');
    expect(untilReady + demo.errors).not.toContain('lead_versions');
    expect(await demo.end('SIGTERM')).toBe(0);
  },
);

describe('a signal stops Pitlane in order', () => {
  it('SIGTERM: what is under way or arriving is answered, nothing new is taken, nothing is left (F15.13)', async () => {
    const { program, port } = await started();
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' });
    const head = `POST /api/employeeApp/public/auth/login/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const socket = await open(port);
    const late = await open(port);
    socket.write(head + body.slice(0, 10));
    late.write(head.slice(0, 40));
    await untilHeard(port);
    const ended = program.end('SIGTERM');
    await untilClosed(port);
    late.write(head.slice(40) + body);
    socket.write(body.slice(10));
    for (const [answer] of await Promise.all([once(socket, 'data'), once(late, 'data')]))
      expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
    expect(await ended).toBe(0);
    expect(program.errors).toBe('');
    expect(await postgresOf(dataDir)).toEqual([]);
  });

  it.runIf(isLongRun)(
    'Ctrl-C, which npm doubles, reaches Pitlane alone; PostgreSQL is stopped by it',
    async () => {
      const { program } = await started({ detached: true });
      const [postmaster] = await postgresOf(dataDir);
      process.kill(-program.pid, 'SIGINT');
      process.kill(-program.pid, 'SIGINT');
      expect(await program.ended).toBe(0);
      expect(program.errors).toBe('');
      expect(postmaster).toBeGreaterThan(0);
      expect(await postgresOf(dataDir)).toEqual([]);
    },
  );

  it.runIf(isLongRun)(
    'a second signal does not wait for what is under way, and PostgreSQL goes all the same',
    async () => {
      const { program, port } = await started();
      const socket = await open(port);
      socket.write(
        'POST /api/employeeApp/public/auth/login/ HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{',
      );
      await untilHeard(port);
      process.kill(program.pid, 'SIGTERM');
      await untilClosed(port);
      await wait(1_200);
      expect(await program.end('SIGTERM')).toBe(1);
      await until('PostgreSQL is gone', async () => (await postgresOf(dataDir)).length === 0);
    },
  );

  it.runIf(isLongRun)('during the first start: nothing is left, and the next start succeeds', async () => {
    const first = pitlane({ PORT: String(await freePort()) });
    await first.printed(/Making the database/);
    expect(await first.end('SIGTERM')).toBe(0);
    expect(first.errors).toBe('');
    expect(await postgresOf(dataDir)).toEqual([]);
    const { program } = await started();
    expect(await program.end('SIGTERM')).toBe(0);
  });

  it.runIf(isLongRun)('kill -9 of the start script: the server notices and stops', async () => {
    await harness.prepare('data');
    const script = new Program(['scripts/start.mjs'], {
      env: { PORT: String(await freePort()), DATA_DIR: dataDir },
    });
    await script.printed(/ready at/);
    await script.end('SIGKILL');
    await until('PostgreSQL is gone', async () => (await postgresOf(dataDir)).length === 0);
  });
});

describe('PostgreSQL dies while Pitlane runs', () => {
  it.runIf(isLongRun)('stays alive, is not ready for a while, and recovers by itself', async () => {
    const { program, port } = await started();
    const health = (name: string) => fetch(`http://127.0.0.1:${port}/health/${name}`);
    expect((await health('ready')).status).toBe(200);
    const killing = setInterval(() => void killPostmaster(), 20);
    await until('it is not ready', async () => {
      const answer = await health('ready');
      return answer.status === 503 && answer.headers.has('retry-after');
    });
    expect((await health('live')).status).toBe(200);
    clearInterval(killing);
    await until('it is ready again', async () => (await health('ready')).status === 200);
    expect(await program.end('SIGTERM')).toBe(0);
  });
});

async function killPostmaster(): Promise<void> {
  const { pid } = (await readPostmasterFile(join(dataDir, 'postgres'))) ?? {};
  if (!pid || !(await postgresOf(dataDir)).includes(pid)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It may have ended since it was seen.
    if (getErrorCode(error) !== 'ESRCH') throw error;
  }
}

function pitlane(env: Record<string, string>, options: ProgramOptions = {}, ...args: string[]): Program {
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', OVERLOAD_MS: '999999', ...env };
  return new Program(['server/src/main.ts', ...args], { ...options, env: settings });
}

async function started(options: ProgramOptions = {}): Promise<{ program: Program; port: number }> {
  await prepareUnlessThere();
  const port = await freePort();
  const program = pitlane({ PORT: String(port) }, options);
  await program.printed(/ready at/);
  return { program, port };
}

async function prepareUnlessThere(): Promise<void> {
  if (!existsSync(dataDir)) await harness.prepare('data');
}

/** Waits until Pitlane has taken and read what was sent before: it takes connections in their order, and answers what comes after them later. */
async function untilHeard(port: number): Promise<void> {
  for (let turn = 0; turn < 2; turn++)
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).ok).toBe(true);
}

function untilClosed(port: number): Promise<void> {
  return until('nothing new is taken', () =>
    fetch(`http://127.0.0.1:${port}/health/live`).then(
      () => false,
      () => true,
    ),
  );
}

async function serve(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const port = await serve(() => undefined);
  await new Promise((resolve) => servers.pop()?.close(resolve));
  return port;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Accepts anybody and answers `show`. Source: PostgreSQL, "Message Formats". */
function speakAsPostgres(socket: Socket, settings: Record<string, string>): void {
  let isIn = false;
  const text = (value: string) => Buffer.from(`${value}\0`);
  const message = (type: string, ...parts: Buffer[]) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(4 + parts.reduce((sum, part) => sum + part.length, 0));
    return Buffer.concat([Buffer.from(type), length, ...parts]);
  };
  const ready = message('Z', Buffer.from('I'));
  socket.on('data', (data) => {
    if (!isIn) {
      isIn = true;
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
      return;
    }
    const name = /show (\w+)/.exec(data.toString())?.[1];
    if (!name) return;
    const value = Buffer.from(settings[name] ?? '');
    const length = Buffer.alloc(4);
    length.writeInt32BE(value.length);
    // One column of type text: no table, any length, no modifier, in text format.
    const column = Buffer.concat([text(name), Buffer.from('00000000000000000019ffffffffffff0000', 'hex')]);
    socket.write(
      Buffer.concat([
        message('T', Buffer.from([0, 1]), column),
        message('D', Buffer.from([0, 1]), length, value),
        message('C', text('SHOW')),
        ready,
      ]),
    );
  });
}
