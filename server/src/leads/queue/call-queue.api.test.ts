import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logContact } from '#contract/contacts.ts';
import * as contract from '#contract/leads/call-order.ts';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import { addDays, instantInTimeZone } from '#contract/text/dates.ts';
import { editWorkingHours } from '#contract/working-hours.ts';
import { openSession } from '#server/auth/sessions/sessions.service.ts';
import { addFixtures, insertLead, type LeadColumns, noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['signIn']>>;

const zone = 'Asia/Kathmandu';
const today = '2026-03-10';
const at = (time: string, days = 0) => instantInTimeZone(zone, addDays(today, days), time);
const morning = at('10:00');

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let manager: Person;
let advisor: Person;
let colleague: Person;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  await app.db.updateTable('dealer').set({ time_zone: zone }).execute();
  manager = await app.signIn('manager');
  advisor = await app.signIn('service', [fixtures.north]);
  colleague = await app.signIn('service', [fixtures.north, fixtures.south]);
});
beforeEach(async () => {
  await app.pool.query('delete from lead_versions; delete from leads');
  app.clock.set(morning);
  for (const person of [manager, advisor, colleague])
    person.token = await openSession(app.context, person.id, null);
});
afterAll(() => app.close());

const add = (name: string, given: LeadColumns = {}) =>
  insertLead(app, morning, { name, service_center_id: fixtures.north, recorded_by: manager.id, ...given });
const addMany = (overdue: number, enquiries: number) =>
  app.pool.query(
    `insert into leads (id, version, customer_id, name, phone, service_center_id, recorded_by, last_modified_by, status,
       furthest_status, next_follow_up_dates, created_at, updated_at, status_at, search_key)
     select gen_random_uuid(), 1, (select id from customers limit 1), 'Any', '01711111111', $1, $2, $2, status, status,
       case when n <= $3 then array[$5::date - n] else '{}' end, at, at, at, ''
     from generate_series(1, $3::int + $4::int) n, lateral (
       select case when n <= $3 then 'potential' else 'pending' end as status, $5::date - n * interval '1 day' as at) of`,
    [fixtures.north, manager.id, overdue, enquiries, today],
  );
const enquiry = (due: Date | null, recorded: Date): LeadColumns => ({
  response_due_at: due,
  created_at: recorded,
});
const potential = (days: number): LeadColumns => ({
  status: 'potential',
  next_follow_up_dates: [addDays(today, days)],
});
const booked = (days: number, time: string | null = null, reminded = false): LeadColumns => ({
  status: 'booked',
  appointment_date: addDays(today, days),
  appointment_time: time,
  ...(reminded && { reminded_for: addDays(today, days) }),
});
const again = (moment: Date): LeadColumns => ({ try_again_at: moment, contact_attempts: 1 });

async function read(query: object = {}, { token } = manager) {
  const { status, data } = await app.call(contract.getCallQueue, { token, query: { limit: 50, ...query } });
  expect(status).toBe(200);
  expect(data.places).toHaveLength(data.leads.length);
  return data;
}
const names = async (query: object = {}, person = manager) =>
  (await read(query, person)).leads.map(({ name }) => name);
const work = async (query: object = {}, { token } = manager) =>
  (await app.call(contract.getCallList, { token, query: { ...query } })).data;

async function addEach() {
  await add('older, of last week', enquiry(at('11:00', -7), at('10:00', -7)));
  await add('tomorrow at nine', booked(1, '09:00'));
  await add('overdue since long', potential(-9));
  await add('running, later', enquiry(at('10:45'), at('09:45')));
  await add('follow-up today', potential(0));
  await add('visit at three', booked(0, '15:00'));
  await add('visit at any time', booked(0));
  await add('passed yesterday', booked(-1, '10:00', true));
  await add('reminded for today', booked(0, '09:00', true));
  await add('again at five', again(at('17:00')));
  await add('missed first', enquiry(at('09:10'), at('18:00', -1)));
  await add('running since last night', enquiry(at('10:20'), at('21:00', -1)));
  await add('never timed', enquiry(null, at('10:00', -3)));
  await add('again since nine', again(at('09:00')));
  await add('passed last week', booked(-8));
  await add('visit at nine', booked(0, '09:00'));
  await add('missed last', enquiry(at('09:50'), at('08:50')));
  await add('again, but was yesterday', again(at('16:00', -1)));
  await add('overdue since yesterday', potential(-1));
  await add('follow-up tomorrow', potential(1));
  await add('in two days', booked(2));
}

const expected = [
  ...['running since last night', 'running, later'],
  ...['visit at any time', 'visit at three'],
  ...['again since nine', 'follow-up today', 'again at five'],
  ...['missed last', 'missed first'],
  'overdue since long',
  ...['again, but was yesterday', 'overdue since yesterday'],
  ...['visit at nine', 'reminded for today', 'passed yesterday', 'passed last week'],
  'tomorrow at nine',
  ...['never timed', 'older, of last week'],
];

describe('whom to call first', () => {
  test('is who loses most by waiting, and at every tenth place who has waited longest', async () => {
    await addEach();
    for (const query of [{}, { serviceCenter: fixtures.north }, { advisor: 'nobody' }]) {
      const { leads, places, totalLeadsCount, groups } = await read(query);
      expect(leads.map(({ name }) => name)).toEqual(expected);
      expect(places.map(({ isLongest }) => isLongest).indexOf(true)).toBe(9);
      expect(places.filter(({ isLongest }) => isLongest)).toEqual([
        { group: 'overdue', isLongest: true, opensAt: null },
      ]);
      expect(totalLeadsCount).toBe(expected.length);
      expect(groups.map(({ group, total, early }) => [group, total, early])).toEqual([
        ['targetRunning', 2, 0],
        ['appointmentToday', 2, 0],
        ['dueToday', 3, 0],
        ['targetMissed', 2, 0],
        ['overdue', 3, 1],
        ['passedAppointment', 4, 0],
        ['appointmentTomorrow', 1, 0],
        ['older', 2, 0],
      ]);
    }
    expect(await names({}, advisor)).toEqual(expected);
    expect(await names({ serviceCenter: fixtures.south }, advisor)).toEqual([]);
    const list = await work({}, advisor);
    expect(list.leads).toHaveLength(expected.length - 1);
    expect(list.leads[0]?.group).toBe('targetRunning');
  });

  test('follows the clock: what runs becomes missed, and missed yesterday is older', async () => {
    await add('enquiry', enquiry(at('10:30'), at('09:30')));
    const group = async () => (await read()).places[0]?.group;
    expect(await group()).toBe('targetRunning');
    app.clock.set(at('10:30'));
    expect(await group()).toBe('targetRunning');
    app.clock.set(at('10:31'));
    expect(await group()).toBe('targetMissed');
    app.clock.set(at('23:59'));
    for (const person of [manager]) person.token = await openSession(app.context, person.id, null);
    expect(await group()).toBe('targetMissed');
    app.clock.set(at('00:00', 1));
    expect(await group()).toBe('older');
  });

  test('says when the center of a running enquiry opens next, if it is closed', async () => {
    await add('of the north', enquiry(at('09:30', 1), at('20:00')));
    await add('of the south', {
      ...enquiry(at('10:30', 1), at('20:00')),
      service_center_id: fixtures.south,
    });
    await add('follow-up', potential(0));
    const openings = async () => (await read()).places.map(({ opensAt }) => opensAt);
    expect(await openings()).toEqual([null, null, null]);
    const holidays = [{ day: today, name: 'Holi', serviceCenter: fixtures.north }];
    await app.call(editWorkingHours, { token: manager.token, body: { holidays } });
    expect(await openings()).toEqual([at('09:00', 1).toISOString(), null, null]);
    app.clock.set(at('18:00'));
    manager.token = await openSession(app.context, manager.id, null);
    expect(await openings()).toEqual([at('09:00', 1).toISOString(), at('09:00', 1).toISOString(), null]);
    await app.call(editWorkingHours, { token: manager.token, body: { holidays: [] } });
  });

  test('is in the group that its panel says, or in none', async () => {
    await addEach();
    const { leads, places } = await read();
    const groups = new Map(leads.map(({ _id }, place) => [_id, places[place]?.group]));
    const { rows } = await app.pool.query<{ id: string }>('select id from leads');
    expect(rows).toHaveLength(groups.size + 2);
    for (const { id } of rows) {
      const { data } = await app.call(getLeadPanel, { token: manager.token, params: { id } });
      expect([data.lead.name, data.group]).toEqual([data.lead.name, groups.get(id) ?? null]);
    }
  });

  test('pages through its first places, and lists each group and what waits longer than a week whole', async () => {
    await addEach();
    const pages = await Promise.all([1, 2, 3].map((page) => names({ page, limit: 10 })));
    expect(pages).toEqual([expected.slice(0, 10), expected.slice(10), []]);
    const rest = await read({ page: 2, limit: 10 });
    const overdue = rest.groups.find(({ group }) => group === 'overdue');
    expect(rest.places.filter(({ group }) => group === 'overdue')).toHaveLength(2);
    expect(overdue).toMatchObject({ total: 3, early: 1 });
    expect(await names({ part: 'overdue' })).toEqual([
      'again, but was yesterday',
      'overdue since yesterday',
      'overdue since long',
    ]);
    expect(await names({ part: 'dueToday', page: 2, limit: 10 })).toEqual([]);
    const long = await read({ part: 'waitingLong' });
    expect(long.leads.map(({ name }) => name)).toEqual(['overdue since long', 'passed last week']);
    expect(long).toMatchObject({ totalLeadsCount: 2, isTotalCapped: false, waitingLong: { total: 2 } });
  });

  test('says how many colleagues have, and leaves them out of the worklist', async () => {
    await add('mine', { ...potential(0), advisor_id: advisor.id });
    await add('free', { ...enquiry(at('10:45'), at('09:45')), offering_id: fixtures.oil });
    await add('theirs', { ...potential(-1), advisor_id: colleague.id });
    await add('also theirs', { ...booked(0), advisor_id: colleague.id, offering_id: fixtures.oil });
    await add('elsewhere', { ...potential(0), service_center_id: fixtures.south });
    const list = await work({}, advisor);
    expect(list.leads.map(({ group }) => group)).toEqual(['targetRunning', 'dueToday']);
    expect(list.isCapped).toBe(false);
    expect(await read({}, advisor)).toMatchObject({ totalLeadsCount: 4, colleagues: { total: 2 } });
    expect((await read({ advisor: 'mine' }, advisor)).colleagues.total).toBe(0);
    expect(await names({ advisor: 'mine' }, advisor)).toEqual(['mine']);
    expect(await names({ serviceID: fixtures.oil }, colleague)).toEqual(['free', 'also theirs']);
    expect(await names({ serviceCenter: noEmployeeId }, advisor)).toEqual([]);
    const others = await read({}, advisor);
    expect(new Set(others.leads.map(({ customer }) => customer))).toEqual(new Set([null]));
  });

  test('goes on in the worklist as it begins, also where those who have waited longest have a place already', async () => {
    await addMany(100, 110);
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(...(await read({ page }, advisor)).leads);
    const list = await work({}, advisor);
    expect(list.isCapped).toBe(true);
    expect(pages).toHaveLength(200);
    expect(list.leads.map(({ _id }) => _id)).toEqual(pages.map(({ _id }) => _id));
  });

  test('lets an enquiry go with its first attempt', async () => {
    const { data } = await app.call(leads.createLead, {
      token: manager.token,
      body: { name: 'Rahim', phone: '01912345678', serviceCenter: fixtures.north },
    });
    expect((await read()).places).toEqual([{ group: 'targetRunning', isLongest: false, opensAt: null }]);
    await app.call(logContact, {
      token: advisor.token,
      params: { id: data._id },
      body: { channel: 'call', outcome: 'noAnswer' },
    });
    expect((await read()).totalLeadsCount).toBe(0);
  });
});
