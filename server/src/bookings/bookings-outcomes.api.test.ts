import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as contract from '#contract/bookings/booking-outcomes.ts';
import { editBookingRules } from '#contract/bookings/booking-rules.ts';
import { messages } from '#contract/call/messages.ts';
import { logContact } from '#contract/contacts.ts';
import { getCallQueue } from '#contract/leads/call-order.ts';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import { mergeLeads, undoLeadMerge } from '#contract/leads/lead-merge.ts';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import { addDays } from '#contract/text/dates.ts';
import { openSession } from '#server/auth/sessions/sessions.service.ts';
import { getAccount } from '#server/employees/employees.service.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon, testRules } from '#server/testing/test-app.ts';
import { confirmBooking } from './bookings-outcomes.service.ts';

type Person = Awaited<ReturnType<TestApp['signIn']>>;
let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let manager: Person;
let nadia: Person;
let omar: Person;

const today = '2026-03-10';
const tomorrow = addDays(today, 1);
const goTo = async (days: number) => {
  app.clock.set(new Date(testNoon.getTime() + days * 86_400_000));
  for (const person of [manager, nadia, omar]) person.token = await openSession(app.context, person.id, null);
};
const wait = (minutes: number) => app.clock.set(new Date(app.clock.now().getTime() + minutes * 60_000));

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  manager = await app.signIn('manager');
  nadia = await app.signIn('service', [fixtures.north]);
  omar = await app.signIn('service', [fixtures.north]);
});
beforeEach(() => goTo(0));
afterAll(() => app.close());

let made = 0;
async function book(appointmentDate = today, appointmentTime: string | null = null, by = nadia) {
  const body = {
    ...{ name: `Customer ${++made}`, phone: `0182${String(made).padStart(7, '0')}` },
    serviceCenter: fixtures.north,
  };
  const { data } = await app.call(leads.createLead, { token: manager.token, body });
  await move(data._id, { status: 'booked', appointmentDate, appointmentTime }, by);
  return data._id;
}
const move = (id: string, body: object, by = nadia) =>
  app.call(leads.moveLead, { token: by.token, params: { id }, body });
const set = (id: string, outcome: string, more: object = {}, by = nadia) =>
  app.call(contract.setBookingOutcome, { token: by.token, params: { id }, body: { outcome, ...more } });
const setReady = (id: string, isReady: boolean, by = nadia) =>
  app.call(contract.setBookingReady, { token: by.token, params: { id }, body: { isReady } });
const panel = async (id: string) =>
  (await app.call(getLeadPanel, { token: manager.token, params: { id } })).data;
const told = async (id: string) =>
  (await panel(id)).timeline.entries.flatMap((entry) => (entry.kind === 'outcome' ? [entry] : []));
const rowsOf = async (id: string) =>
  (
    await app.pool.query(
      `select day::text, time, ending, outcome, is_held, booked_by from bookings where lead_id = $1 order by lead_version`,
      [id],
    )
  ).rows;
const queued = async (id: string) => {
  const { data } = await app.call(getCallQueue, { token: nadia.token, query: { limit: 50 } });
  const at = data.leads.findIndex(({ _id }) => _id === id);
  return { group: data.places[at]?.group, total: data.totalLeadsCount };
};
const contextOf = async (person: Person) => ({
  ...app.context,
  dealer: testRules,
  actor: await getAccount(app.context, person.id),
});

describe('what became of a booking', () => {
  test('is said on its day and afterwards, stands in the timeline, and is taken back', async () => {
    const id = await book(today, '11:00');
    const { status, data } = await set(id, 'arrived');
    expect(status).toBe(200);
    expect(data).toMatchObject({ outcome: 'arrived', lead: { _id: id, status: 'booked', version: 2 } });
    expect(data.before).toBe('expected');
    expect(await told(id)).toMatchObject([
      { outcome: 'arrived', date: today, time: '11:00', by: { _id: nadia.id, name: nadia.name } },
    ]);
    expect((await panel(id)).booking).toMatchObject({ date: today, outcome: 'arrived', readyAt: null });

    // Saying it again changes neither who said it nor when.
    wait(5);
    await set(id, 'arrived', {}, omar);
    expect(await told(id)).toMatchObject([{ by: { _id: nadia.id }, at: testNoon.toISOString() }]);

    const takenBack = { outcome: 'expected', before: 'arrived' };
    expect((await set(id, 'expected', {}, omar)).data).toMatchObject(takenBack);
    expect(await told(id)).toEqual([]);
    expect((await panel(id)).booking).toMatchObject({ outcome: 'expected' });
    await goTo(3);
    expect((await set(id, 'didNotCome')).data.outcome).toBe('didNotCome');
  });

  test('is refused before its day, and of a lead that is not booked, archived or not of the caller', async () => {
    const ahead = await book(tomorrow);
    const early = await set(ahead, 'arrived');
    expect(early.status).toBe(409);
    expect(early.error).toMatchObject({ message: messages.bookingNotDue, current: { _id: ahead } });
    await move(ahead, { status: 'lostCustomer', lostReason: 'Price' });
    expect((await set(ahead, 'arrived')).error?.message).toBe(messages.notBooked);
    const id = await book();
    await app.call(leads.archiveLead, { token: manager.token, params: { id }, body: { isActive: false } });
    expect((await set(id, 'didNotCome')).error?.message).toBe(messages.notBooked);
    const elsewhere = await app.signIn('service', [fixtures.south]);
    expect((await set(await book(), 'arrived', {}, elsewhere)).status).toBe(404);
  });

  test('of a merged lead is refused with the lead that says where it went', async () => {
    const [kept, other] = [await book(), await book()];
    const body = { phone: '01829999999' };
    for (const id of [kept, other])
      await app.call(leads.editLead, { token: manager.token, params: { id }, body });
    const both = [kept, other].map((_id) => ({ _id, version: 3 }));
    await app.call(mergeLeads, { token: manager.token, body: { kept, leads: both } });
    const { status, error } = await set(other, 'arrived');
    expect([status, error?.message]).toEqual([409, messages.leadMerged]);
  });

  test('goes along with its booking when the lead is merged, and back when that is undone', async () => {
    const id = await book(today, '10:00', omar);
    const { data: own } = await app.call(leads.getLead, { token: manager.token, params: { id } });
    const body = { name: 'Asks', phone: own.phone, serviceCenter: fixtures.north };
    const { data: asking } = await app.call(leads.createLead, { token: manager.token, body });
    await app.pool.query('update bookings set confirmed_at = booked_at where lead_id = $1', [id]);
    const [before] = await rowsOf(id);
    await set(id, 'arrived');
    const { data: arrived } = await app.call(leads.getLead, { token: manager.token, params: { id } });
    const both = [asking, arrived].map(({ _id, version }) => ({ _id, version }));
    const merging = { token: manager.token, body: { kept: asking._id, leads: both } };
    const { data: merged } = await app.call(mergeLeads, merging);
    const taken = { ...before, ending: null, outcome: 'arrived', booked_by: omar.id };
    expect(await rowsOf(asking._id)).toEqual([taken]);
    expect((await panel(asking._id)).booking).toMatchObject({
      outcome: 'arrived',
      confirmedAt: expect.any(String),
    });
    expect(await told(asking._id)).toMatchObject([{ outcome: 'arrived', by: { _id: nadia.id } }]);
    expect((await queued(asking._id)).group).toBeUndefined();

    await app.call(undoLeadMerge, {
      ...{ token: manager.token, params: { id: merged.merge._id }, body: {} },
    });
    expect(await rowsOf(id)).toEqual([taken]);
    expect(await rowsOf(asking._id)).toMatchObject([{ ending: 'moved', outcome: null, is_held: false }]);
    expect(await told(id)).toHaveLength(1);
    expect(await told(asking._id)).toEqual([]);
    expect((await queued(id)).group).toBeUndefined();
    expect((await panel(id)).booking).toMatchObject({ confirmedAt: expect.any(String) });
  });

  test('with what comes next changes the lead in the same step, and both are taken back together', async () => {
    const id = await book(today, '09:00', omar);
    await app.call(logContact, {
      token: nadia.token,
      params: { id },
      body: { channel: 'call', outcome: 'noAnswer', tryAgainAt: '2026-03-10T09:00:00.000Z' },
    });
    const lost = { status: 'lostCustomer', lostReason: 'Did not come' };
    expect((await set(id, 'didNotCome', { move: lost })).status).toBe(400);
    expect((await set(id, 'didNotCome', { move: lost, version: 2 })).status).toBe(409);
    expect(await told(id)).toEqual([]);
    const { data } = await set(id, 'didNotCome', { move: lost, version: 3 });
    expect(data).toMatchObject({ outcome: 'didNotCome', lead: { status: 'lostCustomer', version: 4 } });
    expect(await rowsOf(id)).toMatchObject([{ ending: 'cancelled', outcome: 'didNotCome', is_held: true }]);

    expect((await set(id, 'expected', { version: 4 }, omar)).status).toBe(403);
    const { data: undone } = await set(id, 'expected', { version: 4 });
    expect(undone).toMatchObject({
      outcome: 'expected',
      lead: { status: 'booked', version: 5, tryAgainAt: '2026-03-10T09:00:00.000Z' },
    });
    expect(await rowsOf(id)).toEqual([
      { day: today, time: '09:00', ending: null, outcome: null, is_held: true, booked_by: omar.id },
    ]);
  });

  test('another date leaves what did not come on its day, and the new day to be said', async () => {
    const id = await book(today, '09:00');
    const again = { status: 'booked', appointmentDate: tomorrow, appointmentTime: '10:00' };
    const { data } = await set(id, 'didNotCome', { move: again, version: 2 });
    expect(data.lead).toMatchObject({ appointmentDate: tomorrow, version: 3 });
    expect(await rowsOf(id)).toMatchObject([
      { day: today, ending: 'moved', outcome: 'didNotCome', is_held: true },
      { day: tomorrow, ending: null, outcome: null, is_held: true },
    ]);
    await set(id, 'expected', { version: 3 });
    expect(await rowsOf(id)).toMatchObject([
      { day: today, ending: null, outcome: null, is_held: true },
      { day: tomorrow, ending: 'moved', outcome: null, is_held: false },
    ]);
    // Once the lead has gone on, its outcome of then is history.
    await set(id, 'didNotCome', { move: again, version: 4 });
    await move(id, { appointmentDate: addDays(tomorrow, 1) });
    await set(id, 'expected');
    expect(await told(id)).toMatchObject([{ outcome: 'didNotCome', date: today }]);
  });

  test('another date that has no free place is asked about, and nothing said until then', async () => {
    const [id] = [await book(), await book(tomorrow)];
    const week = Array.from({ length: 7 }, () => ({ perDay: 1, perHour: null }));
    const rules = { week, daysAhead: null, noticeMinutes: null, closures: [] };
    const params = { id: fixtures.north };
    await app.call(editBookingRules, { token: manager.token, params, body: { rules } });
    const again = { status: 'booked', appointmentDate: tomorrow };
    const asked = await set(id, 'didNotCome', { move: again, version: 2 }, manager);
    expect([asked.status, asked.error?.message]).toEqual([409, messages.placeTaken]);
    expect(await told(id)).toEqual([]);
    const body = { move: { ...again, overbook: true }, version: 2 };
    expect((await set(id, 'didNotCome', body, manager)).data.lead.appointmentDate).toBe(tomorrow);
    expect((await set(id, 'expected', { version: 3 }, manager)).data.lead.appointmentDate).toBe(today);
    await app.call(editBookingRules, { token: manager.token, params, body: { rules: null } });
  });

  test('ends the reminder of who has arrived, and brings it back', async () => {
    const id = await book();
    const tryAgainAt = '2026-03-10T09:00:00.000Z';
    const body = { channel: 'call', outcome: 'noAnswer', tryAgainAt };
    await app.call(logContact, { token: nadia.token, params: { id }, body });
    expect((await set(id, 'arrived')).data.lead.tryAgainAt).toBeNull();
    expect((await set(id, 'expected')).data.lead.tryAgainAt).toBe(tryAgainAt);
  });

  test('stays one booking when its time is corrected, or its completion is undone', async () => {
    const id = await book(today, '09:00');
    await set(id, 'arrived');
    await move(id, { appointmentTime: '09:30' });
    const one = { day: today, time: '09:30', outcome: 'arrived', is_held: true, booked_by: nadia.id };
    expect(await rowsOf(id)).toEqual([{ ...one, ending: null }]);
    await move(id, { status: 'completed', jobId: 'J-1' }, omar);
    expect((await panel(id)).booking?.outcome).toBe('done');
    await app.call(undoLeadChange, { token: omar.token, params: { id }, body: { version: 4 } });
    expect(await rowsOf(id)).toEqual([{ ...one, ending: null }]);
  });

  test('of one booking is said by 16 people at once, and the last of them is what it is', async () => {
    const id = await book();
    const outcomes = Array.from({ length: 16 }, (_, at) => (at % 2 === 0 ? 'arrived' : 'didNotCome'));
    const answers = await Promise.all(outcomes.map((outcome) => set(id, outcome)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [{ outcome }] = await rowsOf(id);
    expect((await told(id)).map((entry) => entry.outcome)).toEqual([outcome]);
  });

  test('and a move at the same time: one is written, the other refused with the lead as it is', async () => {
    const id = await book();
    const lost = { move: { status: 'lostCustomer', lostReason: 'Price' }, version: 2 };
    const answers = await Promise.all([
      set(id, 'didNotCome', lost),
      set(id, 'didNotCome', lost, omar),
      set(id, 'didNotCome', lost, manager),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await told(id)).toHaveLength(1);
  });
});

describe('the queue', () => {
  test('leaves out who has arrived on the day, and has who did not come as a passed booking', async () => {
    const [due, passed] = [await book(today, '15:00'), await book(today, '09:00')];
    const before = (await queued(due)).total;
    expect([(await queued(due)).group, (await queued(passed)).group]).toEqual([
      'appointmentToday',
      'passedAppointment',
    ]);
    await set(due, 'arrived');
    await set(passed, 'arrived');
    expect(await queued(due)).toEqual({ group: undefined, total: before - 2 });
    expect((await panel(due)).group).toBeNull();
    expect((await queued(passed)).group).toBeUndefined();

    await set(passed, 'didNotCome');
    expect(await queued(passed)).toEqual({ group: 'passedAppointment', total: before - 1 });
    await set(due, 'expected');
    expect((await queued(due)).group).toBe('appointmentToday');

    // Neither is asked after on later days.
    await set(due, 'arrived');
    await goTo(1);
    expect((await queued(due)).group).toBeUndefined();
    expect((await queued(passed)).group).toBe('passedAppointment');
    await set(passed, 'arrived');
    expect((await queued(passed)).group).toBeUndefined();
    await move(passed, { appointmentDate: addDays(today, 1), appointmentTime: '15:00' });
    expect((await queued(passed)).group).toBe('appointmentToday');
    await move(passed, { appointmentDate: addDays(today, 3) });
    expect((await queued(passed)).group).toBeUndefined();
  });

  test('does not ask again whom a confirmation names, unless the booking is another one by now', async () => {
    const id = await book(tomorrow, '16:00');
    const context = await contextOf(nadia);
    expect((await queued(id)).group).toBe('appointmentTomorrow');
    expect(await confirmBooking(context, { lead: id, booking: 1 })).toBe(false);
    expect(await confirmBooking(context, { lead: id, booking: 2 })).toBe(true);
    expect((await queued(id)).group).toBeUndefined();
    expect((await panel(id)).booking).toMatchObject({
      outcome: 'expected',
      confirmedAt: app.clock.now().toISOString(),
    });
    await move(id, { appointmentTime: '17:00', appointmentDate: today });
    expect(await confirmBooking(context, { lead: id, booking: 2 })).toBe(false);
    expect((await queued(id)).group).toBe('appointmentToday');
    await move(id, { status: 'lostCustomer', lostReason: 'Price' });
    expect(await confirmBooking(context, { lead: id })).toBe(false);
  });
});

test('a car is ready once its customer has arrived, or its lead is completed', async () => {
  const id = await book();
  expect((await setReady(id, true)).error?.message).toBe(messages.notArrived);
  await set(id, 'arrived');
  const readyAt = testNoon.toISOString();
  expect((await setReady(id, true)).data).toEqual({ readyAt });
  wait(10);
  expect((await setReady(id, true, omar)).data).toEqual({ readyAt });
  expect((await setReady(id, false)).data).toEqual({ readyAt: null });
  await move(id, { status: 'completed' });
  expect((await setReady(id, true)).data).toEqual({ readyAt: app.clock.now().toISOString() });
  const lost = await book();
  await move(lost, { status: 'lostCustomer', lostReason: 'Price' });
  expect((await setReady(lost, true)).error?.message).toBe(messages.notBooked);
});
