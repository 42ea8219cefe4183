import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { messages } from '#contract/call/messages.ts';
import * as contract from '#contract/employees.ts';
import { assignLead, listAdvisors } from '#contract/leads/lead-advisors.ts';
import { archiveLead, createLead } from '#contract/leads/leads.ts';
import { isManagement, levels } from '#contract/levels.ts';
import { getOwnAbsence, setOwnAbsence } from '#contract/session.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['signIn']>>;
let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Person;
let manager: Person;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
  manager = await app.signIn('manager');
});
beforeEach(() => app.clock.set(testNoon));
afterAll(() => app.close());

const dayIn = (days: number) =>
  new Date(app.context.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const setAway = (by: Person, id: string, awayUntil: string | null) =>
  app.call(contract.setAwayUntil, { token: by.token, params: { id }, body: { awayUntil } });
const findAdvisor = async (id: string, by = manager) =>
  (await app.call(listAdvisors, { token: by.token, query: {} })).data.find(({ _id }) => _id === id);

test('somebody is away until the end of a day, which lists of people and advisors say', async () => {
  const person = await app.signIn('service', [fixtures.north]);
  const until = dayIn(2);
  expect((await setAway(manager, person.id, until)).data).toMatchObject({ _id: person.id, awayUntil: until });
  expect(await findAdvisor(person.id)).toMatchObject({ awayUntil: until });
  const listed = await app.call(contract.listEmployeesByLevel, {
    token: manager.token,
    params: { level: 'service' },
    query: { search: person.email },
  });
  expect(listed.data.employees).toMatchObject([{ _id: person.id, awayUntil: until }]);

  app.clock.set(new Date(testNoon.getTime() + 3 * 86_400_000));
  expect(await findAdvisor(person.id, await app.signIn('manager'))).toMatchObject({ awayUntil: null });

  app.clock.set(testNoon);
  await setAway(manager, person.id, null);
  expect(await findAdvisor(person.id)).toMatchObject({ awayUntil: null });
  await setAway(manager, person.id, null);
  const { data } = await app.call(listAudit, { token: boss.token, query: { employee: person.id } });
  const said = data.entries.filter(({ action }) => action === 'awayChanged');
  expect(said.map(({ actor, details }) => [actor?._id, details])).toEqual([
    [manager.id, {}],
    [manager.id, { date: until }],
  ]);
});

test('a day that has passed or is years ahead is refused, and so is somebody unknown', async () => {
  const { id } = await app.signIn('service', [fixtures.north]);
  for (const day of [dayIn(-1), dayIn(800)])
    expect((await setAway(manager, id, day)).error.fields).toEqual({ awayUntil: messages.dateNotAllowed });
  expect((await setAway(manager, noEmployeeId, dayIn(1))).status).toBe(404);
});

test.each(levels)(
  'of somebody who is %s: whoever is in management says it, of management a superAdmin alone',
  async (level) => {
    const admin = await app.signIn('admin');
    for (const [by, mayOfManagement] of [
      [manager, false],
      [admin, false],
      [boss, true],
    ] as const) {
      const target = await app.signIn(level, level === 'service' ? [fixtures.north] : []);
      const { status } = await setAway(by, target.id, dayIn(1));
      expect(status, by.name).toBe(isManagement(level) && !mayOfManagement ? 403 : 200);
    }
    expect((await setAway(admin, admin.id, dayIn(1))).status, 'of themselves').toBe(200);
  },
);

test('somebody says of themselves until when they are away, and that they are back', async () => {
  const person = await app.signIn('service', [fixtures.north]);
  const say = (awayUntil: string | null) =>
    app.call(setOwnAbsence, { token: person.token, body: { awayUntil } });
  const read = async () => (await app.call(getOwnAbsence, { token: person.token })).data;
  expect(await read()).toEqual({ awayUntil: null });
  expect((await say(dayIn(2))).data).toEqual({ awayUntil: dayIn(2) });
  expect(await read()).toEqual({ awayUntil: dayIn(2) });
  expect(await findAdvisor(person.id)).toMatchObject({ awayUntil: dayIn(2) });
  expect((await say(dayIn(-1))).error.fields).toEqual({ awayUntil: messages.dateNotAllowed });
  await say(null);
  expect(await findAdvisor(person.id)).toMatchObject({ awayUntil: null });
  const { data } = await app.call(listAudit, { token: boss.token, query: { employee: person.id } });
  const said = data.entries.filter(({ action }) => action === 'awayChanged');
  expect(said.map(({ actor, subject, details }) => [actor?._id, subject?._id, details])).toEqual([
    [person.id, person.id, {}],
    [person.id, person.id, { date: dayIn(2) }],
  ]);
});

test('open leads are counted by advisor', async () => {
  const [one, none] = [await app.signIn('service', [fixtures.north]), await app.signIn('manager')];
  const made: string[] = [];
  for (const number of [1, 2, 3]) {
    const body = { name: `Lead ${number}`, phone: `0171234567${number}`, serviceCenter: fixtures.north };
    const { data } = await app.call(createLead, { token: manager.token, body });
    if (number < 3)
      await app.call(assignLead, {
        token: manager.token,
        params: { id: data._id },
        body: { advisor: number === 1 ? one.id : none.id },
      });
    made.push(data._id);
  }
  await app.call(archiveLead, {
    token: manager.token,
    params: { id: made[1] ?? '' },
    body: { isActive: false },
  });
  const { data } = await app.call(contract.countOpenLeads, { token: manager.token });
  expect(data.advisors).toEqual([{ _id: one.id, openLeads: 1 }]);
});
