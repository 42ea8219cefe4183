import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listCustomers } from '#contract/customers.ts';
import { editDealer } from '#contract/dealer.ts';
import { listEmployeesByLevel } from '#contract/employees.ts';
import { editAssignmentRules } from '#contract/intake/assignment.ts';
import * as connections from '#contract/intake/connections.ts';
import * as intake from '#contract/intake/deliveries.ts';
import { summariseIntake } from '#contract/intake/summary.ts';
import { listTimeline } from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import { editMessageTexts } from '#contract/message-texts.ts';
import { eraseCustomer } from '#contract/privacy/erasure.ts';
import { editRetention } from '#contract/privacy/retention.ts';
import { reportEmployees } from '#contract/reports.ts';
import { beginErasure } from '#server/customers/erased-numbers.service.ts';
import { expectDayCountersToMatch } from '#server/testing/day-counters.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { Mailbox, PostOffice, startTestMail } from '#server/testing/mailbox.ts';
import { TestApp, testPassword } from '#server/testing/test-app.ts';
import { eraseDeliveryTexts } from './forget-deliveries.db.ts';
import { expireDeliveries } from './forget-deliveries.service.ts';
import { workDueDeliveries } from './work-deliveries.service.ts';

let app: TestApp;
let token: string;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let connection: string;
let secret: string;
let phones = 0;

beforeAll(async () => {
  app = await TestApp.open();
  ({ token } = await app.signIn('superAdmin'));
  fixtures = await addFixtures(app);
});
beforeEach(async () => {
  const body = { name: `Site ${++phones}`, platform: 'website', serviceCenter: fixtures.north } as const;
  const { data } = await app.call(connections.createConnection, { token, body });
  ({ secret } = data);
  connection = data.connection._id;
});
afterAll(() => app.close());

const newPhone = () => `017140000${String(++phones).padStart(2, '0')}`;

async function deliver(body: string | object, headers: Record<string, string> = {}, to = connection) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  return app.send({
    method: 'POST',
    url: `/api/v1/intake/${to}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}`, ...headers },
    payload,
  });
}

async function listen() {
  const heard: { kind: string; data: Record<string, unknown> }[] = [];
  const listener = await app.pool.connect();
  listener.on('notification', ({ payload }) => heard.push(JSON.parse(String(payload))));
  await listener.query('listen pitlane');
  return { heard, close: () => listener.release(true) };
}

function signed(body: string, id: string, at = app.clock.now(), key = secret): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const sign = createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'));
  const signature = sign.update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    ...{ authorization: '', 'webhook-id': id, 'webhook-timestamp': seconds },
    'webhook-signature': `v1,c29tZXRoaW5nIGVsc2U= v1,${signature}`,
  };
}

async function ledger() {
  await workDueDeliveries(app.context);
  // The process works them too, as they come.
  const left = "select from deliveries where state = 'waiting'";
  await expect.poll(async () => (await app.pool.query(left)).rowCount).toBe(0);
  const { data } = await app.call(intake.listDeliveries, { token, query: { connection } });
  return data.deliveries;
}
async function pass(hours: number): Promise<void> {
  app.clock.set(new Date(app.clock.now().getTime() + hours * 3_600_000));
  ({ token } = await app.signIn('superAdmin'));
}
const leadsOf = async (phone: string) =>
  (await app.call(leads.listLeads, { token, query: { search: phone } })).data.leads;

test('an enquiry becomes a lead of the connection, with its clock running, and nobody else’s', async () => {
  const phone = newPhone();
  expect((await deliver({ name: 'Rahim', phone, message: 'Oil, please' })).status).toBe(200);
  const [delivery] = await ledger();
  const [lead] = await leadsOf(phone);
  expect(delivery).toMatchObject({ state: 'lead', lead: lead?._id, summary: `Rahim · ${phone}` });
  const named = { _id: connection, name: delivery?.connection.name };
  expect(lead).toMatchObject({ name: 'Rahim', notes: 'Oil, please', platform: 'website', status: 'pending' });
  expect(lead).toMatchObject({ employee: named, advisor: null, serviceCenter: { _id: fixtures.north } });
  expect(lead?.responseDueAt).not.toBeNull();
});

test('the same delivery counts once, however often it comes, and to all processes', async () => {
  const phone = newPhone();
  const { server } = await app.openSibling();
  const body = JSON.stringify({ name: 'Rahim', phone });
  const headers = { 'content-type': 'application/json', ...signed(body, 'msg_1') };
  const request = { method: 'POST', url: `/api/v1/intake/${connection}`, headers, payload: body } as const;
  const sent = [...Array(6)].flatMap(() => [app.send(request), server.inject(request)]);
  await Promise.all(sent);
  expect(await ledger()).toHaveLength(1);
  expect(await leadsOf(phone)).toHaveLength(1);
  // Without a name of its own, the same text is the same delivery until tomorrow.
  await Promise.all([deliver({ phone }), deliver({ phone })]);
  expect(await ledger()).toHaveLength(2);
  await pass(8 * 24);
  expect((await deliver(body, signed(body, 'msg_1'))).status).toBe(200);
  expect(await ledger()).toHaveLength(2);
});

test('what a person places later is as old as the enquiry: in its clock, its day and the lists', async () => {
  const [old, young] = [newPhone(), newPhone()];
  await deliver('Call me back');
  const [delivery] = await ledger();
  await pass(50);
  await deliver({ name: 'Young', phone: young });
  await ledger();
  const body = { name: 'Old', phone: old, serviceCenter: fixtures.north };
  const params = { id: String(delivery?._id) };
  const { data } = await app.call(intake.placeDelivery, { token, params, body });
  const { lead } = data;
  expect(lead.createdAt).toBe(delivery?.receivedAt);
  expect(Date.parse(String(lead.responseDueAt))).toBeLessThan(app.clock.now().getTime());
  const listed = await app.call(leads.listLeads, { token, query: { limit: '100' } });
  const names = listed.data.leads.map(({ name }) => name).filter((name) => /^(Old|Young)$/.test(name));
  expect(names).toEqual(['Young', 'Old']);
  const move = { token, params: { id: lead._id }, body: { status: 'completed' } } as const;
  await app.call(leads.moveLead, move);
  await expectDayCountersToMatch(app, 'Asia/Dhaka');
});

test('one more enquiry joins the person’s only open lead at the center, else it is a new one', async () => {
  const phone = newPhone();
  const enquire = (more: object) => deliver({ name: 'Rahim', phone, ...more });
  await Promise.all([enquire({ message: 'One' }), enquire({ message: 'Two' }), enquire({ branch: 'South' })]);
  expect((await ledger()).map(({ state }) => state).sort()).toEqual(['joined', 'lead', 'lead']);
  const found = await leadsOf(phone);
  expect(found.map(({ serviceCenter }) => serviceCenter.name).sort()).toEqual(['North', 'South']);
  const north = found.find(({ serviceCenter }) => serviceCenter.name === 'North');
  const { data } = await app.call(listTimeline, { token, params: { id: String(north?._id) } });
  const said = data.entries.flatMap((entry) => (entry.kind === 'intake' ? [entry.delivery] : []));
  expect(said.map(({ notes }) => notes).sort()).toEqual(['One', 'Two']);
  expect(said.filter(({ hasJoined }) => hasJoined)).toHaveLength(1);
  for (const { _id: id } of found)
    await app.call(leads.moveLead, { token, params: { id }, body: { status: 'completed' } });
  await enquire({ message: 'Three' });
  expect((await ledger())[0]).toMatchObject({ state: 'lead' });
  expect(await leadsOf(phone)).toHaveLength(3);
});

test('by the dealer’s choice one more enquiry is a lead beside the open one, as ledger and timeline say', async () => {
  const choose = (joinsOpenLeads: boolean) => app.call(editDealer, { token, body: { joinsOpenLeads } });
  expect((await choose(false)).data.joinsOpenLeads).toBe(false);
  const phone = newPhone();
  await Promise.all([deliver({ phone, message: 'One' }), deliver({ phone, message: 'Two' })]);
  await ledger();
  await deliver({ phone, message: 'Three' });
  const [newest, ...others] = await ledger();
  expect(newest).toMatchObject({ state: 'lead', reason: 'besideOpenLead' });
  expect(others.map(({ reason }) => reason).toSorted()).toEqual(['besideOpenLead', null]);
  expect(await leadsOf(phone)).toHaveLength(3);
  const { data } = await app.call(listTimeline, { token, params: { id: String(newest?.lead) } });
  const said = data.entries.flatMap((entry) => (entry.kind === 'intake' ? [entry.delivery] : []));
  expect(said).toMatchObject([{ isBeside: true, hasJoined: false, notes: 'Three' }]);
  await choose(true);
});

describe('what comes from nobody known', () => {
  const body = JSON.stringify({ phone: '01713999999' });

  test.each([
    ['without a key', () => ({ authorization: '' })],
    ['with another key', () => ({ authorization: `Bearer ${secret}x` })],
    ['with a signature of another text', () => signed('{}', 'a')],
    [
      'with a signature of ten minutes ago',
      () => signed(body, 'a', new Date(app.clock.now().getTime() - 600_000)),
    ],
    ['with the name of a signed one', () => ({ ...signed(body, 'a'), 'webhook-id': 'b' })],
  ])('%s is refused, counted and not stored', async (_, headers) => {
    expect((await deliver(body, headers())).status).toBe(401);
    expect(await ledger()).toEqual([]);
    const { data } = await app.call(connections.listConnections, { token });
    const told = data.connections.find(({ _id }) => _id === connection);
    expect(told?.days).toMatchObject([{ accepted: 0, refused: 1 }]);
  });

  test('is refused with the secret of yesterday, while paused, and where there is no connection', async () => {
    const params = { id: connection };
    const { data } = await app.call(connections.renewConnectionSecret, { token, params });
    expect((await deliver(body)).status).toBe(401);
    secret = data.secret;
    expect((await deliver(body)).status).toBe(200);
    await app.call(connections.editConnection, { token, params, body: { isPaused: true } });
    expect((await deliver(`${body} `)).status).toBe(403);
    expect((await deliver(body, {}, fixtures.north)).status).toBe(404);
    expect((await deliver('x'.repeat(intake.intakeLimits.deliveryBytes + 1))).status).toBe(413);
  });

  test('is heard of on open screens, once for however many', async () => {
    const { heard, close } = await listen();
    await Promise.all([...Array(20)].map(() => deliver(body, { authorization: '' })));
    const notices = () => heard.filter(({ kind, data }) => kind === 'connection' && data._id === connection);
    await expect.poll(notices).toHaveLength(1);
    await wait(500);
    expect(notices()).toHaveLength(1);
    close();
  });
});

describe('what cannot be understood', () => {
  const place = (id: string, body: object) =>
    app.call(intake.placeDelivery, {
      token,
      params: { id },
      body: { name: 'Rahim', serviceCenter: fixtures.north, ...body },
    });

  test('waits for a person, who places it once', async () => {
    const phone = newPhone();
    await deliver('Call me back');
    const [delivery] = await ledger();
    const id = String(delivery?._id);
    expect(delivery).toMatchObject({ state: 'toPlace', reason: 'unreadable', lead: null });
    const { toPlace, onlyToPlace } = (await app.call(summariseIntake, { token })).data;
    expect(toPlace).toBeGreaterThan(0);
    expect(onlyToPlace !== null).toBe(toPlace === 1);
    const all = (await app.call(connections.listConnections, { token })).data.connections;
    expect(all.find(({ _id }) => _id === connection)).toMatchObject({ toPlace: 1, failed: 0 });
    const { data } = await app.call(intake.getDelivery, { token, params: { id } });
    expect(data.text).toBe('Call me back');
    expect((await place(id, { phone: '12' })).error.fields).toEqual({
      phone: 'This phone number is too short',
    });
    const placed = await Promise.all([place(id, { phone }), place(id, { phone })]);
    expect(placed.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await ledger())[0]).toMatchObject({ state: 'lead', resolvedBy: { name: expect.any(String) } });
    expect(await leadsOf(phone)).toHaveLength(1);
  });

  test('joins the person’s open lead when it is placed, as it would by itself, unless it is to be another', async () => {
    const phone = newPhone();
    const texts = ['Call me', 'Call me, please', 'It is about my other car'];
    for (const text of texts) await deliver(text);
    const [third, second, first] = (await ledger()).map(({ _id }) => _id);
    const placed = await place(String(first), { phone });
    expect(placed.data).toMatchObject({ hasJoined: false, lead: { phone } });
    const joined = await place(String(second), { phone: `+88 ${phone}` });
    expect(joined.data).toMatchObject({ hasJoined: true, lead: { _id: placed.data.lead._id } });
    expect((await place(String(third), { phone, meant: [placed.data.lead._id] })).data.hasJoined).toBe(false);
    expect(await leadsOf(phone)).toHaveLength(2);
    expect((await ledger()).map(({ state, reason }) => [state, reason])).toEqual([
      ['lead', 'besideOpenLead'],
      ['joined', null],
      ['lead', null],
    ]);
  });

  test('is read before the transaction that places it, and once more where it was erased meanwhile', async () => {
    await deliver({ name: 'Selim', utm_campaign: 'Winter check' });
    const id = String((await ledger())[0]?._id);
    await app.pool.query('update deliveries set parsed = null where id = $1', [id]);
    const stored = async () => {
      const { rows } = await app.pool.query<{ isRead: boolean; campaign: string | null }>(
        `select parsed is not null as "isRead", enquiry -> 'source' ->> 'campaign' as campaign from deliveries where id = $1`,
        [id],
      );
      return rows[0];
    };
    const { db } = app.context;
    const placed = await db.transaction().execute(async (erasing) => {
      await beginErasure({ db: erasing });
      const placing = place(id, { phone: newPhone() });
      await expect.poll(stored).toEqual({ isRead: true, campaign: 'Winter check' });
      await eraseDeliveryTexts(erasing, { ids: [id] });
      return { placing };
    });
    expect((await placed.placing).status).toBe(201);
    expect(await stored()).toMatchObject({ campaign: null });
  });

  test('is read again by another mapping or center when it is replayed, and never twice', async () => {
    const phone = newPhone();
    await deliver({ a: 'Rahim', b: phone });
    await deliver({ a: 'Karim' });
    const ids = (await ledger()).map(({ _id }) => _id);
    const mapping = { name: ['a'], phone: ['b'] };
    const params = { id: connection };
    const preview = await app.call(connections.previewFieldMapping, { token, params, body: { mapping } });
    expect(preview.data).toMatchObject({ enquiry: { name: 'Karim', phone: null }, reason: 'noPhone' });
    await app.call(connections.editConnection, { token, params, body: { mapping } });
    const replay = async () =>
      (await app.call(intake.replayDeliveries, { token, body: { deliveries: ids } })).data.replayed;
    expect(await replay()).toBe(2);
    expect((await ledger()).map(({ state, reason }) => [state, reason])).toEqual([
      ['toPlace', 'noPhone'],
      ['lead', null],
    ]);
    expect(await replay()).toBe(1);
    await ledger();
    expect(await leadsOf(phone)).toHaveLength(1);
  });

  test('can be ignored, with a reason', async () => {
    await deliver('Buy cheap tyres');
    const id = String((await ledger())[0]?._id);
    await app.call(intake.ignoreDelivery, { token, params: { id }, body: { reason: 'Spam' } });
    expect(await ledger()).toMatchObject([{ state: 'ignored', reason: 'Spam' }]);
  });

  test('of one delivery holds up no other: it is tried again, ever later, and never forgotten, until it works', async () => {
    const [bad, good] = [newPhone(), newPhone()];
    await app.pool.query(
      `create function refuse_bad() returns trigger language plpgsql as $$
       begin if new.phone = '${bad}' then raise exception 'broken'; end if; return new; end $$;
       create trigger refuse_bad before insert on leads for each row execute function refuse_bad()`,
    );
    await deliver({ name: 'Rahim', a: bad });
    const deliveries = (await ledger()).map(({ _id }) => _id);
    const mapping = { phone: ['a', 'phone'] };
    await app.call(connections.editConnection, { token, params: { id: connection }, body: { mapping } });
    await app.call(intake.replayDeliveries, { token, body: { deliveries } });
    await deliver({ name: 'Karim', phone: good });
    const states = async () => (await ledger()).map(({ summary, state }) => [summary, state]).sort();
    await expect.poll(async () => (await states()).map(([, state]) => state)).toEqual(['lead', 'failed']);
    expect((await states()).map(([summary]) => summary)).toEqual([`Karim · ${good}`, 'Rahim']);
    await app.call(editRetention, { token, body: { archivedMonths: 1 } });
    await app.pool.query("update deliveries set received_at = '2020-01-01' where connection_id = $1", [
      connection,
    ]);
    await expireDeliveries(app.context);
    await app.call(editRetention, { token, body: { archivedMonths: null } });
    expect(await states()).toHaveLength(2);
    const wait = () => app.clock.set(new Date(app.clock.now().getTime() + 3_600_000));
    wait();
    await expect.poll(async () => (await ledger()).map(({ attempts }) => attempts).sort()).toEqual([0, 2]);
    await app.pool.query('drop trigger refuse_bad on leads');
    wait();
    await expect.poll(async () => (await ledger()).map(({ state }) => state)).toEqual(['lead', 'lead']);
    expect(await leadsOf(bad)).toHaveLength(1);
  });
});

test('a connection is nobody: it cannot log in, and no list or report of people has it', async () => {
  await deliver({ phone: newPhone() });
  await ledger();
  const { rows } = await app.pool.query('select email, name from employees where id = $1', [connection]);
  const [{ email, name }] = rows;
  const login = await app.send({
    method: 'POST',
    url: '/api/employeeApp/public/auth/login',
    payload: { email: 'a@a.aa', password: testPassword },
  });
  expect(login.status).toBe(401);
  const reports = await app.call(reportEmployees, { token });
  expect(reports.text).not.toContain(name);
  for (const level of ['unassigned', 'dataEntry', 'service'] as const) {
    const { text } = await app.call(listEmployeesByLevel, { token, params: { level } });
    expect(text).not.toContain(email);
  }
});

test('erasing a customer forgets what their deliveries said, placed or not, and a repeat makes no lead', async () => {
  const phone = newPhone();
  const body = JSON.stringify({ name: 'Zubaida', phone });
  await deliver(body, signed(body, 'msg_z'));
  await deliver({ name: 'Zubaida', phone, note: 'Zubaida again' });
  await ledger();
  const [lead] = await leadsOf(phone);
  const id = String(lead?._id);
  await app.call(leads.archiveLead, { token, params: { id }, body: { isActive: false } });
  const { data } = await app.call(listCustomers, { token, query: { search: phone } });
  const customer = String(data.customers[0]?._id);
  expect((await app.call(eraseCustomer, { token, params: { id: customer }, body: { phone } })).status).toBe(
    200,
  );
  const { rows } = await app.pool.query(
    'select body, phone, summary, key from deliveries where connection_id = $1',
    [connection],
  );
  expect(rows.map(({ body, phone, summary }) => [body, phone, summary])).toEqual(
    rows.map(() => [null, null, null]),
  );
  expect((await deliver(body, signed(body, 'msg_z'))).status).toBe(200);
  await ledger();
  expect(await leadsOf(phone)).toEqual([]);
});

test('enquiries go in turn to staff of their center, those at work first, or to whom the customer had', async () => {
  const phone = newPhone();
  const center = fixtures.south;
  const staff = await Promise.all(['1', '2'].map(() => app.signIn('service', [center])));
  const ids = staff.map(({ id }) => id).sort();
  const choose = (assignment: 'inTurn' | 'lastAdvisor' | 'nobody') =>
    app.call(editAssignmentRules, { token, body: { centers: [{ serviceCenter: center, assignment }] } });
  const arrive = async (number: string) => {
    await deliver({ name: 'Rahim', phone: number, branch: 'South' });
    await ledger();
    return (await leadsOf(number))[0]?.advisor?._id ?? null;
  };
  expect((await choose('inTurn')).status).toBe(200);
  expect([await arrive(phone), await arrive(newPhone())].sort()).toEqual(ids);
  await app.pool.query(
    "update sessions set last_seen_at = last_seen_at - interval '1 hour' where employee_id = $1",
    [ids[0]],
  );
  expect([await arrive(newPhone()), await arrive(newPhone())]).toEqual([ids[1], ids[1]]);

  await choose('lastAdvisor');
  const [first] = await leadsOf(phone);
  await app.call(leads.moveLead, {
    token,
    params: { id: String(first?._id) },
    body: { status: 'completed' },
  });
  await deliver({ name: 'Rahim', phone, branch: 'South', message: 'Once more' });
  await ledger();
  const [again] = await leadsOf(phone);
  expect(again?._id).not.toBe(first?._id);
  expect(again?.advisor).toEqual(first?.advisor);

  const setAway = (ids: readonly string[]) =>
    app.pool.query(
      "update employees set away_until = case when id = any($2) then ($1::timestamptz at time zone 'Asia/Dhaka')::date end where id = any($3)",
      [app.context.clock.now(), ids, staff.map(({ id }) => id)],
    );
  await setAway([String(again?.advisor?._id)]);
  await app.call(leads.moveLead, {
    token,
    params: { id: String(again?._id) },
    body: { status: 'completed' },
  });
  const present = ids.find((id) => id !== again?.advisor?._id);
  await deliver({ name: 'Rahim', phone, branch: 'South', message: 'A third time' });
  await ledger();
  const [third] = await leadsOf(phone);
  expect([third?.advisor?._id, await arrive(newPhone())]).toEqual([present, present]);
  await setAway(ids);
  expect(await arrive(newPhone())).toBeNull();
  await setAway([]);

  await app.pool.query('update employees set is_active = false where id = any($1)', [ids]);
  expect(await arrive(newPhone())).toBeNull();
  await choose('nobody');
});

test('a mail is an enquiry, once, however often and when it comes; the address alone carries the secret', async () => {
  const phone = newPhone();
  const made = await app.call(connections.createConnection, {
    token,
    body: { name: `Mail ${phone}`, kind: 'email', platform: 'website', serviceCenter: fixtures.north },
  });
  connection = made.data.connection._id;
  const raw = `From: Rahim <rahim@example.com>\r\nSubject: Oil\r\n\r\nPlease call ${phone}\r\n${'x'.repeat(200_000)}`;
  const by = (password: string) =>
    deliver(raw, {
      'content-type': 'message/rfc822',
      authorization: `Basic ${Buffer.from(`mail:${password}`).toString('base64')}`,
    });
  expect((await by(secret)).status).toBe(401);
  expect((await by(made.data.secret)).status).toBe(200);
  await pass(8 * 24);
  expect((await by(made.data.secret)).status).toBe(200);
  expect(await ledger()).toHaveLength(1);
  const [lead] = await leadsOf(phone);
  expect(lead).toMatchObject({ name: 'Rahim', email: 'rahim@example.com', source: { channel: 'email' } });
  expect(lead?.notes).toMatch(/^Oil\nPlease call/);
});

test('a mail may bring 25 MB, which are not kept; what is too large is refused unread, and counted', async () => {
  const phone = newPhone();
  const made = await app.call(connections.createConnection, {
    token,
    body: { name: `Mail ${phone}`, kind: 'email', platform: 'website', serviceCenter: fixtures.north },
  });
  const refused = async (of: string) => {
    const { data } = await app.call(connections.listConnections, { token });
    return data.connections.find(({ _id }) => _id === of)?.days.at(-1)?.refused ?? 0;
  };
  await deliver('x'.repeat(intake.intakeLimits.deliveryBytes + 1));
  expect(await refused(connection)).toBe(1);

  connection = made.data.connection._id;
  const photo = `--p\r\nContent-Type: image/jpeg\r\n\r\n${'AAAA\r\n'.repeat(4_000_000)}--p--\r\n`;
  const text = `--p\r\n\r\nPlease call ${phone}\r\n${photo}`;
  const mail = `Message-ID: <${phone}@example.com>\r\nFrom: Rahim <rahim@example.com>\r\nContent-Type: multipart/mixed; boundary=p\r\n\r\n${text}`;
  const by = (password: string, boundary: string, more = '') =>
    deliver(
      `--${boundary}\r\nContent-Disposition: form-data; name="email"\r\n\r\n${mail}${more}\r\n--${boundary}--\r\n`,
      {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        authorization: `Basic ${Buffer.from(`mail:${password}`).toString('base64')}`,
      },
    );
  expect((await by(secret, 'a')).status).toBe(413);
  expect((await by(made.data.secret, 'a', 'x'.repeat(3_000_000))).status).toBe(413);
  expect(await refused(connection)).toBe(2);
  expect((await by(made.data.secret, 'a')).status).toBe(200);
  expect((await by(made.data.secret, 'b')).status).toBe(200);
  expect(await ledger()).toMatchObject([{ state: 'lead', summary: `Rahim · ${phone}` }]);
  const sizes = 'select length(body) as bytes from deliveries where connection_id = $1';
  expect((await app.pool.query(sizes, [connection])).rows[0]?.bytes).toBeLessThan(1_000);
});

test('who enquires is answered at once by email, once a day, by when they are called; nobody unless the dealer says so', async () => {
  const text = 'Dear {name}, {center} calls you by {callBy}.';
  const texts = [{ name: 'Answer', language: 'en' as const, text }];
  const { data } = await app.call(editMessageTexts, { token, body: { texts } });
  const params = { id: connection };
  const phone = newPhone();
  const enquire = (email: string, more: object = {}) => deliver({ name: 'Rahim', phone, email, ...more });
  await enquire('before@test.example');
  await ledger();
  const wrong = await app.call(connections.editConnection, {
    token,
    params,
    body: { answerText: params.id },
  });
  expect(wrong.error.fields).toEqual({ answerText: 'This text is not there any more' });
  const answerText = data[0]?._id;
  await app.call(connections.editConnection, { token, params, body: { answerText } });
  const [before] = await leadsOf(phone);
  await app.call(leads.moveLead, {
    token,
    params: { id: String(before?._id) },
    body: { status: 'completed' },
  });
  await Promise.all([enquire('one@test.example'), enquire('one@test.example', { branch: 'South' })]);
  await ledger();
  await enquire('One@test.example', { phone: newPhone() });
  await ledger();

  const placed = 'placed@test.example';
  const old = 'old@test.example';
  const late = 'late@test.example';
  await deliver({ name: 'Karim', email: placed });
  await enquire('joined@test.example', { phone: newPhone() });
  const [, waiting] = await ledger();
  const place = { name: 'Karim', phone: newPhone(), email: placed, serviceCenter: fixtures.north };
  await app.call(intake.placeDelivery, { token, params: { id: String(waiting?._id) }, body: place });
  const known = newPhone();
  await deliver({ name: 'Salma', phone: known });
  await deliver({ name: 'Salma', phone: known, email: late });
  await deliver({ name: 'Selim', email: old, branch: 'nowhere' });
  const [stale] = await ledger();
  await app.pool.query(
    "update deliveries set received_at = received_at - interval '25 hours' where id = $1",
    [stale?._id],
  );
  const again = { ...place, email: old, phone: newPhone() };
  await app.call(intake.placeDelivery, { token, params: { id: String(stale?._id) }, body: again });

  const mailbox = await Mailbox.open(app);
  expect(await mailbox.count(placed)).toBe(1);
  expect(await mailbox.count(late)).toBe(1);
  expect(await mailbox.count(old)).toBe(0);
  expect(await mailbox.count('before@test.example')).toBe(0);
  expect(await mailbox.count('one@test.example')).toBe(1);
  const mail = await mailbox.next('one@test.example');
  await mailbox.close();
  const [said] = mail.text?.split('\n') ?? [];
  expect(said).toMatch(/^Dear Rahim, (North|South) calls you by \S+day.* \d+:\d\d.[AP]M\./);
  const [lead] = await leadsOf(phone);
  expect(lead?.respondedAt).toBeNull();
  const told = await Promise.all(
    (await leadsOf(phone)).map(async ({ _id: id }) => {
      const { data } = await app.call(listTimeline, { token, params: { id } });
      return data.entries.filter((entry) => entry.kind === 'intake' && entry.delivery.answer !== null);
    }),
  );
  expect(told.flat()).toMatchObject([{ delivery: { answer: { text: said, state: 'sent', reason: null } } }]);
});

test.runIf(isLongRun)(
  'one connection answers a limited number of addresses by email in an hour, and says so of the rest (F108)',
  async () => {
    const texts = [{ name: 'Answer', language: 'en' as const, text: 'Dear {name}, we call you.' }];
    const { data } = await app.call(editMessageTexts, { token, body: { texts } });
    const answerText = data[0]?._id;
    await app.call(connections.editConnection, { token, params: { id: connection }, body: { answerText } });
    for (let n = 1000; n < 1205; n++)
      await deliver({ name: 'Rahim', phone: `0171500${n}`, email: `n${n}@test.example` });
    await ledger();
    const states = `select coalesce(answer_reason, answer_state) as state, count(*)::int as deliveries
    from deliveries where connection_id = $1 group by 1 order by 1`;
    expect((await app.pool.query(states, [connection])).rows).toEqual([
      { state: 'tooMany', deliveries: 5 },
      { state: 'waiting', deliveries: 200 },
    ]);
  },
);

test('an answer whose every sentence lacks something is not sent, and the timeline says why (F133)', async () => {
  const text = 'Dear {name}, we look forward to your {vehicle} on {appointment}.';
  const { data } = await app.call(editMessageTexts, {
    ...{ token, body: { texts: [{ name: 'Answer', language: 'en' as const, text }] } },
  });
  const answerText = data[0]?._id;
  await app.call(connections.editConnection, { token, params: { id: connection }, body: { answerText } });
  const phone = newPhone();
  const email = 'blank@test.example';
  await deliver({ name: 'Rahim', phone, email, vehicle: 'GA 11-2233', date: '2026-03-20' });
  await ledger();
  const mailbox = await Mailbox.open(app);
  expect(await mailbox.count(email)).toBe(0);
  await mailbox.close();
  const timeline = await app.call(listTimeline, {
    token,
    params: { id: String((await leadsOf(phone))[0]?._id) },
  });
  const answers = timeline.data.entries.flatMap((entry) =>
    entry.kind === 'intake' ? [entry.delivery.answer] : [],
  );
  expect(answers).toMatchObject([{ text: null, state: 'failed', reason: 'nothingToSay' }]);
});

test('an answer that the mail server refuses says so on open panels, with what it promised', async () => {
  const refused = 'nobody@test.example';
  const office = await PostOffice.open({ refuse: [refused] });
  const texts = [{ name: 'Answer', language: 'en' as const, text: 'Dear {name}, we call you.' }];
  const { data } = await app.call(editMessageTexts, { token, body: { texts } });
  const answerText = data[0]?._id;
  await app.call(connections.editConnection, { token, params: { id: connection }, body: { answerText } });
  const phone = newPhone();
  await deliver({ name: 'Rahim', phone, email: refused });
  await ledger();
  const id = String((await leadsOf(phone))[0]?._id);
  const answerOf = async () => {
    const { data } = await app.call(listTimeline, { token, params: { id } });
    return data.entries.flatMap((entry) => (entry.kind === 'intake' ? [entry.delivery.answer] : []));
  };
  expect(await answerOf()).toMatchObject([{ text: null, state: 'waiting' }]);
  const { heard, close } = await listen();
  const worker = startTestMail(app, { smtpUrl: office.url });
  const why = { text: 'Dear Rahim, we call you.', state: 'failed', reason: 'mailRefused' };
  await expect.poll(answerOf).toMatchObject([why]);
  await expect
    .poll(() => heard)
    .toContainEqual(
      expect.objectContaining({ kind: 'comment', data: expect.objectContaining({ lead: id }) }),
    );
  close();
  await worker.stop();
  await office.close();
});

test('several enquiries of one post are each settled by itself, and once (F114)', async () => {
  const [one, other] = [newPhone(), newPhone()];
  const body = {
    leads: [
      { name: 'Rahim', phone: one, message: 'Oil' },
      { name: 'Mina', phone: other },
      { name: 'Nobody' },
    ],
  };
  for (const _ of [1, 2]) {
    expect((await deliver(body)).status).toBe(200);
    await ledger();
    await workDueDeliveries(app.context);
  }
  const states = (await ledger()).map(({ state, reason }) => [state, reason]);
  expect(states.sort()).toEqual([
    ['lead', null],
    ['lead', null],
    ['toPlace', 'noPhone'],
  ]);
  expect(await leadsOf(one)).toMatchObject([{ name: 'Rahim', notes: 'Oil' }]);
  expect(await leadsOf(other)).toMatchObject([{ name: 'Mina', notes: null }]);
});

test('an enquiry with the number of a center or a date for a number is left to a person (F113, F119)', async () => {
  await app.pool.query("update service_centers set contact_no = '02-9133427, 01955000111' where id = $1", [
    fixtures.north,
  ]);
  for (const phone of ['029133427', '+8801955000111', '2026-11-05']) await deliver({ name: 'Rahim', phone });
  const found = (await ledger()).map(({ state, reason }) => `${state} ${reason}`);
  expect(found.sort()).toEqual(['toPlace badPhone', 'toPlace noPhone', 'toPlace noPhone']);
});
