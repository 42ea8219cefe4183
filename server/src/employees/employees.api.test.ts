import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { basePath } from '#contract/call/endpoint.ts';
import * as contract from '#contract/employees.ts';
import { streamEvents } from '#contract/events.ts';
import * as leads from '#contract/leads/leads.ts';
import { isManagement, type Level, levels } from '#contract/levels.ts';
import { getMe } from '#contract/session.ts';
import { hashPassword } from '#server/auth/passwords.service.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import { addEmployee } from './employees.service.ts';

type Person = Awaited<ReturnType<TestApp['signIn']>>;
let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Person;
let admin: Person;
let manager: Person;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
  admin = await app.signIn('admin');
  manager = await app.signIn('manager');
});
beforeEach(() => app.clock.set(testNoon));
afterAll(() => app.close());

const assign = {
  manager: (by: Person, id: string) =>
    app.call(contract.assignToManagement, { token: by.token, body: { id } }),
  admin: (by: Person, id: string) =>
    app.call(contract.assignToManagement, { token: by.token, body: { id, level: 'admin' } }),
  superAdmin: (by: Person, id: string) =>
    app.call(contract.assignToManagement, { token: by.token, body: { id, level: 'superAdmin' } }),
  dataEntry: (by: Person, id: string) =>
    app.call(contract.assignToDataEntry, { token: by.token, body: { id } }),
  service: (by: Person, id: string, serviceCenter = [fixtures.north]) =>
    app.call(contract.assignToServiceCenter, {
      token: by.token,
      body: { id, level: 'service', serviceCenter },
    }),
  unassigned: (by: Person, id: string) =>
    app.call(contract.unassignEmployee, { token: by.token, body: { id, serviceCenter: [] } }),
} satisfies Record<Level, unknown>;

const accountOf = async (id: string) =>
  (await app.pool.query('select level, updated_at from employees where id = $1', [id])).rows[0];

describe('lists by level', () => {
  const list = (level: Level, query: Record<string, string> = {}) =>
    app.call(contract.listEmployeesByLevel, { token: manager.token, params: { level }, query });

  test('are sorted as people sort names, paged, and tell the totals', async () => {
    const passwordHash = await hashPassword({}, 'some-password-1');
    const names = ['émile', 'Zara', 'Ärne', 'anna', 'Bo', 'বেলাল', 'আনিস', 'ANNA', 'bob', 'Ola', 'Åsa', 'zoe'];
    for (const [place, name] of names.entries()) {
      const email = `listed${place}@employees.example`;
      await addEmployee(app.context, {
        name,
        email,
        passwordHash,
        level: 'dataEntry',
      });
    }
    const first = (await list('dataEntry')).data;
    const second = (await list('dataEntry', { page: '2' })).data;
    expect([first.totalPages, first.totalEmployeeCount, first.employees.length]).toEqual([2, 12, 10]);
    expect([...first.employees, ...second.employees].map(({ name }) => name)).toEqual([
      ...['anna', 'ANNA', 'Ärne', 'Åsa', 'Bo', 'bob', 'émile', 'Ola', 'Zara', 'zoe', 'আনিস', 'বেলাল'],
    ]);
    const past = (await list('dataEntry', { page: '9' })).data;
    expect(past).toEqual({ employees: [], totalPages: 2, totalEmployeeCount: 12 });
  });

  test('find any part of a name or email, whatever its case; wildcards are letters', async () => {
    const found = async (search: string) =>
      (await list('dataEntry', { search, limit: '25' })).data.employees.map(({ name }) => name);
    expect(await found('ARNE'.replace('A', 'Ä'))).toEqual(['Ärne']);
    expect(await found('নিস')).toEqual(['আনিস']);
    expect(await found('listed11@ ZO')).toEqual(['zoe']);
    expect(await found('LISTED11@')).toEqual(['zoe']);
    expect(await found('%')).toEqual([]);
    expect(await found('_')).toEqual([]);
    expect(await found('\\')).toEqual([]);
  });

  test('show the service centers of a service employee', async () => {
    const { id } = await app.signIn('service', [fixtures.south, fixtures.north]);
    const { employees } = (await list('service')).data;
    expect(employees.find(({ _id }) => _id === id)?.serviceCenter).toEqual([
      { _id: fixtures.north, name: 'North' },
      { _id: fixtures.south, name: 'South' },
    ]);
  });

  test('refuse an unknown level', async () => {
    const url = `${basePath}/management/manageEmployee/getEmployeesByLevel/employee`;
    const { status } = await app.send({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${manager.token}` },
    });
    expect(status).toBe(400);
  });
});

describe('who may do what to whom', () => {
  const cases = levels.flatMap((from) => levels.map((to) => ({ from, to })));

  test.each(cases)('from $from to $to', async ({ from, to }) => {
    const concernsManagement = isManagement(from) || isManagement(to);
    for (const [by, expected] of [
      [manager, 403],
      [admin, concernsManagement ? 403 : 200],
      [boss, 200],
    ] as const) {
      const target = await app.signIn(from, from === 'service' ? [fixtures.south] : []);
      const before = await accountOf(target.id);
      const { status, data, error } = await assign[to](by, target.id);
      expect(status, `${by.name}: ${error?.message}`).toBe(expected);
      if (expected === 403) expect(await accountOf(target.id)).toEqual(before);
      else {
        const centers = to === 'service' ? [{ _id: fixtures.north, name: 'North' }] : [];
        expect(data).toMatchObject({ _id: target.id, level: to, serviceCenter: centers });
      }
    }
  });

  test('nobody changes themselves', async () => {
    for (const to of levels) {
      const { status, error } = await assign[to](boss, boss.id);
      expect([status, error.message]).toEqual([403, 'You cannot change your own level']);
    }
    expect((await assign.dataEntry(admin, admin.id)).status).toBe(403);
    expect((await accountOf(boss.id)).level).toBe('superAdmin');
  });

  test('an unknown employee is 404', async () => {
    expect((await assign.dataEntry(boss, noEmployeeId)).status).toBe(404);
    expect((await assign.superAdmin(boss, noEmployeeId)).status).toBe(404);
  });
});

test('superAdmins who demote each other at the same moment leave one', async () => {
  const alone = await TestApp.open();
  for (let round = 0; round < 5; round++) {
    await alone.pool.query("update employees set level = 'unassigned'");
    const people: Person[] = [];
    for (let place = 0; place < 4; place++) people.push(await alone.signIn('superAdmin'));
    const answers = await Promise.all(
      people.flatMap((by) =>
        people
          .filter((target) => target !== by)
          .map((target) =>
            alone.call(contract.unassignEmployee, { token: by.token, body: { id: target.id } }),
          ),
      ),
    );
    const { rows } = await alone.pool.query("select id from employees where level = 'superAdmin'");
    expect(rows).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 403)).toBe(true);
  }
  await alone.close();
});

describe('an assignment', () => {
  test('takes several centers, and refuses none, unknown and closed ones beside the field', async () => {
    const target = await app.signIn('unassigned');
    const both = [fixtures.south, fixtures.north, fixtures.south];
    const { data } = await assign.service(boss, target.id, both);
    expect(data.serviceCenter.map(({ name }) => name)).toEqual(['North', 'South']);
    for (const [wrong, message] of [
      [[], 'Choose at least one service center'],
      [[noEmployeeId], 'Choose one of the service centers'],
      [['north'], 'Choose one of the service centers'],
    ] as const) {
      const { status, error } = await assign.service(boss, target.id, [...wrong]);
      expect(status).toBe(400);
      expect(Object.entries(error.fields ?? {})[0]?.[0]).toMatch(/^serviceCenter/);
      expect(Object.values(error.fields ?? {})).toEqual([message]);
    }
    await app.pool.query('update service_centers set is_active = false where id = $1', [fixtures.south]);
    expect((await assign.service(boss, target.id, [fixtures.south])).status).toBe(200);
    const other = await app.signIn('unassigned');
    expect((await assign.service(boss, other.id, [fixtures.south])).status).toBe(400);
    await app.pool.query('update service_centers set is_active = true where id = $1', [fixtures.south]);
  });

  test('takes as many statements for several centers as for one (F15.6)', async () => {
    const statements = vi.spyOn(pg.Client.prototype, 'query');
    const asked = async (centers: string[]) => {
      const target = await app.signIn('unassigned');
      statements.mockClear();
      expect((await assign.service(boss, target.id, centers)).status).toBe(200);
      // Others, such as periodic ones, come on other connections or outside the transaction.
      const { calls, contexts } = statements.mock;
      const texts = calls.map(([statement]) => JSON.stringify(statement));
      const connection =
        contexts[texts.findIndex((text) => text.includes('delete from employee_service_centers'))];
      const own = texts.filter((_, index) => contexts[index] === connection);
      return (
        own.findIndex((text) => text.includes('"commit"')) - own.findIndex((text) => text.includes('"begin"'))
      );
    };
    const one = await asked([fixtures.north]);
    expect(one).toBeGreaterThan(3);
    expect(await asked([fixtures.north, fixtures.south])).toBe(one);
    statements.mockRestore();
  });

  test('holds from the very next request, in both directions', async () => {
    const entry = await app.signIn('dataEntry');
    const body = { name: 'Rahim', phone: '01712345678', serviceCenter: fixtures.north };
    const north = (await app.call(leads.createLead, { token: entry.token, body })).data._id;
    const target = await app.signIn('unassigned');
    const see = async () =>
      (await app.call(leads.getLead, { token: target.token, params: { id: north } })).status;
    expect(await see()).toBe(403);
    await assign.service(admin, target.id, [fixtures.south]);
    expect(await see()).toBe(404);
    await assign.service(admin, target.id, [fixtures.north]);
    expect(await see()).toBe(200);
    const me = await app.call(getMe, { token: target.token });
    expect(me.data).toMatchObject({ level: 'service', serviceCenter: [{ name: 'North' }] });
    await assign.unassigned(admin, target.id);
    expect(await see()).toBe(403);
    await assign.manager(boss, target.id);
    expect(await see()).toBe(200);
  });

  test('that changes nothing writes nothing', async () => {
    const target = await app.signIn('service', [fixtures.north]);
    const rows = async () => (await app.pool.query('select from audit_log')).rowCount;
    const [before, count] = [await accountOf(target.id), await rows()];
    app.clock.set(new Date(testNoon.getTime() + 60_000));
    expect((await assign.service(boss, target.id, [fixtures.north])).status).toBe(200);
    expect(await accountOf(target.id)).toEqual(before);
    expect(await rows()).toBe(count);
  });

  test('tells the screens of that employee, and the lists of management; nobody below', async () => {
    const address = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const target = await app.signIn('unassigned');
    const bystander = await app.signIn('dataEntry');
    const streams = [];
    for (const { token } of [target, manager, bystander]) streams.push(await listen(address, token));
    const [own, list, none] = streams;
    await assign.service(boss, target.id, [fixtures.north]);
    await until(() => own?.events.includes('account') === true && list?.events.includes('employee') === true);
    const told = own?.events.length ?? 0;
    await assign.service(boss, target.id, [fixtures.south]);
    await until(() => (own?.events.length ?? 0) > told);
    expect(list?.events).not.toContain('account');
    expect(none?.events).toEqual([]);
    for (const stream of streams) stream.stop();
  });
});

async function listen(address: string, token: string) {
  const stop = new AbortController();
  const { body } = await fetch(`${address}${basePath}${streamEvents.path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const events: string[] = [];
  const reading = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) {
      const text = decoder.decode(chunk, { stream: true });
      events.push(...[...text.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name ?? ''));
    }
  };
  reading().catch(() => undefined);
  return { events, stop: () => stop.abort() };
}

const until = (condition: () => boolean) => expect.poll(condition).toBe(true);
