import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findRunningPostgres } from '#server/db/embedded/running-postgres.ts';
import { FaultHarness, postgresOf, query, setUpDealerByLink } from '#server/testing/fault-harness.ts';
import { freePort } from '#server/testing/free-port.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { Program } from '#server/testing/program.ts';
import { writeBackupFile } from './backup-file.ts';

const it = test.runIf(isLongRun);

let harness: FaultHarness;
let file: string;
beforeEach(async () => {
  harness = await FaultHarness.make();
  file = harness.path('dealer.backup');
});
afterEach(() => harness.clear());

const person = { email: 'rokeya@padma.test', password: 'a long way to Khulna' };
const counts = '/management/manageLeads/getLeadsCountByStatus';

const command = (what: 'backup' | 'restore', dataDir: string) =>
  new Program(['server/src/backups/command.ts', what, file], { env: { DATA_DIR: harness.path(dataDir) } });

async function succeed(what: 'backup' | 'restore', dataDir: string): Promise<string> {
  const program = command(what, dataDir);
  expect([await program.ended, program.errors]).toEqual([0, '']);
  return program.output;
}

async function refuse(what: 'backup' | 'restore', dataDir: string, code = 1): Promise<string> {
  const program = command(what, dataDir);
  expect(await program.ended).toBe(code);
  return program.errors;
}

async function start(dataDir: string): Promise<{ program: Program; api: string }> {
  const port = String(await freePort());
  // A busy machine is no overload.
  const env = { PORT: port, DATA_DIR: harness.path(dataDir), OVERLOAD_MS: '999999' };
  const program = new Program(['server/src/main.ts'], { env });
  await program.printed(/is ready at/);
  return { program, api: `http://127.0.0.1:${port}/api/employeeApp` };
}

async function startDealer(dataDir: string): Promise<{ program: Program; api: string }> {
  await harness.prepare(dataDir);
  const { program, api } = await start(dataDir);
  await setUpDealerByLink(program, api, person);
  const ask = await logIn(api);
  const [center] = (await ask('/serviceCenter/manageLeads/getServiceCenters')) as [{ _id: string }];
  for (const name of ['রহিম', 'Nadia', 'Omar'])
    await ask('/dataEntry/manageLeads', { name, phone: '01712345678', serviceCenter: center._id });
  return { program, api };
}

async function logIn(api: string): Promise<(path: string, body?: object) => Promise<unknown>> {
  const send = async (path: string, body: object | undefined, headers: Record<string, string>) => {
    const answer = await fetch(`${api}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.ok).toBe(true);
    return answer.json();
  };
  const { token } = (await send('/public/auth/login', person, {})) as { token: string };
  return (path, body) => send(path, body, { authorization: `Bearer ${token}` });
}

it('a dealer is backed up while Pitlane runs, restored elsewhere, and works there', async () => {
  const { program, api } = await startDealer('first');
  expect(await succeed('backup', 'first')).toMatch(/^Backed up [\d,]+ rows in \d+ tables: .*dealer\.backup/m);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await refuse('restore', 'first')).toMatch(/is already in use by another Pitlane/);
  const before = await (await logIn(api))(counts);
  expect(await program.end('SIGTERM')).toBe(0);

  expect(await succeed('restore', 'second')).toMatch(/^Restored [\d,]+ rows/m);
  expect(await postgresOf(harness.path('second'))).toEqual([]);
  const restored = await start('second');
  expect(restored.program.output).not.toContain('Set it up');
  expect(before).toMatchObject({ pendingLeads: 3 });
  expect(await (await logIn(restored.api))(counts)).toEqual(before);
  expect(await restored.program.end('SIGTERM')).toBe(0);
});

it('a restore that is killed leaves nothing; one that follows restores all', async () => {
  const { program } = await startDealer('first');
  expect(await program.end('SIGTERM')).toBe(0);
  await succeed('backup', 'first');
  expect(await postgresOf(harness.path('first'))).toEqual([]);

  const killed = command('restore', 'second');
  await killed.printed(/Building the indexes/);
  expect(await killed.end('SIGKILL')).toBe('SIGKILL');
  expect(await succeed('restore', 'second')).toMatch(/^Restored [\d,]+ rows/m);
  expect(await refuse('restore', 'second')).toBe('The database is not empty: restore into a new one.\n');
});

it('a backup that is stopped leaves no file; without a database or a file name there is none', async () => {
  expect(await refuse('backup', 'nowhere')).toMatch(/^There is no database in .*nowhere\.\n$/);
  expect(existsSync(harness.path('nowhere'))).toBe(false);
  const { program } = await startDealer('first');
  const stopped = command('backup', 'first');
  expect(await stopped.end('SIGTERM')).not.toBe(0);
  expect((await readdir(harness.path())).filter((name) => name.includes('backup'))).toEqual([]);
  const nameless = new Program(['server/src/backups/command.ts', 'backup']);
  expect(await nameless.ended).toBe(1);
  expect(nameless.errors).toBe('Name the file: npm run backup -- FILE\n');
  for (const flag of ['--plain', '--allow-plain']) {
    const unknown = new Program(['server/src/backups/command.ts', 'backup', file, flag]);
    expect(await unknown.ended).toBe(1);
    expect(unknown.errors).toBe('Name the file: npm run backup -- FILE\n');
  }
  expect(await program.end('SIGTERM')).toBe(0);
});

it('a backup of an older schema is refused with the code that nobody need try again', async () => {
  const header = {
    ...{ pitlane: '0.1.0', takenAt: new Date().toISOString(), tables: [] },
    migrations: [{ name: '0001-pitlane', checksum: '' }],
  };
  const options = { passphrase: undefined, signal: new AbortController().signal };
  await writeBackupFile(file, header, (async function* () {})(), options);
  expect(await refuse('restore', 'older', 78)).toBe(
    'The backup was made by a Pitlane from before its first release: restore it there.\n',
  );
});

test.runIf(isLongRun && process.platform === 'linux')(
  'memory does not grow with what is stored',
  async () => {
    const { program } = await startDealer('first');
    const running = await findRunningPostgres(harness.path('first'));
    // COPY writes each byte as two characters: 400 MB, which beside the program itself would not fit.
    await query(
      running ?? {},
      `insert into pictures select 'pictures/' || n, decode(repeat(md5(n::text), 65536), 'hex'), now() from generate_series(1, 200) n`,
    );
    const backup = command('backup', 'first');
    expect(await mostMemoryOf(backup)).toBeLessThan(400);
    expect(await backup.ended).toBe(0);
    expect(await program.end('SIGTERM')).toBe(0);
    const restore = command('restore', 'second');
    expect(await mostMemoryOf(restore)).toBeLessThan(400);
    expect(await restore.ended).toBe(0);
  },
);

async function mostMemoryOf(program: Program): Promise<number> {
  let most = 0;
  for (;;) {
    const status = await readFile(`/proc/${program.pid}/status`, 'utf8').catch(() => '');
    const [, peak] = /VmHWM:\s+(\d+)/.exec(status) ?? [];
    if (!peak) return most;
    most = Number(peak) / 1024;
    await wait(20);
  }
}
