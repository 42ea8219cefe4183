import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#server/testing/free-port.ts';
import { openSilentProxy } from '#server/testing/silent-proxy.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { openEventHub } from './event-hub.ts';
import type { Notice } from './notices.ts';
import { openProcessCache } from './process-cache.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.open();
});
afterAll(() => app.close());

const until = (condition: () => boolean) => expect.poll(condition).toBe(true);

test('a connection that falls silent is given up, and what was missed is told as a refresh (F15.2)', async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error) => warnings.push(name);
  process.on('warning', onWarning);
  const proxy = await openSilentProxy(app.databaseName);
  const hub = openEventHub(proxy.config, pino({ level: 'silent' }), {
    every: 30,
    patience: 500,
    trust: 3_000,
  });
  const heard: Notice[] = [];
  hub.subscribe((notice) => heard.push(notice));
  const refreshes = () => heard.filter(({ kind }) => kind === 'refresh').length;
  const notify = () =>
    app.pool.query(`select pg_notify('pitlane', '{"kind":"serviceCenter","data":{},"scope":{}}')`);

  await until(() => proxy.opened() === 1);
  for (let turn = 1; turn <= 12; turn++) {
    const before = refreshes();
    proxy.silence();
    await until(() => refreshes() > before);
  }
  const told = () => heard.filter(({ kind }) => kind === 'serviceCenter').length;
  expect(told()).toBe(0);
  await notify();
  await until(() => told() > 0);
  expect(told()).toBe(1);
  expect(warnings).toEqual([]);

  proxy.silence();
  await hub.close();
  proxy.close();
  process.off('warning', onWarning);
});

test('a connection that cannot be made again says why, once (F52)', async () => {
  const said: unknown[] = [];
  const nowhere = { host: '127.0.0.1', port: await freePort() };
  const hub = openEventHub(nowhere, { warn: (notes: unknown) => said.push(notes) });
  await until(() => said.length > 0);
  await wait(1_500);
  await hub.close();
  expect(said).toEqual([{ reason: 'ECONNREFUSED' }]);
});

test('while nothing is heard nothing is kept', async () => {
  const proxy = await openSilentProxy(app.databaseName);
  const quiet = { every: 50, patience: 600_000, trust: 1_000 };
  const hub = openEventHub(proxy.config, pino({ level: 'silent' }), quiet);
  const { names } = openProcessCache(hub);
  let reads = 0;
  const read = () =>
    names('all', async () => {
      reads++;
      return { centers: new Map(), offerings: new Map(), people: new Map() };
    });
  await expect
    .poll(
      async () => {
        const before = reads;
        await read();
        return reads - before;
      },
      { timeout: 30_000 },
    )
    .toBe(0);

  proxy.silence();
  await until(() => !hub.isCurrent());
  const before = reads;
  await read();
  await read();
  expect(reads).toBe(before + 2);
  await hub.close();
  proxy.close();
});
