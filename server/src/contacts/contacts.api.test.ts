import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as contract from '#contract/contacts.ts';
import { getSingleLeadsHistory, undoLeadChange } from '#contract/leads/lead-history.ts';
import * as leads from '#contract/leads/leads.ts';
import { reportContacts } from '#contract/reports.ts';
import { getAccount } from '#server/employees/employees.service.ts';
import { getVisibleLead } from '#server/leads/record/get-lead.service.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon, testRules } from '#server/testing/test-app.ts';
import { listContacts } from './list-contacts.service.ts';

type Person = Awaited<ReturnType<TestApp['signIn']>>;
let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let manager: Person;
let nadia: Person;
let omar: Person;

const minute = 60_000;
const today = '2026-03-10';
const tomorrow = '2026-03-11';
const later = (minutes: number) => new Date(testNoon.getTime() + minutes * minute).toISOString();
const wait = (minutes: number) =>
  app.clock.set(new Date(app.clock.now().getTime() + Math.round(minutes * minute)));

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  manager = await app.signIn('manager');
  nadia = await app.signIn('service', [fixtures.north]);
  omar = await app.signIn('service', [fixtures.north]);
});
beforeEach(() => app.clock.set(testNoon));
afterAll(() => app.close());

let made = 0;
async function record(body: object = {}) {
  const { data } = await app.call(leads.createLead, {
    token: manager.token,
    body: {
      name: 'Rahim',
      phone: `0181${String(++made).padStart(7, '0')}`,
      serviceCenter: fixtures.north,
      ...body,
    },
  });
  return data._id;
}
const log = (id: string, body: object = {}, by = nadia) =>
  app.call(contract.logContact, {
    token: by.token,
    params: { id },
    body: { channel: 'call', outcome: 'noAnswer', ...body },
  });
const undo = (id: string, by = nadia) => app.call(contract.undoContact, { token: by.token, params: { id } });
const correct = (id: string, body: object, by = nadia) =>
  app.call(contract.correctContact, { token: by.token, params: { id }, body });
const move = (id: string, body: object, by = manager) =>
  app.call(leads.moveLead, { token: by.token, params: { id }, body });
const get = async (id: string) =>
  (await app.call(leads.getLead, { token: manager.token, params: { id } })).data;
const versions = async (id: string) =>
  (await app.call(getSingleLeadsHistory, { token: manager.token, params: { id } })).data;
const columnsOf = async (id: string) =>
  (await app.pool.query('select due_kind, due_at::text, reminded_for from leads where id = $1', [id]))
    .rows[0];

describe('logging a contact', () => {
  test('counts the attempt, sets the reminder and takes a lead that nobody has', async () => {
    const id = await record();
    const { status, data } = await log(id, { note: ' Rang out ', tryAgainAt: later(120) });
    expect(status).toBe(201);
    expect(data.contact).toMatchObject({
      lead: id,
      employee: { _id: nadia.id, name: nadia.name },
      channel: 'call',
      outcome: 'noAnswer',
      note: 'Rang out',
      tryAgainAt: later(120),
      movedTo: null,
      version: 2,
      createdAt: testNoon.toISOString(),
      earlier: [],
    });
    expect(data.lead).toMatchObject({
      version: 2,
      changedFields: ['advisor'],
      advisor: { _id: nadia.id },
      contactAttempts: 1,
      lastContactAt: testNoon.toISOString(),
      tryAgainAt: later(120),
    });
    expect(await columnsOf(id)).toMatchObject({ due_kind: 'tryAgain', due_at: '2026-03-10 08:00:00' });
  });

  test('of a lead that somebody has makes no version, leaves it theirs, and ends the reminder', async () => {
    const id = await record();
    await log(id, { tryAgainAt: later(120) });
    wait(1);
    const { data } = await log(id, { channel: 'whatsapp', outcome: 'busy' }, omar);
    expect(data.contact).toMatchObject({ version: null, employee: { _id: omar.id } });
    expect(data.lead).toMatchObject({
      version: 2,
      updatedAt: testNoon.toISOString(),
      lastModifiedBy: { _id: nadia.id },
      advisor: { _id: nadia.id },
      contactAttempts: 2,
      lastContactAt: later(1),
      tryAgainAt: null,
    });
    expect(await versions(id)).toHaveLength(2);
  });

  test('moves the lead by the rules of a move, in one version, and ends the reminder', async () => {
    const id = await record();
    await log(id, { tryAgainAt: later(30) });
    const body = { outcome: 'reached', tryAgainAt: later(60), version: 2 };
    const refused = await log(id, { ...body, move: { status: 'booked' } });
    expect([refused.status, refused.error.fields]).toEqual([
      400,
      { appointmentDate: 'Must add appointment date' },
    ]);
    expect(await get(id)).toMatchObject({ version: 2, contactAttempts: 1, tryAgainAt: later(30) });

    const booked = { status: 'booked', appointmentDate: tomorrow };
    const { data } = await log(id, { ...body, move: booked });
    expect(data.contact).toMatchObject({ movedTo: 'booked', version: 3, tryAgainAt: null });
    expect(data.lead).toMatchObject({ version: 3, status: 'booked', contactAttempts: 2, tryAgainAt: null });
    expect((await versions(id)).length).toBe(3);

    const stale = await log(id, { ...body, move: { notes: 'Late' } });
    expect([stale.status, stale.error.current]).toMatchObject([409, { version: 3, status: 'booked' }]);
    expect((await log(id, { move: { notes: 'x' } })).error.fields).toHaveProperty('version');
  });

  test('replaces a wrong number in one version, by whoever may log it, makes the lead due, and undo brings it back', async () => {
    const id = await record();
    const { phone: wrong, customer } = await get(id);
    const wrongNumber = { outcome: 'wrongNumber', phone: '01911-222 333', version: 1 };
    for (const [body, field, message] of [
      [{ outcome: 'noAnswer' }, 'phone', 'Only a wrong number can be replaced here'],
      [{ phone: `+88${wrong}` }, 'phone', 'This is the number that was wrong'],
      [{ phone: '0191122' }, 'phone', 'This phone number is too short'],
      [{ version: undefined }, 'version', 'This field is Required'],
    ] as const) {
      const refused = await log(id, { ...wrongNumber, ...body });
      expect([refused.status, refused.error.fields]).toEqual([400, { [field]: message }]);
    }
    const { data } = await log(id, wrongNumber);
    expect(data.contact).toMatchObject({ outcome: 'wrongNumber', movedTo: null, version: 2 });
    expect(data.lead).toMatchObject({
      version: 2,
      phone: '01911222333',
      changedFields: ['phone', 'advisor'],
    });
    expect(data.lead.customer).toBeNull();
    expect((await get(id)).customer).not.toBe(customer);
    expect(await columnsOf(id)).toMatchObject({ due_kind: 'tryAgain', due_at: '2026-03-10 05:59:59' });
    expect((await log(id, { ...wrongNumber, phone: '01911222444' })).status).toBe(409);

    const undone = await undo(data.contact._id);
    expect(undone.data.lead).toMatchObject({
      version: 3,
      phone: wrong,
      contactAttempts: 0,
      tryAgainAt: null,
    });
    expect(await get(id)).toMatchObject({ customer, phone: wrong });
    const later = await log(id, { ...wrongNumber, version: 3, tryAgainAt: `${tomorrow}T04:00:00.000Z` });
    expect(later.data.lead.tryAgainAt).toBe(`${tomorrow}T04:00:00.000Z`);
  });

  test('refuses a reminder that is past or too far', async () => {
    const id = await record();
    for (const [at, message] of [
      [later(0), 'Choose a time in the future'],
      [later(366 * 24 * 60), 'Choose a time within the next year'],
    ])
      expect((await log(id, { tryAgainAt: at })).error.fields).toEqual({ tryAgainAt: message });
    expect(await get(id)).toMatchObject({ version: 1, contactAttempts: 0 });
  });

  test('under one key, however often and at once, is one contact; another lead has keys of its own', async () => {
    const [id, other] = [await record(), await record()];
    const key = '7f9c5a10-52cc-4bb2-8a9f-0123456789ab';
    const body = { key, move: { status: 'booked', appointmentDate: tomorrow }, version: 1 };
    const answers = await Promise.all([log(id, body), log(id, body), log(id, body), log(other, body)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ data }) => data.contact._id)).size).toBe(2);
    expect(await get(id)).toMatchObject({ version: 2, contactAttempts: 1 });
    const byAnother = await log(id, { key }, omar);
    expect(byAnother.data.lead).toMatchObject({ contactAttempts: 2 });
  });

  test('many at once are each answered for themselves', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => record()));
    const answers = await Promise.all([
      ...ids.map((id) => log(id, {}, nadia)),
      ...ids.map((id) => log(id, { move: { status: 'potential' }, version: 1 }, omar)),
      ...ids.map((id) => log(id, {}, omar)),
    ]);
    expect(answers.slice(0, 12).map(({ status }) => status)).toEqual(ids.map(() => 201));
    for (const { status } of answers.slice(12, 24)) expect([400, 409]).toContain(status);
    expect(answers.slice(24).map(({ status }) => status)).toEqual(ids.map(() => 201));
    for (const [n, id] of ids.entries()) {
      const lead = await get(id);
      expect(lead).toMatchObject({ version: 2, contactAttempts: 2 });
      const first = [answers[n], answers[24 + n]].find((answer) => answer?.data.contact.version === 2);
      expect(lead.advisor?._id).toBe(first?.data.contact.employee._id);
    }
  });

  test('reminds of an appointment when the customer is reached on its day or the day before', async () => {
    for (const [appointmentDate, outcome, kind] of [
      [today, 'reached', 'reminded'],
      [tomorrow, 'reached', 'reminded'],
      [tomorrow, 'noAnswer', 'appointment'],
      ['2026-03-12', 'reached', 'appointment'],
    ]) {
      const id = await record();
      await move(id, { status: 'booked', appointmentDate });
      await log(id, { outcome });
      expect(await columnsOf(id)).toMatchObject({ due_kind: kind });
      await move(id, { appointmentDate: '2026-03-20' });
      expect(await columnsOf(id)).toMatchObject({ due_kind: 'appointment' });
    }
    const booked = await record();
    const booking = { status: 'booked', appointmentDate: tomorrow };
    await log(booked, { outcome: 'reached', move: booking, version: 1 });
    expect(await columnsOf(booked)).toMatchObject({ due_kind: 'reminded' });
  });
});

describe('undoing a contact', () => {
  test('takes back attempts, reminder and move, and leaves the contact marked', async () => {
    const id = await record();
    await move(id, { status: 'potential', nextFollowUpDates: [today] });
    await log(id, { tryAgainAt: later(20) });
    wait(1);
    const { data: lost } = await log(id, {
      outcome: 'reached',
      move: { status: 'lostCustomer', lostReason: 'Price' },
      version: 3,
    });
    const { status, data } = await undo(lost.contact._id);
    expect(status).toBe(200);
    expect(data.lead).toMatchObject({
      version: 5,
      status: 'potential',
      lostReason: null,
      followUpCount: 0,
      nextFollowUpDates: [today],
      advisor: { _id: nadia.id },
      contactAttempts: 1,
      lastContactAt: testNoon.toISOString(),
      tryAgainAt: later(20),
    });
    const { rows } = await app.pool.query('select undone_at from lead_contacts where id = $1', [
      lost.contact._id,
    ]);
    expect(rows[0].undone_at.toISOString()).toBe(later(1));
    expect((await undo(lost.contact._id)).status).toBe(403);
  });

  test('frees the lead that it took, and makes no version where it made none', async () => {
    const id = await record();
    const first = await log(id);
    expect((await undo(first.data.contact._id)).data.lead).toMatchObject({
      version: 3,
      advisor: null,
      contactAttempts: 0,
      lastContactAt: null,
    });
    expect(await columnsOf(id)).toMatchObject({ due_kind: 'new' });
    await log(id);
    wait(1);
    const second = await log(id);
    expect((await undo(second.data.contact._id)).data.lead).toMatchObject({ version: 4, contactAttempts: 1 });
  });

  test.each<[string, (id: string, contact: string) => Promise<unknown>, Person?]>([
    ['a colleague’s', async () => undefined, undefined],
    ['after an hour', async () => wait(60.01)],
    [
      'that is not the newest',
      async (id) => {
        wait(1);
        await log(id, {}, omar);
      },
    ],
    ['after the lead has changed', (id) => move(id, { notes: 'Wants Friday' })],
  ])('is refused for one %s', async (which, between) => {
    const id = await record();
    const { data } = await log(id, { tryAgainAt: later(300) });
    await between(id, data.contact._id);
    const before = await get(id);
    const { status, error } = await undo(data.contact._id, which.includes('colleague') ? omar : nadia);
    expect([status, error.message]).toEqual([
      403,
      'Only your own newest contact can be undone, within an hour and before the lead changes',
    ]);
    expect(await get(id)).toEqual(before);
  });

  test('beside another change, either comes first and neither is lost', async () => {
    for (let round = 0; round < 6; round++) {
      const id = await record();
      const { data } = await log(id);
      const [undone, moved] = await Promise.all([
        undo(data.contact._id),
        move(id, { notes: 'Wants Friday', version: 2 }),
      ]);
      const lead = await get(id);
      expect([undone.status, moved.status]).toEqual(lead.notes === 'Wants Friday' ? [403, 200] : [200, 409]);
      expect(lead).toMatchObject(
        undone.status === 200 ? { contactAttempts: 0, advisor: null } : { contactAttempts: 1, version: 3 },
      );
    }
  });

  test('twice at once happens once', async () => {
    const { data } = await log(await record());
    const answers = await Promise.all([undo(data.contact._id), undo(data.contact._id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });
});

describe('correcting a contact', () => {
  test('keeps each earlier form, and counts what was said last', async () => {
    const id = await record();
    const { data: logged } = await log(id, { note: 'No anser' });
    wait(1);
    await correct(logged.contact._id, { note: 'No answer' });
    wait(1);
    const { data } = await correct(logged.contact._id, { channel: 'sms', outcome: 'reached', note: null });
    expect(data).toMatchObject({
      channel: 'sms',
      outcome: 'reached',
      note: null,
      correctedAt: later(2),
      earlier: [
        { channel: 'call', outcome: 'noAnswer', note: 'No anser', until: later(1) },
        { channel: 'call', outcome: 'noAnswer', note: 'No answer', until: later(2) },
      ],
    });
    const same = await correct(logged.contact._id, { outcome: 'reached' });
    expect(same.data).toEqual(data);
  });

  test('is refused for a colleague’s, after five minutes, and once undone', async () => {
    const { data } = await log(await record());
    expect((await correct(data.contact._id, { note: 'x' }, omar)).status).toBe(403);
    expect((await correct(data.contact._id, { note: 'x' }, manager)).status).toBe(403);
    wait(5.01);
    expect((await correct(data.contact._id, { note: 'x' })).status).toBe(403);
    app.clock.set(testNoon);
    await undo(data.contact._id);
    expect((await correct(data.contact._id, { note: 'x' })).status).toBe(403);
  });

  test('of its outcome reminds of an appointment, or no longer does', async () => {
    const id = await record();
    await move(id, { status: 'booked', appointmentDate: tomorrow });
    const { data } = await log(id, { outcome: 'noAnswer' });
    await correct(data.contact._id, { outcome: 'reached' });
    expect(await columnsOf(id)).toMatchObject({ due_kind: 'reminded' });
    await correct(data.contact._id, { outcome: 'busy' });
    expect(await columnsOf(id)).toMatchObject({ due_kind: 'appointment' });
  });
});

describe('undoing brings back what was due, and only that (F126)', () => {
  const undoMove = async (id: string, by = manager) =>
    app.call(undoLeadChange, {
      token: by.token,
      params: { id },
      body: { version: (await get(id)).version },
    });
  const write = (id: string) =>
    app.pool.query('update leads set try_again_at = $1 where id = $2', [app.clock.now(), id]);

  test.each([
    { status: 'potential', nextFollowUpDates: [tomorrow] },
    { status: 'booked', appointmentDate: tomorrow },
    { status: 'lostCustomer', lostReason: 'Price too high' },
  ])('a reminder that a move to $status ended (F126)', async (body) => {
    const id = await record();
    await log(id, { tryAgainAt: later(180) });
    const due = await columnsOf(id);
    expect(due.due_kind).toBe('tryAgain');
    await move(id, body);
    expect((await get(id)).tryAgainAt).toBeNull();
    const { status, data } = await undoMove(id);
    expect([status, data.status, data.tryAgainAt]).toEqual([200, 'pending', later(180)]);
    expect(await columnsOf(id)).toEqual(due);
    expect((await undoMove(id)).data).toMatchObject({ status: body.status, tryAgainAt: null });
  });

  test('not over what the customer has asked for since a move, or a reminder set since (F126)', async () => {
    for (const since of ['message', 'contact']) {
      app.clock.set(testNoon);
      const id = await record();
      await log(id, { tryAgainAt: later(180) });
      await move(id, { status: 'potential', nextFollowUpDates: [tomorrow] });
      wait(1);
      if (since === 'message') await write(id);
      else await log(id, { tryAgainAt: later(90) });
      expect((await undoMove(id)).data.tryAgainAt).toBe(since === 'message' ? later(1) : later(90));
    }
  });

  test('none that a contact ended, once the move made with it is undone by itself (F126)', async () => {
    app.clock.set(testNoon);
    const id = await record();
    await log(id, { tryAgainAt: later(180) });
    const { version } = await get(id);
    await log(id, { version, move: { status: 'potential', nextFollowUpDates: [tomorrow] } });
    expect((await undoMove(id, nadia)).data).toMatchObject({
      status: 'pending',
      contactAttempts: 2,
      tryAgainAt: null,
    });
  });

  test('what a customer wrote before a contact is due again, and what they wrote after it stays due (F126)', async () => {
    for (const more of [
      {},
      { tryAgainAt: later(60) },
      { move: { status: 'potential', nextFollowUpDates: [tomorrow] } },
    ]) {
      app.clock.set(testNoon);
      const id = await record();
      await log(id);
      await write(id);
      wait(1);
      const seen = async () => ({ ...more, ...('move' in more && { version: (await get(id)).version }) });
      const answered = await log(id, await seen());
      expect((await undo(answered.data.contact._id)).data.lead.tryAgainAt).toBe(later(0));
      const again = await log(id, await seen());
      wait(1);
      await write(id);
      expect((await undo(again.data.contact._id)).data.lead).toMatchObject({
        status: 'pending',
        tryAgainAt: later(2),
        contactAttempts: 1,
      });
    }
  });
});

test('the contacts of a lead are listed newest first, undone ones too, page by page', async () => {
  const id = await record();
  const logged: contract.Contact[] = [];
  for (const by of [nadia, omar, manager]) {
    logged.unshift((await log(id, { note: by.name }, by)).data.contact);
    wait(1);
  }
  const [newest, ...older] = logged;
  await undo(newest?._id ?? '', manager);
  const after = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  const actor = await getAccount(app.context, manager.id);
  const lead = await getVisibleLead({ ...app.context, actor, dealer: testRules }, id);
  const all = await listContacts(app.context, lead, { before: after, limit: 10 });
  expect(all).toEqual([{ ...newest, undoneAt: later(3) }, ...older]);
  expect(await listContacts(app.context, lead, { before: newest?._id ?? '', limit: 1 })).toEqual([older[0]]);
});

test('contacts cannot be deleted', async () => {
  await log(await record());
  await expect(app.pool.query('delete from lead_contacts')).rejects.toThrow('append-only');
  await expect(app.pool.query('truncate lead_contacts cascade')).rejects.toThrow('append-only');
});

test('the report counts by employee what a recount of the contacts says', async () => {
  for (const [minutes, outcome] of [
    [1, 'reached'],
    [16, 'noAnswer'],
    [15, 'reached'],
  ] as const) {
    wait(minutes);
    const id = await record();
    const booking = { move: { status: 'booked', appointmentDate: tomorrow }, version: 1 };
    const { data } = await log(id, { outcome, ...(outcome === 'reached' && booking) });
    await log(await record(), { outcome }, omar);
    if (minutes === 1) await correct(data.contact._id, { outcome: 'busy' });
    if (minutes === 15) await undo(data.contact._id);
  }
  const { rows } = await app.pool.query(
    `select employee_id as "employeeId", count(*)::int as tries, (count(*) filter (where outcome = 'reached'))::int as reached,
       (count(*) filter (where moved_to = 'booked'))::int as bookings,
       (count(*) filter (where follow_up = 'kept'))::int as kept, (count(*) filter (where follow_up = 'missed'))::int as missed
     from lead_contacts where undone_at is null group by 1 order by 1`,
  );
  expect(rows.length).toBeGreaterThan(1);
  const { data } = await app.call(reportContacts, { token: manager.token });
  const reported = data.flatMap(({ employeeId, thirtyDays: { tries, reached, bookings, kept, missed } }) =>
    tries > 0 ? [{ employeeId, tries, reached, bookings, kept, missed }] : [],
  );
  expect(reported.sort((one, other) => (one.employeeId < other.employeeId ? -1 : 1))).toEqual(rows);
});
