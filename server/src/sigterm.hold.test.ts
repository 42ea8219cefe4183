import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { basePath } from '#contract/call/endpoint.ts';
import { downloadAllCollections } from '#contract/reports.ts';
import { postgresOf } from '#server/testing/fault-harness.ts';
import { beforeEachPitlane, type EmbeddedPitlane } from '#server/testing/hold/embedded-pitlane.ts';
import { type KeeperAnswer, KeptWrites, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';
import { EventStream } from '#server/testing/hold/streams.ts';

const rounds = 5;
const stopsWithin = 10_000;
const onTheWay = 250;
const writers = 24;
const readers = 24;

let pitlane: EmbeddedPitlane;
beforeEachPitlane((made) => {
  pitlane = made;
});

test(`SIGTERM under load, ${rounds} times, cuts no answer and loses no write (F15.13)`, async () => {
  let program = await pitlane.start();
  const writes = new KeptWrites(await pitlane.inDatabase(makeKeeper));
  for (let round = 1; round <= rounds; round++) {
    const { origin } = pitlane;
    const first = writes.answers.length;
    const token = await signInKeeper(origin);
    const stream = await EventStream.open(origin, token);
    const stop = new AbortController();
    const writing = writes.write(origin, token, writers, stop.signal);
    const reading = pitlane.read(token, readers, stop.signal);
    const exporting = exportUntil(origin, token, stop.signal);
    await wait(3_000);

    const askedAt = performance.now();
    expect(await program.end('SIGTERM')).toBe(0);
    const endedAt = performance.now();
    stop.abort();
    await writing;
    const exports = await exporting;
    const answers = [...writes.answers.slice(first), ...(await reading), ...exports];
    expect(endedAt - askedAt).toBeLessThan(stopsWithin);
    expect(answers.filter(({ isCut }) => isCut)).toEqual([]);
    for (const { status, retryAfter, askedAt: at } of answers) {
      if (status !== undefined && status < 300) continue;
      // What arrived before the signal is answered.
      if (status === undefined) expect(at).toBeGreaterThan(askedAt - onTheWay);
      else expect([status, Number(retryAfter) > 0]).toEqual([503, true]);
    }
    expect(stream.state).toMatch(/ ended by the server$/);
    expect(program.output).not.toContain('request failed');
    expect(await postgresOf(pitlane.dataDir)).toEqual([]);
    const late = answers.filter(({ status, answeredAt }) => status !== undefined && answeredAt > askedAt);
    const exported = exports.filter(({ status }) => status === 200).length;
    console.log(
      `✓ round ${round}: ended after ${((endedAt - askedAt) / 1_000).toFixed(1)} s; ${answers.filter(({ status }) => status !== undefined).length} whole answers, ${late.length} of them after the signal, ${exported} exports; ${answers.filter(({ status }) => status === undefined).length} calls found the connection closed`,
    );

    program = await pitlane.start();
    await pitlane.inDatabase(({ pool }) => writes.expectAllKept(pool));
  }
  expect(await program.end('SIGTERM')).toBe(0);
}, 600_000);

async function exportUntil(origin: string, token: string, stop: AbortSignal): Promise<KeeperAnswer[]> {
  const answers: KeeperAnswer[] = [];
  while (!stop.aborted) {
    const answer = { status: undefined as number | undefined, retryAfter: null as string | null };
    const askedAt = performance.now();
    let isCut = false;
    try {
      const { status, headers, body } = await fetch(`${origin}${basePath}${downloadAllCollections.path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      isCut = true;
      for await (const _ of body ?? []);
      isCut = false;
      Object.assign(answer, { status, retryAfter: headers.get('retry-after') });
    } catch {
      await wait(20);
    }
    answers.push({ ...answer, isCut, askedAt, answeredAt: performance.now() });
  }
  return answers;
}
