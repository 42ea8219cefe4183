import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { basePath } from '#contract/call/endpoint.ts';
import * as contract from '#contract/employees.ts';
import { streamEvents } from '#contract/events.ts';
import { createInvite } from '#contract/invites.ts';
import { isManagement, levels } from '#contract/levels.ts';
import { editServiceCenter } from '#contract/service-centers.ts';
import { getMe } from '#contract/session.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { Mailbox } from '#server/testing/mailbox.ts';
import { TestApp, testNoon, testPassword } from '#server/testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['signIn']>>;
let app: TestApp;
let mailbox: Mailbox;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Person;
let admin: Person;

beforeAll(async () => {
  app = await TestApp.open();
  mailbox = await Mailbox.open(app);
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
  admin = await app.signIn('admin');
});
beforeEach(() => app.clock.set(testNoon));
afterAll(async () => {
  await mailbox.close();
  await app.close();
});

const setActive = (by: Person, id: string, isActive: boolean) =>
  app.call(contract.editEmployee, { token: by.token, params: { id }, body: { isActive } });
const login = (email: string, password = testPassword) => app.call(auth.login, { body: { email, password } });
const list = async (level: (typeof levels)[number], active?: string) => {
  const query = { limit: '100', ...(active && { active }) };
  const { data } = await app.call(contract.listEmployeesByLevel, {
    token: boss.token,
    params: { level },
    query,
  });
  return data.employees.map(({ _id }) => _id);
};

describe('deactivating somebody', () => {
  test.each(levels)('who is %s: who may change their level may, nobody else (F36)', async (level) => {
    const manager = await app.signIn('manager');
    for (const [by, expected] of [
      [manager, 403],
      [admin, isManagement(level) ? 403 : 200],
      [boss, 200],
    ] as const) {
      const target = await app.signIn(level, level === 'service' ? [fixtures.north] : []);
      const { status, data } = await setActive(by, target.id, false);
      expect(status, by.name).toBe(expected);
      expect((await app.call(getMe, { token: target.token })).status).toBe(expected === 200 ? 401 : 200);
      if (expected === 200) expect(data).toMatchObject({ _id: target.id, level, isActive: false });
    }
  });

  test('is not for oneself, nor for somebody unknown (F36)', async () => {
    const own = await setActive(boss, boss.id, false);
    expect([own.status, own.error.message]).toEqual([403, 'You cannot deactivate your own account']);
    expect((await setActive(boss, noEmployeeId, false)).status).toBe(404);
  });

  test('ends their sessions and streams at once, and nothing gives them a new one (F36)', async () => {
    const target = await app.signIn('dataEntry');
    const address = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const stream = await fetch(`${address}${basePath}${streamEvents.path}`, {
      headers: { authorization: `Bearer ${target.token}` },
    });
    await app.call(auth.forgotPassword, { body: { email: target.email } });
    const mailed = (await mailbox.next(target.email)).link.split('/').at(-1) ?? '';
    expect((await setActive(admin, target.id, false)).status).toBe(200);

    expect((await app.call(getMe, { token: target.token })).status).toBe(401);
    // Until the stream ends.
    await stream.text();
    const right = await login(target.email);
    const wrong = await login(target.email, 'wrong-password');
    expect([right.status, right.error.code, right.error.message]).toEqual([
      401,
      wrong.error.code,
      'Wrong Email or Password',
    ]);

    const reset = { token: mailed, newPassword: 'another-gear-7' };
    expect((await app.call(auth.resetPassword, { body: reset })).status).toBe(404);
    const before = await mailbox.count(target.email);
    for (const call of [auth.forgotPassword, auth.resendCode, auth.requestInvitation])
      expect((await app.call(call, { body: { email: target.email } })).status).toBe(200);
    await app.call(auth.registerAccount, {
      body: { name: 'Again', email: target.email, password: 'another-gear-7' },
    });
    expect(await mailbox.count(target.email)).toBe(before);
    expect((await login(target.email)).status).toBe(401);
    const invited = await app.call(createInvite, { token: boss.token, body: { email: target.email } });
    expect([invited.status, invited.error.fields?.email]).toEqual([
      409,
      'This address belongs to an inactive employee. Reactivate them instead.',
    ]);
  });

  test('keeps them from no list but the one of active people, and from no change but reactivation (F36)', async () => {
    const target = await app.signIn('dataEntry');
    await setActive(admin, target.id, false);
    expect(await list('dataEntry')).not.toContain(target.id);
    expect(await list('dataEntry', 'true')).not.toContain(target.id);
    expect(await list('dataEntry', 'false')).toContain(target.id);
    expect(await list('dataEntry', 'all')).toContain(target.id);
    const body = { id: target.id };
    const assigned = await app.call(contract.assignToDataEntry, { token: boss.token, body });
    expect([assigned.status, assigned.error.message]).toEqual([
      409,
      'This employee is inactive. Reactivate them first.',
    ]);
  });

  test('by superAdmins of one another at the same moment leaves one (F36)', async () => {
    const alone = await TestApp.open();
    const people = await Promise.all([1, 2, 3].map(() => alone.signIn('superAdmin')));
    await Promise.all(
      people.flatMap((by) =>
        people
          .filter((target) => target !== by)
          .map(({ id }) =>
            alone.call(contract.editEmployee, { token: by.token, params: { id }, body: { isActive: false } }),
          ),
      ),
    );
    const { rows } = await alone.pool.query("select from employees where level = 'superAdmin' and is_active");
    expect(rows).toHaveLength(1);
    await alone.close();
  });
});

describe('reactivating somebody', () => {
  test('gives back level and centers, closed ones too, and their password works (F36)', async () => {
    const target = await app.signIn('service', [fixtures.north, fixtures.south]);
    await setActive(admin, target.id, false);
    await app.pool.query('update service_centers set is_active = false where id = $1', [fixtures.south]);
    const { data } = await setActive(admin, target.id, true);
    await app.pool.query('update service_centers set is_active = true where id = $1', [fixtures.south]);
    expect(data).toMatchObject({ level: 'service', isActive: true });
    expect(data.serviceCenter.map(({ name }) => name)).toEqual(['North', 'South']);
    expect((await app.call(getMe, { token: target.token })).status, 'the old session stays dead').toBe(401);
    expect((await login(target.email)).status).toBe(200);
    const { rows } = await app.pool.query(
      'select action, details from audit_log where subject_id = $1 and actor_id = $2 order by action',
      [target.id, admin.id],
    );
    expect(rows).toEqual([
      { action: 'deactivated', details: {} },
      { action: 'reactivated', details: { from: 'service', to: 'service' } },
    ]);
  });

  test('whose centers are all inactive leaves them unassigned (F36)', async () => {
    const target = await app.signIn('service', [fixtures.south]);
    await setActive(admin, target.id, false);
    const close = (isActive: boolean) =>
      app.call(editServiceCenter, {
        token: boss.token,
        params: { id: fixtures.south },
        body: { isActive },
      });
    await close(false);
    const { data } = await setActive(admin, target.id, true);
    await close(true);
    expect(data).toMatchObject({ level: 'unassigned', isActive: true, serviceCenter: [] });
  });

  test('in management is the superAdmin’s alone (F36)', async () => {
    const target = await app.signIn('manager');
    await setActive(boss, target.id, false);
    expect((await setActive(admin, target.id, true)).status).toBe(403);
    expect((await setActive(boss, target.id, true)).data).toMatchObject({ level: 'manager', isActive: true });
  });
});
