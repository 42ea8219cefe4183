import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mergeCustomers, previewCustomerMerge } from '#contract/customer-merges.ts';
import { listCustomerMessages, retryCustomerMessage } from '#contract/customer-messages/customer-messages.ts';
import { listCustomers } from '#contract/customers.ts';
import { PostOffice } from '#server/testing/mailbox.ts';
import { type Booked, MessagingDealer } from '#server/testing/messaging-dealer.ts';
import { TestApp } from '#server/testing/test-app.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let app: TestApp;
let office: PostOffice;
let dealer: MessagingDealer;

beforeAll(async () => {
  office = await PostOffice.open();
  app = await TestApp.open({ smtpUrl: office.url });
  dealer = await MessagingDealer.open(app);
});
afterAll(async () => {
  await app.close();
  await office.close();
});
beforeEach(() => dealer.reset());

const stateOf = async (booked: Booked) =>
  (await dealer.messagesOf(booked)).map(({ kind, state, reason }) => [kind, state, reason]);
const sent = ['bookingConfirmed', 'sent', null];
const beyond = ['bookingConfirmed', 'skipped', 'dailyLimit'];

test('what is beyond the messages of a day has failed until somebody tries it again on another day, by the clock of the dealer', async () => {
  await dealer.switchOn(['bookingConfirmed'], { perDay: 2 });
  // 19:30 in Dhaka.
  app.clock.set(new Date('2026-03-10T13:30:00Z'));
  await dealer.signIn();
  const all = [];
  for (let made = 0; made < 3; made++) all.push(await dealer.book('2026-03-20'));
  await dealer.workAfter(2 * minute);
  const states = (await Promise.all(all.map(stateOf))).flat().map(([, state, reason]) => [state, reason]);
  expect(states.toSorted()).toEqual([
    ['failed', 'dailyLimit'],
    ['sent', null],
    ['sent', null],
  ]);
  const { data } = await app.call(listCustomerMessages, { token: dealer.token, query: { list: 'failed' } });
  expect(data.messages).toHaveLength(1);
  const retry = async () => {
    const params = { id: data.messages[0]?._id ?? '' };
    return (await app.call(retryCustomerMessage, { token: dealer.token, params, body: {} })).status;
  };
  expect(await retry()).toBe(200);
  await dealer.work();
  expect((await Promise.all(all.map(stateOf))).flat()).toContainEqual([
    'bookingConfirmed',
    'failed',
    'dailyLimit',
  ]);
  await dealer.workAfter(day);
  expect(await retry()).toBe(200);
  await dealer.work();
  expect(await Promise.all(all.map(stateOf))).toEqual([[sent], [sent], [sent]]);
});

test('a person gets so many of a kind on a day, over all leads of one number, whatever they are called there', async () => {
  await dealer.switchOn(['bookingConfirmed', 'bookingMoved'], { perPerson: 2 });
  const first = await dealer.book('2026-03-20');
  const { phone, email } = first;
  const second = await dealer.book('2026-03-21', '10:00', { phone, email });
  await dealer.workAfter(2 * minute);
  const ofFamily = await dealer.book('2026-03-22', '10:00', {
    name: 'Karima Begum',
    phone,
    email: 'other@test.example',
  });
  const stranger = await dealer.book('2026-03-22');
  await dealer.workAfter(2 * minute);
  expect(await Promise.all([first, second, ofFamily, stranger].map(stateOf))).toEqual([
    [sent],
    [sent],
    [beyond],
    [sent],
  ]);
  // Another kind is counted for itself, and so is another day.
  await dealer.move(ofFamily._id, {
    status: 'booked',
    appointmentDate: '2026-03-23',
    appointmentTime: '10:00',
  });
  await dealer.workAfter(day);
  const next = await dealer.book('2026-03-24', '10:00', { phone, email });
  await dealer.workAfter(2 * minute);
  expect((await stateOf(ofFamily))[0]).toEqual(['bookingConfirmed', 'sent', null]);
  expect(await stateOf(next)).toEqual([sent]);
});

test('two numbers of one customer are one person, also for what was sent before they were merged', async () => {
  await dealer.switchOn(['bookingConfirmed'], { perPerson: 1 });
  const [kept, other] = [await dealer.book('2026-03-20'), await dealer.book('2026-03-20')];
  await dealer.workAfter(2 * minute);
  const { token } = dealer;
  const find = async ({ phone }: Booked) => {
    const query = { search: phone.replace('+88', '') };
    return (await app.call(listCustomers, { token, query })).data.customers[0]?._id ?? '';
  };
  const keep = await find(kept);
  const query = { customers: `${keep},${await find(other)}` };
  const { customers } = (await app.call(previewCustomerMerge, { token, query })).data;
  const both = customers.map(({ _id, version }) => ({ _id, version }));
  const body = { keep, customers: both, name: 'Rahim Uddin', email: kept.email };
  expect((await app.call(mergeCustomers, { token, body })).status).toBe(201);
  const third = await dealer.book('2026-03-21', '10:00', { phone: other.phone, email: other.email });
  await dealer.workAfter(2 * minute);
  expect(await Promise.all([kept, other, third].map(stateOf))).toEqual([[sent], [sent], [beyond]]);
});
