import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as contract from '#contract/employees.ts';
import { assignLead, takeLead } from '#contract/leads/lead-advisors.ts';
import { startBulkChange } from '#contract/leads/lead-bulk.ts';
import { createLead, getLead } from '#contract/leads/leads.ts';
import { findSession } from '#server/auth/sessions/sessions.service.ts';
import { type Db, inTransaction } from '#server/db/transaction.ts';
import { startJobs } from '#server/jobs/job-runner.service.ts';
import { freeLeadsJob } from '#server/leads/bulk/release-leads.service.ts';
import { assignLead as assign } from '#server/leads/record/advisors.service.ts';
import { createLeads } from '#server/leads/record/create-leads.service.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { lockEmployees, replaceAssignments, updateEmployee } from './employees.db.ts';

type Person = Awaited<ReturnType<TestApp['signIn']>>;
let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Person;
let nadia: Person;
let jobs: ReturnType<typeof startJobs>;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
  nadia = await app.signIn('service', [fixtures.north]);
  jobs = startJobs(app.context, pino({ level: 'silent' }), [freeLeadsJob(app.context)]);
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
});

let made = 0;
const enquiry = () => ({
  name: 'Rahim',
  phone: `0182${String(++made).padStart(7, '0')}`,
  serviceCenter: fixtures.north,
});
const record = async () => (await app.call(createLead, { token: boss.token, body: enquiry() })).data._id;
const advisorOf = async (id: string) =>
  (await app.call(getLead, { token: boss.token, params: { id } })).data.advisor?._id;

const untilWaiting = (calls: number) =>
  expect
    .poll(async () => {
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return (await app.pool.query(waiting)).rowCount;
    })
    .toBe(calls);

const changes: [string, (db: Db, id: string) => Promise<unknown>][] = [
  ['deactivated', (db, id) => updateEmployee(db, id, { is_active: false, updated_at: new Date() })],
  ['demoted', (db, id) => updateEmployee(db, id, { level: 'dataEntry', updated_at: new Date() })],
  [
    'sent to another center',
    async (db, id) => {
      await lockEmployees(db, [id]);
      await replaceAssignments(db, id, [fixtures.south]);
    },
  ],
];

test.each(changes)('who is being %s gets no lead meanwhile (F76)', async (_what, change) => {
  const person = await app.signIn('service', [fixtures.north]);
  const [taken, assigned, handed] = [await record(), await record(), await record()];
  await app.call(takeLead, { token: nadia.token, params: { id: handed } });
  const session = await findSession(app.context, boss.token);
  if (!session) throw new Error('Nobody is signed in');
  const context = { ...app.context, ...session };
  const { answers, created } = await inTransaction(app.context, async ({ db }) => {
    await change(db, person.id);
    const answers = [
      app.call(takeLead, { token: person.token, params: { id: taken } }),
      app.call(assignLead, { token: boss.token, params: { id: assigned }, body: { advisor: person.id } }),
      app.call(startBulkChange, {
        token: boss.token,
        body: { action: 'assign', value: person.id, leads: [handed] },
      }),
    ];
    const created = inTransaction(context, (inside) =>
      createLeads(inside.db, [{ context, body: enquiry(), advisor: person.id }]),
    );
    await untilWaiting(4);
    return { answers, created };
  });
  await Promise.all(answers);
  expect(await created).toMatchObject([{ status: 'fulfilled', value: { advisor: null } }]);
  for (const id of [taken, assigned, handed]) expect(await advisorOf(id)).not.toBe(person.id);
});

test('who is being given a lead loses it when they are unassigned at that moment (F76)', async () => {
  const person = await app.signIn('service', [fixtures.north]);
  const id = await record();
  const session = await findSession(app.context, boss.token);
  if (!session) throw new Error('Nobody is signed in');
  const { unassigned } = await inTransaction({ ...app.context, ...session }, async (inside) => {
    await assign(inside, id, { advisor: person.id });
    const body = { id: person.id, serviceCenter: [] };
    const unassigned = app.call(contract.unassignEmployee, { token: boss.token, body });
    await untilWaiting(1);
    return { unassigned };
  });
  expect((await unassigned).status).toBe(200);
  await vi.waitUntil(async () => (await advisorOf(id)) === undefined, { timeout: 30_000 });
});
