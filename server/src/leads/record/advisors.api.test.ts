import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { logContact } from '#contract/contacts.ts';
import * as employees from '#contract/employees.ts';
import * as contract from '#contract/leads/lead-advisors.ts';
import { startBulkChange } from '#contract/leads/lead-bulk.ts';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import * as leads from '#contract/leads/leads.ts';
import { findSession } from '#server/auth/sessions/sessions.service.ts';
import { logContact as logTry } from '#server/contacts/contacts.service.ts';
import { startJobs } from '#server/jobs/job-runner.service.ts';
import { freeLeadsJob } from '#server/leads/bulk/release-leads.service.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import { takeLead } from './advisors.service.ts';

type Person = Awaited<ReturnType<TestApp['signIn']>>;
let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let manager: Person;
let nadia: Person;
let omar: Person;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  manager = await app.signIn('manager');
  nadia = await app.signIn('service', [fixtures.north]);
  omar = await app.signIn('service', [fixtures.north]);
});
beforeEach(() => app.clock.set(testNoon));
afterAll(() => app.close());

let made = 0;
async function record(serviceCenter = fixtures.north) {
  const body = {
    name: 'Rahim',
    phone: `0182${String(++made).padStart(7, '0')}`,
    serviceCenter,
  };
  return (await app.call(leads.createLead, { token: manager.token, body })).data._id;
}
const take = (id: string, by = nadia) => app.call(contract.takeLead, { token: by.token, params: { id } });
const release = (id: string, by = nadia) =>
  app.call(contract.releaseLead, { token: by.token, params: { id } });
const get = async (id: string) =>
  (await app.call(leads.getLead, { token: manager.token, params: { id } })).data;

describe('taking a lead', () => {
  test('makes it mine by a version, and again changes nothing', async () => {
    const id = await record();
    const mine = { version: 2, changedFields: ['advisor'], advisor: { _id: nadia.id, name: nadia.name } };
    expect(await take(id)).toMatchObject({ status: 200, data: mine });
    expect(await take(id)).toMatchObject({ status: 200, data: mine });
    const { status, error } = await take(id, omar);
    expect([status, error.message, error.current]).toMatchObject([409, 'Someone else has this lead', mine]);
  });

  test('by two at once: one gets it, the other is told who', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await record();
      const answers = await Promise.all([take(id, nadia), take(id, omar)]);
      const winner = answers.find(({ status }) => status === 200);
      const loser = answers.find(({ status }) => status === 409);
      expect(loser?.error.current).toMatchObject({ _id: id, advisor: winner?.data.advisor });
      expect(await get(id)).toMatchObject({ version: 2, advisor: winner?.data.advisor });
    }
  });

  test('beside an edit keeps both', async () => {
    const id = await record();
    const body = { notes: 'Wants Friday' };
    const answers = await Promise.all([
      take(id),
      app.call(leads.editLead, { token: manager.token, params: { id }, body }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await get(id)).toMatchObject({ version: 3, notes: 'Wants Friday', advisor: { _id: nadia.id } });
  });
});

test('one gives up one’s own lead, not a colleague’s', async () => {
  const id = await record();
  expect(await release(id)).toMatchObject({ status: 200, data: { version: 1, advisor: null } });
  await take(id);
  expect(await release(id, omar)).toMatchObject({
    status: 409,
    error: { current: { advisor: { _id: nadia.id } } },
  });
  expect(await release(id)).toMatchObject({ status: 200, data: { version: 3, advisor: null } });
});

describe('assigning a lead', () => {
  const assign = (id: string, body: object, by = manager) =>
    app.call(contract.assignLead, { token: by.token, params: { id }, body: { advisor: null, ...body } });

  test('gives it to a colleague of its center, to management, or to nobody', async () => {
    const id = await record();
    await take(id, omar);
    for (const advisor of [nadia.id, manager.id])
      expect((await assign(id, { advisor })).data.advisor?._id).toBe(advisor);
    expect((await assign(id, {})).data).toMatchObject({ version: 5, advisor: null });
  });

  test('is refused for whoever may not have it, and when the lead has changed', async () => {
    const id = await record();
    const gone = await app.signIn('manager');
    await app.pool.query('update employees set is_active = false where id = $1', [gone.id]);
    const elsewhere = await app.signIn('service', [fixtures.south]);
    const entry = await app.signIn('dataEntry');
    for (const { id: advisor } of [gone, elsewhere, entry, { id: noEmployeeId }])
      expect(await assign(id, { advisor })).toMatchObject({
        status: 400,
        error: { fields: { advisor: 'Choose someone who works leads of this center' } },
      });
    await take(id);
    const stale = await assign(id, { advisor: omar.id, version: 1 });
    expect(stale).toMatchObject({ status: 409, error: { current: { advisor: { _id: nadia.id } } } });
  });

  test('is offered those who may have leads of a center', async () => {
    const south = await app.signIn('service', [fixtures.south]);
    const listed = async (by: Person, serviceCenter?: string) => {
      const query = serviceCenter ? { serviceCenter } : {};
      const { data } = await app.call(contract.listAdvisors, { token: by.token, query });
      return data.map(({ _id }) => _id);
    };
    const everywhere = await listed(manager);
    expect(everywhere).toEqual(expect.arrayContaining([manager.id, nadia.id, omar.id, south.id]));
    expect(new Set(everywhere).size).toBe(everywhere.length);
    for (const ids of [await listed(manager, fixtures.north), await listed(nadia)]) {
      expect(ids).toEqual(expect.arrayContaining([manager.id, nadia.id, omar.id]));
      expect(ids).not.toContain(south.id);
    }
    expect(await listed(nadia, fixtures.south)).not.toContain(south.id);
  });
});

describe('an advisor', () => {
  let jobs: ReturnType<typeof startJobs>;
  let boss: Person;
  let leaving: Person;
  beforeAll(async () => {
    jobs = startJobs(app.context, pino({ level: 'silent' }), [freeLeadsJob(app.context)]);
    boss = await app.signIn('superAdmin');
  });
  beforeEach(async () => {
    leaving = await app.signIn('service', [fixtures.north, fixtures.south]);
  });
  afterAll(() => jobs.stop());

  const assignTo = (serviceCenter: string[]) =>
    app.call(employees.assignToServiceCenter, {
      token: boss.token,
      body: { id: leaving.id, level: 'service', serviceCenter },
    });
  const setActive = (isActive: boolean) =>
    app.call(employees.editEmployee, {
      token: boss.token,
      params: { id: leaving.id },
      body: { isActive },
    });
  const settled = () =>
    vi.waitUntil(
      async () => {
        // A running job is put off for two minutes.
        const due =
          "select from jobs where kind = 'freeLeads' and run_at <= $1::timestamptz + interval '2 minutes'";
        return (await app.pool.query(due, [app.clock.now()])).rowCount === 0;
      },
      { timeout: 30_000 },
    );
  const advisorOf = async (id: string) => (await get(id)).advisor?._id;

  test('who loses a center loses its leads, each by a version, and keeps the others', async () => {
    const [north, south, done, colleague] = await Promise.all([
      record(),
      record(fixtures.south),
      record(),
      record(),
    ]);
    for (const id of [north, south, done]) await take(id, leaving);
    await take(colleague, nadia);
    await app.call(leads.moveLead, {
      token: leaving.token,
      params: { id: done },
      body: { status: 'completed' },
    });
    await assignTo([fixtures.south]);
    await settled();
    expect(await get(north)).toMatchObject({
      version: 3,
      advisor: null,
      changedFields: ['advisor'],
      lastModifiedBy: { _id: boss.id },
    });
    expect([await advisorOf(south), await advisorOf(colleague)]).toEqual([leaving.id, nadia.id]);
    expect(await advisorOf(done), 'what is done keeps who did it').toBe(leaving.id);
  });

  test('who is unassigned loses all, however many', async () => {
    const id = await record();
    await take(id, leaving);
    const { rows } = await app.pool.query(
      "select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns where table_name = 'leads' and is_generated = 'NEVER' and column_name <> 'id'",
    );
    await app.pool.query(
      `insert into leads (id, ${rows[0].names}) select gen_random_uuid(), ${rows[0].names} from leads, generate_series(1, 450) where id = $1`,
      [id],
    );
    await app.call(employees.unassignEmployee, {
      token: boss.token,
      body: { id: leaving.id, serviceCenter: [] },
    });
    await settled();
    const { rows: left } = await app.pool.query('select from leads where advisor_id = $1', [leaving.id]);
    expect(left).toHaveLength(0);
    const { rows: versions } = await app.pool.query(
      "select count(*)::int as count from lead_versions where edited_by = $1 and changed_fields = '{advisor}' and version = 3",
      [boss.id],
    );
    expect(versions[0].count).toBeGreaterThanOrEqual(451);
  });

  test('who is deactivated loses them after a quarter of an hour, unless given to others or active again', async () => {
    const [freed, handed] = [await record(), await record()];
    for (const id of [freed, handed]) await take(id, leaving);
    await setActive(false);
    const toNadia = { params: { id: handed }, body: { advisor: nadia.id } };
    await app.call(contract.assignLead, { token: manager.token, ...toNadia });
    await settled();
    expect(await advisorOf(freed)).toBe(leaving.id);
    app.clock.set(new Date(testNoon.getTime() + 15 * 60_000));
    await settled();
    expect([await advisorOf(freed), await advisorOf(handed)]).toEqual([undefined, nadia.id]);

    await setActive(true);
    const again = { params: { id: freed }, body: { advisor: leaving.id } };
    await app.call(contract.assignLead, { token: manager.token, ...again });
    await setActive(false);
    await setActive(true);
    app.clock.set(new Date(testNoon.getTime() + 30 * 60_000));
    await settled();
    expect(await advisorOf(freed)).toBe(leaving.id);
  });

  test('who left does not get a lead back by the undo of one change (F42)', async () => {
    const id = await record();
    await take(id, leaving);
    const assign = { params: { id }, body: { advisor: nadia.id } };
    const { data } = await app.call(contract.assignLead, { token: manager.token, ...assign });
    await setActive(false);
    const undo = { params: { id }, body: { version: data.version } };
    const undone = await app.call(undoLeadChange, { token: manager.token, ...undo });
    expect(undone).toMatchObject({ status: 200, data: { version: 4, advisor: null } });
  });

  test('who left keeps what is done, and no lead that opens again, whatever opens it (F72)', async () => {
    type Answer = { status: number; error: unknown };
    const token = manager.token;
    const archive = (id: string, isActive = false) =>
      app.call(leads.archiveLead, { token, params: { id }, body: { isActive } });
    const move = (id: string, body: object) => app.call(leads.moveLead, { token, params: { id }, body });
    const lost = { status: 'lostCustomer', lostReason: 'Sold the car' };
    const again = { status: 'potential' as const, nextFollowUpDates: ['2026-03-12'] };
    const booked = { status: 'booked', appointmentDate: '2026-03-12' };
    const call = { channel: 'call', outcome: 'reached' } as const;
    const ways: [(id: string) => Promise<Answer>, (id: string) => Promise<Answer>][] = [
      [(id) => archive(id), (id) => archive(id, true)],
      [
        (id) => archive(id),
        (id) => app.call(startBulkChange, { token, body: { action: 'unarchive', leads: [id] } }),
      ],
      [
        (id) => archive(id),
        (id) => app.call(undoLeadChange, { token, params: { id }, body: { version: 3 } }),
      ],
      [(id) => move(id, { status: 'completed' }), (id) => move(id, booked)],
      [(id) => move(id, lost), (id) => move(id, again)],
      [
        (id) => move(id, lost),
        (id) => app.call(logContact, { token, params: { id }, body: { ...call, version: 3, move: again } }),
      ],
    ];
    const ended = await Promise.all(
      ways.map(async ([end, open]) => {
        const id = await record();
        await take(id, leaving);
        await end(id);
        return { id, open };
      }),
    );
    const own = await record();
    await take(own);
    await archive(own);
    await setActive(false);
    for (const { id, open } of ended) {
      expect(await advisorOf(id)).toBe(leaving.id);
      expect((await open(id)).status).toBeLessThan(300);
      expect(await get(id)).toMatchObject({ isActive: true, advisor: null, version: 4 });
    }
    expect((await archive(own, true)).data.advisor?._id).toBe(nadia.id);
  });

  test('may have a lead as the database says, whatever a request knew when it came (F42)', async () => {
    const id = await record();
    const session = await findSession(app.context, leaving.token);
    if (!session) throw new Error('Nobody is signed in');
    const context = { ...app.context, ...session };
    await setActive(false);
    await expect(takeLead(context, id)).rejects.toMatchObject({ status: 400 });
    const logged = await logTry(context, id, { channel: 'call', outcome: 'reached' });
    expect(logged.lead.advisor).toBeNull();
  });

  test('who may no longer have a lead keeps nobody from taking it', async () => {
    const id = await record();
    await take(id, leaving);
    await setActive(false);
    expect(await take(id, nadia)).toMatchObject({ status: 200, data: { advisor: { _id: nadia.id } } });
  });
});

describe('a lead', () => {
  const contact = (id: string, tryAgainAt?: string) =>
    app.call(logContact, {
      token: nadia.token,
      params: { id },
      body: { channel: 'call', outcome: 'callLater', ...(tryAgainAt && { tryAgainAt }) },
    });
  const tryAgainAt = '2026-03-10T09:00:00.000Z';

  test('that changes its status is to be tried again no longer; another change leaves the reminder', async () => {
    const id = await record();
    await contact(id, tryAgainAt);
    const move = (body: object) => app.call(leads.moveLead, { token: nadia.token, params: { id }, body });
    expect((await move({ notes: 'Calls after lunch' })).data.tryAgainAt).toBe(tryAgainAt);
    const moved = { status: 'potential', nextFollowUpDates: ['2026-03-12'] };
    expect((await move(moved)).data).toMatchObject({ tryAgainAt: null, contactAttempts: 1 });
  });

  test('that moves to another center is free, there and back', async () => {
    const id = await record();
    await take(id);
    const edit = (body: object) => app.call(leads.editLead, { token: manager.token, params: { id }, body });
    expect((await edit({ name: 'Rahima' })).data.advisor?._id).toBe(nadia.id);
    const moved = await edit({ serviceCenter: fixtures.south });
    expect(moved.data).toMatchObject({ advisor: null, changedFields: ['serviceCenter', 'advisor'] });
    const body = { version: moved.data.version };
    const undone = await app.call(undoLeadChange, { token: manager.token, params: { id }, body });
    expect(undone.data).toMatchObject({ serviceCenter: { _id: fixtures.north }, advisor: { _id: nadia.id } });
  });
});
