import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { beforeEachPitlane, type EmbeddedPitlane } from '#server/testing/hold/embedded-pitlane.ts';
import { type KeeperAnswer, KeptWrites, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';

const frozenFor = 30_000;
const toldWithin = 5_000;
const longestAnswer = 12_000;
const refusedWithin = 1_000;
const backWithin = 5_000;
const hands = 16;
const lookEvery = 100;

let pitlane: EmbeddedPitlane;
beforeEachPitlane((made) => {
  pitlane = made;
});
afterEach(() => pitlane.signalPostgres('SIGCONT'));

test(`a database that is frozen for ${frozenFor / 1_000} s costs nothing but that time`, async () => {
  const program = await pitlane.start();
  const writes = new KeptWrites(await pitlane.inDatabase(makeKeeper));
  const token = await signInKeeper(pitlane.origin);
  const stop = new AbortController();
  const writing = writes.write(pitlane.origin, token, hands, stop.signal);
  const reading = pitlane.read(token, hands, stop.signal);
  await wait(2_000);

  const frozenAt = performance.now();
  await pitlane.signalPostgres('SIGSTOP');
  const looks = await lookAtHealth(frozenAt + frozenFor);
  const wokenAt = performance.now();
  await pitlane.signalPostgres('SIGCONT');
  while (!(await pitlane.isReady()) && performance.now() < wokenAt + longestAnswer) await wait(20);
  const readyAt = performance.now();
  await wait(backWithin);
  stop.abort();
  await writing;
  const reads = await reading;

  expect(new Set(looks.map(({ live }) => live))).toEqual(new Set([200]));
  const told = looks.findIndex(({ ready }) => ready === 503);
  const toldAt = looks[told]?.at ?? Number.NaN;
  expect(toldAt - frozenAt).toBeLessThan(toldWithin);
  expect(new Set(looks.slice(told).map(({ ready }) => ready))).toEqual(new Set([503]));
  expect(readyAt - wokenAt).toBeLessThan(backWithin);
  const [written, read] = [writes.answers, reads].map((answers) => figuresOf(answers, toldAt, wokenAt));
  console.log(
    `✓ writes: ${written}; reads: ${read}; not ready ${seconds(toldAt - frozenAt)} after the freeze, ready again ${seconds(readyAt - wokenAt)} after its end`,
  );
  await pitlane.inDatabase(({ pool }) => writes.expectAllKept(pool));
  expect(program.output).not.toContain('request failed');
  expect(await program.end('SIGTERM')).toBe(0);
}, 600_000);

async function lookAtHealth(until: number) {
  const looks: { at: number; live: number | undefined; ready: number | undefined }[] = [];
  for (; performance.now() < until; await wait(lookEvery)) {
    const [live, ready] = [await pitlane.health('live'), await pitlane.health('ready')];
    looks.push({ at: performance.now(), live, ready });
  }
  return looks;
}

function figuresOf(answers: readonly KeeperAnswer[], toldAt: number, wokenAt: number): string {
  const refused = answers.filter(({ status }) => status === undefined || status >= 300);
  for (const { status, retryAfter } of refused) expect([status, Number(retryAfter) > 0]).toEqual([503, true]);
  const longestOf = (some: readonly KeeperAnswer[]) =>
    Math.max(...some.map(({ askedAt, answeredAt }) => answeredAt - askedAt));
  const during = answers.filter(({ askedAt }) => askedAt > toldAt && askedAt < wokenAt - refusedWithin);
  expect(new Set(during.map(({ status }) => status))).toEqual(new Set([503]));
  expect(longestOf(during)).toBeLessThan(refusedWithin);
  const longest = longestOf(answers);
  expect(longest).toBeLessThan(longestAnswer);
  const back = answers.find(({ status, askedAt }) => status !== 503 && askedAt > wokenAt);
  expect((back?.answeredAt ?? Number.NaN) - wokenAt).toBeLessThan(backWithin);
  return `${answers.length - refused.length} answers, ${refused.length} times 503, the longest after ${seconds(longest)}, or ${seconds(longestOf(during))} once it was known, again ${seconds((back?.answeredAt ?? 0) - wokenAt)} after the end`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
