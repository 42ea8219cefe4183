import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { customerMessageKinds } from '#contract/customer-messages/customer-message.ts';
import { startBulkChange, undoBulkChange } from '#contract/leads/lead-bulk.ts';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import { importFile, revertFile } from '#server/testing/import-calls.ts';
import { PostOffice } from '#server/testing/mailbox.ts';
import { type Booked, MessagingDealer } from '#server/testing/messaging-dealer.ts';
import { TestApp } from '#server/testing/test-app.ts';

const minute = 60_000;

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
beforeEach(async () => {
  await dealer.reset();
  await dealer.switchOn(customerMessageKinds);
});

const words = /We look forward|is now on|has been cancelled|we expect you/;
const wordsTo = ({ email }: Pick<Booked, 'email'>) =>
  office.to(email).map(({ text }) => words.exec(text ?? '')?.[0]);
const bookBoth = async () => [await dealer.book('2026-03-12'), await dealer.book('2026-03-12')] as const;

async function change(
  leads: readonly Booked[],
  body: { action: 'archive' } | { action: 'moveCenter'; value: string },
) {
  const ids = leads.map(({ _id }) => _id);
  // Whoever made a change undoes it: `dealer` is somebody else each time that the clock is set.
  const { token } = dealer;
  const { data } = await app.call(startBulkChange, { token, body: { ...body, leads: ids } });
  expect(data).toMatchObject({ state: 'done', changed: leads.length });
  return async () => {
    const params = { id: data._id };
    const undone = await app.call(undoBulkChange, { token, params });
    expect(undone.data).toMatchObject({ state: 'undone', refused: 0 });
  };
}

test('leads that are moved together to another center are told where they are expected, and so they are of its undo', async () => {
  const both = await bookBoth();
  await dealer.workAfter(2 * minute);
  const undo = await change(both, { action: 'moveCenter', value: dealer.fixtures.south });
  await dealer.workAfter(2 * minute);
  expect(both.map(wordsTo)).toEqual([
    ['We look forward', 'is now on'],
    ['We look forward', 'is now on'],
  ]);
  expect(office.to(both[0].email).at(-1)?.text).toContain('your appointment at South is now on March 12');
  await undo();
  await dealer.workAfter(2 * minute);
  expect(office.to(both[0].email).at(-1)?.text).toContain('your appointment at North is now on March 12');
  await dealer.workAt('2026-03-11T11:00:00Z');
  expect(both.map((each) => wordsTo(each).slice(2))).toEqual([
    ['is now on', 'we expect you'],
    ['is now on', 'we expect you'],
  ]);
});

test('leads that are moved together and back within a minute hear nothing of it', async () => {
  const both = await bookBoth();
  await dealer.workAfter(2 * minute);
  const undo = await change(both, { action: 'moveCenter', value: dealer.fixtures.south });
  await dealer.work();
  await undo();
  await dealer.workAfter(2 * minute);
  expect(both.map(wordsTo)).toEqual([['We look forward'], ['We look forward']]);
});

test('leads that are archived together are reminded of nothing, until they are taken back', async () => {
  const both = await bookBoth();
  const others = await bookBoth();
  await dealer.workAfter(2 * minute);
  await change(both, { action: 'archive' });
  const undo = await change(others, { action: 'archive' });
  await dealer.workAfter(2 * minute);
  await undo();
  await dealer.workAt('2026-03-11T11:00:00Z');
  expect(both.map(wordsTo)).toEqual([['We look forward'], ['We look forward']]);
  expect(others.map(wordsTo)).toEqual([
    ['We look forward', 'we expect you'],
    ['We look forward', 'we expect you'],
  ]);
});

const header = 'Name,Phone,Email,Branch,Status,Appointment Date,Appointment Time\n';
const rowsOf = (tag: number) =>
  [1, 2].map((row) => ({ phone: `0171955${tag}00${row}`, email: `imported${tag}.${row}@test.example` }));

async function importBookings(tag: number) {
  const rows = rowsOf(tag);
  const lines = rows.map(
    ({ phone, email }) => `Rahim Uddin,${phone},${email},North,Booked,2026-03-12,10:00\n`,
  );
  const done = await importFile(app, dealer.token, header + lines.join(''));
  expect(done).toMatchObject({ state: 'done', taken: 2, refused: 0 });
  return { rows, revert: () => revertFile(app, dealer.token, done._id) };
}
const countLeadsOf = async (rows: readonly { phone: string }[]) => {
  const counts = rows.map(async ({ phone }) => {
    const query = { search: phone };
    return (await app.call(listManagementLeads, { token: dealer.token, query })).data.leads.length;
  });
  return Promise.all(counts);
};

test('customers of an imported file are told of their bookings as those that somebody books', async () => {
  const { rows, revert } = await importBookings(1);
  await dealer.workAfter(2 * minute);
  await dealer.workAt('2026-03-11T11:00:00Z');
  expect(rows.map(wordsTo)).toEqual([
    ['We look forward', 'we expect you'],
    ['We look forward', 'we expect you'],
  ]);
  // What customers were told of stays.
  expect((await revert()).data).toMatchObject({ state: 'reverted' });
  expect(await countLeadsOf(rows)).toEqual([1, 1]);
});

test('of a file that is reverted within a minute nobody hears, and nothing of it waits', async () => {
  const { rows, revert } = await importBookings(2);
  await dealer.work();
  expect((await app.pool.query('select from customer_messages')).rowCount).toBe(4);
  expect((await revert()).data).toMatchObject({ state: 'reverted' });
  expect(await countLeadsOf(rows)).toEqual([0, 0]);
  expect((await app.pool.query('select from customer_messages')).rowCount).toBe(0);
  await dealer.workAfter(2 * minute);
  await dealer.workAt('2026-03-11T11:00:00Z');
  expect(rows.map(wordsTo)).toEqual([[], []]);
  expect((await app.pool.query('select from message_checks')).rowCount).toBe(0);
});
