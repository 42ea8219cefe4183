import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setBookingReady } from '#contract/bookings/booking-outcomes.ts';
import {
  type CustomerMessageKind,
  customerMessageKinds,
} from '#contract/customer-messages/customer-message.ts';
import {
  listCustomerMessages,
  retryCustomerMessage,
  setStoppedMessages,
} from '#contract/customer-messages/customer-messages.ts';
import { startBulkChange } from '#contract/leads/lead-bulk.ts';
import { mergeLeads, undoLeadMerge } from '#contract/leads/lead-merge.ts';
import * as leads from '#contract/leads/leads.ts';
import { editWorkingHours } from '#contract/working-hours.ts';
import { PostOffice } from '#server/testing/mailbox.ts';
import { type Booked, MessagingDealer } from '#server/testing/messaging-dealer.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';

const minute = 60_000;

let app: TestApp;
let office: PostOffice;
let dealer: MessagingDealer;

beforeAll(async () => {
  office = await PostOffice.open({ refuse: ['refused@test.example'] });
  app = await TestApp.open({ smtpUrl: office.url });
  dealer = await MessagingDealer.open(app);
});
afterAll(async () => {
  await app.close();
  await office.close();
});
beforeEach(() => dealer.reset());

const textsTo = ({ email }: Pick<Booked, 'email'>) =>
  office.to(email).map(({ text }) => text?.split('\n\n')[0]?.trim());

test('nothing is sent or noted until a kind is switched on, and then not of what was booked before', async () => {
  const early = await dealer.book('2026-03-12');
  app.clock.set(new Date(testNoon.getTime() + minute));
  expect((await app.pool.query('select from message_checks')).rowCount).toBe(0);
  await dealer.switchOn(['bookingConfirmed', 'dayBefore']);
  const late = await dealer.book('2026-03-12');
  await dealer.workAfter(2 * minute);
  expect(textsTo(early)).toEqual([]);
  expect(textsTo(late)).toEqual([
    'Dear Rahim Uddin, your appointment at North is on March 12 at 10:00 AM. We look forward to seeing you.',
  ]);
  // Both are reminded on the day before, at 17:00 in Dhaka.
  await dealer.workAt('2026-03-11T11:00:00Z');
  expect([textsTo(early).length, textsTo(late).length]).toEqual([1, 2]);
});

describe('what a customer is told', () => {
  test('is the new time of what was moved before they heard of it, and of the move afterwards', async () => {
    await dealer.switchOn(customerMessageKinds);
    const booked = await dealer.book('2026-03-12');
    await dealer.move(booked._id, {
      status: 'booked',
      appointmentDate: '2026-03-13',
      appointmentTime: '11:30',
    });
    await dealer.workAfter(2 * minute);
    await dealer.move(booked._id, { status: 'booked', appointmentDate: '2026-03-14', appointmentTime: null });
    await dealer.workAfter(2 * minute);
    expect(textsTo(booked)).toEqual([
      'Dear Rahim Uddin, your appointment at North is on March 13 at 11:30 AM. We look forward to seeing you.',
      'Dear Rahim Uddin, your appointment at North is now on March 14.',
    ]);
  });

  test('is nothing when the booking is back where they know it, or cancelled before they heard of it', async () => {
    await dealer.switchOn(customerMessageKinds);
    const [back, gone] = [await dealer.book('2026-03-12'), await dealer.book('2026-03-12')];
    await dealer.move(gone._id, { status: 'potential', nextFollowUpDates: ['2026-03-12'] });
    await dealer.workAfter(2 * minute);
    await dealer.move(back._id, {
      status: 'booked',
      appointmentDate: '2026-03-15',
      appointmentTime: '10:00',
    });
    await dealer.work();
    await dealer.move(back._id, {
      status: 'booked',
      appointmentDate: '2026-03-12',
      appointmentTime: '10:00',
    });
    await dealer.workAfter(5 * minute);
    expect([textsTo(back).length, textsTo(gone).length]).toEqual([1, 0]);
    expect(await dealer.messagesOf(gone)).toEqual([]);
  });

  test('is a cancellation, and nothing of a lead that was lost or archived', async () => {
    await dealer.switchOn(['bookingConfirmed', 'bookingCancelled', 'dayBefore']);
    const [cancelled, archived] = [await dealer.book('2026-03-12'), await dealer.book('2026-03-12')];
    await dealer.workAfter(2 * minute);
    await dealer.move(cancelled._id, { status: 'potential', nextFollowUpDates: ['2026-03-12'] });
    const params = { id: archived._id };
    await app.call(leads.archiveLead, { token: dealer.token, params, body: { isActive: false } });
    await dealer.workAfter(2 * minute);
    await dealer.workAt('2026-03-11T11:00:00Z');
    expect([textsTo(cancelled).length, textsTo(archived).length]).toEqual([2, 1]);
    expect(textsTo(cancelled)[1]).toContain('on March 12 at 10:00 AM has been cancelled');
  });
});

test('a merge and its undo say nothing that the customer knows, and a cancellation afterwards is said once', async () => {
  await dealer.switchOn(customerMessageKinds);
  const told = await dealer.book('2026-03-14');
  const { phone, email } = told;
  const body = { name: 'Rahim Uddin', phone, email, serviceCenter: dealer.fixtures.north };
  const { data: asking } = await app.call(leads.createLead, { token: dealer.token, body });
  await dealer.workAfter(2 * minute);
  expect(textsTo(told)).toHaveLength(1);
  const { data: booked } = await app.call(leads.getLead, { token: dealer.token, params: { id: told._id } });
  const both = [asking, booked].map(({ _id, version }) => ({ _id, version }));
  const merging = { token: dealer.token, body: { kept: asking._id, leads: both } };
  const { status, data } = await app.call(mergeLeads, merging);
  expect([status, data.lead.status]).toEqual([200, 'booked']);
  await dealer.workAfter(2 * minute);
  const undoing = { token: dealer.token, params: { id: data.merge._id }, body: {} };
  expect((await app.call(undoLeadMerge, undoing)).status).toBe(200);
  await dealer.workAfter(2 * minute);
  expect(textsTo(told)).toHaveLength(1);
  await dealer.workAt('2026-03-13T11:00:00Z');
  expect(textsTo(told)).toHaveLength(2);
  await dealer.move(told._id, { status: 'potential', nextFollowUpDates: ['2026-03-14'] });
  await dealer.workAfter(2 * minute);
  await dealer.workAfter(2 * minute);
  expect(textsTo(told).map((text) => text?.includes('has been cancelled'))).toEqual([false, false, true]);
});

test('a booking that was merged before its customer heard of it is confirmed once, and cancelled by the lead that was kept', async () => {
  await dealer.switchOn(customerMessageKinds);
  const { _id, phone, email } = await dealer.book('2026-03-14');
  const body = { name: 'Rahim Uddin', phone, email, serviceCenter: dealer.fixtures.north };
  const { data: asking } = await app.call(leads.createLead, { token: dealer.token, body });
  const { data: booked } = await app.call(leads.getLead, { token: dealer.token, params: { id: _id } });
  const both = [asking, booked].map(({ _id, version }) => ({ _id, version }));
  await app.call(mergeLeads, { token: dealer.token, body: { kept: asking._id, leads: both } });
  await dealer.workAfter(2 * minute);
  expect(textsTo({ email })).toHaveLength(1);
  await dealer.move(asking._id, { status: 'potential', nextFollowUpDates: ['2026-03-12'] });
  await dealer.workAfter(2 * minute);
  expect(textsTo({ email })).toEqual([
    expect.stringContaining('on March 14'),
    expect.stringContaining('has been cancelled'),
  ]);
});

test('a booking that stands again is told again each time its customer heard that it does not, and so is its end', async () => {
  await dealer.switchOn(customerMessageKinds, { perPerson: 9 });
  const told = await dealer.book('2026-03-14');
  const { phone, email } = told;
  const { token } = dealer;
  const body = { name: 'Rahim Uddin', phone, email, serviceCenter: dealer.fixtures.north };
  const { _id: asking } = (await app.call(leads.createLead, { token, body })).data;
  await dealer.workAfter(2 * minute);
  const readVersion = async (id: string) => {
    const { data } = await app.call(leads.getLead, { token: dealer.token, params: { id } });
    return { _id: id, version: data.version };
  };
  const days = ['2026-03-11', '2026-03-12'];
  const unbook = (id: string, dates: readonly string[]) =>
    dealer.move(id, { status: 'potential', nextFollowUpDates: dates });
  for (const place of days.keys()) {
    const both = [await readVersion(asking), await readVersion(told._id)];
    const merging = { token: dealer.token, body: { kept: asking, leads: both } };
    const { data } = await app.call(mergeLeads, merging);
    await dealer.workAfter(2 * minute);
    await unbook(asking, days.slice(0, place + 1));
    await dealer.workAfter(2 * minute);
    await dealer.workAfter(minute);
    const params = { id: data.merge._id };
    const undone = await app.call(undoLeadMerge, { token: dealer.token, params, body: {} });
    expect(undone.status).toBe(200);
    await dealer.workAfter(2 * minute);
  }
  await unbook(told._id, days);
  await dealer.workAfter(2 * minute);
  await dealer.workAfter(2 * minute);
  const words = /We look forward|is now on|has been cancelled/;
  expect(textsTo(told).map((text) => words.exec(text ?? '')?.[0])).toEqual([
    ...['We look forward', 'has been cancelled', 'is now on', 'has been cancelled', 'is now on'],
    'has been cancelled',
  ]);
});

test('that a car is ready is told also of a lead that is completed', async () => {
  await dealer.switchOn(['readyToCollect']);
  const booked = await dealer.book('2026-03-10');
  await dealer.move(booked._id, { status: 'completed', jobId: 'JOB-1' });
  await dealer.workAfter(minute);
  expect(textsTo(booked)).toEqual([]);
  const ready = { token: dealer.token, params: { id: booked._id }, body: { isReady: true } };
  expect((await app.call(setBookingReady, ready)).status).toBe(200);
  await dealer.workAfter(minute);
  expect(textsTo(booked)).toEqual([expect.stringContaining('ready')]);
  await dealer.workAfter(minute);
  expect(textsTo(booked)).toHaveLength(1);
});

test('what waits follows the holidays and the clock of the dealer', async () => {
  await dealer.switchOn(['dayBefore']);
  await dealer.book('2026-03-14', '18:00');
  const { token } = dealer;
  const expectDueAt = async (dueAt: string) => {
    await dealer.work();
    const { data } = await app.call(listCustomerMessages, { token });
    expect(data.messages.map((each) => each.dueAt)).toEqual([dueAt]);
  };
  await expectDueAt('2026-03-13T11:00:00.000Z');
  const holidays = [{ serviceCenter: null, day: '2026-03-13', name: 'Closed' }];
  await app.call(editWorkingHours, { token, body: { holidays } });
  expect((await app.pool.query('select from message_checks')).rowCount).toBe(1);
  await expectDueAt('2026-03-14T03:00:00.000Z');
  await app.call(editWorkingHours, { token, body: { holidays: [] } });
  await expectDueAt('2026-03-13T11:00:00.000Z');
  const { rows } = await app.pool.query('select time_zone from dealer');
  await app.pool.query("update dealer set time_zone = 'Asia/Kolkata'");
  await expectDueAt('2026-03-13T11:30:00.000Z').finally(() =>
    app.pool.query('update dealer set time_zone = $1', [rows[0].time_zone]),
  );
});

test('a reminder goes out at the hour of the day before that the dealer sets, also where it was planned for another', async () => {
  await dealer.switchOn(['dayBefore'], { dayBeforeAt: '10:30' });
  const booked = await dealer.book('2026-03-12');
  await dealer.workAt('2026-03-11T04:29:59Z');
  expect(textsTo(booked)).toEqual([]);
  await dealer.switchOn(['dayBefore'], { dayBeforeAt: '18:15' });
  await dealer.workAt('2026-03-11T12:14:59Z');
  expect(textsTo(booked)).toEqual([]);
  await dealer.workAt('2026-03-11T12:15:00Z');
  expect(textsTo(booked)).toEqual([expect.stringContaining('we expect you at North on March 12')]);
});

describe('a kind that is switched off at one center', () => {
  const kinds = ['bookingConfirmed', 'bookingMoved', 'dayBefore'] as const;
  const switchOffAt = (centers: string[]) =>
    dealer.switchOn(kinds, {}, (all) => {
      for (const kind of kinds) all[kind].offAt = centers;
    });
  const words = (booked: Booked) =>
    textsTo(booked).map((text) => /We look forward|is now on|we expect you/.exec(text ?? '')?.[0]);

  test('goes out at the others, and what waited is withdrawn', async () => {
    const { north, south } = dealer.fixtures;
    await switchOffAt([]);
    const waits = await dealer.book('2026-03-12');
    await dealer.work();
    await switchOffAt([north]);
    const [here, there] = [
      await dealer.book('2026-03-12'),
      await dealer.book('2026-03-12', '10:00', { serviceCenter: south }),
    ];
    await dealer.workAfter(2 * minute);
    await dealer.workAt('2026-03-11T11:00:00Z');
    expect([words(waits), words(here)]).toEqual([[], []]);
    expect(words(there)).toEqual(['We look forward', 'we expect you']);
    expect([await dealer.messagesOf(waits), await dealer.messagesOf(here)]).toEqual([[], []]);
  });

  test('and on again there confirms no booking that was made meanwhile, but says where it is moved to and reminds of it', async () => {
    const { north } = dealer.fixtures;
    await switchOffAt([north]);
    const [meanwhile, moved] = [await dealer.book('2026-03-12'), await dealer.book('2026-03-12')];
    await dealer.workAfter(2 * minute);
    await switchOffAt([]);
    const afterwards = await dealer.book('2026-03-12');
    await dealer.move(moved._id, {
      status: 'booked',
      appointmentDate: '2026-03-12',
      appointmentTime: '15:00',
    });
    await dealer.workAfter(2 * minute);
    expect([words(meanwhile), words(moved), words(afterwards)]).toEqual([
      [],
      ['is now on'],
      ['We look forward'],
    ]);
    await dealer.workAt('2026-03-11T11:00:00Z');
    expect([words(meanwhile).length, words(moved).length, words(afterwards).length]).toEqual([1, 2, 2]);
  });

  test('tells who is moved to a center where it is on, and nobody of a move to where it is off', async () => {
    const { north, south } = dealer.fixtures;
    await switchOffAt([north]);
    const [away, back] = [
      await dealer.book('2026-03-12'),
      await dealer.book('2026-03-12', '10:00', { serviceCenter: south }),
    ];
    await dealer.workAfter(2 * minute);
    const send = (leadIds: string[], value: string) =>
      app.call(startBulkChange, {
        token: dealer.token,
        body: { action: 'moveCenter', value, leads: leadIds },
      });
    expect((await send([away._id], south)).data).toMatchObject({ state: 'done', changed: 1 });
    expect((await send([back._id], north)).data).toMatchObject({ state: 'done', changed: 1 });
    await dealer.workAfter(2 * minute);
    await dealer.workAt('2026-03-11T11:00:00Z');
    expect([words(away), words(back)]).toEqual([['is now on', 'we expect you'], ['We look forward']]);
  });
});

test('nothing is sent in quiet hours or on holidays of the center, and nothing that comes too late', async () => {
  await dealer.switchOn(['bookingConfirmed', 'dayBefore']);
  const body = { holidays: [{ serviceCenter: dealer.fixtures.north, day: '2026-03-12', name: 'Closed' }] };
  await app.call(editWorkingHours, { token: dealer.token, body });
  // 21:00 in Dhaka.
  await dealer.workAt('2026-03-11T15:00:00Z');
  const [soon, later] = [await dealer.book('2026-03-12', '08:30'), await dealer.book('2026-03-14')];
  await dealer.workAfter(10 * minute);
  const waiting = await app.call(listCustomerMessages, { token: dealer.token });
  expect(waiting.data.messages.map(({ kind, dueAt }) => [kind, dueAt])).toEqual([
    ['bookingConfirmed', '2026-03-13T03:00:00.000Z'],
    ['dayBefore', '2026-03-13T11:00:00.000Z'],
  ]);
  await dealer.workAt('2026-03-13T02:59:59Z');
  expect(textsTo(later)).toEqual([]);
  await dealer.workAt('2026-03-13T03:00:00Z');
  expect([textsTo(soon).length, textsTo(later).length]).toEqual([0, 1]);
  await app.call(editWorkingHours, { token: dealer.token, body: { holidays: [] } });
});

test('a customer who wants none of a kind gets none, one without an address is in the list of failed ones', async () => {
  await dealer.switchOn(['bookingConfirmed', 'dayBefore']);
  const [stopped, nowhere] = [
    await dealer.book('2026-03-12'),
    await dealer.book('2026-03-12', '10:00', { email: null }),
  ];
  const service = await app.signIn('service', [dealer.fixtures.north]);
  const stop: { stopped: CustomerMessageKind[] } = { stopped: ['dayBefore'] };
  const set = { token: service.token, params: { id: stopped._id }, body: stop };
  expect((await app.call(setStoppedMessages, set)).data).toEqual(stop);
  await dealer.workAt('2026-03-10T10:00:00Z');
  await dealer.workAt('2026-03-11T11:00:00Z');
  expect((await dealer.messagesOf(stopped)).map(({ kind, state, reason }) => [kind, state, reason])).toEqual([
    ['dayBefore', 'skipped', 'stopped'],
    ['bookingConfirmed', 'sent', null],
  ]);
  const { data } = await app.call(listCustomerMessages, { token: dealer.token, query: { list: 'failed' } });
  expect(data).toMatchObject({ total: 2, failed: 2 });
  expect(data.messages[0]).toMatchObject({ lead: { _id: nowhere._id }, reason: 'noWay' });
  // An address is added: what failed can be tried again, as it is true then.
  const params = { id: nowhere._id };
  const email = 'found@test.example';
  await app.call(leads.editLead, { token: dealer.token, params, body: { email } });
  for (const { _id } of data.messages)
    expect(
      (await app.call(retryCustomerMessage, { token: dealer.token, params: { id: _id }, body: {} })).status,
    ).toBe(200);
  await dealer.work();
  expect(textsTo({ email })).toHaveLength(2);
  const [again] = data.messages;
  const retry = { token: dealer.token, params: { id: again?._id ?? '' }, body: {} };
  expect((await app.call(retryCustomerMessage, retry)).status).toBe(409);
});
