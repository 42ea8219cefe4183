import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { login } from '#contract/auth.ts';
import { basePath } from '#contract/call/endpoint.ts';
import { streamEvents } from '#contract/events.ts';
import { downloadLeadsCsv } from '#contract/leads/lead-oversight.ts';
import { beforeEachPitlane, type EmbeddedPitlane } from '#server/testing/hold/embedded-pitlane.ts';
import { KeptWrites, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';
import { readMemoryMb } from '#server/testing/hold/memory-of.ts';
import { percentile } from '#server/testing/hold/paced-calls.ts';
import { type SlowClient, SlowClients } from '#server/testing/hold/slow-clients.ts';
import { fillWithLeads } from '#server/testing/many-leads.ts';

const leads = 40_000;
const second = 1_000;
const mostMemory = 400;
const slowestOther = 1_000;
const each = 200;
const tooMany = 700;
const mostOfAddress = 500;
const streamsOfPerson = 20;

let pitlane: EmbeddedPitlane;
beforeEachPitlane((made) => {
  pitlane = made;
});

test('slow clients of every kind are cut, take little, and keep nobody out (F3, F4, F5)', async () => {
  const program = await pitlane.start();
  const center = await pitlane.inDatabase(async (database) => {
    const made = await makeKeeper(database);
    const { rows } = await sql<{ id: string }>`select id from employees`.execute(database.db);
    await fillWithLeads(database.pool, rows[0]?.id ?? '', leads, new Date());
    return made;
  });
  const token = await signInKeeper(pitlane.origin);
  const port = Number(new URL(pitlane.origin).port);
  const signedIn = `host: localhost\r\nauthorization: Bearer ${token}\r\n`;
  const get = (path: string) => `GET ${path} HTTP/1.1\r\n${signedIn}\r\n`;
  const length = 'content-type: application/json\r\ncontent-length: 10000\r\n';
  const kinds: { name: string; client: SlowClient; count: number; within: number; left: number }[] = [
    kind('that say nothing', { first: '', drip: '', reads: true }, 20),
    kind(
      'with slow headers',
      { first: 'GET / HTTP/1.1\r\nhost: localhost\r\nx: ', drip: 'a', reads: true },
      20,
    ),
    kind(
      'with slow bodies',
      {
        first: `POST ${basePath}${login.path} HTTP/1.1\r\nhost: localhost\r\n${length}\r\n`,
        drip: ' ',
        reads: true,
      },
      20,
    ),
    kind(
      'that take no download',
      { first: get(`${basePath}${downloadLeadsCsv.path}`), drip: '', reads: false },
      100,
      0,
      40,
    ),
    kind(
      'that take no answer',
      { first: get('/api/docs/json').repeat(200), drip: '', reads: false },
      100,
      0,
      40,
    ),
    kind('idle after an answer', { first: get('/health/live'), drip: '', reads: true }, 100, 0, tooMany),
    kind(
      'with streams that nobody reads',
      { first: get(`${basePath}${streamEvents.path}`), drip: '', reads: false },
      100,
      streamsOfPerson,
    ),
  ];

  const stop = new AbortController();
  const writes = new KeptWrites(center, 100);
  const writing = writes.write(pitlane.origin, token, 2, stop.signal);
  const reading = pitlane.read(token, 4, stop.signal);
  const groups = kinds.map((one, number) => ({
    ...one,
    clients: new SlowClients(port, `127.0.0.${number + 2}`),
  }));
  const openedAt = performance.now();
  await Promise.all(groups.map(({ clients, count, client }) => clients.open(count, client)));
  await wait(2 * second);
  const held = await Promise.all(groups.map(({ clients }) => clients.held()));
  for (const count of held) expect(count).toBeLessThanOrEqual(mostOfAddress);

  const lines: string[] = [];
  for (const { name, clients, count, within, left } of [...groups].sort(
    (one, other) => one.within - other.within,
  )) {
    while ((await clients.held()) > left && performance.now() - openedAt < within * second) await wait(200);
    const took = (performance.now() - openedAt) / second;
    lines.push(`${count} ${name}: ${await clients.held()} left after ${took.toFixed(0)} s`);
    expect.soft(await clients.held(), name).toBeLessThanOrEqual(left);
  }
  const { most } = await readMemoryMb(program.pid);
  stop.abort();
  await writing;
  const answers = [...(await reading), ...writes.answers].map(({ askedAt, answeredAt, status }) => ({
    status,

    took: answeredAt - askedAt,
  }));
  console.log(
    `✓ ${lines.join('; ')}; ${answers.length} calls of others, p99 ${percentile(answers, 0.99).toFixed(0)} ms; most memory ${most.toFixed(0)} MB`,
  );
  expect(answers.filter(({ status = 0 }) => status >= 300 || status === 0).slice(0, 5)).toEqual([]);
  expect(percentile(answers, 0.99)).toBeLessThan(slowestOther);
  expect(most).toBeLessThan(mostMemory);
  for (const { clients } of groups) clients.close();
  trySlowHttpTest(pitlane.origin);
  expect(program.output).not.toContain('request failed');
  expect(await program.end('SIGTERM')).toBe(0);
}, 600_000);

function kind(name: string, client: SlowClient, within: number, left = 0, count = each) {
  return { name, client, within, left, count };
}

function trySlowHttpTest(origin: string): void {
  for (const [mode = '', ...options] of [['-H'], ['-B'], ['-X', '-k', '3']]) {
    const args = [
      mode,
      ...options,
      '-c',
      '400',
      '-r',
      '200',
      '-i',
      '2',
      '-l',
      '20',
      '-p',
      '3',
      '-u',
      `${origin}/`,
    ];
    const { status, stdout, error } = spawnSync('slowhttptest', args, { encoding: 'utf8' });
    if (error) {
      console.log('– slowhttptest is not installed: apt-get install slowhttptest');
      return;
    }
    expect(status).toBe(0);
    expect(stdout).not.toMatch(/service available:\W*NO/);
    expect(stdout).toMatch(/service available:/);
    console.log(`✓ slowhttptest ${mode} keeps nobody out`);
  }
}
