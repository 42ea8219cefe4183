import { afterAll, beforeAll, expect, test } from 'vitest';
import { editBookingRules } from '#contract/bookings/booking-rules.ts';
import { listBookingDays, listPlaces } from '#contract/bookings/bookings.ts';
import { type Endpoint, getFullPath } from '#contract/call/endpoint.ts';
import { logContact } from '#contract/contacts.ts';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import * as leads from '#contract/leads/leads.ts';
import { addDays } from '#contract/text/dates.ts';
import { createRandom, type Random } from '#server/sample/random.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

const sockets = 64;
const leadCount = 160;
const from = '2026-03-14';
const dates = Array.from({ length: 5 }, (_, place) => addDays(from, place));
const capacity = { perDay: 9, perHour: 2 };

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let token: string;
let servers: string[];
let ids: string[];

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  ({ token } = await app.signIn('superAdmin'));
  const sibling = await app.openSibling();
  servers = await Promise.all(
    [app.app, sibling.server].map((server) => server.listen({ port: 0, host: '127.0.0.1' })),
  );
  const week = Array.from({ length: 7 }, () => capacity);
  const rules = { week, daysAhead: null, noticeMinutes: null, closures: [] };
  for (const id of [fixtures.north, fixtures.south])
    await app.call(editBookingRules, { token, params: { id }, body: { rules } });
  ids = [];
  for (let place = 0; place < leadCount; place++) {
    const phone = `0171900${String(place).padStart(4, '0')}`;
    const body = { name: `Customer ${place}`, phone, serviceCenter: fixtures.north };
    ids.push((await app.call(leads.createLead, { token, body })).data._id);
  }
});
afterAll(() => app.close());

type Write = { endpoint: Endpoint; body: Record<string, unknown> };
type DrawWrite = (random: Random, lead: leads.Lead) => Write;

const drawPlace = (random: Random) => ({
  appointmentDate: random.pick(dates),
  appointmentTime: random.pick(['09:00', '09:30', '10:00', '12:30', '15:00', null]),
});

/** A write that asks for its place. */
const drawAsking: DrawWrite = (random, { version }) => {
  const move = { status: 'booked', ...drawPlace(random) };
  return random.pick<() => Write>([
    () => ({ endpoint: leads.moveLead, body: move }),
    () => ({ endpoint: leads.moveLead, body: move }),
    () => ({ endpoint: leads.moveLead, body: { status: 'potential', nextFollowUpDates: ['2026-03-30'] } }),
    () => ({ endpoint: leads.moveLead, body: { status: 'lostCustomer', lostReason: 'Price' } }),
    () => ({ endpoint: leads.editLead, body: drawPlace(random) }),
    () => ({
      endpoint: leads.editLead,
      body: {
        serviceCenter: random.pick([fixtures.north, fixtures.south]),
        serviceOrCampaign: random.pick([fixtures.oil, fixtures.pads, null]),
      },
    }),
    () => ({ endpoint: logContact, body: { channel: 'call', outcome: 'reached', version, move } }),
  ])();
};

/** Any write, also those that are never asked about a place. */
const drawAny: DrawWrite = (random, lead) =>
  random.pick<() => Write>([
    () => drawAsking(random, lead),
    () => ({
      endpoint: leads.moveLead,
      body: { status: 'booked', ...drawPlace(random), overbook: true },
    }),
    () => ({ endpoint: leads.archiveLead, body: { isActive: random.chance(0.6) } }),
    () => ({ endpoint: undoLeadChange, body: { version: lead.version } }),
    () => ({ endpoint: leads.moveLead, body: { status: 'completed' } }),
  ])();

async function send(socket: number, { endpoint, body }: Write, id: string): Promise<number> {
  const response = await fetch(
    `${servers[socket % servers.length]}${getFullPath(endpoint).replace(':id', id)}`,
    {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  );
  await response.arrayBuffer();
  return response.status;
}

/** @returns how many writes each status answered. */
async function writeAtOnce(count: number, draw: DrawWrite, seed: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let left = count;
  await Promise.all(
    Array.from({ length: sockets }, async (_, socket) => {
      const random = createRandom(seed + socket);
      while (left-- > 0) {
        const id = random.pick(ids);
        const { data } = await app.call(leads.getLead, { token, params: { id } });
        const status = await send(socket, draw(random, data), id);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  );
  return statuses;
}

type Counted = { center: string; date: string; hour: string | null; cars: number };

/** Counts active booked leads themselves. */
async function recount(): Promise<Counted[]> {
  const { rows } = await app.pool.query<Counted>(
    `select service_center_id as center, appointment_date::text as date, left(appointment_time, 2) as hour, count(*)::int as cars
     from leads where is_active and status = 'booked' group by 1, 2, 3`,
  );
  return rows;
}
const sum = (counted: readonly Counted[]) => counted.reduce((cars, each) => cars + each.cars, 0);

async function expectExactPlaces(): Promise<void> {
  const counted = await recount();
  const query = { from, days: String(dates.length) };
  const { data: centers } = await app.call(listBookingDays, { token, query });
  for (const { serviceCenter, days } of centers) {
    for (const { date, booked } of days) {
      const ofDay = counted.filter((each) => each.center === serviceCenter._id && each.date === date);
      expect([serviceCenter.name, date, booked]).toEqual([serviceCenter.name, date, sum(ofDay)]);
      const place = { serviceCenter: serviceCenter._id, date };
      const { data } = await app.call(listPlaces, { token, query: place });
      for (const { time, booked: inHour, isFree } of data.times) {
        const cars = sum(ofDay.filter(({ hour }) => hour === time.slice(0, 2)));
        expect([date, time, inHour]).toEqual([date, time, cars]);
        expect(isFree).toBe(cars < capacity.perHour && booked < capacity.perDay);
      }
    }
  }
  const { rows } = await app.pool.query(
    `select from (select * from leads where is_active and status = 'booked') l
       full join (select * from bookings where ended_at is null) b on b.lead_id = l.id
     where (l.service_center_id, l.appointment_date, l.appointment_time, l.offering_id)
       is distinct from (b.service_center_id, b.day, b.time, b.offering_id)`,
  );
  expect(rows).toEqual([]);
}

test('whoever is asked, no day or hour gets more cars than it takes, and places are what a count of the leads says', async () => {
  const statuses = await writeAtOnce(500, drawAsking, 1);
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
  expect(statuses.get(409)).toBeGreaterThan(20);
  await expectExactPlaces();
  const counted = await recount();
  for (const [, ofDay] of Map.groupBy(counted, ({ center, date }) => `${center} ${date}`)) {
    expect(sum(ofDay)).toBeLessThanOrEqual(capacity.perDay);
    for (const { hour, cars } of ofDay) if (hour !== null) expect(cars).toBeLessThanOrEqual(capacity.perHour);
  }
});

test('whatever is never asked, or booked all the same, places are what a count of the leads says', async () => {
  const statuses = await writeAtOnce(500, drawAny, 1_000);
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
  await expectExactPlaces();
});
