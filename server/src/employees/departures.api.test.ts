import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { basePath } from '#contract/call/endpoint.ts';
import * as contract from '#contract/employees.ts';
import { streamEvents } from '#contract/events.ts';
import { createInvite } from '#contract/invites.ts';
import { getSingleLeadsHistory } from '#contract/leads/lead-history.ts';
import * as leads from '#contract/leads/leads.ts';
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

describe('the open leads of somebody', () => {
  let phones = 0;
  const record = async (by: Person, serviceCenter = fixtures.north) => {
    const body = { name: `Lead ${++phones}`, phone: `0171${String(phones).padStart(7, '0')}`, serviceCenter };
    return (await app.call(leads.createLead, { token: by.token, body })).data._id;
  };
  const openOf = async (id: string, query = {}) =>
    (await app.call(contract.listOpenLeadsOfEmployee, { token: admin.token, params: { id }, query })).data;
  const idsOf = async (id: string) => (await openOf(id)).leads.map(({ _id }) => _id).sort();
  const handOver = (from: string, to: string, some?: string[], by = admin) =>
    app.call(contract.handOverLeads, {
      token: by.token,
      params: { id: from },
      body: { to, ...(some && { leads: some }) },
    });

  test('are those that they changed last and nobody else works, pending, potential or booked (F36)', async () => {
    const [from, other] = [await app.signIn('service', [fixtures.north]), await app.signIn('dataEntry')];
    const [kept, taken, archived, completed] = await Promise.all([1, 2, 3, 4].map(() => record(from)));
    const foreign = await record(other);
    const note = (by: Person, id = '') =>
      app.call(leads.moveLead, { token: by.token, params: { id }, body: { notes: `by ${by.name}` } });
    await note(other, taken);
    await note(from, foreign);
    await app.call(leads.archiveLead, {
      token: other.token,
      params: { id: archived ?? '' },
      body: { isActive: false },
    });
    await app.pool.query("update leads set status = 'completed' where id = $1", [completed]);
    expect(await idsOf(from.id)).toEqual([kept, foreign].sort());
    const { leads: page, totalLeadsCount, totalPages } = await openOf(from.id);
    expect([page.length, totalLeadsCount, totalPages]).toEqual([2, 2, 1]);
  });

  test('go to a colleague, each with a version by whoever handed it over (F36)', async () => {
    const [from, to] = [
      await app.signIn('service', [fixtures.north]),
      await app.signIn('service', [fixtures.north]),
    ];
    const lead = await record(from);
    await setActive(admin, from.id, false);
    const before = await app.pool.query('select * from lead_totals order by 1, 2, 3, 4');
    const { data } = await handOver(from.id, to.id);
    expect(data).toEqual({ handedOver: 1, left: 0, refused: [] });
    expect(await app.pool.query('select * from lead_totals order by 1, 2, 3, 4').then((r) => r.rows)).toEqual(
      before.rows,
    );
    expect([await idsOf(from.id), await idsOf(to.id)]).toEqual([[], [lead]]);

    const now = (await app.call(leads.getLead, { token: to.token, params: { id: lead } })).data;
    expect(now).toMatchObject({
      version: 2,
      advisor: { _id: to.id, name: to.name },
      employee: { _id: from.id, name: from.name },
      lastModifiedBy: { _id: admin.id },
      changedFields: ['advisor'],
    });
    expect(now.editedBy.map(({ _id }) => _id)).toEqual([admin.id]);
    const history = await app.call(getSingleLeadsHistory, { token: boss.token, params: { id: lead } });
    expect(history.data.map(({ advisor, changedFields }) => [advisor?._id, changedFields])).toEqual([
      [to.id, ['advisor']],
      [undefined, []],
    ]);
    // An advisor keeps the lead, whoever changes it.
    const edit = { params: { id: lead }, body: { name: 'Renamed' } };
    await app.call(leads.editLead, { token: boss.token, ...edit });
    expect(await idsOf(to.id)).toEqual([lead]);
    const { rows } = await app.pool.query(
      "select details from audit_log where action = 'leadsHandedOver' and subject_id = $1",
      [from.id],
    );
    expect(rows).toEqual([{ details: { leads: 1, receiver: { _id: to.id, name: to.name } } }]);
  });

  test('of another center stay, and are named (F36)', async () => {
    const from = await app.signIn('service', [fixtures.north, fixtures.south]);
    const to = await app.signIn('service', [fixtures.north]);
    const [north, south] = [await record(from), await record(from, fixtures.south)];
    const { data } = await handOver(from.id, to.id);
    expect(data).toMatchObject({ handedOver: 1, left: 1, refused: [{ _id: south, reason: 'otherCenter' }] });
    expect([await idsOf(from.id), await idsOf(to.id)]).toEqual([[south], [north]]);
    const manager = await app.signIn('manager');
    expect((await handOver(from.id, manager.id)).data).toEqual({ handedOver: 1, left: 0, refused: [] });
  });

  test('can be handed over one by one; what is not theirs any more is refused by name (F36)', async () => {
    const [from, to] = [await app.signIn('dataEntry'), await app.signIn('manager')];
    const [one, two, mine] = [await record(from), await record(from), await record(boss)];
    const { data } = await handOver(from.id, to.id, [one, mine, noEmployeeId]);
    expect(data).toEqual({
      handedOver: 1,
      left: 2,
      refused: [
        { _id: mine, name: expect.stringMatching(/^Lead/), reason: 'notOpen' },
        { _id: noEmployeeId, name: null, reason: 'notOpen' },
      ],
    });
    expect(await idsOf(from.id)).toEqual([two]);
  });

  test('more than a transaction takes, while colleagues go on editing: nothing is lost, and what they took on is theirs (F36)', async () => {
    const [from, colleague] = [await app.signIn('dataEntry'), await app.signIn('dataEntry')];
    const to = await app.signIn('manager');
    const template = await record(from);
    const { rows: columns } = await app.pool.query(
      "select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns where table_name = 'leads' and is_generated = 'NEVER' and column_name <> 'id'",
    );
    const { names } = columns[0];
    const { rows } = await app.pool.query(
      `insert into leads (id, ${names}) select gen_random_uuid(), ${names} from leads, generate_series(1, 450) where id = $1 returning id`,
      [template],
    );
    const edited = rows.filter((_, place) => place % 50 === 0).map(({ id }) => String(id));
    const [handed, ...edits] = await Promise.all([
      handOver(from.id, to.id),
      ...edited.map((id) =>
        app.call(leads.moveLead, { token: colleague.token, params: { id }, body: { notes: 'Called' } }),
      ),
    ]);
    expect(edits.map(({ status }) => status)).toEqual(edited.map(() => 200));
    const { rows: after } = await app.pool.query(
      'select id, version, notes, advisor_id from leads where recorded_by = $1',
      [from.id],
    );
    expect(handed.data).toMatchObject({
      handedOver: after.filter((row) => row.advisor_id === to.id).length,
      left: 0,
    });
    expect(handed.data.handedOver).toBeGreaterThanOrEqual(441);
    for (const row of after) {
      const isEdited = edited.includes(row.id);
      expect(row.notes).toBe(isEdited ? 'Called' : null);
      expect(row.version).toBe(1 + Number(isEdited) + Number(row.advisor_id !== null));
      expect(isEdited || row.advisor_id === to.id).toBe(true);
    }
    expect(await idsOf(from.id)).toEqual([]);
  });

  test('are shown and handed over only by whoever may deactivate the person, to somebody who can work them (F36)', async () => {
    const manager = await app.signIn('manager');
    const [from, to] = [await app.signIn('dataEntry'), await app.signIn('manager')];
    const lead = await record(from);
    const ask = async (by: Person, id: string) =>
      (await app.call(contract.listOpenLeadsOfEmployee, { token: by.token, params: { id } })).status;
    expect([await ask(admin, manager.id), await ask(boss, manager.id), await ask(boss, boss.id)]).toEqual([
      403, 200, 403,
    ]);
    expect((await handOver(manager.id, to.id)).status).toBe(403);
    expect([await ask(boss, noEmployeeId), (await handOver(noEmployeeId, to.id)).status]).toEqual([404, 404]);

    const inactive = await app.signIn('service', [fixtures.north]);
    await setActive(admin, inactive.id, false);
    for (const wrong of [inactive.id, (await app.signIn('unassigned')).id, from.id, noEmployeeId]) {
      const { status, error } = await handOver(from.id, wrong);
      expect([status, error.fields]).toEqual([400, { to: 'Choose an active employee who works leads' }]);
    }
    expect(await idsOf(from.id)).toEqual([lead]);
  });

  test('go to nobody in data entry, who may have no leads (F42)', async () => {
    const from = await app.signIn('service', [fixtures.north]);
    const lead = await record(from);
    const { status, error } = await handOver(from.id, (await app.signIn('dataEntry')).id);
    expect([status, error.fields]).toEqual([400, { to: 'Choose an active employee who works leads' }]);
    expect(await idsOf(from.id)).toEqual([lead]);
  });
});
