import { hash, verify } from '@node-rs/argon2';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as auth from '#contract/auth.ts';
import { TooBusyError } from '#server/lib/limit.ts';
import { recordStatements } from '#server/testing/statements.ts';
import { TestApp, testPassword } from '#server/testing/test-app.ts';
import { hashPassword, verifyPassword } from './passwords.service.ts';

// Tests before this one may have loaded what is imported here.
vi.hoisted(() => vi.resetModules());
// Only records.
vi.mock('@node-rs/argon2', { spy: true });
const statements = recordStatements();

let app: TestApp;
let known: string;

beforeAll(async () => {
  app = await TestApp.open();
  ({ email: known } = await app.signIn('manager'));
  await login('warm@test.example');
});
beforeEach(() => vi.clearAllMocks());
afterEach(() => app.pool.query('delete from throttles'));
afterAll(async () => {
  await app.close();
  statements.restore();
  vi.resetModules();
});

const login = (email: string) => app.call(auth.login, { body: { email, password: 'wrong-password' } });
const calls = {
  login,
  forgotPassword: (email: string) => app.call(auth.forgotPassword, { body: { email } }),
  resendCode: (email: string) => app.call(auth.resendCode, { body: { email } }),
  requestInvitation: (email: string) => app.call(auth.requestInvitation, { body: { email } }),
  register: (email: string) =>
    app.call(auth.registerAccount, { body: { name: 'Nadia', email, password: testPassword } }),
};

async function workOf(call: () => Promise<unknown>) {
  vi.clearAllMocks();
  await call();
  const costOf = (stored: unknown) => String(stored).split('$').slice(1, 4).join('$');
  return {
    hashed: vi.mocked(hash).mock.calls.map(([, cost]) => cost),
    verified: vi.mocked(verify).mock.calls.map(([stored]) => costOf(stored)),
    asked: statements.texts(),
  };
}

describe('equal work for known and unknown addresses:', () => {
  test.each(Object.keys(calls) as (keyof typeof calls)[])('%s', async (name) => {
    const work = await workOf(() => calls[name](known));
    expect(await workOf(() => calls[name]('nobody@test.example'))).toEqual(work);
    expect(work.asked.length).toBeGreaterThan(1);
    expect(work.hashed.length + work.verified.length).toBe(name === 'login' || name === 'register' ? 1 : 0);
  });
});

test('two passwords are hashed at once, 16 of a network wait and 256 in all, and more are turned away', async () => {
  const stored = await hashPassword({}, testPassword);
  const check = (address: string) => verifyPassword({}, stored, testPassword, address);
  const outcomesOf = async (addresses: string[]) => {
    const outcomes = await Promise.allSettled(addresses.map(check));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(TooBusyError);
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  };
  expect(await outcomesOf(Array(40).fill('192.0.2.1'))).toBe(18);
  vi.mocked(verify).mockImplementation(async () => true);
  expect(
    await outcomesOf(Array.from({ length: 300 }, (_, place) => `192.0.${place >> 8}.${place & 255}`)),
  ).toBe(258);
  vi.mocked(verify).mockReset();
  expect(await check('192.0.2.1')).toBe(true);
});

test('logins of others go on beside an address with as many waiting as it may have (F10.4)', async () => {
  const stored = await hashPassword({}, testPassword);
  vi.clearAllMocks();
  // Each types its address, so that the order in which hashing began shows; the order in which it ends is the machine's.
  const check = (address: string) => verifyPassword({}, stored, address, address);
  const flood = Array.from({ length: 18 }, () => check('192.0.2.1'));
  await Promise.all([...flood, check('192.0.2.2'), check('192.0.2.3')]);
  const begun = vi.mocked(verify).mock.calls.map(([, typed]) => typed);
  expect(begun).toHaveLength(20);
  expect(begun.indexOf('192.0.2.2')).toBeLessThan(6);
  expect(begun.indexOf('192.0.2.3')).toBeLessThan(7);
});
