import { afterEach, beforeEach, expect, test } from 'vitest';
import { FaultHarness } from '#server/testing/fault-harness.ts';
import { freePort } from '#server/testing/free-port.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { Program } from '#server/testing/program.ts';
import { codeAt } from '#server/testing/second-factor/second-factors.ts';

const it = test.runIf(isLongRun);

let harness: FaultHarness;
beforeEach(async () => {
  harness = await FaultHarness.make();
});
afterEach(() => harness.clear());

const email = 'rokeya@padma.test';
const password = 'a long way to Khulna';

const run = (...args: string[]) =>
  new Program(['server/src/boot/reset-second-factor.ts', ...args], {
    env: { DATA_DIR: harness.path('data') },
  });

it('the operator resets the second factor of a sole super admin, while Pitlane runs and while it does not', async () => {
  await harness.prepare('data');
  const port = String(await freePort());
  const server = new Program(['server/src/main.ts'], {
    env: { PORT: port, DATA_DIR: harness.path('data') },
  });
  const [, setup] = await server.printed(/\/setup\/(\S+)/);
  const ask = async (path: string, body: object | FormData, token?: string) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`http://127.0.0.1:${port}/api/employeeApp${path}`, {
      method: 'POST',
      headers: {
        ...(!isForm && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, string>;
  };
  const form = new FormData();
  const dealer = { dealerName: 'Padma', timeZone: 'Asia/Dhaka', phoneCountry: 'BD' };
  const fields = { ...dealer, serviceCenterName: 'Tejgaon', name: 'Rokeya', email, password };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const { token } = await ask(`/public/setup/${setup}`, form);
  const { secret = '' } = await ask('/session/secondFactor/app', {}, token);
  await ask('/session/secondFactor/app/confirm', { code: codeAt(secret, new Date()) }, token);
  expect(await ask('/public/auth/login', { email, password })).toHaveProperty('secondStep');

  const done = run(email.toUpperCase());
  expect([await done.ended, done.errors]).toEqual([0, '']);
  expect(done.output).toContain('is reset');
  expect(await ask('/public/auth/login', { email, password })).toHaveProperty('token');
  expect(await server.end('SIGTERM')).toBe(0);

  const again = run(email);
  expect([await again.ended, again.errors]).toEqual([0, '']);
  expect(again.output).toContain('is off already');
  const unknown = run('nobody@padma.test');
  expect(await unknown.ended).toBe(1);
  expect(unknown.errors).toBe('Nobody has an account with the address nobody@padma.test.\n');
});
