import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import pg from 'pg';
import { v4 } from 'uuid';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { basePath } from '#contract/call/endpoint.ts';
import * as contacts from '#contract/contacts.ts';
import * as customers from '#contract/customers.ts';
import { streamEvents } from '#contract/events.ts';
import * as leads from '#contract/leads/leads.ts';
import { reportPresence } from '#contract/presence.ts';
import { logout } from '#contract/session.ts';
import { openSession } from '#server/auth/sessions/sessions.service.ts';
import { onDatabase } from '#server/testing/databases.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let address: string;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

async function listen(token: string) {
  await app.hub.awaitInvalidation();
  const stop = new AbortController();
  const response = await fetch(`${address}${basePath}${streamEvents.path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const events: { name: string; data: Record<string, unknown> }[] = [];
  const parser = createParser({
    onEvent: ({ event = '', data }) => events.push({ name: event, data: JSON.parse(data) }),
  });
  let isOpen = true;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
  })()
    .catch(() => undefined)
    .finally(() => {
      isOpen = false;
    });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    events,
    isOpen: () => isOpen,
    stop: async () => {
      stop.abort();
      await reading;
    },
  };
}

const until = (condition: () => boolean) => expect.poll(condition).toBe(true);

const record = async (token: string, serviceCenter: string) =>
  (await app.call(leads.createLead, { token, body: { name: 'Rahim', phone: '01712345678', serviceCenter } }))
    .data;

test('tells what changed to those who may see it, and to nobody else', async () => {
  const entry = await app.signIn('dataEntry');
  const north = await app.signIn('service', [fixtures.north]);
  const newcomer = await app.signIn('unassigned');
  const all = await listen(entry.token);
  const some = await listen(north.token);
  const none = await listen(newcomer.token);
  expect(all.type).toContain('text/event-stream');

  const hidden = await record(entry.token, fixtures.south);
  const seen = await record(entry.token, fixtures.north);
  for (const { _id: lead } of [hidden, seen])
    await app.call(reportPresence, { token: entry.token, body: { tab: v4(), lead, isOpen: true } });
  const body = { status: 'booked' as const, appointmentDate: '2026-03-12' };
  await app.call(leads.moveLead, { token: north.token, params: { id: seen._id }, body });
  await app.call(leads.editLead, {
    token: entry.token,
    params: { id: seen._id },
    body: { serviceCenter: fixtures.south },
  });

  await until(() => all.events.length >= 6 && some.events.length >= 4);
  expect(all.events.map(({ name, data }) => (name === 'lead' ? [data._id, data.change] : data.lead))).toEqual(
    [
      [hidden._id, 'created'],
      [seen._id, 'created'],
      hidden._id,
      seen._id,
      [seen._id, 'moved'],
      [seen._id, 'edited'],
    ],
  );
  expect(some.events.map(({ data }) => data._id ?? data.lead)).toEqual(Array(4).fill(seen._id));
  expect(some.events[2]).toEqual({
    name: 'lead',
    data: {
      _id: seen._id,
      version: 2,
      change: 'moved',
      status: 'booked',
      previousStatus: 'pending',
      serviceCenter: fixtures.north,
      by: { _id: north.id, name: north.name },
    },
  });
  expect(none.events).toEqual([]);
  await Promise.all([all.stop(), some.stop(), none.stop()]);
});

test('tells of a contact once, whether or not it makes a version', async () => {
  const entry = await app.signIn('dataEntry');
  const north = await app.signIn('service', [fixtures.north]);
  const stream = await listen(entry.token);
  const { _id: id } = await record(entry.token, fixtures.north);
  const log = (body: object) =>
    app.call(contacts.logContact, {
      token: north.token,
      params: { id },
      body: { channel: 'call', outcome: 'reached', ...body },
    });
  await log({});
  await log({ move: { status: 'completed' }, version: 2 });
  const { data } = await log({});
  const contact = { token: north.token, params: { id: data.contact._id } };
  await app.call(contacts.correctContact, { ...contact, body: { note: 'Thanks' } });
  await app.call(contacts.undoContact, contact);
  await until(() => stream.events.length >= 6);
  await wait(200);
  expect(stream.events.map(({ data }) => [data.change, data.version])).toEqual([
    ['created', 1],
    ['edited', 2],
    ['moved', 3],
    ['contacted', 3],
    ['contacted', 3],
    ['contacted', 3],
  ]);
  expect(stream.events[3]?.data).toMatchObject({ _id: id, status: 'completed', by: { _id: north.id } });
  await stream.stop();
});

test('tells management what others change of a customer', async () => {
  const manager = await app.signIn('manager');
  const stream = await listen((await app.signIn('admin')).token);
  const entry = await app.signIn('dataEntry');
  const none = await listen(entry.token);
  const { _id: lead } = await record(entry.token, fixtures.north);
  const { rows } = await app.pool.query('select customer_id as id from leads where id = $1', [lead]);
  const params: { id: string } = rows[0];
  const as = { token: manager.token, params };
  await app.call(customers.editCustomer, { ...as, body: { name: 'Abdur Rahim' } });
  const { data } = await app.call(customers.createCustomerAddress, {
    ...as,
    body: { line: '4 Harbour Street' },
  });
  const address = { ...as, params: { ...params, addressId: data._id } };
  await app.call(customers.editCustomerAddress, { ...address, body: { city: 'Khulna' } });
  await app.call(customers.deleteCustomerAddress, address);
  const told = () => stream.events.filter(({ name }) => name === 'customer').map(({ data }) => data);
  await until(() => told().length >= 4);
  expect(told()).toEqual(Array(4).fill({ _id: params.id, change: 'edited' }));
  expect(none.events.map(({ name }) => name)).toEqual(['lead']);
  await Promise.all([stream.stop(), none.stop()]);
});

test('follows a change of centers without a new sign-in', async () => {
  const entry = await app.signIn('dataEntry');
  const mover = await app.signIn('service', [fixtures.north]);
  const stream = await listen(mover.token);
  await app.db
    .insertInto('employee_service_centers')
    .values({ employee_id: mover.id, service_center_id: fixtures.south })
    .execute();
  await until(() => stream.events.some(({ name }) => name === 'account'));
  const lead = await record(entry.token, fixtures.south);
  await until(() => stream.events.some(({ data }) => data._id === lead._id));
  await stream.stop();
});

test('ends with the session', async () => {
  const entry = await app.signIn('dataEntry');
  const stream = await listen(entry.token);
  await app.call(logout, { token: entry.token });
  await until(() => !stream.isOpen());
});

test('ends for management without a second factor once the dealer requires one', async () => {
  const manager = await listen((await app.signIn('manager')).token);
  const entry = await listen((await app.signIn('dataEntry')).token);
  await app.pool.query('update dealer set requires_second_factor = true');
  await until(() => !manager.isOpen());
  await until(() => entry.events.some(({ name }) => name === 'refresh'));
  expect([entry.isOpen(), manager.events.some(({ name }) => name === 'refresh')]).toEqual([true, false]);
  await app.pool.query('update dealer set requires_second_factor = false');
  await entry.stop();
});

test('of one person no more than 20, and the newest ones, leave room for everybody else (F4)', async () => {
  const greedy = await app.signIn('unassigned');
  const again = await openSession(app.context, greedy.id, null);
  const other = await listen((await app.signIn('dataEntry')).token);
  const streams: Awaited<ReturnType<typeof listen>>[] = [];
  for (let turn = 0; turn < 22; turn++) streams.push(await listen(turn % 2 ? again : greedy.token));
  await until(() => !streams[0]?.isOpen() && !streams[1]?.isOpen());
  expect(streams.slice(2).every((stream) => stream.isOpen())).toBe(true);
  expect(other.isOpen()).toBe(true);
  await Promise.all([other, ...streams].map((stream) => stream.stop()));
});

test('cuts off a reader who stops reading (F4)', async () => {
  const { token } = await app.signIn('dataEntry');
  const accepted = once(app.app.server, 'connection');
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const [served]: Socket[] = await accepted;
  socket.write(
    `GET ${basePath}${streamEvents.path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n\r\n`,
  );
  await once(socket, 'data');
  socket.pause();
  await app.pool.query(
    `select pg_notify('pitlane', json_build_object('kind', 'serviceCenter', 'scope', '{}'::json,
       'data', json_build_object('fill', repeat('x', 7000), 'n', n))::text) from generate_series(1, 3000) n`,
  );
  await until(() => served?.closed ?? false);
  socket.destroy();
  // Whoever listens next would be cut off for what is left of these.
  await app.hub.awaitInvalidation();
});

test('tells a refresh after the database connection was lost', async () => {
  const entry = await app.signIn('dataEntry');
  const stream = await listen(entry.token);
  // On a busy machine it may be connecting again already.
  for (let lost = 0; lost === 0; await wait(25)) {
    const { rowCount } = await app.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pitlane events' and datname = current_database()",
    );
    lost = rowCount ?? 0;
  }
  await until(() => stream.events.some(({ name }) => name === 'refresh'));
  const lead = await record(entry.token, fixtures.north);
  await until(() => stream.events.some(({ data }) => data._id === lead._id));
  await stream.stop();
});

test('reaches the streams of another process on the same database', async () => {
  const entry = await app.signIn('dataEntry');
  const { server } = await app.openSibling();
  const stream = await listen(entry.token);
  const made = await server.inject({
    method: 'POST',
    url: `${basePath}${leads.createLead.path}`,
    headers: { authorization: `Bearer ${entry.token}` },
    payload: { name: 'From afar', phone: '01712345679', serviceCenter: fixtures.north },
  });
  await until(() => stream.events.some(({ data }) => data._id === made.json()._id));
  await stream.stop();
});

test('tells a change whose writer died right after the commit', async () => {
  const entry = await app.signIn('dataEntry');
  const lead = await record(entry.token, fixtures.north);
  const stream = await listen(entry.token);
  const writer = new pg.Client(onDatabase(inject('database').server, app.databaseName));
  writer.on('error', () => undefined);
  await writer.connect();
  await writer
    .query(
      `begin; update leads set version = version + 1, notes = 'Last words' where id = '${lead._id}'; commit;
       select pg_terminate_backend(pg_backend_pid())`,
    )
    .catch(() => undefined);
  await until(() => stream.events.some(({ data }) => data._id === lead._id && data.version === 2));
  await writer.end().catch(() => undefined);
  await stream.stop();
});

test('tells each of many changes at once, those of one lead in the order of its versions', async () => {
  const entry = await app.signIn('dataEntry');
  const stream = await listen(entry.token);
  const made = await Promise.all(Array.from({ length: 12 }, () => record(entry.token, fixtures.north)));
  const note = (id: string, notes: string) =>
    app.call(leads.moveLead, { token: entry.token, params: { id }, body: { notes } });
  await Promise.all(made.flatMap(({ _id }) => ['once', 'twice', 'thrice'].map((text) => note(_id, text))));
  await until(() => stream.events.length >= 48);
  const versions = Map.groupBy(stream.events, ({ data }) => data._id);
  for (const { _id } of made)
    expect(versions.get(_id)?.map(({ data }) => data.version)).toEqual([1, 2, 3, 4]);
  await stream.stop();
});
