import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { basePath } from '#contract/call/endpoint.ts';
import { getDealer } from '#contract/dealer.ts';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import { countLeadsByStatus, createLead } from '#contract/leads/leads.ts';
import { changePassword } from '#contract/session.ts';
import { hashPassword } from '#server/auth/passwords.service.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { TestApp, testPassword } from '#server/testing/test-app.ts';

let app: TestApp;
let narrow: TestApp;
beforeAll(async () => {
  app = await TestApp.open();
  narrow = await TestApp.open({
    limits: { calls: 1, strangerCalls: 1, strangersWaiting: 1, strangersWaitingPerNetwork: 1 },
  });
});
afterAll(async () => {
  await app.close();
  await narrow.close();
});

const logIn = (at: TestApp, remoteAddress: string, email: string, password = 'wrong-password') =>
  at.send({
    method: 'POST',
    url: `${basePath}${auth.login.path}`,
    payload: { email, password },
    remoteAddress,
  });

const get = (at: TestApp, remoteAddress: string, path: string, token = 'x'.repeat(43)) =>
  at.send({ method: 'GET', url: path, headers: { authorization: `Bearer ${token}` }, remoteAddress });

test.runIf(isLongRun)(
  'a flood of strangers from 40 networks keeps nobody with a session from working, nor an honest login from its turn (F46)',
  async () => {
    const { north } = await addFixtures(app);
    const { token, email } = await app.signIn('manager');
    const statuses = new Map<number, number>();
    let isOver = false;
    const keepAsking = async (ask: (turn: number) => ReturnType<typeof logIn>) => {
      for (let turn = 0; !isOver; turn++) {
        const { status } = await ask(turn);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await pause(100);
      }
    };
    const flood = Array.from({ length: 40 }, (_, network) => `198.51.100.${network}`).flatMap((address) => [
      ...Array.from({ length: 4 }, (_, each) =>
        keepAsking((turn) => logIn(app, address, `${address}-${each}-${turn}@flood.example`)),
      ),
      keepAsking((turn) => get(app, address, `${basePath}/public/setup/${turn}`)),
      keepAsking((turn) => get(app, address, `/pictures/${turn}.webp`)),
      keepAsking((turn) =>
        get(app, address, `${basePath}${listManagementLeads.path}`, `${turn}`.padEnd(43, 'x')),
      ),
    ]);

    const work = async (turn: number) => {
      const body = { name: `Lead ${turn}`, phone: `017110000${turn + 10}`, serviceCenter: north };
      const answers = await Promise.all([
        app.call(listManagementLeads, { token }),
        app.call(countLeadsByStatus, { token }),
        app.call(createLead, { token, body }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 201]);
      if (turn % 4 === 0)
        expect((await logIn(app, `203.0.113.${turn}`, email, testPassword)).status).toBe(200);
    };
    try {
      for (let turn = 0; turn < 8; turn++) await work(turn);
    } finally {
      isOver = true;
      await Promise.all(flood);
    }
    expect(statuses.get(401)).toBeGreaterThan(0);
  },
);

test('a network beyond its attempts gets 429, however full the room of strangers is (F46)', async () => {
  const flooding = '198.51.100.1';
  const ask = () =>
    narrow.send({
      method: 'POST',
      url: `${basePath}${auth.verifyEmail.path}`,
      payload: {},
      remoteAddress: flooding,
    });
  for (let turn = 0; turn < 100; turn++) expect((await ask()).status).toBe(400);
  expect((await ask()).status).toBe(429);
  const blocker = await narrow.pool.connect();
  await blocker.query('begin; lock table dealer in access exclusive mode');
  const held = [
    get(narrow, '192.0.2.1', `${basePath}${getDealer.path}`),
    get(narrow, '192.0.2.2', `${basePath}${getDealer.path}`),
  ];
  await expect
    .poll(() => get(narrow, '192.0.2.3', `${basePath}${getDealer.path}`))
    .toMatchObject({ status: 503 });
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
  await blocker.query('rollback');
  blocker.release();
  for (const answer of await Promise.all(held)) expect(answer.status).toBe(200);
});

test('who waits for the hash of a password takes nobody’s place (F46)', async () => {
  const { token, email } = await narrow.signIn('manager');
  const order: string[] = [];
  const note = (name: string) => () => order.push(name);
  const networks = Array.from({ length: 8 }, (_, place) => `198.51.100.${place}`);
  const hashes = networks.flatMap((address) =>
    Array.from({ length: 14 }, () => hashPassword({}, testPassword, address)),
  );
  const [network = ''] = networks;
  const ownPassword = narrow.send({
    method: changePassword.method,
    url: basePath + changePassword.path,
    headers: { authorization: `Bearer ${token}` },
    payload: { currentPassword: 'wrong-password', newPassword: 'gear-box-77' },
    remoteAddress: network,
  });
  const waiting = [
    ownPassword.then(note('own password')),
    logIn(narrow, network, email, testPassword).then(note('login')),
  ];
  await expect.poll(() => narrow.call(countLeadsByStatus, { token })).toMatchObject({ status: 200 });
  await expect.poll(() => narrow.call(getDealer)).toMatchObject({ status: 200 });
  note('others')();
  await Promise.all([...hashes, ...waiting]);
  expect(order[0]).toBe('others');
});

test('after slow calls as many may be under way as ever (F46)', async () => {
  const few = await TestApp.open({ limits: { calls: 5 } });
  const { token } = await few.signIn('manager');
  const five = () => Promise.all(Array.from({ length: 5 }, () => few.call(countLeadsByStatus, { token })));
  expect((await five()).map(({ status }) => status)).toEqual(Array(5).fill(200));
  for (let turn = 0; turn < 3; turn++) {
    const blocker = await few.pool.connect();
    await blocker.query('begin; lock table lead_totals in access exclusive mode');
    const slow = five();
    await pause(600);
    await blocker.query('rollback');
    blocker.release();
    expect((await slow).map(({ status }) => status)).toEqual(Array(5).fill(200));
  }
  expect((await five()).map(({ status }) => status)).toEqual(Array(5).fill(200));
  await few.close();
});
