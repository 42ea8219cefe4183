import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { messages } from '#contract/call/messages.ts';
import { createLead } from '#contract/leads/leads.ts';
import { getSystemStatus } from '#contract/system/system-status.ts';
import { getClusterFolder } from '#server/db/embedded/cluster.ts';
import { getErrorCode } from '#server/lib/errors.ts';
import { FaultHarness, until } from '#server/testing/fault-harness.ts';
import { EmbeddedPitlane } from '#server/testing/hold/embedded-pitlane.ts';
import {
  askOrigin,
  type KeeperAnswer,
  KeptWrites,
  makeKeeper,
  signInKeeper,
} from '#server/testing/hold/kept-writes.ts';
import { Program } from '#server/testing/program.ts';

const size = '300m';
const fullFor = 20_000;
const backWithin = 30_000;
const hands = 8;

let harness: FaultHarness;
let dataDir: string;
let pitlane: EmbeddedPitlane;
beforeEach(async () => {
  harness = await FaultHarness.make();
  dataDir = harness.path('data');
  mkdirSync(dataDir);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'none', dataDir]);
  pitlane = await EmbeddedPitlane.at(dataDir);
});
afterEach(async () => {
  await Program.endAll();
  execFileSync('umount', [dataDir]);
  await harness.clear();
});

test('a full disk refuses writes plainly and lets reads go on, while the write-ahead log has space', async () => {
  await (await pitlane.start()).end('SIGTERM');
  const log = `${getClusterFolder(dataDir)}/pg_wal`;
  execFileSync('mv', [log, harness.path('wal')]);
  execFileSync('ln', ['-s', harness.path('wal'), log]);
  const { reads, told, ready, warnings } = await fillUnderWrites();
  expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
  expect(told).toContain(messages.diskFull);
  expect(ready).toEqual(new Set([200]));
  expect(warnings).toContain('diskLow');
}, 600_000);

test('a disk that is full for the write-ahead log too costs nothing but the time until it has space', async () => {
  // Fills the log's last files at once.
  const fillLog = () => pitlane.inDatabase(({ pool }) => pool.query('select pg_switch_wal()'));
  const { reads, ready } = await fillUnderWrites(() => fillLog().catch(() => undefined));
  expect(ready).toContain(503);
  for (const answer of reads) if (answer.status !== 200) expectUnavailable(answer);
}, 600_000);

async function fillUnderWrites(also: () => Promise<unknown> = async () => undefined) {
  const { origin } = pitlane;
  const program = await pitlane.start();
  const writes = new KeptWrites(await pitlane.inDatabase(makeKeeper));
  const token = await signInKeeper(origin);
  const stop = new AbortController();
  const writing = writes.write(origin, token, hands, stop.signal);
  const reading = pitlane.read(token, 2, stop.signal);
  await wait(2_000);

  const fullAt = performance.now();
  const ballast = `${dataDir}/ballast`;
  const told = new Set<string>();
  const ready = new Set<number | undefined>();
  const warnings = new Set<unknown>();
  const lead = { name: 'Nadia', phone: '01712345678', serviceCenter: writes.center };
  for (; performance.now() < fullAt + fullFor; await wait(200)) {
    fill(ballast);
    await also();
    const { status, reply } = await askOrigin(origin, createLead, { token, body: lead });
    if (status === 503) told.add((reply as { error: { message: string } }).error.message);
    ready.add(await pitlane.health('ready'));
    expect(await pitlane.health('live')).toBe(200);
    const system = await askOrigin(origin, getSystemStatus, { token });
    if (system.status === 200)
      for (const warning of system.reply.warnings as unknown[]) warnings.add(warning);
  }
  rmSync(ballast);
  const freedAt = performance.now();
  const isBack = ({ status, askedAt }: KeeperAnswer) => status === 201 && askedAt > freedAt;
  await until('writes are taken again', async () => writes.answers.some(isBack));
  await until('Pitlane is ready again', () => pitlane.isReady());
  stop.abort();
  await writing;
  const reads = await reading;

  const refused = writes.answers.filter(({ status }) => status === undefined || status >= 300);
  for (const answer of refused) expectUnavailable(answer);
  expect(refused.length).toBeGreaterThan(0);
  const back = (writes.answers.find(isBack)?.answeredAt ?? Number.NaN) - freedAt;
  const longest = Math.max(...writes.answers.map(({ askedAt, answeredAt }) => answeredAt - askedAt));
  const restarts = program.output.split('starting it again').length - 1;
  console.log(
    `✓ ${writes.answers.length - refused.length} acknowledged writes, ${refused.length} answers 503 (${[...told].join('; ')}), ${reads.length} reads of which ${reads.filter(({ status }) => status !== 200).length} answered 503, longest answer ${seconds(longest)}, /health/ready ${[...ready].join(' and ')}, ${restarts} starts of PostgreSQL, writing again ${seconds(back)} after there was space`,
  );
  expect(back).toBeLessThan(backWithin);
  await pitlane.inDatabase(({ pool }) => writes.expectAllKept(pool));
  expect(program.output).not.toContain('request failed');
  expect(await program.end('SIGTERM')).toBe(0);
  return { reads, told, ready, warnings };
}

function expectUnavailable({ status, retryAfter }: KeeperAnswer): void {
  expect([status, Number(retryAfter) > 0]).toEqual([503, true]);
}

function fill(file: string): void {
  const opened = openSync(file, 'a');
  try {
    for (let bytes = 2 ** 20; bytes >= 1; ) {
      try {
        writeSync(opened, Buffer.alloc(bytes));
      } catch (error) {
        if (getErrorCode(error) !== 'ENOSPC') throw error;
        bytes = Math.floor(bytes / 16);
      }
    }
  } finally {
    closeSync(opened);
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
