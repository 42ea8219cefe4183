import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { setBookingOutcome } from '#contract/bookings/booking-outcomes.ts';
import {
  type BookingRules,
  type CenterBookingRules,
  editBookingRules,
  listBookingRules,
} from '#contract/bookings/booking-rules.ts';
import { getBookingDay, placeRefusal } from '#contract/bookings/bookings.ts';
import { getFullPath } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { logContact } from '#contract/contacts.ts';
import { editDealer } from '#contract/dealer.ts';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import * as leads from '#contract/leads/leads.ts';
import { editOffering } from '#contract/offerings.ts';
import { editServiceCenter } from '#contract/service-centers.ts';
import { addServiceCenter } from '#server/service-centers/service-centers.service.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

type Person = Awaited<ReturnType<TestApp['signIn']>>;

let app: TestApp;
let boss: Person;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let phones = 0;
let centers = 0;
let center = '';
let service: Person;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
});
afterAll(() => app.close());

beforeEach(async () => {
  const name = `Center ${++centers}`;
  center = await addServiceCenter(app.context, { name, address: null, contactNo: null });
  service = await app.signIn('service', [center]);
  await setRules({});
});

const date = '2026-03-15';
const rules: BookingRules = {
  week: Array.from({ length: 7 }, () => ({ perDay: 4, perHour: 2 })),
  ...{ daysAhead: null, noticeMinutes: null, closures: [] },
};
const perDay = (cars: number) => ({ week: rules.week.map(() => ({ perDay: cars, perHour: null })) });

const sendRules = (id: string, body: Record<string, unknown>) =>
  app.call(editBookingRules, { token: boss.token, params: { id }, body });
async function setRules(changes: Partial<BookingRules> | null) {
  expect((await sendRules(center, { rules: changes && { ...rules, ...changes } })).status).toBe(200);
}
async function addLead(more: Partial<leads.CreateLeadBody> = {}) {
  const phone = `0171800${String(++phones).padStart(4, '0')}`;
  const body = { name: `Customer ${phones}`, phone, serviceCenter: center, ...more };
  return (await app.call(leads.createLead, { token: boss.token, body })).data;
}
const send = (id: string, body: leads.MoveLeadBody, { token } = boss) =>
  app.call(leads.moveLead, { token, params: { id }, body });
const booking = (time: string | null, day = date, overbook?: boolean): leads.MoveLeadBody => ({
  ...{ status: 'booked', appointmentDate: day, appointmentTime: time },
  ...(overbook && { overbook }),
});
/** A lead that is booked without being asked. */
async function book(time: string | null, day = date, more: Partial<leads.CreateLeadBody> = {}) {
  const { status, data } = await send((await addLead(more))._id, booking(time, day));
  expect(status).toBe(200);
  return data;
}
const ask = async (time: string | null, day = date, more: Partial<leads.CreateLeadBody> = {}) =>
  refusalOf(await send((await addLead(more))._id, booking(time, day)));
function refusalOf({ status, error }: { status: number; error: { message: string; current?: unknown } }) {
  expect([status, error?.message]).toEqual([409, messages.placeTaken]);
  return placeRefusal.parse(error.current);
}
const countBooked = async () => {
  const query = { serviceCenter: center, date };
  return (await app.call(getBookingDay, { token: boss.token, query })).data.day.booked;
};

describe('the rules of a center', () => {
  test('are replaced as a whole, unless somebody else was faster, and the audit log says so', async () => {
    const list = async (): Promise<CenterBookingRules[]> =>
      (await app.call(listBookingRules, { token: boss.token })).data;
    const before = (await list()).find(({ serviceCenter }) => serviceCenter._id === center);
    expect(before?.rules).toEqual(rules);
    const closures = [{ day: '2026-03-26', from: '12:00', to: '24:00', note: 'Stocktaking' }];
    const changed = { ...rules, daysAhead: 30, closures };
    const { data } = await sendRules(center, { version: before?.version, rules: changed });
    expect(data).toMatchObject({ serviceCenter: before?.serviceCenter, rules: changed });
    const stale = await sendRules(center, { version: before?.version, rules: null });
    expect([stale.status, stale.error.current]).toEqual([409, data]);
    expect((await sendRules(center, { rules: null })).data.rules).toBeNull();
    const { data: audit } = await app.call(listAudit, { token: boss.token });
    expect(audit.entries[0]).toMatchObject({
      action: 'settingsChanged',
      details: { fields: ['bookingRules'], serviceCenters: [center] },
    });
    expect((await sendRules(boss.id, { rules: null })).status).toBe(404);
  });

  test.each([
    [{ day: date, from: '12:00', to: '12:00', note: null }],
    [{ day: date, from: '12:00', to: null, note: null }],
  ])('close from an hour to a later one, or all day: %j', async (closure) => {
    const { status, error } = await sendRules(center, { rules: { ...rules, closures: [closure] } });
    expect([status, error.fields]).toEqual([400, { 'rules.closures.0.to': messages.spansOutOfOrder }]);
  });

  test('of a center that is not active any more are kept, and not listed', async () => {
    const params = { id: center };
    await app.call(editServiceCenter, { token: boss.token, params, body: { isActive: false } });
    const { data } = await app.call(listBookingRules, { token: boss.token });
    expect(data.map(({ serviceCenter }) => serviceCenter._id)).not.toContain(center);
    await app.call(editServiceCenter, { token: boss.token, params, body: { isActive: true } });
  });
});

test('32 people take the last place at once over HTTP, on two processes: exactly one gets it without being asked', async () => {
  await setRules(perDay(1));
  const sibling = await app.openSibling();
  const servers = await Promise.all(
    [app.app, sibling.server].map((server) => server.listen({ port: 0, host: '127.0.0.1' })),
  );
  const people = await Promise.all(
    Array.from({ length: 32 }, async () => ({ lead: await addLead(), person: await app.signIn('manager') })),
  );
  const answers = await Promise.all(
    people.map(async ({ lead, person }, place) => {
      const url = `${servers[place % servers.length]}${getFullPath(leads.moveLead).replace(':id', lead._id)}`;
      const response = await fetch(url, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(booking(`${String(9 + (place % 9)).padStart(2, '0')}:00`)),
      });
      return { status: response.status, body: (await response.json()) as { error?: { current?: unknown } } };
    }),
  );
  const refused = answers.filter(({ status }) => status === 409);
  expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([1, 31]);
  for (const { body } of refused)
    expect(placeRefusal.parse(body.error?.current)).toMatchObject({
      ...{ reason: 'dayFull', booked: 1, capacity: 1, mayOverbook: true },
      next: { date: '2026-03-16', time: '09:00' },
    });
  expect(await countBooked()).toBe(1);
});

describe('a place that is not free', () => {
  test('is asked about with the reason and the next free one, and booked all the same when that is said', async () => {
    await book('10:00');
    await book('10:45');
    const { _id } = await addLead();
    expect(refusalOf(await send(_id, booking('10:30')))).toEqual({
      ...{ reason: 'hourFull', date, time: '10:30', booked: 2, capacity: 2, offering: null, limit: null },
      ...{ next: { date, time: '11:00' }, mayOverbook: true },
    });
    expect((await app.call(leads.getLead, { token: boss.token, params: { id: _id } })).data).toMatchObject({
      ...{ status: 'pending', version: 1 },
    });
    expect((await send(_id, booking('10:30', date, true))).data).toMatchObject({
      status: 'booked',
      version: 2,
    });
    expect(await countBooked()).toBe(3);
  });

  test('is one whose day is full, closed, too soon or too far ahead', async () => {
    await setRules({ ...perDay(1), daysAhead: 10, noticeMinutes: 180, closures: [closedOn('2026-03-16')] });
    await book(null);
    expect(await ask(null)).toMatchObject({ reason: 'dayFull', next: { date: '2026-03-17', time: '09:00' } });
    expect(await ask('10:00', '2026-03-16')).toMatchObject({ reason: 'closed' });
    expect(await ask('10:00', '2026-03-13')).toMatchObject({ reason: 'closed' });
    expect(await ask('14:30', '2026-03-10')).toMatchObject({
      ...{ reason: 'tooSoon', limit: 180, next: { date: '2026-03-10', time: '15:00' } },
    });
    expect(await ask(null, '2026-03-21')).toMatchObject({ reason: 'tooFar', limit: 10, next: null });
  });

  test('is one of an offering of which the center takes no more on the day, also when another offering becomes this one', async () => {
    const params = { id: fixtures.pads };
    await app.call(editOffering, { token: boss.token, params, body: { bookingsPerDay: 1 } });
    await book('09:00', date, { serviceOrCampaign: fixtures.pads });
    const full = { reason: 'offeringFull', booked: 1, capacity: 1, offering: 'Brake Pads' };
    expect(await ask('11:00', date, { serviceOrCampaign: fixtures.pads })).toMatchObject({
      ...full,
      next: { date: '2026-03-16', time: '09:00' },
    });
    const { _id } = await book('11:00', date, { serviceOrCampaign: fixtures.oil });
    for (const endpoint of [leads.editLead, leads.correctLead]) {
      const body = { serviceOrCampaign: fixtures.pads };
      const answer = await app.call(endpoint, { token: boss.token, params: { id: _id }, body });
      expect(refusalOf(answer)).toMatchObject(full);
    }
    await app.call(editOffering, { token: boss.token, params, body: { bookingsPerDay: null } });
  });

  test('is one of an offering that is full on the day also at a center without rules, for whoever is second of 8 at once', async () => {
    await setRules(null);
    const params = { id: fixtures.pads };
    await app.call(editOffering, { token: boss.token, params, body: { bookingsPerDay: 1 } });
    const wanted = { serviceOrCampaign: fixtures.pads };
    const ids = await Promise.all(Array.from({ length: 8 }, async () => (await addLead(wanted))._id));
    const answers = await Promise.all(ids.map((id) => send(id, booking('10:00'))));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(7);
    for (const each of refused)
      expect(refusalOf(each)).toMatchObject({
        ...{ reason: 'offeringFull', booked: 1, capacity: 1, offering: 'Brake Pads' },
        next: { date: '2026-03-16', time: '09:00' },
      });
    await book('03:00', date, { serviceOrCampaign: fixtures.oil });
    await app.call(editOffering, { token: boss.token, params, body: { bookingsPerDay: null } });
  });

  test('is asked about whichever call gives it: a contact with a move, another center, another day', async () => {
    await setRules(perDay(1));
    await book('09:00');
    const { _id, version } = await addLead();
    const body = { channel: 'call', outcome: 'reached', version, move: booking('10:00') } as const;
    const params = { id: _id };
    refusalOf(await app.call(logContact, { token: boss.token, params, body }));
    const { data } = await app.call(leads.getLead, { token: boss.token, params });
    expect(data).toMatchObject({ contactAttempts: 0, version });
    const move = { ...body.move, overbook: true };
    expect((await app.call(logContact, { token: boss.token, params, body: { ...body, move } })).status).toBe(
      201,
    );
    const elsewhere = await addLead({ serviceCenter: fixtures.north });
    await send(elsewhere._id, booking('10:00'));
    const edit = (body: object) =>
      app.call(leads.editLead, { token: boss.token, params: { id: elsewhere._id }, body });
    refusalOf(await edit({ serviceCenter: center }));
    expect((await edit({ serviceCenter: center, appointmentDate: '2026-03-16' })).status).toBe(200);
    refusalOf(await edit({ appointmentDate: date }));
    expect((await edit({ appointmentDate: date, overbook: true })).data).toMatchObject({
      appointmentDate: date,
    });
  });

  test('is asked about when a customer who did not come wants another day, or another time of a day that has filled since', async () => {
    await setRules(perDay(1));
    const today = '2026-03-10';
    const missed = await book('15:00', today);
    await book('10:00');
    const say = (body: object) =>
      app.call(setBookingOutcome, {
        ...{ token: boss.token, params: { id: missed._id } },
        body: { outcome: 'didNotCome', version: missed.version, ...body },
      });
    refusalOf(await say({ move: booking('11:00') }));
    expect(await currentOutcome(missed._id)).toBeNull();
    expect((await say({})).status).toBe(200);
    await book('16:00', today);
    expect(refusalOf(await send(missed._id, booking('17:00', today)))).toMatchObject({ reason: 'dayFull' });
    expect((await say({ move: booking('11:00', date, true) })).data).toMatchObject({
      lead: { appointmentDate: date },
    });
  });

  test('may be booked by the service level only while the dealer allows it', async () => {
    await setRules(perDay(1));
    await book('09:00');
    const { _id } = await addLead();
    expect(refusalOf(await send(_id, booking('10:00'), service)).mayOverbook).toBe(false);
    const refused = await send(_id, booking('10:00', date, true), service);
    expect([refused.status, refused.error.message]).toEqual([403, messages.overbookingOff]);
    expect((await send(_id, booking('10:00', '2026-03-16', true), service)).status).toBe(200);
    await app.call(editDealer, { token: boss.token, body: { serviceMayOverbook: true } });
    expect((await send(_id, booking('10:00'), service)).error.current).toMatchObject({ mayOverbook: true });
    expect((await send(_id, booking('10:00', date, true), service)).status).toBe(200);
    await app.call(editDealer, { token: boss.token, body: { serviceMayOverbook: false } });
  });
});

describe('nobody is asked', () => {
  test('about a center without rules', async () => {
    await setRules(null);
    for (const time of ['10:00', '10:00', '03:00']) await book(time);
    expect(await countBooked()).toBe(3);
  });

  test('by the undo of a move, whose place somebody else has taken since', async () => {
    await setRules(perDay(1));
    const { _id } = await book('10:00');
    const { version } = (await send(_id, booking('10:00', '2026-03-16'))).data;
    await book('10:00');
    const params = { id: _id };
    const undone = await app.call(undoLeadChange, { token: boss.token, params, body: { version } });
    expect(undone.data).toMatchObject({ status: 'booked', appointmentDate: date });
    expect(await countBooked()).toBe(2);
  });

  test('when an archived lead comes back to its place', async () => {
    await setRules(perDay(1));
    const { _id } = await book('10:00');
    const archive = (isActive: boolean) =>
      app.call(leads.archiveLead, { token: boss.token, params: { id: _id }, body: { isActive } });
    await archive(false);
    expect(await countBooked()).toBe(0);
    await book('10:00');
    expect((await archive(true)).status).toBe(200);
    expect(await countBooked()).toBe(2);
  });

  test('about what stays as it is: another time of a full day, other notes of a place that is over capacity', async () => {
    await setRules(perDay(1));
    const { _id } = await book('10:00');
    await send((await addLead())._id, booking('10:00', date, true));
    expect((await send(_id, booking('11:00'))).status).toBe(200);
    expect((await send(_id, { notes: 'Noise' })).status).toBe(200);
  });
});

async function currentOutcome(id: string): Promise<string | null> {
  const { rows } = await app.pool.query(
    'select outcome from bookings where lead_id = $1 and ended_at is null',
    [id],
  );
  return rows[0].outcome;
}

function closedOn(day: string): BookingRules['closures'][number] {
  return { day, from: null, to: null, note: null };
}
