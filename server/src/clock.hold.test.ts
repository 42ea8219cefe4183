import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { login } from '#contract/auth.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { createInvite } from '#contract/invites.ts';
import { getMe } from '#contract/session.ts';
import { beforeEachPitlane, type EmbeddedPitlane } from '#server/testing/hold/embedded-pitlane.ts';
import { askOrigin, KeptWrites, keeper, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';

const dealerZone = 'Europe/Berlin';
const serverZone = 'America/New_York';
const day = 86_400_000;
const hands = 6;
const before = 4_000;
const after = 4_000;

let pitlane: EmbeddedPitlane;
beforeEachPitlane((made) => {
  pitlane = made;
});

test('a clock that jumps by a day, and clocks that change, lose nothing and run nothing twice (F15.15)', async () => {
  const clock = new FakeClock(`${pitlane.dataDir}.clock`);
  await clock.shift(0);
  // How late a busy machine is does not matter here.
  const program = await pitlane.start({ ...clock.env, TZ: serverZone, OVERLOAD_MS: '600000' });
  const center = await pitlane.inDatabase((database) => makeKeeper(database, dealerZone));
  const writes = new KeptWrites(center, 20, dealerZone);
  writes.now = clock.now;

  async function passThrough(
    what: string,
    from: number,
    jump?: { to: number; session: number },
  ): Promise<void> {
    await clock.shift(from);
    await expectClock(clock);
    const first = writes.answers.length;
    const token = await signInKeeper(pitlane.origin);
    await writeFor(token, before, async () => {
      if (!jump) return;
      await clock.shift(jump.to);
      await expectClock(clock);
      expect((await askOrigin(pitlane.origin, getMe, { token })).status).toBe(jump.session);
    });
    const again = await signInKeeper(pitlane.origin);
    await writeFor(again, after);
    const answers = writes.answers.slice(first);
    const good = answers.filter(({ status = 0 }) => status >= 200 && status < 300);
    expect(answers.filter(({ status = 500 }) => status >= 500)).toEqual([]);
    expect(good.length).toBeGreaterThan(answers.length / 4);
    await pitlane.inDatabase(({ pool }) => writes.expectAllKept(pool));
    await pitlane.inDatabase(({ pool }) => expectDaysOnChart(pool, again));
    console.log(`✓ ${what}: ${good.length} acknowledged writes, counters and charts have the right days`);
  }

  async function writeFor(
    token: string,
    milliseconds: number,
    then = async () => undefined as unknown,
  ): Promise<void> {
    const stop = new AbortController();
    const writing = writes.write(pitlane.origin, token, hands, stop.signal);
    await wait(milliseconds);
    await then();
    stop.abort();
    await writing;
  }

  const invite = async (email: string) => {
    const token = await signInKeeper(pitlane.origin);
    expect((await askOrigin(pitlane.origin, createInvite, { token, body: { email } })).status).toBe(201);
    // Years later it would have expired.
    await expect.poll(emailsTo).toContain(email);
  };
  const failToLogIn = async () =>
    (await askOrigin(pitlane.origin, login, { body: { ...keeper, password: 'not this one' } })).status;

  // Longer than a session may be idle.
  await passThrough('a day forward', 0, { to: day, session: 401 });
  await invite('ahead@padma.test');
  for (let turn = 0; turn < 10; turn++) expect(await failToLogIn()).toBe(401);
  expect(await failToLogIn()).toBe(429);
  await clock.shift(0);
  expect(await failToLogIn()).toBe(401);
  await passThrough('a day back', day, { to: 0, session: 200 });
  await invite('back@padma.test');
  for (const [what, zone, change] of [
    ['clocks go forward where the dealer is', dealerZone, '2027-03-28T01:00:00Z'],
    ['clocks go back where the dealer is', dealerZone, '2027-10-31T01:00:00Z'],
    ['clocks go forward where the server is', serverZone, '2028-03-12T07:00:00Z'],
    ['clocks go back where the server is', serverZone, '2028-11-05T06:00:00Z'],
  ] as const) {
    const at = Date.parse(change);
    expect(offsetIn(zone, at - 1_000)).not.toBe(offsetIn(zone, at));
    await passThrough(what, at - before - Date.now());
  }
  await passThrough('years back', 0);

  expect(await emailsTo()).toEqual(['ahead@padma.test', 'back@padma.test']);
  expect(program.output).not.toMatch(/request failed|job failed|given up/);
  expect(await program.end('SIGTERM')).toBe(0);
}, 600_000);

class FakeClock {
  readonly #file: string;
  #offset = 0;

  constructor(file: string) {
    this.#file = file;
  }

  get env(): Record<string, string> {
    return {
      LD_PRELOAD: process.env.LIBFAKETIME ?? '',
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  now = () => Date.now() + this.#offset;

  async shift(milliseconds: number): Promise<void> {
    await writeFile(
      `${this.#file}.new`,
      `${milliseconds < 0 ? '' : '+'}${(milliseconds / 1_000).toFixed(3)}\n`,
    );
    await rename(`${this.#file}.new`, this.#file);
    this.#offset = milliseconds;
  }
}

async function expectClock(clock: FakeClock): Promise<void> {
  const told = async () => {
    const { headers } = await fetch(`${pitlane.origin}/health/live`);
    return Math.abs(Date.parse(headers.get('date') ?? '') - clock.now());
  };
  await expect.poll(told).toBeLessThan(5_000);
}

async function expectDaysOnChart(pool: Pool, token: string): Promise<void> {
  const { reply, status } = await askOrigin(pitlane.origin, getDashboard, { token });
  expect(status).toBe(200);
  const days = reply.days as ({ date: string } & Record<string, number>)[];
  const shown = days.map(({ date, ...counts }) => [
    date,
    Object.values(counts).reduce((sum, one) => sum + one, 0),
  ]);
  const { rows } = await pool.query<{ date: string; leads: number }>(
    `select to_char(created_at at time zone $1, 'YYYY-MM-DD') as date, count(*)::int as leads from leads where is_active group by 1`,
    [dealerZone],
  );
  const counted = new Map(rows.map(({ date, leads }) => [date, leads]));
  expect(shown).toEqual(days.map(({ date }) => [date, counted.get(date) ?? 0]));
  expect(days.some(({ date }) => counted.has(date))).toBe(true);
}

async function emailsTo(): Promise<string[]> {
  const folder = join(pitlane.dataDir, 'outbox');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => /^To: (?:.*<)?([^>\s]+)/m.exec(text)?.[1] ?? '').sort();
}

function offsetIn(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).format(at);
}
