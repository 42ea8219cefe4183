import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { messages } from '#contract/call/messages.ts';
import { editEmployee } from '#contract/employees.ts';
import * as contract from '#contract/leads/lead-bulk.ts';
import { listLeadHistory } from '#contract/leads/lead-history.ts';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import * as leads from '#contract/leads/leads.ts';
import { editServiceCenter } from '#contract/service-centers.ts';
import type { DB } from '#server/db/types.ts';
import { getAccount } from '#server/employees/employees.service.ts';
import { startJobs } from '#server/jobs/job-runner.service.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon, testRules } from '#server/testing/test-app.ts';
import { listBulkChanges } from './bulk.service.ts';
import { bulkJob } from './run-bulk.service.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let manager: typeof boss;
let other: typeof boss;
let north: typeof boss;
let south: typeof boss;
let runners: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
  manager = await app.signIn('manager');
  other = await app.signIn('manager');
  north = await app.signIn('service', [fixtures.north]);
  south = await app.signIn('service', [fixtures.south]);
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()));
  runners = [];
  app.clock.set(testNoon);
});
afterAll(() => app.close());

let recorded = 0;
async function add(count: number, body: object = {}): Promise<string[]> {
  const made = Array.from({ length: count }, () =>
    app.call(leads.createLead, {
      token: manager.token,
      body: {
        name: `Lead ${++recorded}`,
        phone: `0181${String(recorded).padStart(7, '0')}`,
        serviceCenter: fixtures.north,
        ...body,
      },
    }),
  );
  return (await Promise.all(made)).map(({ data }) => data._id);
}
const start = (body: object, token = manager.token) =>
  app.call(contract.startBulkChange, { token, body: { ...body } });
const undo = (id: string, token = manager.token) =>
  app.call(contract.undoBulkChange, { token, params: { id } });
const get = (id: string, token = manager.token) =>
  app.call(contract.getBulkChange, { token, params: { id } });
const read = async (id: string) =>
  (await app.call(leads.getLead, { token: manager.token, params: { id } })).data;
const readAll = (ids: readonly string[]) => Promise.all(ids.map(read));
const move = (id: string, body: object) =>
  app.call(leads.moveLead, { token: manager.token, params: { id }, body });
const run = () => runners.push(startJobs(app.context, pino({ level: 'silent' }), [bulkJob(app.context)]));

async function expectExactCounters() {
  const { rows } = await app.pool.query(
    `select * from (select service_center_id, status, is_active, count(*) as leads from leads group by 1, 2, 3) counted
     full join (select service_center_id, key as status, figure = 'status' as is_active, sum(leads) as leads from lead_totals where figure in ('status', 'archived') group by 1, 2, 3
       having sum(leads) <> 0) kept using (service_center_id, status, is_active)
     where counted.leads is distinct from kept.leads`,
  );
  expect(rows).toEqual([]);
  const due = await app.pool.query(
    `select * from (select service_center_id, due_kind as kind, due_from(due_kind, due_at) as due_from, count(*) as leads
       from leads where due_kind is not null group by 1, 2, 3) counted
     full join (select service_center_id, kind, due_from, sum(leads) as leads from lead_due_counts group by 1, 2, 3
       having sum(leads) <> 0) kept using (service_center_id, kind, due_from)
     where counted.leads is distinct from kept.leads`,
  );
  expect(due.rows).toEqual([]);
}

describe('a bulk change', () => {
  test('moves leads to another center with their new advisor, one version each, and takes all back', async () => {
    const ids = await add(12);
    await start({ action: 'assign', value: north.id, leads: ids });
    const { status, data } = await start({
      ...{ action: 'moveCenter', value: fixtures.south, advisor: south.id, leads: ids },
    });
    expect(status).toBe(201);
    expect(data).toMatchObject({ state: 'done', leads: 12, handled: 12, changed: 12, refused: 0 });
    for (const lead of await readAll(ids)) {
      expect(lead).toMatchObject({
        version: 3,
        serviceCenter: { _id: fixtures.south },
        advisor: { _id: south.id },
        lastModifiedBy: { _id: manager.id },
        changedFields: ['serviceCenter', 'advisor'],
      });
    }
    await expectExactCounters();

    const undone = await undo(data._id);
    expect(undone.data).toMatchObject({ state: 'undone', leads: 12, handled: 12, refused: 0 });
    for (const lead of await readAll(ids)) {
      expect(lead).toMatchObject({
        version: 4,
        serviceCenter: { _id: fixtures.north },
        advisor: { _id: north.id },
      });
    }
    await expectExactCounters();
    const { data: history } = await app.call(listLeadHistory, {
      token: manager.token,
      params: { entryId: ids[0] ?? '' },
    });
    expect(history.totalHistoryCount).toBe(4);
  });

  test('frees leads that move to another center without an advisor', async () => {
    const ids = await add(2);
    await start({ action: 'assign', value: north.id, leads: ids });
    await start({ action: 'moveCenter', value: fixtures.south, leads: ids });
    for (const lead of await readAll(ids)) expect(lead.advisor).toBeNull();
  });

  test('leaves what is as wished already, and names what it refuses', async () => {
    const [mine = '', foreign = '', plain = ''] = [
      ...(await add(1)),
      ...(await add(1, { serviceCenter: fixtures.south })),
      ...(await add(1)),
    ];
    await start({ action: 'assign', value: north.id, leads: [mine] });
    const { data } = await start({
      action: 'assign',
      value: north.id,
      leads: [mine, foreign, plain, noEmployeeId],
    });
    expect(data).toMatchObject({ leads: 4, handled: 4, changed: 1, refused: 2 });
    expect(data.refusals.map(({ _id, reason }) => [_id, reason]).sort()).toEqual(
      [
        [foreign, 'otherCenter'],
        [noEmployeeId, 'gone'],
      ].sort(),
    );
    expect(data.refusals.find(({ _id }) => _id === foreign)?.name).toBe((await read(foreign)).name);
    expect((await readAll([mine, foreign, plain])).map(({ version }) => version)).toEqual([2, 1, 2]);
  });

  test('sets the follow-up date of potential leads only', async () => {
    const [pending = '', potential = ''] = await add(2);
    await move(potential, { status: 'potential', nextFollowUpDates: ['2026-03-11'] });
    const { data } = await start({ action: 'followUp', value: '2026-03-20', leads: [pending, potential] });
    expect(data).toMatchObject({ changed: 1, refusals: [{ _id: pending, reason: 'notPotential' }] });
    expect(await read(potential)).toMatchObject({
      nextFollowUpDates: ['2026-03-11', '2026-03-20'],
      followUpCount: 0,
    });
    await undo(data._id);
    expect((await read(potential)).nextFollowUpDates).toEqual(['2026-03-11']);
    await expectExactCounters();
  });

  test('archives and restores', async () => {
    const ids = await add(3);
    await start({ action: 'archive', leads: ids });
    expect((await readAll(ids)).map(({ isActive }) => isActive)).toEqual([false, false, false]);
    await expectExactCounters();
    const matching = { list: 'entry', filter: 'archived', search: (await read(ids[0] ?? '')).phone };
    expect((await start({ action: 'unarchive', matching })).data).toMatchObject({ leads: 1, changed: 1 });
    expect((await read(ids[0] ?? '')).isActive).toBe(true);
  });

  test.each([
    [{ action: 'assign', value: noEmployeeId }, 'value'],
    [{ action: 'moveCenter', value: noEmployeeId }, 'value'],
    [{ action: 'followUp', value: '2026-03-09' }, 'value'],
    [{ action: 'followUp', value: '2030-03-09' }, 'value'],
    [{ action: 'archive', matching: { list: 'entry' } }, 'leads'],
    [{ action: 'archive', leads: undefined }, 'leads'],
    [{ action: 'archive', leads: [] }, 'leads'],
    [{ action: 'archive', leads: Array.from({ length: 201 }, () => noEmployeeId) }, 'leads'],
    [
      { action: 'archive', leads: undefined, matching: { list: 'entry', search: 'nobody at all' } },
      'matching',
    ],
  ])('refuses %j whole, beside the field', async (body, field) => {
    const { status, error } = await start({ leads: [noEmployeeId], ...body });
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
  });

  test('refuses an advisor of another center beside the advisor, and one who only enters data', async () => {
    const ids = await add(1);
    const elsewhere = { action: 'moveCenter', value: fixtures.south, advisor: north.id, leads: ids };
    expect((await start(elsewhere)).error.fields).toHaveProperty('advisor');
    const clerk = await app.signIn('dataEntry');
    const { error } = await start({ action: 'assign', value: clerk.id, leads: ids });
    expect(error.fields).toHaveProperty('value');
    expect((await read(ids[0] ?? '')).version).toBe(1);
  });

  test('is told of once in the audit log, as is its undo', async () => {
    const ids = await add(3);
    const later = (minutes: number) => app.clock.set(new Date(testNoon.getTime() + minutes * 60_000));
    later(1);
    const { data } = await start({ action: 'assign', value: north.id, leads: ids });
    later(2);
    await undo(data._id);
    const { entries } = (await app.call(listAudit, { token: boss.token, query: {} })).data;
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'leadsChangedBack', details: { leads: 3, bulk: 'assign' } },
      {
        action: 'leadsChanged',
        actor: { _id: manager.id },
        subject: { _id: north.id },
        details: { leads: 3, bulk: 'assign' },
      },
    ]);
  });

  test('takes all leads of a list by its own filters', async () => {
    const ids = await add(4, { name: 'Matching Person' });
    const [first = ''] = ids;
    await move(first, { status: 'potential', nextFollowUpDates: ['2026-03-11'] });
    const search = 'matching person';
    const of = (matching: object) => start({ action: 'assign', value: manager.id, matching });
    expect((await of({ list: 'status', status: 'potential', search })).data.leads).toBe(1);
    expect((await of({ list: 'management', status: 'pending', search })).data.leads).toBe(3);
    expect((await of({ list: 'entry', search })).data.leads).toBe(4);
    app.clock.set(new Date(testNoon.getTime() + 25 * 3_600_000));
    const neglected = { list: 'neglected', status: 'pending', advisor: 'mine' };
    const later = await app.signIn('manager');
    expect((await start({ action: 'archive', matching: neglected }, later.token)).status).toBe(400);
    const ofManager = { ...neglected, advisor: manager.id };
    const archived = await start({ action: 'archive', matching: ofManager }, later.token);
    expect(archived.data).toMatchObject({ leads: 3, changed: 3 });
  });
});

test('whoever may have some of the chosen leads is offered, with those of which centers and their open leads (F42)', async () => {
  const both = await app.signIn('service', [fixtures.north, fixtures.south]);
  const gone = await app.signIn('service', [fixtures.north]);
  await app.call(editEmployee, { token: boss.token, params: { id: gone.id }, body: { isActive: false } });
  await app.signIn('dataEntry');
  const name = { name: 'Offered Lead' };
  const ids = [...(await add(2, name)), ...(await add(1, { ...name, serviceCenter: fixtures.south }))];
  const [kept = ''] = await add(3);
  await start({ action: 'assign', value: both.id, leads: [kept] });
  const archived = await add(1);
  await start({ action: 'assign', value: both.id, leads: archived });
  await start({ action: 'archive', leads: archived });
  const ask = async (body: object) =>
    (await app.call(contract.listBulkAdvisors, { token: manager.token, body })).data;
  type Offered = Awaited<ReturnType<typeof ask>>['advisors'];
  const serving = (people: Offered) =>
    Object.fromEntries(
      people
        .filter(({ level }) => level === 'service')
        .map(({ _id, serviceCenters }) => [_id, serviceCenters.toSorted()]),
    );
  const everywhere = [fixtures.north, fixtures.south].toSorted();

  const matching = { list: 'management', search: 'offered lead' };
  for (const chosen of [{ leads: ids }, { matching }]) {
    const { centers, advisors } = await ask(chosen);
    expect(centers.map(({ _id, leads }) => [_id, leads])).toEqual([
      [fixtures.north, 2],
      [fixtures.south, 1],
    ]);
    const managing = advisors.filter(({ level }) => level !== 'service');
    expect(managing.map(({ _id }) => _id)).toEqual(expect.arrayContaining([boss.id, manager.id, other.id]));
    expect(managing.map(({ level }) => level)).not.toContain('dataEntry');
    expect(managing.map(({ serviceCenters }) => serviceCenters.toSorted())).toEqual(
      managing.map(() => everywhere),
    );
    expect(serving(advisors)).toEqual({
      [both.id]: everywhere,
      [north.id]: [fixtures.north],
      [south.id]: [fixtures.south],
    });
    expect(advisors.find(({ _id }) => _id === both.id)).toMatchObject({ openLeads: 1, awayUntil: null });
  }
  const there = await ask({ leads: ids, serviceCenter: fixtures.south });
  expect(there.centers).toEqual([{ _id: fixtures.south, name: 'South', leads: 3 }]);
  expect(serving(there.advisors)).toEqual({ [both.id]: [fixtures.south], [south.id]: [fixtures.south] });
});

describe('leads that are shared', () => {
  const advisorsOf = async (ids: readonly string[]) =>
    (await readAll(ids)).map(({ advisor }) => advisor?._id);

  test('go to each by turns as the share says, in one change that is taken back at once', async () => {
    const both = await app.signIn('service', [fixtures.north, fixtures.south]);
    const ids = await add(9);
    const before = await advisorsOf(ids);
    const { status, data } = await start({ action: 'share', value: [north.id, both.id], leads: ids });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      ...{ state: 'done', leads: 9, changed: 9, refused: 0, advisor: null },
      shares: [
        { advisor: { _id: north.id }, leads: 5 },
        { advisor: { _id: both.id }, leads: 4 },
      ],
    });
    const inTurns = ids.toSorted().map((_id, place) => (place % 2 === 0 ? north.id : both.id));
    expect(await advisorsOf(ids.toSorted())).toEqual(inTurns);
    await expectExactCounters();
    const { data: audit } = await app.call(listAudit, {
      token: boss.token,
      query: { action: 'leadsChanged' },
    });
    expect(audit.entries.find(({ details }) => details.bulk === 'share')).toMatchObject({
      actor: { _id: manager.id },
      details: { leads: 9, bulk: 'share', receivers: [{ _id: north.id }, { _id: both.id }] },
    });

    expect((await undo(data._id)).data).toMatchObject({ state: 'undone', handled: 9 });
    expect(await advisorsOf(ids)).toEqual(before);
  });

  test('stay where nobody who shares works, and are named', async () => {
    const both = await app.signIn('service', [fixtures.north, fixtures.south]);
    const southern = await add(1, { serviceCenter: fixtures.south });
    const ids = [...(await add(4)), ...southern];
    const some = await start({ action: 'share', value: [north.id, both.id], leads: ids });
    expect(some.data.shares.map(({ leads }) => leads)).toEqual([3, 2]);
    expect(await advisorsOf(southern)).toEqual([both.id]);

    const third = await app.signIn('service', [fixtures.north]);
    const left = await start({ action: 'share', value: [north.id, third.id], leads: ids });
    expect(left.data).toMatchObject({ refused: 1, refusals: [{ _id: southern[0], reason: 'otherCenter' }] });
    expect(await advisorsOf(southern)).toEqual([both.id]);
  });

  test('are not shared with somebody who may have none of them', async () => {
    const leads = await add(2);
    const { status, error } = await start({ action: 'share', value: [north.id, south.id], leads });
    expect([status, error.fields]).toEqual([400, { value: messages.unknownAdvisor }]);
    expect((await start({ action: 'share', value: [north.id], leads })).status).toBe(400);
    expect(await advisorsOf(leads)).toEqual([undefined, undefined]);
  });
});

test('the undo of a move gives the lead back to the advisor it kept (F42)', async () => {
  const both = await app.signIn('service', [fixtures.north, fixtures.south]);
  const [id = ''] = await add(1);
  await start({ action: 'assign', value: both.id, leads: [id] });
  const move = { action: 'moveCenter', value: fixtures.south, advisor: both.id, leads: [id] };
  const { data } = await start(move);
  expect(await read(id)).toMatchObject({ changedFields: ['serviceCenter'], advisor: { _id: both.id } });
  await undo(data._id);
  expect(await read(id)).toMatchObject({
    serviceCenter: { _id: fixtures.north },
    advisor: { _id: both.id },
  });
});

describe('an undo', () => {
  test('leaves and names leads that were changed since', async () => {
    const ids = await add(3);
    const [first = '', , last = ''] = ids;
    const { data } = await start({ action: 'archive', leads: ids });
    await app.call(leads.editLead, { token: other.token, params: { id: last }, body: { notes: 'Mine now' } });
    const undone = (await undo(data._id)).data;
    expect(undone).toMatchObject({
      ...{ state: 'undone', handled: 3, refused: 1 },
      refusals: [{ _id: last, reason: 'changedSince' }],
    });
    expect((await read(first)).isActive).toBe(true);
    expect(await read(last)).toMatchObject({ isActive: false, notes: 'Mine now' });
  });

  test('is refused to others, later than an hour, and twice', async () => {
    const { data } = await start({ action: 'archive', leads: await add(1) });
    expect((await undo(data._id, other.token)).status).toBe(404);
    expect((await get(data._id, other.token)).status).toBe(404);
    app.clock.set(new Date(testNoon.getTime() + 3_600_001));
    expect((await undo(data._id)).status).toBe(403);
    expect((await get(data._id)).data.undoUntil).toBeNull();
    app.clock.set(new Date(testNoon.getTime() + 3_600_000));
    expect((await undo(data._id)).status).toBe(201);
    expect((await undo(data._id)).status).toBe(409);
  });

  test('is not offered, and is refused, where nothing was changed (F62)', async () => {
    const ids = await add(2);
    const { data } = await start({ action: 'assign', value: null, leads: ids });
    expect(data).toMatchObject({ state: 'done', changed: 0, undoUntil: null });
    const refused = await undo(data._id);
    expect([refused.status, refused.error.message]).toEqual([409, messages.bulkChangedNothing]);
    expect((await get(data._id)).data.state).toBe('done');
  });

  test('gives no lead back to an advisor who may no longer have it', async () => {
    const leaving = await app.signIn('service', [fixtures.north]);
    const ids = await add(1);
    await start({ action: 'assign', value: leaving.id, leads: ids });
    const { data } = await start({ action: 'assign', value: north.id, leads: ids });
    await app.call(editEmployee, {
      token: boss.token,
      params: { id: leaving.id },
      body: { isActive: false },
    });
    await undo(data._id);
    expect((await read(ids[0] ?? '')).advisor).toBeNull();
  });
});

describe('the list', () => {
  const list = async (token: string, query: { page?: string } = {}) =>
    (await app.call(contract.listBulkChanges, { token, query })).data;

  test('says to all of management who changed what and when, and offers undo to them alone (F62)', async () => {
    const at = new Date(testNoon.getTime() + 48 * 3_600_000);
    const ids = await add(2);
    app.clock.set(at);
    const mine = await app.signIn('manager');
    const reader = await app.signIn('admin');
    await start({ action: 'moveCenter', value: fixtures.south, advisor: south.id, leads: ids }, mine.token);
    app.clock.set(new Date(at.getTime() + 1));
    await start({ action: 'assign', value: mine.id, leads: ids }, mine.token);
    const [newest, before] = (await list(mine.token)).bulks;
    expect([newest, before]).toMatchObject([
      {
        ...{ action: 'assign', changed: 2, by: { _id: mine.id }, advisor: { _id: mine.id } },
        ...{ serviceCenter: null, followUp: null, undoUntil: expect.any(String) },
      },
      {
        ...{ action: 'moveCenter', advisor: { _id: south.id }, serviceCenter: { _id: fixtures.south } },
        createdAt: at.toISOString(),
      },
    ]);
    const [seen] = (await list(reader.token)).bulks;
    expect(seen).toEqual({ ...newest, undoUntil: null });
  });

  test('is paged, newest first, and holds a week', async () => {
    const ids = await add(1);
    for (let turn = 0; turn < 6; turn++)
      for (const action of ['archive', 'unarchive']) await start({ action, leads: ids });
    const first = await list(manager.token);
    expect(first.totalBulkCount).toBeGreaterThan(10);
    expect(first.totalPages).toBe(Math.ceil(first.totalBulkCount / 10));
    const second = await list(manager.token, { page: '2' });
    const times = [...first.bulks, ...second.bulks].map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    app.clock.set(new Date(testNoon.getTime() + 20 * 24 * 3_600_000));
    const later = await app.signIn('manager');
    expect(await list(later.token)).toMatchObject({ bulks: [], totalBulkCount: 0 });
  });

  test('of very many is read from its index', async () => {
    const full = await TestApp.open();
    const { id } = await full.signIn('manager');
    await full.pool.query(
      `insert into bulk_actions (id, employee_id, action, created_at)
       select gen_random_uuid(), $1, 'archive', $2::timestamptz - n * interval '1 minute' from generate_series(1, 5000) n`,
      [id, testNoon],
    );
    await full.pool.query('vacuum analyze bulk_actions');
    const asked: CompiledQuery[] = [];
    const db = new Kysely<DB>({
      dialect: new PostgresDialect({ pool: full.pool }),
      log: (event) => void asked.push(event.query),
    });
    const actor = await getAccount(full.context, id);
    const page = await listBulkChanges(
      { ...full.context, db, dealer: testRules, actor },
      { page: 90, limit: 10 },
    );
    expect(page).toMatchObject({ totalBulkCount: 1_000, isTotalCapped: true, totalPages: 100 });
    expect(page.bulks).toHaveLength(10);
    const scan = /"Seq Scan","[^{]*"bulk_(actions|leads)"/;
    const planOf = async (sql: string, parameters: readonly unknown[]) =>
      JSON.stringify((await full.pool.query(`explain (format json) ${sql}`, [...parameters])).rows);
    for (const { sql, parameters } of asked) expect(await planOf(sql, parameters), sql).not.toMatch(scan);
    expect(await planOf("select from bulk_actions where value = 'x'", [])).toMatch(scan);
    await full.close();
  });
});

describe('races', () => {
  test('bulks and single edits of the same leads lose nothing: every change is a version', async () => {
    const ids = await add(20);
    const [first = ''] = ids;
    const answers = await Promise.all([
      start({ action: 'assign', value: north.id, leads: ids }),
      start({ action: 'moveCenter', value: fixtures.south, leads: ids.toReversed() }, other.token),
      start({ action: 'archive', leads: ids }, boss.token),
      ...ids.map((id) =>
        app.call(leads.editLead, { token: other.token, params: { id }, body: { notes: `Note of ${id}` } }),
      ),
      app.call(leads.editLead, { token: other.token, params: { id: first }, body: { name: 'Renamed' } }),
    ]);
    expect(answers.map(({ status }) => status).every((status) => status < 300)).toBe(true);
    for (const lead of await readAll(ids)) {
      expect(lead).toMatchObject({
        isActive: false,
        serviceCenter: { _id: fixtures.south },
        notes: `Note of ${lead._id}`,
      });
    }
    const { rows } = await app.pool.query(
      `select l.id from leads l where version <> (select count(*) from lead_versions v where v.lead_id = l.id)`,
    );
    expect(rows).toEqual([]);
    await expectExactCounters();
  });

  test('of two undos at once one is refused', async () => {
    const { data } = await start({ action: 'archive', leads: await add(5) });
    const statuses = (await Promise.all([undo(data._id), undo(data._id)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409]);
  });
});

describe('more than 200 leads', () => {
  let many: string[] = [];
  const matching = { list: 'management', search: 'crowd' } as const;

  beforeAll(async () => {
    for (let batch = 0; batch < 5; batch++) many.push(...(await add(50, { name: 'Crowd' })));
    many = many.sort();
  });

  test('are changed by a job, in another process too, with progress, and taken back by one', async () => {
    const { data } = await start({ action: 'moveCenter', value: fixtures.south, matching });
    expect(data).toMatchObject({ state: 'running', leads: 250, handled: 0, undoUntil: null });
    expect((await undo(data._id)).status).toBe(409);
    run();
    run();
    await expect
      .poll(async () => (await get(data._id)).data)
      .toMatchObject({
        ...{ state: 'done', handled: 250, changed: 250, refused: 0 },
      });
    const { data: list } = await app.call(listManagementLeads, {
      token: manager.token,
      query: { search: 'crowd', serviceCenter: fixtures.south },
    });
    expect(list.totalLeadsCount).toBe(250);
    await expectExactCounters();
    await undo(data._id);
    await expect.poll(async () => (await get(data._id)).data.state).toBe('undone');
    for (const lead of await readAll(many.slice(0, 20)))
      expect(lead).toMatchObject({ version: 3, serviceCenter: { _id: fixtures.north } });
    await expectExactCounters();
  });

  test('go on where a process stopped, and change nothing twice', async () => {
    const { data } = await start({ action: 'assign', value: north.id, matching });
    run();
    await expect.poll(async () => (await get(data._id)).data.handled, { interval: 5 }).toBeGreaterThan(0);
    await Promise.all(runners.map((runner) => runner.stop()));
    // As after a process died: the job is due when its lease ends.
    await app.pool.query('update jobs set run_at = $1', [testNoon]);
    run();
    await expect.poll(async () => (await get(data._id)).data.state).toBe('done');
    const { rows } = await app.pool.query(
      `select l.id from leads l where name = 'Crowd' and not (version = 4 and advisor_id = $1)`,
      [north.id],
    );
    expect(rows).toEqual([]);
  });

  test('are shared by a job as they were when it was asked for', async () => {
    const both = await app.signIn('service', [fixtures.north, fixtures.south]);
    const { data } = await start({ action: 'share', value: [both.id, north.id], matching });
    expect(data).toMatchObject({ state: 'running', leads: 250, handled: 0 });
    run();
    await expect.poll(async () => (await get(data._id)).data.state).toBe('done');
    const { rows } = await app.pool.query(
      "select advisor_id, count(*)::int as leads from leads where name = 'Crowd' group by 1",
    );
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(
      expect.arrayContaining([both.id, north.id].map((advisor_id) => ({ advisor_id, leads: 125 }))),
    );
  });

  test('are left as they are once who asked may no longer do so, or the center is closed', async () => {
    const demoted = await app.signIn('admin');
    const closing = await app.signIn('manager');
    const first = (await start({ action: 'archive', matching }, demoted.token)).data;
    const second = (await start({ action: 'moveCenter', value: fixtures.south, matching }, closing.token))
      .data;
    await app.pool.query(`update employees set level = 'service' where id = $1`, [demoted.id]);
    await app.call(editServiceCenter, {
      token: boss.token,
      params: { id: fixtures.south },
      body: { isActive: false },
    });
    run();
    const reasons = async (id: string) => {
      const { rows } = await app.pool.query(
        'select distinct state, reason from bulk_leads where bulk_id = $1',
        [id],
      );
      return rows;
    };
    await expect.poll(() => reasons(first._id)).toEqual([{ state: 'refused', reason: 'notAllowed' }]);
    await expect.poll(() => reasons(second._id)).toEqual([{ state: 'refused', reason: 'notPossible' }]);
  });
});
