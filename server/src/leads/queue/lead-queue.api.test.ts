import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maxCountedRows } from '#contract/business.ts';
import { contactOutcomes, logContact, undoContact } from '#contract/contacts.ts';
import * as contract from '#contract/leads/lead-queue.ts';
import { type QueueGroup, queueGroups } from '#contract/leads/queue-groups.ts';
import { randomFrom } from '#server/sample/random.ts';
import { writeHistories } from '#server/testing/lead-histories.ts';
import { addFixtures, insertLead, type LeadColumns, noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

const lateEvening = new Date('2026-03-09T17:45:00Z');

type Person = Awaited<ReturnType<TestApp['signIn']>>;

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let manager: Person;
let advisor: Person;
let colleague: Person;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  manager = await app.signIn('manager');
  advisor = await app.signIn('service', [fixtures.north]);
  colleague = await app.signIn('service', [fixtures.north, fixtures.south]);
  await app.db.updateTable('dealer').set({ time_zone: 'Asia/Kathmandu' }).execute();
});
beforeEach(async () => {
  await app.pool.query('delete from leads');
  app.clock.set(lateEvening);
});
afterAll(() => app.close());

const potential = (date: string): LeadColumns => ({ status: 'potential', next_follow_up_dates: [date] });
const booked = (date: string): LeadColumns => ({ status: 'booked', appointment_date: date });

const add = (name: string, given: LeadColumns = {}) =>
  insertLead(app, lateEvening, {
    name,
    service_center_id: fixtures.north,
    employee_id: manager.id,
    ...given,
  });

async function read(query: object = {}, { token } = manager) {
  const { status, data } = await app.call(contract.getQueue, { token, query: { ...query } });
  expect(status).toBe(200);
  expect(data.groups.map(({ group }) => group)).toEqual(queueGroups);
  return Object.fromEntries(data.groups.map((part) => [part.group, part]));
}

async function names(query: object = {}, person = manager) {
  const groups = await read(query, person);
  const filled = Object.values(groups).filter(({ total }) => total > 0);
  return Object.fromEntries(
    filled.map(({ group, total, leads }) => {
      expect(leads).toHaveLength(Math.min(total, contract.queuePreview));
      return [group, leads.map(({ name }) => name)];
    }),
  );
}

async function list(group: QueueGroup, query: object = {}, { token } = manager) {
  return (await app.call(contract.listQueue, { token, params: { group }, query: { ...query } })).data;
}

async function work(query: object = {}, { token } = manager) {
  return (await app.call(contract.getWorklist, { token, query: { ...query } })).data;
}

describe('the groups', () => {
  test('follow the dealer’s days', async () => {
    for (const date of ['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10', '2026-03-11']) {
      await add(`follow ${date}`, potential(date));
      await add(`visit ${date}`, booked(date));
    }
    expect(await names()).toEqual({
      overdue: ['follow 2026-03-07', 'follow 2026-03-08'],
      dueToday: ['follow 2026-03-09'],
      passedAppointment: ['visit 2026-03-07', 'visit 2026-03-08'],
      comingAppointment: ['visit 2026-03-09', 'visit 2026-03-10'],
    });

    app.clock.set(new Date('2026-03-09T18:15:00Z'));
    expect(await names()).toEqual({
      overdue: ['follow 2026-03-07', 'follow 2026-03-08', 'follow 2026-03-09'],
      dueToday: ['follow 2026-03-10'],
      passedAppointment: ['visit 2026-03-07', 'visit 2026-03-08', 'visit 2026-03-09'],
      comingAppointment: ['visit 2026-03-10', 'visit 2026-03-11'],
    });
  });

  test('hold new enquiries until somebody tries, the one that waits longest first', async () => {
    await add('later', { created_at: new Date('2026-03-09T08:00:00Z') });
    await add('first', { created_at: new Date('2026-03-01T08:00:00Z') });
    await add('tried', { contact_tries: 1 });
    await add('archived', { is_active: false });
    expect(await names()).toEqual({ new: ['first', 'later'] });
  });

  test('hold attempts to repeat until the end of the dealer’s day, in place of any other group', async () => {
    const at = (time: string) => ({ try_again_at: new Date(time), contact_tries: 1 });
    await add('last minute', at('2026-03-09T18:14:59.999Z'));
    await add('due', { ...at('2026-03-08T05:00:00Z'), ...potential('2026-03-01') });
    await add('tomorrow', at('2026-03-09T18:15:00Z'));
    await add('closed', { ...at('2026-03-09T05:00:00Z'), status: 'completed' });
    expect(await names()).toEqual({ tryAgain: ['due', 'last minute'] });
    expect((await work()).leads).toHaveLength(1);

    app.clock.set(new Date('2026-03-09T18:15:00Z'));
    expect(await names()).toEqual({ tryAgain: ['due', 'last minute', 'tomorrow'] });
    expect((await work()).leads).toHaveLength(2);
  });

  test('no longer hold an appointment about which the customer was reached, until its day has passed', async () => {
    const reminded = { ...booked('2026-03-09'), reminded_for: '2026-03-09' };
    await add('reminded', reminded);
    await add('moved since', { ...reminded, ...booked('2026-03-10') });
    expect(await names()).toEqual({ comingAppointment: ['moved since'] });
    app.clock.set(new Date('2026-03-10T06:00:00Z'));
    expect(await names()).toEqual({ passedAppointment: ['reminded'], comingAppointment: ['moved since'] });
  });

  test('order appointments of a day by their time, whether reminded or not', async () => {
    const at = (time: string | null, isReminded = false) => ({
      ...booked('2026-03-08'),
      appointment_time: time,
      ...(isReminded && { reminded_for: '2026-03-08' }),
    });
    await add('at ten', at('10:00', true));
    await add('any time', at(null));
    await add('at nine', at('09:00'));
    await add('at noon', at('12:00'));
    expect(await names()).toEqual({ passedAppointment: ['any time', 'at nine', 'at ten', 'at noon'] });
  });
});

describe('narrowed', () => {
  beforeEach(async () => {
    const { north, south, oil, pads } = fixtures;
    const places = [
      ['north', north],
      ['south', south],
    ] as const;
    for (const [place, center] of places) {
      for (const [offering, id] of [
        ['oil', oil],
        ['pads', pads],
      ] as const) {
        for (const [owner, person] of [
          ['hers', advisor.id],
          ['free', null],
        ] as const) {
          await add(`${place} ${offering} ${owner}`, {
            ...{ service_center_id: center, offering_id: id, advisor_id: person },
            created_at: new Date(lateEvening.getTime() - 1_000 * (10 - place.length)),
          });
        }
      }
    }
  });

  const all = (query: object, person?: Person) =>
    names(query, person).then((groups) => [...(groups.new ?? [])].sort());

  test('to the centers of a service employee, which no query widens', async () => {
    const north = ['north oil free', 'north oil hers', 'north pads free', 'north pads hers'];
    expect(await all({}, advisor)).toEqual(north);
    expect(await all({ serviceCenter: fixtures.south }, advisor)).toEqual([]);
    expect(await all({ serviceCenter: noEmployeeId }, advisor)).toEqual([]);
    expect(await all({ advisor: 'mine' }, advisor)).toEqual(['north oil hers', 'north pads hers']);
    expect((await list('new', { serviceCenter: fixtures.south }, advisor)).totalLeadsCount).toBe(0);
    expect(await work({ serviceCenter: fixtures.south }, advisor)).toEqual({ leads: [], isCapped: false });
    expect((await read({}, colleague)).new?.total).toBe(8);
    expect((await read()).new?.total).toBe(8);
  });

  test('by center, offering and advisor, alone and together', async () => {
    const { south: serviceCenter, oil: serviceID } = fixtures;
    expect(await all({ serviceCenter })).toHaveLength(4);
    expect(await all({ serviceID })).toHaveLength(4);
    expect(await all({ serviceID, serviceCenter })).toEqual(['south oil free', 'south oil hers']);
    expect(await all({ serviceID, serviceCenter, advisor: 'nobody' })).toEqual(['south oil free']);
    expect(await all({ advisor: 'nobody' })).toHaveLength(4);
    expect(await all({ advisor: 'mine' })).toEqual([]);
    expect(await all({ serviceID, advisor: 'mine' }, advisor)).toEqual(['north oil hers']);
  });

  test('tells customers apart for management alone', async () => {
    const customers = async (person: Person) =>
      new Set((await read({}, person)).new?.leads.map(({ customer }) => customer));
    expect(await customers(advisor)).toEqual(new Set([null]));
    expect(await customers(manager)).not.toContain(null);
  });
});

describe('a group', () => {
  test('pages in order, from either end, and past it', async () => {
    for (let place = 0; place < 23; place++) {
      await add(`lead ${place}`, {
        ...booked(`2026-02-${String(28 - place).padStart(2, '0')}`),
        ...(place % 2 === 0 && { reminded_for: `2026-02-${String(28 - place).padStart(2, '0')}` }),
        service_center_id: place % 3 === 0 ? fixtures.south : fixtures.north,
      });
    }
    const expected = Array.from({ length: 23 }, (_, place) => `lead ${22 - place}`);
    for (const person of [manager, colleague]) {
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => list('passedAppointment', { page }, person)),
      );
      expect(pages.map(({ leads }) => leads.map(({ name }) => name))).toEqual([
        expected.slice(0, 10),
        expected.slice(10, 20),
        expected.slice(20),
        [],
      ]);
      for (const page of pages) expect(page).toMatchObject({ totalLeadsCount: 23, totalPages: 3 });
    }
    expect((await read()).passedAppointment).toMatchObject({ total: 23, isTotalCapped: false });
    expect((await read()).passedAppointment?.leads.map(({ name }) => name)).toEqual(
      expected.slice(0, contract.queuePreview),
    );
  });

  test('that no counter knows is counted up to the limit', async () => {
    await add('one');
    await app.pool.query(
      `insert into leads (id, version, customer_id, name, phone, status, service_center_id, employee_id, last_modified_by,
         created_at, updated_at, status_at, furthest_status, search_key)
       select gen_random_uuid(), version, customer_id, name, phone, status, service_center_id, employee_id, last_modified_by,
         created_at, updated_at, status_at, furthest_status, search_key from leads, generate_series(1, $1)`,
      [maxCountedRows],
    );
    expect((await read()).new).toMatchObject({ total: maxCountedRows + 1, isTotalCapped: false });
    expect((await read({ advisor: 'nobody' })).new).toMatchObject({
      total: maxCountedRows,
      isTotalCapped: true,
    });
    const last = await list('new', { advisor: 'nobody', page: maxCountedRows / 10 });
    expect(last).toMatchObject({ totalLeadsCount: maxCountedRows, isTotalCapped: true });
    expect(last.leads).toHaveLength(10);
    expect((await work()).leads).toHaveLength(contract.worklistLimit);
    expect((await work()).isCapped).toBe(true);
  });

  test('of another name is refused', async () => {
    const { status, error } = await app.call(contract.listQueue, {
      token: manager.token,
      params: { group: 'tomorrow' as QueueGroup },
    });
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {})).toEqual(['group']);
  });
});

test('two advisors in one queue get what is theirs and what nobody has, group after group', async () => {
  const { id: mine } = advisor;
  const { id: theirs } = colleague;
  const leads = {
    coming: await add('coming', { ...booked('2026-03-10'), advisor_id: mine }),
    theirs: await add('theirs', { ...potential('2026-03-01'), advisor_id: theirs }),
    overdue: await add('overdue', potential('2026-03-02')),
    new: await add('new'),
  };
  const ids = async (person: Person, query = {}) => (await work(query, person)).leads.map(({ _id }) => _id);
  expect((await work({}, advisor)).leads).toEqual([
    { _id: leads.overdue, group: 'overdue' },
    { _id: leads.new, group: 'new' },
    { _id: leads.coming, group: 'comingAppointment' },
  ]);
  expect(await ids(colleague)).toEqual([leads.theirs, leads.overdue, leads.new]);
  expect(await ids(advisor, { advisor: 'mine' })).toEqual([leads.coming]);
  expect(await ids(advisor, { advisor: 'nobody' })).toEqual([leads.overdue, leads.new]);
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
    const groups = await read(query, colleague);
    const totals = Object.fromEntries(queueGroups.map((group) => [group, groups[group]?.total ?? 0]));
    expect(totals).toEqual(await recount(query));
    counted += Object.values(totals).filter((total) => total > 0).length;
  }
  expect(counted).toBeGreaterThan(12);
});

async function logContacts(): Promise<void> {
  const random = randomFrom(11);
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
  const { rows } = await app.pool.query<Record<QueueGroup, number>>(
    `with open as (select *, next_follow_up_dates[cardinality(next_follow_up_dates)] as follow_up,
        try_again_at is null as is_free, date '2026-03-10' as today from leads
      where is_active and status in ('pending', 'potential', 'booked')
        and ($1::uuid is null or service_center_id = $1) and ($2::uuid is null or offering_id = $2)
        and case $3 when 'mine' then advisor_id = $4::uuid when 'nobody' then advisor_id is null else true end)
     select count(*) filter (where is_free and status = 'potential' and follow_up < today)::int as overdue,
       count(*) filter (where is_free and status = 'potential' and follow_up = today)::int as "dueToday",
       count(*) filter (where is_free and status = 'pending' and contact_tries = 0)::int as new,
       count(*) filter (where (try_again_at at time zone 'Asia/Kathmandu')::date <= today)::int as "tryAgain",
       count(*) filter (where is_free and status = 'booked' and appointment_date < today)::int as "passedAppointment",
       count(*) filter (where is_free and status = 'booked' and appointment_date in (today, today + 1)
         and reminded_for is distinct from appointment_date)::int as "comingAppointment"
     from open`,
    [serviceCenter ?? null, serviceID ?? null, owner ?? '', colleague.id],
  );
  return rows[0];
}
