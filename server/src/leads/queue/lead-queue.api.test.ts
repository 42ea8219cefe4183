import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { maxCountedRows } from '#contract/business.ts';
import { contactOutcomes, logContact, undoContact } from '#contract/contacts.ts';
import { getCallList, getCallQueue } from '#contract/leads/call-order.ts';
import { worklistLimit } from '#contract/leads/lead-queue.ts';
import { createRandom } from '#server/sample/random.ts';
import { writeHistories } from '#server/testing/lead-histories.ts';
import { addFixtures, insertLead, type LeadColumns } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

const lateEvening = new Date('2026-03-09T17:45:00Z');

type Person = Awaited<ReturnType<TestApp['signIn']>>;

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let manager: Person;
let colleague: Person;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  manager = await app.signIn('manager');
  colleague = await app.signIn('service', [fixtures.north, fixtures.south]);
  await app.db.updateTable('dealer').set({ time_zone: 'Asia/Kathmandu' }).execute();
});
beforeEach(async () => {
  await app.pool.query('delete from leads');
  app.clock.set(lateEvening);
});
afterAll(() => app.close());

const add = (name: string, given: LeadColumns = {}) =>
  insertLead(app, lateEvening, {
    name,
    service_center_id: fixtures.north,
    recorded_by: manager.id,
    ...given,
  });

async function read(query: object = {}, { token } = manager) {
  const { status, data } = await app.call(getCallQueue, { token, query: { ...query } });
  expect(status).toBe(200);
  return data;
}

test('what no counter knows is counted up to the limit', async () => {
  await add('one');
  await app.pool.query(
    `insert into leads (id, version, customer_id, name, phone, status, service_center_id, recorded_by, last_modified_by,
       created_at, updated_at, status_at, furthest_status, search_key)
     select gen_random_uuid(), version, customer_id, name, phone, status, service_center_id, recorded_by, last_modified_by,
       created_at, updated_at, status_at, furthest_status, search_key from leads, generate_series(1, $1)`,
    [maxCountedRows],
  );
  expect(await read()).toMatchObject({ totalLeadsCount: maxCountedRows + 1, isTotalCapped: false });
  const query = { advisor: 'nobody', part: 'older', page: maxCountedRows / 10 };
  const last = await read(query);
  expect(last).toMatchObject({ totalLeadsCount: maxCountedRows, isTotalCapped: true });
  expect(last.leads).toHaveLength(10);
  const { data: work } = await app.call(getCallList, { token: manager.token, query: {} });
  expect(work.leads).toHaveLength(worklistLimit);
  expect(work.isCapped).toBe(true);
});

test('counts what the leads say, after random histories and contacts', async () => {
  const { north, south, oil, pads } = fixtures;
  const now = new Date('2026-03-10T06:00:00Z');
  await writeHistories(app, 120, {
    ...{ timeZone: 'Asia/Kathmandu', now, seed: 11, people: [manager.id] },
    ...{ centers: [north, south], offerings: [oil, pads, null] },
  });
  await logContacts();
  const scopes = [
    {},
    { serviceCenter: south },
    { serviceID: oil },
    { advisor: 'nobody' },
    { serviceCenter: north, serviceID: pads, advisor: 'mine' },
  ];
  let counted = 0;
  for (const query of scopes) {
    const { totalLeadsCount, groups } = await read(query, colleague);
    expect(groups.reduce((sum, { total }) => sum + total, 0)).toBe(totalLeadsCount);
    expect([query, totalLeadsCount]).toEqual([query, await recount(query)]);
    if (totalLeadsCount > 0) counted++;
  }
  expect(counted).toBeGreaterThan(3);
});

async function logContacts(): Promise<void> {
  const random = createRandom(11);
  const { rows } = await app.pool.query<{ id: string }>('select id from leads order by id');
  for (const { id } of rows) {
    const { token } = random.pick([manager, colleague]);
    if (random.chance(0.4)) continue;
    const hours = random.pick([0.3, 2, 11, 13, 30]);
    const tryAgainAt = new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
    const body = {
      channel: 'call' as const,
      outcome: random.pick(contactOutcomes),
      ...(random.chance(0.6) && { tryAgainAt }),
    };
    const { data, status } = await app.call(logContact, { token, params: { id }, body });
    expect(status).toBe(201);
    if (random.chance(0.2))
      await app.call(undoContact, { token, params: { id: data.contact._id }, body: {} });
  }
}

async function recount({
  serviceCenter,
  serviceID,
  advisor: owner,
}: {
  serviceCenter?: string;
  serviceID?: string;
  advisor?: string;
}) {
  const { rows } = await app.pool.query<{ due: number }>(
    `with open as (select *, next_follow_up_dates[cardinality(next_follow_up_dates)] as follow_up,
        try_again_at is null as is_free, date '2026-03-10' as today, $5::timestamptz at time zone 'Asia/Kathmandu' as moment from leads
      where is_active and status in ('pending', 'potential', 'booked')
        and ($1::uuid is null or service_center_id = $1) and ($2::uuid is null or offering_id = $2)
        and case $3 when 'mine' then advisor_id = $4::uuid when 'nobody' then advisor_id is null else true end)
     select count(*)::int as due from open where (is_free and (
         (status = 'potential' and follow_up <= today) or (status = 'pending' and contact_attempts = 0)
         or (status = 'booked' and (appointment_date < today
           or (appointment_date in (today, today + 1) and reminded_for is distinct from appointment_date)
           or (appointment_date = today and appointment_time::time > '00:00' and appointment_time::time < moment::time)))))
       or (try_again_at at time zone 'Asia/Kathmandu')::date <= today`,
    [serviceCenter ?? null, serviceID ?? null, owner ?? '', colleague.id, app.clock.now()],
  );
  return rows[0]?.due;
}
