import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addComment } from '#contract/comments.ts';
import { logContact, undoContact } from '#contract/contacts.ts';
import { editDealer, getDealer } from '#contract/dealer.ts';
import { assignLead } from '#contract/leads/lead-advisors.ts';
import { getLeadSorts, type LeadSort, leadSorts, openStatuses } from '#contract/leads/lead-lists.ts';
import {
  downloadNeglectedCsv,
  getNeglectedWorklist,
  groupNeglected,
  listManagementLeads,
  listNeglected,
  neglectedGroupings,
} from '#contract/leads/lead-oversight.ts';
import * as contract from '#contract/leads/leads.ts';
import { expectTotalsToMatch } from '#server/testing/day-counters.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let manager: Awaited<ReturnType<TestApp['signIn']>>;
let boss: typeof manager;
let north: typeof manager;

const daysAgo = (days: number, minutes = 0) =>
  new Date(testNoon.getTime() - days * 86_400_000 + minutes * 60_000);

const people = [
  { name: 'Érica', entered: 40, moved: 20, to: potential('2026-03-05') },
  { name: 'anwar', entered: 39, moved: 8, to: potential('2026-03-10') },
  { name: 'Zahid', entered: 38, moved: 9, to: potential('2026-03-09') },
  { name: 'Babul', entered: 37, moved: 30, to: potential('2026-03-16') },
  { name: 'Érica', entered: 36, moved: 2, to: potential('2026-03-08') },
  { name: 'Dola', entered: 35, moved: 6, to: booked('2026-03-12', '09:00') },
  { name: 'Chitra', entered: 34, moved: 5, to: booked('2026-03-09', null) },
  { name: 'Faruk', entered: 33, moved: 4, to: booked('2026-03-12', null) },
  { name: 'Gita', entered: 32, moved: 3, to: booked('2026-03-11', '17:30') },
  { name: 'Habib', entered: 31, moved: 31 },
  { name: 'Ila', entered: 0.5, moved: 0.5 },
];

function potential(date: string) {
  return { status: 'potential', nextFollowUpDates: [date] };
}

function booked(appointmentDate: string, appointmentTime: string | null) {
  return { status: 'booked', appointmentDate, appointmentTime };
}

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  manager = await app.signIn('manager');
  boss = await app.signIn('superAdmin');
  north = await app.signIn('service', [fixtures.north]);
  for (const [place, { name, entered, moved, to }] of people.entries()) {
    app.clock.set(daysAgo(entered, place));
    const serviceCenter = place % 2 === 0 ? fixtures.north : fixtures.south;
    const { data } = await app.call(contract.createLead, {
      token: manager.token,
      body: { name, phone: `0171100${String(place).padStart(4, '0')}`, serviceCenter },
    });
    if (!to) continue;
    app.clock.set(daysAgo(moved, place));
    const params = { id: data._id };
    const { status } = await app.call(contract.moveLead, { token: manager.token, params, body: to });
    expect(status).toBe(200);
  }
  app.clock.set(testNoon);
  await app.pool.query(
    `update leads set advisor_id = $1 where name in ('Zahid', 'Babul', 'Dola', 'Chitra')`,
    [north.id],
  );
});
afterAll(() => app.close());

const names = (query: object, token = manager.token) =>
  app
    .call(contract.listLeadsByStatus, { token, query: { status: 'potential', ...query } })
    .then(({ data }) => data.leads.map((lead) => lead.name));
const neglected = (query: object = {}, token = manager.token) =>
  app.call(listNeglected, { token, query: { status: 'potential', ...query } });

describe('a list by status', () => {
  test.each<[LeadSort, string[]]>([
    ['entered', ['Érica', 'Babul', 'Zahid', 'anwar', 'Érica']],
    ['name', ['anwar', 'Babul', 'Érica', 'Érica', 'Zahid']],
    ['statusSince', ['Babul', 'Érica', 'Zahid', 'anwar', 'Érica']],
    ['followUp', ['Érica', 'Érica', 'Zahid', 'anwar', 'Babul']],
    ['waiting', ['Babul', 'Érica', 'Zahid', 'anwar', 'Érica']],
  ])('sorts potential leads by %s, and the other way round', async (sort, expected) => {
    expect(await names({ sort })).toEqual(expected);
    expect(await names({ sort, order: leadSorts[sort] })).toEqual(expected);
    const order = leadSorts[sort] === 'asc' ? 'desc' : 'asc';
    expect(await names({ sort, order })).toEqual(expected.toReversed());
  });

  test('sorts booked leads by appointment, those without a time at the end of their day', async () => {
    const sorted = { status: 'booked', sort: 'appointment' };
    expect(await names(sorted)).toEqual(['Chitra', 'Gita', 'Dola', 'Faruk']);
    expect(await names({ ...sorted, order: 'desc' })).toEqual(['Faruk', 'Dola', 'Gita', 'Chitra']);
  });

  test('shows the newest first by default', async () => {
    expect(await names({})).toEqual(await names({ sort: 'entered', order: 'desc' }));
  });

  test('has only the sorts of its status', async () => {
    for (const status of contract.leadStatus.options) {
      for (const sort of Object.keys(leadSorts) as LeadSort[]) {
        const query = { status, sort };
        const byStatus = await app.call(contract.listLeadsByStatus, { token: manager.token, query });
        const managed = await app.call(listManagementLeads, { token: manager.token, query });
        const expected = getLeadSorts(status).includes(sort) ? 200 : 400;
        expect([status, sort, byStatus.status, managed.status]).toEqual([status, sort, expected, expected]);
        if (expected === 400) expect(byStatus.error.fields).toEqual({ sort: expect.any(String) });
      }
    }
    const query = { sort: 'name' };
    expect((await app.call(listManagementLeads, { token: manager.token, query })).status).toBe(400);
  });

  test('keeps its order from page to page, whichever end is nearer, searched or not', async () => {
    app.clock.set(daysAgo(50));
    for (let place = 0; place < 33; place++) {
      const body = {
        name: `Lost ${String((place * 7) % 33).padStart(2, '0')}`,
        phone: `0181100${String(place).padStart(4, '0')}`,
        serviceCenter: place % 3 === 0 ? fixtures.north : fixtures.south,
      };
      const { data } = await app.call(contract.createLead, { token: manager.token, body });
      await app.call(contract.moveLead, {
        token: manager.token,
        params: { id: data._id },
        body: { status: 'lostCustomer', lostReason: 'Price' },
      });
    }
    app.clock.set(testNoon);
    const all = Array.from({ length: 33 }, (_, place) => `Lost ${String(place).padStart(2, '0')}`);
    for (const order of ['asc', 'desc']) {
      for (const narrowing of [{}, { search: 'lost' }]) {
        const pages = [];
        for (const page of [1, 2, 3, 4])
          pages.push(...(await names({ status: 'lostCustomer', sort: 'name', order, page, ...narrowing })));
        expect(pages).toEqual(order === 'asc' ? all : all.toReversed());
      }
    }
  });

  test.each([
    ['overdue', ['Érica', 'Zahid', 'Érica']],
    ['today', ['anwar']],
    ['week', ['Babul', 'anwar']],
  ])('finds the follow-ups due: %s', async (followUpDue, expected) => {
    expect(await names({ followUpDue })).toEqual(expected);
    const query = { status: 'potential', followUpDue };
    const { data } = await app.call(listManagementLeads, { token: manager.token, query });
    expect(data.leads.map((lead) => lead.name)).toEqual(expected);
  });

  test('finds the leads of an advisor, of nobody and the own ones, within the own centers', async () => {
    expect(await names({ advisor: north.id })).toEqual(['Babul', 'Zahid']);
    expect(await names({ advisor: 'nobody' })).toEqual(['Érica', 'anwar', 'Érica']);
    expect(await names({ advisor: 'mine' })).toEqual([]);
    expect(await names({ advisor: 'mine' }, north.token)).toEqual(['Zahid']);
    const query = { status: 'potential', advisor: 'somebody' };
    const { status, error } = await app.call(contract.listLeadsByStatus, { token: manager.token, query });
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['advisor']]);
  });
});

describe('the neglected leads', () => {
  const namesOf = ({ data }: Awaited<ReturnType<typeof neglected>>) => data.leads.map((lead) => lead.name);

  test('are those that nobody attended to for longer than allowed, longest first, without days still to come', async () => {
    const found = await neglected();
    expect(namesOf(found)).toEqual(['Érica', 'Zahid']);
    expect(found.data.counts).toEqual({
      pending: { count: 1, isCapped: false },
      potential: { count: 2, isCapped: false },
      booked: { count: 1, isCapped: false },
    });
    expect(namesOf(await neglected({ status: 'booked' }))).toEqual(['Chitra']);
    expect(namesOf(await neglected({ status: 'pending' }))).toEqual(['Habib']);
  });

  test('narrow to a center and an advisor, with the counts', async () => {
    const ofNorth = await neglected({ serviceCenter: fixtures.north });
    expect(namesOf(ofNorth)).toEqual(['Érica', 'Zahid']);
    const ofAdvisor = await neglected({ advisor: north.id });
    expect(namesOf(ofAdvisor)).toEqual(['Zahid']);
    expect(ofAdvisor.data.counts.pending.count).toBe(0);
    expect(namesOf(await neglected({ advisor: 'nobody' }))).toEqual(['Érica']);
    expect(namesOf(await neglected({ serviceCenter: fixtures.south }))).toEqual([]);
  });

  test('are none once somebody contacts the customer, until the time has passed again', async () => {
    const contact = (at: Date) =>
      app.pool.query(`update leads set last_contact_at = $1 where name = 'Zahid'`, [at]);
    await contact(daysAgo(7));
    expect(namesOf(await neglected())).toEqual(['Érica']);
    await contact(new Date(daysAgo(7).getTime() - 1));
    expect(namesOf(await neglected())).toEqual(['Érica', 'Zahid']);
  });

  test('stay neglected when they are assigned, edited and commented on', async () => {
    const [lead] = (await neglected({ status: 'pending' })).data.leads;
    const params = { id: String(lead?._id) };
    const { token } = manager;
    const edited = await app.call(contract.editLead, { token, params, body: { notes: 'VIP' } });
    const assigned = await app.call(assignLead, { token, params, body: { advisor: manager.id } });
    const said = await app.call(addComment, { token, params, body: { text: 'Who takes it?' } });
    expect([edited.status, assigned.status, said.status]).toEqual([200, 200, 201]);
    expect(namesOf(await neglected({ status: 'pending' }))).toEqual(['Habib']);
    const log = { channel: 'call', outcome: 'noAnswer' };
    const { data } = await app.call(logContact, { token, params, body: log });
    expect(namesOf(await neglected({ status: 'pending' }))).toEqual([]);
    await app.call(undoContact, { token, params: { id: data.contact._id } });
    expect(namesOf(await neglected({ status: 'pending' }))).toEqual(['Habib']);
  });

  test('are sorted, searched, exported and worked through alike', async () => {
    expect(namesOf(await neglected({ sort: 'name', order: 'desc' }))).toEqual(['Zahid', 'Érica']);
    expect(namesOf(await neglected({ sort: 'waiting', order: 'asc' }))).toEqual(['Zahid', 'Érica']);
    expect((await neglected({ sort: 'appointment' })).status).toBe(400);
    const found = await neglected({ search: 'zah' });
    expect([namesOf(found), found.data.counts.pending.count]).toEqual([['Zahid'], 0]);
    const query = { status: 'potential' };
    const file = await app.call(downloadNeglectedCsv, { token: boss.token, query });
    expect(file.headers['content-disposition']).toBe('attachment; filename="neglected_data.csv"');
    const rows: Record<string, string>[] = parse(file.text, { columns: true, bom: true });
    expect(rows.map(({ Name }) => Name).sort()).toEqual(['Zahid', 'Érica']);
    const work = await app.call(getNeglectedWorklist, { token: manager.token, query });
    expect(work.data.leads.map(({ _id }) => _id)).toEqual(
      (await neglected()).data.leads.map(({ _id }) => _id),
    );
  });

  test.each(openStatuses)('that are %s are as many in each group as its list has', async (status) => {
    for (const by of neglectedGroupings) {
      for (const narrowing of [
        {},
        { serviceCenter: fixtures.north },
        { advisor: 'nobody' },
        { search: 'a' },
      ]) {
        const query = { status, by, ...narrowing };
        const { data } = await app.call(groupNeglected, { token: manager.token, query });
        const all = await neglected({ status, ...narrowing });
        expect(data.reduce((sum, { count }) => sum + count, 0)).toBe(all.data.totalLeadsCount);
        for (const { _id, count } of data) {
          const list = await neglected({ status, ...narrowing, [by]: _id ?? 'nobody' });
          expect([by, list.data.totalLeadsCount]).toEqual([by, count]);
        }
      }
    }
    await expectTotalsToMatch(app);
  });

  test('follow the limits of the dealer', async () => {
    expect((await app.call(getDealer)).data.neglectedAfterDays).toEqual({
      pending: 1,
      potential: 7,
      booked: 3,
    });
    const limits = { pending: 40, potential: 1, booked: 6 };
    const edit = (body: object) => app.call(editDealer, { token: boss.token, body: { ...body } });
    expect((await edit({ neglectedAfterDays: limits })).data.neglectedAfterDays).toEqual(limits);
    const { data } = await neglected();
    expect(data.leads.map((lead) => lead.name)).toEqual(['Érica', 'Zahid', 'Érica']);
    expect(data.counts).toMatchObject({ pending: { count: 0 }, booked: { count: 0 } });
    for (const wrong of [{ pending: 0 }, { potential: 366 }, { booked: 1.5 }, { completed: 3 }]) {
      const { status } = await edit({ neglectedAfterDays: { ...limits, ...wrong } });
      expect([wrong, status]).toEqual([wrong, 400]);
    }
  });
});
