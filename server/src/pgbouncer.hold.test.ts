import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { basePath } from '#contract/call/endpoint.ts';
import { downloadLeadsCsv } from '#contract/leads/lead-oversight.ts';
import { createLead } from '#contract/leads/leads.ts';
import { openDatabase } from '#server/db/pool.ts';
import { askOrigin, KeptWrites, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';
import { type Machine, Machines } from '#server/testing/hold/machines.ts';
import { PgBouncer } from '#server/testing/hold/pgbouncer.ts';
import { Postgres } from '#server/testing/hold/postgres.ts';
import { EventStream } from '#server/testing/hold/streams.ts';
import type { Program } from '#server/testing/program.ts';

const hands = 8;
const writing = 5_000;
const limits = `alter database pitlane set statement_timeout = '30s';
  alter database pitlane set lock_timeout = '10s';
  alter database pitlane set idle_in_transaction_session_timeout = '60s'`;
const appMachines = [21, 22] as const;

type Changes = Parameters<PgBouncer['start']>[0];

let machines: Machines;
let postgres: Postgres;
let bouncer: PgBouncer;
beforeEach(async () => {
  machines = await Machines.make();
  postgres = new Postgres(machines, 11, await machines.folder('postgres'));
  await postgres.make();
  bouncer = new PgBouncer(machines, 21);
});
afterEach(async () => {
  await postgres.stop();
  await machines.clear();
});

test('behind transaction pooling Pitlane asks for a direct address, and then works', async () => {
  await bouncer.start();
  const refused = await startPitlane(21, {});
  expect(await refused.ended).toBe(1);
  expect(refused.errors).toMatch(/^DATABASE_URL leads through a pooler .*: set DATABASE_DIRECT_URL .*\n$/);

  const direct = { DATABASE_DIRECT_URL: postgres.url };
  const wrong = await startPitlane(21, { DATABASE_DIRECT_URL: bouncer.url });
  expect(await wrong.ended).toBe(1);
  expect(wrong.errors).toMatch(/^DATABASE_DIRECT_URL leads through a pooler/);

  const unlimited = await startPitlane(21, direct);
  await unlimited.printed(/ready at/);
  expect(unlimited.output).toMatch(/the pooler drops Pitlane's timeouts/);
  await unlimited.end('SIGTERM');
  await bouncer.kill();
  await expectToWork(direct, []);
});

test('behind session pooling Pitlane works as without a pooler', async () => {
  const changes: Changes = [
    ['pool_mode = transaction', 'pool_mode = session'],
    ['default_pool_size = 30', 'default_pool_size = 60'],
  ];
  await expectToWork({}, changes);
});

test('a pgBouncer that refuses Pitlane’s timeouts is told apart', async () => {
  await bouncer.start([[/ignore_startup_parameters = .*/g, '']]);
  const refused = await startPitlane(21, {});
  expect(await refused.ended).toBe(1);
  expect(refused.errors).toMatch(
    / add ignore_startup_parameters = statement_timeout, .* to pgbouncer\.ini\.\n$/,
  );
});

async function expectToWork(settings: Record<string, string>, changes: Changes): Promise<void> {
  const database = openDatabase({ connectionString: postgres.url, max: 1 });
  await database.pool.query(limits);
  await bouncer.start(changes);
  const pitlanes = await Promise.all(appMachines.map((machine) => startPitlane(machine, settings)));
  await Promise.all(pitlanes.map((pitlane) => pitlane.printed(/ready at/)));
  expect(pitlanes.map(({ output }) => output).join()).not.toMatch(/timeouts/);
  const writes = new KeptWrites(await makeKeeper(database));
  const [one, other] = [originOf(21), originOf(22)];
  const token = await signInKeeper(one);

  await writeFor(writes, token);
  expect(new Set(writes.answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
  await writes.expectAllKept(database.pool);
  await expectEvents(writes, token);
  const csv = await fetch(`${other}${basePath}${downloadLeadsCsv.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect((await csv.text()).split('\n').length).toBeGreaterThan(writes.leads);

  const before = writes.answers.length;
  const written = writeFor(writes, token);
  await wait(1_000);
  await bouncer.kill();
  await wait(1_000);
  await bouncer.start(changes);
  await written;
  const after = writes.answers.slice(before);
  expect([200, 201, 503]).toEqual(expect.arrayContaining([...new Set(after.map(({ status }) => status))]));
  expect(after.at(-1)?.status).toBeLessThan(300);
  await writes.expectAllKept(database.pool);
  console.log(
    `${writes.answers.length} writes, ${after.filter(({ status }) => status === 503).length} answers 503`,
  );
  await database.pool.end();
}

async function startPitlane(machine: Machine, settings: Record<string, string>): Promise<Program> {
  const args = ['--disable-warning=ExperimentalWarning', 'server/src/main.ts'];
  return machines.start(process.execPath, args, {
    HOST: machines.address(machine),
    DATABASE_URL: bouncer.url,
    DATA_DIR: await machines.folder(`pitlane-${machine}`),
    ...settings,
  });
}

function originOf(machine: Machine): string {
  return `http://${machines.address(machine)}:3000`;
}

async function writeFor(writes: KeptWrites, token: string): Promise<void> {
  const stop = AbortSignal.timeout(writing);
  await Promise.all(appMachines.map((machine) => writes.write(originOf(machine), token, hands / 2, stop)));
}

async function expectEvents({ center }: KeptWrites, token: string): Promise<void> {
  for (const [here, there] of [appMachines, appMachines.toReversed()]) {
    const stream = await EventStream.open(originOf(there ?? 0), token);
    const body = { name: `Nadia of ${here}`, phone: '01712345678', serviceCenter: center };
    const { reply } = await askOrigin(originOf(here ?? 0), createLead, { token, body });
    expect(await stream.hears(String(reply._id), 10_000)).toBe(true);
    stream.close();
  }
}
