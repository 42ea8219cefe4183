import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { basePath, type Endpoint } from '#contract/call/endpoint.ts';
import { countLeadsByStatus, createLead, listLeads, listLeadsByStatus } from '#contract/leads/leads.ts';
import { beforeEachPitlane, type EmbeddedPitlane } from '#server/testing/hold/embedded-pitlane.ts';
import { KeptWrites, makeKeeper, signInKeeper } from '#server/testing/hold/kept-writes.ts';
import { readMemoryMb } from '#server/testing/hold/memory-of.ts';
import { callAtRate, type Load, percentile, type Wire } from '#server/testing/hold/paced-calls.ts';

const times = 5;
const seconds = 20;
const connections = 300;
const slowestAccepted = 1_000;
const mostMemory = 400;
const healthWithin = 5_000;
const recoversWithin = 2_000;

let pitlane: EmbeddedPitlane;
beforeEachPitlane((made) => {
  pitlane = made;
});

test(`${times} times what the machine carries is refused down to what it does (F10.12)`, async () => {
  const program = await pitlane.start();
  const center = await pitlane.inDatabase(makeKeeper);
  const writes = new KeptWrites(center, 50);
  const token = await signInKeeper(pitlane.origin);
  const port = Number(new URL(pitlane.origin).port);
  const wires = callsOf(token, center);
  await callAtRate(port, wires, { rate: Number.POSITIVE_INFINITY, seconds: 3, connections: 16 });
  const before = await callAtRate(port, wires, {
    rate: Number.POSITIVE_INFINITY,
    seconds: 5,
    connections: 16,
  });
  const carried = before.called.length / before.seconds;

  const stop = new AbortController();
  const writing = writes.write(pitlane.origin, token, 4, stop.signal);
  const looking = pitlane.watchHealth(stop.signal);
  const load = await callAtRate(port, wires, { rate: times * carried, seconds, connections });
  const endedAt = performance.now();
  while ((await once(port, wires)).status !== 200 && performance.now() < endedAt + 60_000) await wait(20);
  const recovered = performance.now() - endedAt;
  stop.abort();
  await writing;
  const looks = await looking;
  const after = await callAtRate(port, wires, {
    rate: Number.POSITIVE_INFINITY,
    seconds: 5,
    connections: 16,
  });
  const memory = (await readMemoryMb(program.pid)).most;

  const accepted = load.called.filter(({ status = 0 }) => status < 300);
  const refused = load.called.filter(({ status }) => status === 503);
  console.log(
    `✓ carried ${Math.round(carried)} calls a second; asked for ${Math.round(load.called.length / seconds)} a second (${Math.round(load.unasked / seconds)} more were due and could not be asked: the load shares the machine), accepted ${Math.round(accepted.length / seconds)}, p99 ${Math.round(percentile(accepted, 0.99))} ms (${Math.round(percentile(before.called, 0.99))} before); refused ${Math.round(refused.length / seconds)}, p99 ${Math.round(percentile(refused, 0.99))} ms; health p99 ${Math.round(percentile(looks, 0.99))} ms, at most ${Math.round(Math.max(...looks.map(({ took }) => took)))} ms; most memory ${Math.round(memory)} MB; all well again ${Math.round(recovered)} ms after the end, ${Math.round(after.called.length / after.seconds)} calls a second; ${writes.leads} leads kept`,
  );
  expectGood(before);
  expectGood(after);
  const others = load.called.filter(
    ({ status = 0, hasRetryAfter }) => status >= 300 && !(status === 503 && hasRetryAfter),
  );
  expect(others.slice(0, 5)).toEqual([]);
  expect(load.called.filter(({ status }) => status === undefined)).toEqual([]);
  expect(refused.length).toBeGreaterThan(accepted.length / 10);
  expect(accepted.length / seconds).toBeGreaterThan(carried / 10);
  expect(percentile(accepted, 0.99)).toBeLessThan(slowestAccepted);
  expect(new Set(looks.map(({ status }) => status))).toEqual(new Set([200]));
  expect(Math.max(...looks.map(({ took }) => took))).toBeLessThan(healthWithin);
  expect(memory).toBeLessThan(mostMemory);
  expect(recovered).toBeLessThan(recoversWithin);
  await pitlane.inDatabase(({ pool }) => writes.expectAllKept(pool));
  expect(program.output).not.toContain('request failed');
  expect(await program.end('SIGTERM')).toBe(0);
}, 600_000);

function callsOf(token: string, center: string): Wire[] {
  let number = 0;
  const wire = ({ method, path }: Endpoint, query = '', body = '') =>
    `${method} ${basePath}${path}${query} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n${body && `content-type: application/json\r\ncontent-length: ${body.length}\r\n`}\r\n${body}`;
  const lead = () => {
    const phone = `018${String(number++).padStart(8, '0')}`;
    return JSON.stringify({ name: `Karim ${phone}`, phone, serviceCenter: center });
  };
  return [
    () => wire(listLeads),
    () => wire(listLeadsByStatus, '?status=pending'),
    () => wire(countLeadsByStatus),
    () => wire(listLeads, '?search=karim'),
    () => wire(createLead, '', lead()),
  ];
}

async function once(port: number, wires: readonly Wire[]) {
  const { called } = await callAtRate(port, wires.slice(0, 1), { rate: 50, seconds: 0.02, connections: 1 });
  return called[0] ?? { status: undefined };
}

function expectGood({ called }: Load): void {
  expect(called.filter(({ status = 0 }) => status < 200 || status >= 300)).toEqual([]);
}
