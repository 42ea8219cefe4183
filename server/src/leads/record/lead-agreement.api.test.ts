import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  decideMove,
  type LeadProgress,
  type LeadProgressChange,
  leadStatuses,
} from '#contract/leads/lead-status.ts';
import * as contract from '#contract/leads/leads.ts';
import { addDays } from '#contract/text/dates.ts';
import { expectDayCountersToMatch } from '#server/testing/day-counters.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { TestApp } from '#server/testing/test-app.ts';

const today = '2026-03-10';
const sequences = isLongRun ? 150 : 20;
const crossingWrites = isLongRun ? 1_000 : 200;

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
});
afterAll(() => app.close());

const day = fc.integer({ min: -2, max: 5 }).map((days) => addDays(today, days));
const text = fc.constantFrom(null, 'Price too high', 'Called twice');
const change: fc.Arbitrary<LeadProgressChange> = fc.record(
  {
    status: fc.constantFrom(...leadStatuses),
    followUpCount: fc.integer({ min: 0, max: 4 }),
    nextFollowUpDates: fc.array(day, { maxLength: 4 }),
    appointmentDate: fc.option(day),
    appointmentTime: fc.option(fc.constantFrom('09:30', '16:00')),
    lostReason: text,
    jobId: fc.constantFrom(null, 'JOB-1'),
    notes: text,
  },
  { requiredKeys: [] },
);

const fields = [
  'status',
  'followUpCount',
  'nextFollowUpDates',
  'appointmentDate',
  'appointmentTime',
  'lostReason',
  'jobId',
  'notes',
] as const satisfies (keyof LeadProgress)[];

test('the rules that the modal shows and the server agree on any sequence of steps', async () => {
  const manager = await app.signIn('manager');
  const north = await app.signIn('service', [fixtures.north]);
  let accepted = 0;
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ change, isManagement: fc.boolean() }), { minLength: 1, maxLength: 8 }),
      async (steps) => {
        const body = { name: 'Walker', phone: '01712345678', serviceCenter: fixtures.north };
        let lead = (await app.call(contract.createLead, { token: manager.token, body })).data;
        for (const step of steps) {
          const expected = decideMove(lead, step.change, {
            today,
            farthest: addDays(today, 730),
            isManagement: step.isManagement,
          });
          const token = step.isManagement ? manager.token : north.token;
          const answer = await app.call(contract.moveLead, {
            token,
            params: { id: lead._id },
            body: step.change,
          });
          if (expected.ok) {
            accepted++;
            expect(answer.status).toBe(200);
            lead = answer.data;
            for (const field of fields) expect(lead[field]).toEqual(expected.next[field]);
          } else {
            refused++;
            expect(answer.status).toBe(expected.status);
            if (expected.status === 400) expect(answer.error.fields).toEqual(expected.fields);
          }
        }
      },
    ),
    { numRuns: sequences },
  );
  expect(accepted).toBeGreaterThan(sequences / 3);
  expect(refused).toBeGreaterThan(sequences / 3);
});

test(`${crossingWrites} writes that cross each other leave counters, versions and current state equal to a recount`, async () => {
  const people = await Promise.all([
    app.signIn('dataEntry'),
    app.signIn('manager'),
    app.signIn('service', [fixtures.north, fixtures.south]),
  ]);
  const body = (number: number) => ({
    name: `Crossing ${number}`,
    phone: `0191${String(number % 7).padStart(7, '0')}`,
    serviceCenter: number % 2 ? fixtures.north : fixtures.south,
  });
  const ids: string[] = [];
  for (let number = 0; number < 12; number++) {
    const made = await app.call(contract.createLead, { token: people[0]?.token, body: body(number) });
    ids.push(made.data._id);
  }
  const random = fc.sample(
    fc.record({
      lead: fc.integer({ min: 0, max: ids.length - 1 }),
      person: fc.integer({ min: 0, max: people.length - 1 }),
      kind: fc.constantFrom('move', 'move', 'edit', 'archive', 'create'),
      change,
      number: fc.nat(1_000),
      flag: fc.boolean(),
    }),
    { numRuns: crossingWrites, seed: 7 },
  );
  const write = async (step: (typeof random)[number]) => {
    const token = people[step.person]?.token;
    const params = { id: ids[step.lead] ?? '' };
    if (step.kind === 'create') return app.call(contract.createLead, { token, body: body(step.number) });
    if (step.kind === 'edit') return app.call(contract.editLead, { token, params, body: body(step.number) });
    if (step.kind === 'archive') {
      return app.call(contract.archiveLead, { token, params, body: { isActive: step.flag } });
    }
    return app.call(contract.moveLead, { token, params, body: step.change });
  };
  const statuses: number[] = [];
  for (let start = 0; start < random.length; start += 25) {
    const answers = await Promise.all(random.slice(start, start + 25).map(write));
    statuses.push(...answers.map((answer) => answer.status));
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(crossingWrites * 0.3);
  await expectCountersToMatch();
  await expectDayCountersToMatch(app, 'Asia/Dhaka');
  await expectVersionsToMatch();
});

async function expectCountersToMatch() {
  const kept =
    "select service_center_id, key as status, figure = 'status' as is_active, sum(leads)::int as leads from lead_totals where figure in ('status', 'archived') group by 1, 2, 3 having sum(leads) <> 0";
  const real =
    'select service_center_id, status, is_active, count(*)::int as leads from leads group by 1, 2, 3';
  const { rows } = await app.pool.query(`(${kept} except ${real}) union all (${real} except ${kept})`);
  expect(rows).toEqual([]);
}

async function expectVersionsToMatch() {
  const { rows } = await app.pool.query(`
    select l.id from leads l
    join lateral (select count(*) as versions, max(version) as newest from lead_versions v where v.lead_id = l.id) c on true
    join lead_versions last on last.lead_id = l.id and last.version = l.version
    where c.versions <> l.version or c.newest <> l.version or last.snapshot <> to_jsonb(l) - '{search_key,search_grams,follow_up_on,touched_at,due_kind,due_at}'::text[]`);
  expect(rows).toEqual([]);
}
