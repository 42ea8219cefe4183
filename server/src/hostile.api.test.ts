import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConnection } from '#contract/intake/connections.ts';
import { listLeads } from '#contract/leads/leads.ts';
import { workDueDeliveries } from '#server/intake/work-deliveries.service.ts';
import { csvMonster, makeXlsxMonster } from '#server/testing/file-monsters.ts';

import { uploadFile } from '#server/testing/import-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { type Monster, mailMonster } from '#server/testing/monsters.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let token: string;
let center: string;

beforeAll(async () => {
  app = await TestApp.open();
  ({ token } = await app.signIn('superAdmin'));
  ({ north: center } = await addFixtures(app));
});
afterAll(() => app.close());

async function post(kind: 'email', { what, contentType, body: payload }: Monster) {
  const body = { name: `${kind} ${what}`, kind, platform: 'website', serviceCenter: center } as const;
  const { data } = await app.call(createConnection, { token, body });
  const headers = { 'content-type': contentType, authorization: `Bearer ${data.secret}` };
  const url = `/api/v1/intake/${data.connection._id}`;
  expect((await app.send({ method: 'POST', url, headers, payload })).status).toBe(200);
  await workDueDeliveries(app.context);
  const left = "select from deliveries where state in ('waiting', 'failed')";
  await expect.poll(async () => (await app.pool.query(left)).rowCount).toBe(0);
}

const total = ({ user, system }: { user: number; system: number }) => user + system;
const spent = { here: () => total(process.threadCpuUsage()), inAll: () => total(process.cpuUsage()) };

/**
 * Asks as people and health checks do, until the work is over.
 *
 * @returns `longestWait`: the most that this thread did before it had answered two calls; `elsewhere`: what other threads did; both in
 *   microseconds of a processor.
 */
async function askMeanwhile(work: Promise<unknown>) {
  let isOver = false;
  const done = work.finally(() => {
    isOver = true;
  });
  const statuses: number[] = [];
  const began = { here: spent.here(), inAll: spent.inAll() };
  let longestWait = 0;
  while (!isOver) {
    const askedAt = spent.here();
    statuses.push((await app.send({ method: 'GET', url: '/health/live' })).status);
    statuses.push((await app.call(listLeads, { token })).status);
    longestWait = Math.max(longestWait, spent.here() - askedAt);
  }
  await done;
  const elsewhere = spent.inAll() - began.inAll - (spent.here() - began.here);
  return { statuses, longestWait, elsewhere };
}

const doors: [string, () => Promise<unknown>][] = [
  ['a mail', () => post('email', mailMonster(0))],
  ['a CSV', () => uploadFile(app, token, csvMonster(1).body)],
  ['a book', async () => uploadFile(app, token, await makeXlsxMonster('a million rows of empty cells'))],
];

test.each(doors)(
  'health checks and people are answered while %s that costs much is worked on (F105)',
  async (_name, door) => {
    const { statuses, longestWait, elsewhere } = await askMeanwhile(door());
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(statuses.length).toBeGreaterThan(2);
    expect(longestWait).toBeLessThan(elsewhere);
  },
);
