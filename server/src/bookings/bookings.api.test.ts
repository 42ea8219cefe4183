import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingRules, editBookingRules } from '#contract/bookings/booking-rules.ts';
import { getBookingDay, listBookingDays, listPlaces } from '#contract/bookings/bookings.ts';
import * as leads from '#contract/leads/leads.ts';
import { editOffering } from '#contract/offerings.ts';
import { eraseCustomer } from '#contract/privacy/erasure.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let service: typeof boss;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let phones = 0;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
  service = await app.signIn('service', [fixtures.south]);
  const body = { bookingMinutes: 90, bookingsPerDay: 2 };
  await app.call(editOffering, { token: boss.token, params: { id: fixtures.oil }, body });
});
afterAll(() => app.close());

const today = '2026-03-10';
const rules: BookingRules = {
  week: Array.from({ length: 7 }, () => ({ perDay: 4, perHour: 2 })),
  ...{ daysAhead: 30, noticeMinutes: 60, closures: [] },
};

async function setRules(center: string, changes: Partial<BookingRules> | null = {}) {
  const body = { rules: changes && { ...rules, ...changes } };
  const { status } = await app.call(editBookingRules, { token: boss.token, params: { id: center }, body });
  expect(status).toBe(200);
}

/** A lead that is booked, whatever is booked already. */
async function book(date: string, time: string | null = null, more: Partial<leads.CreateLeadBody> = {}) {
  const { token } = boss;
  const phone = `0171600${String(++phones).padStart(4, '0')}`;
  const body = { name: `Customer ${phones}`, phone, serviceCenter: fixtures.north, ...more };
  const { data } = await app.call(leads.createLead, { token, body });
  return move(data._id, { status: 'booked', appointmentDate: date, appointmentTime: time });
}
async function move(id: string, change: leads.MoveLeadBody) {
  const body = { overbook: true, ...change };
  const { status, data } = await app.call(leads.moveLead, { token: boss.token, params: { id }, body });
  expect(status).toBe(200);
  return data;
}
const dayOf = async (date: string, serviceCenter = fixtures.north, { token } = boss) =>
  app.call(getBookingDay, { token, query: { serviceCenter, date } });
const shownOf = async (date: string, center?: string) =>
  (await dayOf(date, center)).data.bookings.map(({ name, time, outcome }) => [name, time, outcome]);

test('a day shows who is booked by time, those without one first, with what the center takes', async () => {
  await setRules(fixtures.north);
  const date = '2026-03-15';
  const body = { serviceOrCampaign: fixtures.oil, vehicleNumber: 'GA 11', notes: 'Noise' };
  const late = await book(date, '15:30', body);
  const open = await book(date);
  await book(date, '09:00', { serviceCenter: fixtures.south });
  const { data } = await dayOf(date);
  expect(data.day).toEqual({
    ...{ date, holiday: null, spans: [{ from: '09:00', to: '18:00' }], closures: [] },
    ...{ hasRules: true, perDay: 4, perHour: 2, noticeMinutes: 60, daysAhead: 30, booked: 2 },
  });
  expect(data.bookings.map(({ _id }) => _id)).toEqual([open._id, late._id]);
  expect(data.bookings[1]).toEqual({
    ...{ _id: late._id, version: late.version, name: late.name, phone: late.phone },
    ...{ vehicleNumber: 'GA 11', notes: 'Noise', status: 'booked', advisor: null },
    serviceCenter: { _id: fixtures.north, name: 'North' },
    serviceOrCampaign: { _id: fixtures.oil, name: 'Oil Change', type: 'service' },
    bookedBy: { _id: boss.id, name: boss.name },
    ...{ date, time: '15:30', minutes: 90, outcome: 'expected', confirmedAt: null, readyAt: null },
  });
  expect(data.isCapped).toBe(false);
});

test('a booking that was moved or cancelled leaves its day, and one that is taken back is there as it was', async () => {
  const [first, second] = [today, '2026-03-17'];
  const moved = await book(first, '10:00');
  const cancelled = await book(first, '11:00');
  const done = await book(first, '12:00');
  await move(moved._id, { appointmentDate: second });
  await move(cancelled._id, { status: 'potential', nextFollowUpDates: ['2026-03-20'] });
  await move(done._id, { status: 'completed' });
  expect(await shownOf(first)).toEqual([[done.name, '12:00', 'done']]);
  expect((await dayOf(first)).data.day.booked).toBe(1);
  expect(await shownOf(second)).toEqual([[moved.name, '10:00', 'expected']]);
  await move(done._id, { status: 'booked' });
  await move(moved._id, { appointmentDate: first });
  expect(await shownOf(first)).toEqual([
    [moved.name, '10:00', 'expected'],
    [done.name, '12:00', 'expected'],
  ]);
  const { rows } = await app.pool.query(
    'select is_moved, ending, booked_by from bookings where lead_id = $1 order by lead_version',
    [moved._id],
  );
  expect(rows.map(({ is_moved, ending, booked_by }) => [is_moved, ending, booked_by])).toEqual([
    [false, 'moved', boss.id],
    [true, 'moved', boss.id],
    [true, null, boss.id],
  ]);
});

test('what was completed before its day, and who did not come, take no place; an erased customer is counted but not shown', async () => {
  const date = '2026-03-18';
  const early = await book(date, '09:00');
  await move(early._id, { status: 'completed' });
  expect(await shownOf(date)).toEqual([[early.name, '09:00', 'done']]);
  expect((await dayOf(date)).data.day.booked).toBe(0);
  const atSouth = { serviceCenter: fixtures.south };
  const missed = await book(today, '10:00', atSouth);
  await app.pool.query(`update bookings set outcome = 'didNotCome', outcome_at = now() where lead_id = $1`, [
    missed._id,
  ]);
  const done = await book(today, '11:00', atSouth);
  await move(done._id, { status: 'completed' });
  const erased = await app.call(eraseCustomer, {
    token: boss.token,
    params: { id: String(done.customer) },
    body: { phone: done.phone },
  });
  expect(erased.status).toBe(200);
  expect(await shownOf(today, fixtures.south)).toEqual([[missed.name, '10:00', 'didNotCome']]);
  expect((await dayOf(today, fixtures.south)).data.day.booked).toBe(1);
});

test('a lead that went to another center is counted where it was on its day, and shown there no more', async () => {
  const missed = await book(today, '13:00', { serviceCenter: fixtures.south, notes: 'Ask for the owner' });
  const done = await book(today, '14:00', { serviceCenter: fixtures.south });
  const { booked } = (await dayOf(today, fixtures.south, service)).data.day;
  await app.pool.query(`update bookings set outcome = 'didNotCome', outcome_at = now() where lead_id = $1`, [
    missed._id,
  ]);
  await move(done._id, { status: 'completed' });
  await move(missed._id, { appointmentDate: '2026-03-19', appointmentTime: '13:00' });
  const shown = async () => (await dayOf(today, fixtures.south, service)).data.bookings.map(({ _id }) => _id);
  expect(await shown()).toEqual(expect.arrayContaining([missed._id, done._id]));
  for (const { _id: id } of [missed, done]) {
    const body = { serviceCenter: fixtures.north };
    expect((await app.call(leads.editLead, { token: boss.token, params: { id }, body })).status).toBe(200);
  }
  for (const { _id } of [missed, done]) expect(await shown()).not.toContain(_id);
  expect((await dayOf(today, fixtures.south, service)).data.day.booked).toBe(booked - 1);
  expect(await shownOf('2026-03-19')).toEqual([[missed.name, '13:00', 'expected']]);
});

test('days say how many cars are booked at each center and how many it takes', async () => {
  await setRules(fixtures.south, {
    week: rules.week.map((day, weekday) => (weekday === 6 ? { perDay: null, perHour: 1 } : day)),
    closures: [{ day: '2026-03-22', from: null, to: null, note: null }],
  });
  await book('2026-03-21', '10:00', { serviceCenter: fixtures.south });
  await book('2026-03-21', null, { serviceCenter: fixtures.south });
  const list = async (query: object, { token } = boss) =>
    (await app.call(listBookingDays, { token, query: { from: '2026-03-20', days: '3', ...query } })).data;
  const south = {
    serviceCenter: { _id: fixtures.south, name: 'South' },
    days: [
      { date: '2026-03-20', isOpen: false, booked: 0, perDay: 4 },
      { date: '2026-03-21', isOpen: true, booked: 2, perDay: null },
      { date: '2026-03-22', isOpen: false, booked: 0, perDay: 4 },
    ],
  };
  expect(await list({})).toEqual([
    expect.objectContaining({ serviceCenter: { _id: fixtures.north, name: 'North' } }),
    south,
  ]);
  expect(await list({}, service)).toEqual([south]);
  expect(await list({ serviceCenter: fixtures.south })).toEqual([south]);
  expect(await list({ serviceCenter: fixtures.north }, service)).toEqual([]);
});

test('places say which times are free, why the day is not, and what is free next', async () => {
  const places = async (date: string, more: object = {}) =>
    (
      await app.call(listPlaces, {
        token: boss.token,
        query: { serviceCenter: fixtures.north, date, ...more },
      })
    ).data;
  const date = '2026-03-23';
  await book(date, '09:30');
  const own = await book(date, '09:00', { serviceOrCampaign: fixtures.oil });
  const free = await places(date);
  expect(free.times.slice(0, 3)).toEqual([
    { time: '09:00', booked: 2, capacity: 2, isFree: false },
    { time: '09:30', booked: 2, capacity: 2, isFree: false },
    { time: '10:00', booked: 0, capacity: 2, isFree: true },
  ]);
  expect([free.refusal, free.next]).toEqual([null, { date, time: '10:00' }]);
  expect((await places(date, { lead: own._id })).next).toEqual({ date, time: '09:00' });
  await book(date, '10:30', { serviceOrCampaign: fixtures.oil });
  const next = { date: '2026-03-24', time: '09:00' };
  expect(await places(date, { offering: fixtures.oil })).toMatchObject({
    refusal: { reason: 'offeringFull', booked: 2, capacity: 2, next },
  });
  await book(date);
  expect(await places(date)).toMatchObject({
    refusal: { reason: 'dayFull', date, time: null, booked: 4, capacity: 4, mayOverbook: true, next },
    next,
  });
});

test('a center of somebody else, or of nobody, is not there for the service level', async () => {
  const query = { serviceCenter: fixtures.north, date: '2026-03-15' };
  for (const endpoint of [getBookingDay, listPlaces]) {
    expect((await app.call(endpoint, { token: service.token, query })).status).toBe(404);
    const unknown = { ...query, serviceCenter: boss.id };
    expect((await app.call(endpoint, { token: boss.token, query: unknown })).status).toBe(404);
  }
});
