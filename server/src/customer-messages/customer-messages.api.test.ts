import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type CustomerMessageKind,
  customerMessageKinds,
  listCustomerMessages,
  retryCustomerMessage,
  setStoppedMessages,
} from '#contract/customer-messages/customer-messages.ts';
import {
  editMessageSettings,
  getMessageSettings,
  type MessageSettings,
} from '#contract/customer-messages/message-settings.ts';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import { editWorkingHours } from '#contract/working-hours.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { PostOffice } from '#server/testing/mailbox.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import { planNotedLeads } from './plan-messages.service.ts';

const minute = 60_000;

let app: TestApp;
let office: PostOffice;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let service: typeof boss;
let made = 0;

beforeAll(async () => {
  office = await PostOffice.open({ refuse: ['refused@test.example'] });
  app = await TestApp.open({ smtpUrl: office.url });
  fixtures = await addFixtures(app);
});
afterAll(async () => {
  await app.close();
  await office.close();
});
beforeEach(async () => {
  app.clock.set(testNoon);
  boss = await app.signIn('superAdmin');
  service = await app.signIn('service', [fixtures.north]);
  await app.pool.query('truncate customer_messages, message_checks, message_settings, bookings cascade');
});

async function switchOn(
  kinds: readonly CustomerMessageKind[],
  changes: Partial<Omit<MessageSettings, 'kinds' | 'version'>> = {},
) {
  const { kinds: all } = (await app.call(getMessageSettings, { token: boss.token })).data;
  for (const kind of customerMessageKinds) all[kind].isOn = kinds.includes(kind);
  const body = { kinds: all, ...changes };
  const answer = await app.call(editMessageSettings, { token: boss.token, body });
  expect(answer.status).toBe(200);
  return answer.data;
}

type Booked = { _id: string; email: string };

async function book(appointmentDate: string, appointmentTime: string | null = '10:00', body: object = {}) {
  const number = ++made;
  const email = `customer${number}@test.example`;
  const phone = `018${String(number).padStart(8, '0')}`;
  const created = { name: 'Rahim Uddin', phone, email, serviceCenter: fixtures.north, ...body };
  const { data } = await app.call(leads.createLead, { token: boss.token, body: created });
  await move(data._id, { status: 'booked', appointmentDate, appointmentTime });
  return { _id: data._id, email: data.email ?? '' };
}

async function move(id: string, body: object) {
  const answer = await app.call(leads.moveLead, { token: boss.token, params: { id }, body });
  expect(answer.status).toBe(200);
}

/** Lets the jobs look, as they would until a moment. */
async function work() {
  await planNotedLeads(app.context);
  await app.app.customerMessages.sendDue();
}

async function workAfter(milliseconds: number) {
  await work();
  await workAt(new Date(app.clock.now().getTime() + milliseconds));
}

async function workAt(moment: Date | string) {
  app.clock.set(new Date(moment));
  boss = await app.signIn('superAdmin');
  await work();
}

const textsTo = ({ email }: Booked) => office.to(email).map(({ text }) => text?.split('\n\n')[0]?.trim());

async function messagesOf({ _id }: Booked) {
  const { data } = await app.call(getLeadPanel, { token: boss.token, params: { id: _id } });
  return data.timeline.entries.flatMap((entry) => (entry.kind === 'message' ? [entry.message] : []));
}

test('nothing is sent or noted until a kind is switched on, and then not of what was booked before', async () => {
  const early = await book('2026-03-12');
  app.clock.set(new Date(testNoon.getTime() + minute));
  expect((await app.pool.query('select from message_checks')).rowCount).toBe(0);
  await switchOn(['bookingConfirmed', 'dayBefore']);
  const late = await book('2026-03-12');
  await workAfter(2 * minute);
  expect(textsTo(early)).toEqual([]);
  expect(textsTo(late)).toEqual([
    'Dear Rahim Uddin, your appointment at North is on March 12 at 10:00 AM. We look forward to seeing you.',
  ]);
  // Both are reminded on the day before, at 17:00 in Dhaka.
  await workAt('2026-03-11T11:00:00Z');
  expect([textsTo(early).length, textsTo(late).length]).toEqual([1, 2]);
});

describe('what a customer is told', () => {
  test('is the new time of what was moved before they heard of it, and of the move afterwards', async () => {
    await switchOn(customerMessageKinds);
    const booked = await book('2026-03-12');
    await move(booked._id, { status: 'booked', appointmentDate: '2026-03-13', appointmentTime: '11:30' });
    await workAfter(2 * minute);
    await move(booked._id, { status: 'booked', appointmentDate: '2026-03-14', appointmentTime: null });
    await workAfter(2 * minute);
    expect(textsTo(booked)).toEqual([
      'Dear Rahim Uddin, your appointment at North is on March 13 at 11:30 AM. We look forward to seeing you.',
      'Dear Rahim Uddin, your appointment at North is now on March 14.',
    ]);
  });

  test('is nothing when the booking is back where they know it, or cancelled before they heard of it', async () => {
    await switchOn(customerMessageKinds);
    const [back, gone] = [await book('2026-03-12'), await book('2026-03-12')];
    await move(gone._id, { status: 'potential', nextFollowUpDates: ['2026-03-12'] });
    await workAfter(2 * minute);
    await move(back._id, { status: 'booked', appointmentDate: '2026-03-15', appointmentTime: '10:00' });
    await work();
    await move(back._id, { status: 'booked', appointmentDate: '2026-03-12', appointmentTime: '10:00' });
    await workAfter(5 * minute);
    expect([textsTo(back).length, textsTo(gone).length]).toEqual([1, 0]);
    expect(await messagesOf(gone)).toEqual([]);
  });

  test('is a cancellation, and nothing of a lead that was lost or archived', async () => {
    await switchOn(['bookingConfirmed', 'bookingCancelled', 'dayBefore']);
    const [cancelled, archived] = [await book('2026-03-12'), await book('2026-03-12')];
    await workAfter(2 * minute);
    await move(cancelled._id, { status: 'potential', nextFollowUpDates: ['2026-03-12'] });
    const params = { id: archived._id };
    await app.call(leads.archiveLead, { token: boss.token, params, body: { isActive: false } });
    await workAfter(2 * minute);
    await workAt('2026-03-11T11:00:00Z');
    expect([textsTo(cancelled).length, textsTo(archived).length]).toEqual([2, 1]);
    expect(textsTo(cancelled)[1]).toContain('on March 12 at 10:00 AM has been cancelled');
  });
});

test('nothing is sent in quiet hours or on holidays of the center, and nothing that comes too late', async () => {
  await switchOn(['bookingConfirmed', 'dayBefore']);
  const body = { holidays: [{ serviceCenter: fixtures.north, day: '2026-03-12', name: 'Closed' }] };
  await app.call(editWorkingHours, { token: boss.token, body });
  // 21:00 in Dhaka.
  await workAt('2026-03-11T15:00:00Z');
  const [soon, later] = [await book('2026-03-12', '08:30'), await book('2026-03-14')];
  await workAfter(10 * minute);
  const waiting = await app.call(listCustomerMessages, { token: boss.token });
  expect(waiting.data.messages.map(({ kind, dueAt }) => [kind, dueAt])).toEqual([
    ['bookingConfirmed', '2026-03-13T03:00:00.000Z'],
    ['dayBefore', '2026-03-13T11:00:00.000Z'],
  ]);
  await workAt('2026-03-13T02:59:59Z');
  expect(textsTo(later)).toEqual([]);
  await workAt('2026-03-13T03:00:00Z');
  expect([textsTo(soon).length, textsTo(later).length]).toEqual([0, 1]);
  await app.call(editWorkingHours, { token: boss.token, body: { holidays: [] } });
});

test('a customer who wants none of a kind gets none, one without an address is in the list of failed ones', async () => {
  await switchOn(['bookingConfirmed', 'dayBefore']);
  const [stopped, nowhere] = [await book('2026-03-12'), await book('2026-03-12', '10:00', { email: null })];
  const set = {
    token: service.token,
    params: { id: stopped._id },
    body: { stopped: ['dayBefore'] as const },
  };
  expect((await app.call(setStoppedMessages, { ...set, body: { stopped: ['dayBefore'] } })).data).toEqual({
    stopped: ['dayBefore'],
  });
  await workAt('2026-03-10T10:00:00Z');
  await workAt('2026-03-11T11:00:00Z');
  expect((await messagesOf(stopped)).map(({ kind, state, reason }) => [kind, state, reason])).toEqual([
    ['dayBefore', 'skipped', 'stopped'],
    ['bookingConfirmed', 'sent', null],
  ]);
  const { data } = await app.call(listCustomerMessages, { token: boss.token, query: { list: 'failed' } });
  expect(data).toMatchObject({ total: 2, failed: 2 });
  expect(data.messages[0]).toMatchObject({ lead: { _id: nowhere._id }, reason: 'noWay' });
  // An address is added: what failed can be tried again, as it is true then.
  const params = { id: nowhere._id };
  const email = 'found@test.example';
  await app.call(leads.editLead, { token: boss.token, params, body: { email } });
  for (const { _id } of data.messages)
    expect(
      (await app.call(retryCustomerMessage, { token: boss.token, params: { id: _id }, body: {} })).status,
    ).toBe(200);
  await work();
  expect(textsTo({ _id: '', email })).toHaveLength(2);
  const [again] = data.messages;
  const retry = { token: boss.token, params: { id: again?._id ?? '' }, body: {} };
  expect((await app.call(retryCustomerMessage, retry)).status).toBe(409);
});
