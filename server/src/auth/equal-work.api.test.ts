import { hash, verify } from '@node-rs/argon2';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as auth from '#contract/auth.ts';
import { hashPassword, passwordMatches } from '#server/auth/passwords.service.ts';
import { TooBusyError } from '#server/lib/limit.ts';
import { TestApp, testPassword } from '#server/testing/test-app.ts';

// Everything runs as it is; the spies only take down what is computed and asked.
vi.mock('@node-rs/argon2', { spy: true });
const asked = vi.spyOn(pg.Client.prototype, 'query');

let app: TestApp;
let known: string;

beforeAll(async () => {
  app = await TestApp.open();
  ({ email: known } = await app.signIn('manager'));
  await login('warm@test.example');
});
beforeEach(() => vi.clearAllMocks());
afterEach(() => app.pool.query('delete from throttles'));
afterAll(() => app.close());

const login = (email: string) => app.call(auth.login, { body: { email, password: 'wrong-password' } });
const calls = {
  login,
  forgotPassword: (email: string) => app.call(auth.forgotPassword, { body: { email } }),
  resendCode: (email: string) => app.call(auth.resendCode, { body: { email } }),
  requestInvitation: (email: string) => app.call(auth.requestInvitation, { body: { email } }),
  register: (email: string) =>
    app.call(auth.registerAccount, { body: { name: 'Nadia', email, password: testPassword } }),
};

/** What a call made the server do: passwords hashed and at which cost, and statements in their order. */
async function workOf(call: () => Promise<unknown>) {
  vi.clearAllMocks();
  await call();
  const costOf = (stored: unknown) => String(stored).split('$').slice(1, 4).join('$');
  return {
    hashed: vi.mocked(hash).mock.calls.map(([, cost]) => cost),
    verified: vi.mocked(verify).mock.calls.map(([stored]) => costOf(stored)),
    // `select 1` is the server asking, now and then, whether the database is there.
    asked: asked.mock.calls.map(([statement]) => textOf(statement)).filter((text) => text !== 'select 1'),
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

test('two passwords are hashed at once, 64 wait, and more are turned away', async () => {
  const stored = await hashPassword(testPassword);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, () => passwordMatches(stored, testPassword)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(66);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of refused) expect(reason).toBeInstanceOf(TooBusyError);
  expect(await passwordMatches(stored, testPassword)).toBe(true);
});

function textOf(statement: unknown): unknown {
  return typeof statement === 'object' && statement && 'text' in statement ? statement.text : statement;
}
