import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { basePath } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import * as merging from '#contract/customer-merges.ts';
import * as customers from '#contract/customers.ts';
import { findKnownPeople, findPeople } from '#contract/leads/lead-find.ts';
import { mergeLeads, undoLeadMerge } from '#contract/leads/lead-merge.ts';
import * as leads from '#contract/leads/leads.ts';
import { eraseCustomer, exportCustomer } from '#contract/privacy/erasure.ts';
import { customerLeads } from '#server/leads/bulk/customer-leads.service.ts';
import { importFile } from '#server/testing/import-calls.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';
import { deleteOldMergeUndos } from './merges.service.ts';
import { reassignLeadsJob } from './reassign-leads.service.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let token: string;
let phones = 0;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
  ({ token } = boss);
});
beforeEach(() => app.clock.set(testNoon));
afterAll(async () => {
  await expectCounterToMatch();
  await app.close();
});

const newPhone = () => `0171400${String(++phones).padStart(4, '0')}`;
const later = (minutes: number) => app.clock.set(new Date(app.clock.now().getTime() + minutes * 60_000));

async function record(more: object = {}) {
  later(1);
  const body = { name: 'Nadia Karim', phone: newPhone(), serviceCenter: fixtures.north, ...more };
  const { data } = await app.call(leads.createLead, { token, body });
  return { ...data, customer: String(data.customer) };
}
const get = (id: string) => app.call(customers.getCustomer, { token, params: { id } });
const edit = (id: string, body: object) => app.call(customers.editCustomer, { token, params: { id }, body });
const addAddress = async (id: string, line: string) =>
  (await app.call(customers.createCustomerAddress, { token, params: { id }, body: { line } })).data;
const addresses = async (id: string) =>
  (await app.call(customers.listCustomerAddresses, { token, params: { id } })).data.addresses.map(
    ({ line, isDefault }) => (isDefault ? `${line} (default)` : line),
  );
const search = async (text: string) =>
  (await app.call(customers.listCustomers, { token, query: { search: text } })).data.customers.map(
    ({ _id }) => _id,
  );
const total = async () => (await app.call(customers.listCustomers, { token })).data.totalCustomerCount;
const leadOf = async (id: string) => (await app.call(leads.getLead, { token, params: { id } })).data;
const preview = (ids: readonly string[]) =>
  app.call(merging.previewCustomerMerge, { token, query: { customers: ids.join() } });
const merges = async (id: string) =>
  (await app.call(merging.listCustomerMerges, { token, params: { id } })).data.merges;
const undo = (id: string) => app.call(merging.undoCustomerMerge, { token, params: { id } });

async function merge(ids: readonly string[], more: object = {}) {
  const { data } = await preview(ids);
  const [kept] = data.customers;
  const seen = data.customers.map(({ _id, version }) => ({ _id, version }));
  const body = { customers: seen, keep: kept?._id, name: kept?.name, email: kept?.email, ...more };
  return app.call(merging.mergeCustomers, { token, body });
}

async function waitForLock() {
  for (;;) {
    const { rows } = await app.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rows.length > 0) return;
  }
}

async function expectCounterToMatch() {
  const { rows } = await app.pool.query(
    'select (select sum(customers)::int from customer_counts) as counted, (select count(*)::int from customers where merged_into is null) as customers',
  );
  expect(rows[0].counted).toBe(rows[0].customers);
  expect(await total()).toBe(rows[0].customers);
}

describe('a preview', () => {
  test('shows what each has, and proposes the newer or fuller values', async () => {
    const old = await record({ name: 'Nadia', email: 'nadia@example.com' });
    const recent = await record({ name: 'Nadia Karim' });
    await addAddress(old.customer, 'Road 5');
    await app.call(leads.moveLead, {
      token,
      params: { id: old._id },
      body: { status: 'booked', appointmentDate: '2026-03-12' },
    });
    const { data } = await preview([old.customer, recent.customer]);
    expect(data.customers).toMatchObject([
      { _id: old.customer, version: 1, mobile: old.phone, leads: 1, openLeads: 1, orders: 1, addresses: 1 },
      { _id: recent.customer, leads: 1, orders: 0, addresses: 0, lastLeadAt: recent.createdAt },
    ]);
    expect(data.proposed).toEqual({ keep: recent.customer, name: recent.customer, email: old.customer });
  });

  test('refuses one, eleven, and who is not there', async () => {
    const { customer } = await record();
    expect((await preview([customer])).status).toBe(400);
    expect((await preview(Array.from({ length: 11 }, () => customer))).status).toBe(400);
    expect((await preview([customer, noEmployeeId])).status).toBe(404);
  });
});

describe('a merge', () => {
  test('joins leads, addresses and suggestions; one is left, and is counted once', async () => {
    const before = await total();
    const kept = await record({ name: 'Salma', email: 'salma@example.com' });
    const other = await record({
      name: 'Salma Begum',
      email: 's.begum@example.com',
      serviceCenter: fixtures.south,
    });
    await record({ name: 'Salma B', phone: other.phone });
    await addAddress(kept.customer, 'Home');
    await addAddress(other.customer, 'Office');
    const { status, data } = await merge([kept.customer, other.customer], { name: 'Salma Begum' });
    expect(status).toBe(201);
    expect(data.customer).toMatchObject({
      ...{ _id: kept.customer, name: 'Salma Begum', email: 'salma@example.com', mobile: kept.phone },
      ...{ otherMobiles: [other.phone], nameSuggestion: { value: 'Salma B' }, emailSuggestion: null },
    });
    expect(await total()).toBe(before + 1);
    await expectCounterToMatch();
    expect((await leadOf(other._id)).customer).toBe(kept.customer);
    expect(await addresses(kept.customer)).toEqual(['Home (default)', 'Office']);
    expect(await merges(kept.customer)).toEqual([data.merge]);
    expect(data.merge).toMatchObject({
      by: { _id: boss.id },
      customers: [{ _id: other.customer, name: 'Salma Begum', mobile: other.phone }],
      undoUntil: new Date(app.clock.now().getTime() + 24 * 3_600_000).toISOString(),
    });
    const { data: audit } = await app.call(listAudit, { token, query: { action: 'customersMerged' } });
    expect(audit.entries[0]).toMatchObject({
      actor: { _id: boss.id },
      details: { customer: kept.customer, merged: [other.customer] },
    });
  });

  test('makes every lookup know all numbers', async () => {
    const kept = await record({ name: 'Farhana' });
    const other = await record({ name: 'Farhana Akter', email: 'farhana@example.com' });
    const third = await record({ name: 'F Akter' });
    await merge([other.customer, third.customer]);
    await merge([kept.customer, other.customer]);
    expect((await get(kept.customer)).data.otherMobiles).toEqual([other.phone, third.phone]);
    for (const text of [kept.phone, other.phone, third.phone, 'farhana@example.com'])
      expect(await search(text), text).toEqual([kept.customer]);
    const { data: found } = await app.call(findPeople, { token, body: { text: third.phone } });
    expect(found.people).toMatchObject([{ customer: kept.customer, phone: kept.phone }]);
    const { data: known } = await app.call(findKnownPeople, { token, body: { phone: third.phone } });
    expect(known.people).toMatchObject([{ customer: kept.customer, by: ['phone'] }]);
    const again = await record({ name: 'Farhana', phone: third.phone, email: 'f2@example.com' });
    expect(again.customer).toBe(kept.customer);
    expect((await get(kept.customer)).data.email).toBe('f2@example.com');
    expect((await edit(kept.customer, { name: 'Farhana Akter' })).status).toBe(200);
    expect(await search(third.phone)).toEqual([kept.customer]);
  });

  test('lets the merged ones answer where they went, whatever is asked of them', async () => {
    const kept = await record({ name: 'Kept' });
    const other = await record();
    const address = await addAddress(other.customer, 'Road 5');
    await merge([kept.customer, other.customer]);
    const params = { id: other.customer };
    const answers = await Promise.all([
      get(other.customer),
      edit(other.customer, { name: 'Late' }),
      app.call(customers.listCustomerAddresses, { token, params }),
      app.call(customers.createCustomerAddress, { token, params, body: { line: 'Road 6' } }),
      app.call(customers.deleteCustomerAddress, { token, params: { ...params, addressId: address._id } }),
      app.call(customers.listCustomerBookings, { token, params }),
      app.call(merging.listCustomerMerges, { token, params }),
      app.call(eraseCustomer, { token, params, body: { phone: other.phone } }),
      preview([kept.customer, other.customer]),
    ]);
    for (const { status, error } of answers) {
      expect(status).toBe(409);
      expect(error).toMatchObject({
        message: messages.customerMerged,
        current: { _id: kept.customer, name: 'Kept' },
      });
    }
    expect(await addresses(kept.customer)).toEqual(['Road 5 (default)']);
  });

  test('is refused when one has changed or is gone, and changes nothing then', async () => {
    const kept = await record();
    const other = await record();
    const seen = [kept, other].map(({ customer }) => ({ _id: customer, version: 1 }));
    const body = { customers: seen, keep: kept.customer, name: 'Nadia Karim', email: null };
    await edit(other.customer, { name: 'Nadia K' });
    const { status, error } = await app.call(merging.mergeCustomers, { token, body });
    expect(status).toBe(409);
    expect(error).toMatchObject({
      message: messages.mergeChanged,
      current: {
        customers: [
          { _id: kept.customer, version: 1 },
          { name: 'Nadia K', version: 2 },
        ],
      },
    });
    const gone = { ...body, customers: [...seen.slice(0, 1), { _id: noEmployeeId, version: 1 }] };
    expect((await app.call(merging.mergeCustomers, { token, body: gone })).status).toBe(409);
    for (const wrong of [
      { ...body, keep: noEmployeeId },
      { ...body, customers: [seen[0], seen[0]] },
      { ...body, customers: seen.slice(0, 1) },
      { ...body, customers: [{ _id: "' or 1=1", version: 1 }, seen[0]] },
      { ...body, name: '' },
      { ...body, more: 1 },
    ])
      expect((await app.call(merging.mergeCustomers, { token, body: wrong })).status).toBe(400);
    expect((await get(other.customer)).data.name).toBe('Nadia K');
  });

  test('in both directions at once is done once', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await record(), await record()];
      const seen = [one, other].map(({ customer }) => ({ _id: customer, version: 1 }));
      const ways = await Promise.all(
        seen.map(({ _id: keep }) => {
          const body = { customers: seen, keep, name: 'Nadia Karim', email: null };
          return app.call(merging.mergeCustomers, { token, body });
        }),
      );
      expect(ways.map(({ status }) => status).sort()).toEqual([201, 409]);
    }
    await expectCounterToMatch();
  });

  test('keeps what is recorded meanwhile under a merged number', async () => {
    for (let round = 0; round < 5; round++) {
      const [kept, other] = [await record(), await record()];
      const [merged, ...recorded] = await Promise.all([
        merge([kept.customer, other.customer]),
        ...Array.from({ length: 4 }, (_, place) => record({ phone: other.phone, name: `Nadia ${place}` })),
      ]);
      const ids = recorded.map(({ _id }) => _id);
      const { rows } = await app.pool.query('select distinct customer_id from leads where id = any($1)', [
        [...ids, other._id],
      ]);
      expect(rows).toEqual([{ customer_id: merged?.status === 201 ? kept.customer : other.customer }]);
    }
  });

  test('records the lead when its customer is deleted while it waits for them (F110)', async () => {
    const phone = newPhone();
    const { rows } = await app.pool.query(
      `insert into customers (id, mobile, name, search_key, created_at, updated_at)
       values (gen_random_uuid(), $1, 'Brought by a file', '', now(), now()) returning id`,
      [phone],
    );
    const client = await app.pool.connect();
    await client.query('begin');
    await client.query('delete from customers where id = $1', [rows[0].id]);
    const body = { name: 'Nadia Karim', phone, serviceCenter: fixtures.north };
    const recorded = app.call(leads.createLead, { token, body });
    await waitForLock();
    await client.query('commit');
    client.release();
    expect((await recorded).status).toBe(201);
  });
});

test.runIf(isLongRun)('thousands of leads follow by a job', async () => {
  const [kept, other] = [await record(), await record()];
  const columns = `customer_id, name, phone, status, service_center_id, recorded_by, last_modified_by, created_at, updated_at, status_at, search_key, version`;
  await app.pool.query(
    `insert into leads (id, ${columns}) select gen_random_uuid(), ${columns.replaceAll(/(\w+)/g, 'l.$1')}
     from leads l, generate_series(1, 1300) where l.id = $1`,
    [other._id],
  );
  const ofCustomers = async () => {
    const { rows } = await app.pool.query(
      'select (count(*) filter (where customer_id = $1))::int as kept, (count(*) filter (where customer_id = $2))::int as other from leads',
      [kept.customer, other.customer],
    );
    return [rows[0].kept, rows[0].other];
  };
  const settle = async () => {
    const { rows } = await app.pool.query(
      "delete from jobs where kind = 'customerLeads' returning id, payload",
    );
    const job = reassignLeadsJob(app.context, customerLeads);
    for (const { id, payload } of rows)
      while (await job.run(id, payload, new AbortController().signal)) expect(rows).toHaveLength(1);
  };
  const { data } = await merge([kept.customer, other.customer]);
  expect(await ofCustomers()).toEqual([1001, 301]);
  await settle();
  expect(await ofCustomers()).toEqual([1302, 0]);
  await undo(data.merge._id);
  await settle();
  expect(await ofCustomers()).toEqual([1, 1301]);
});

describe('an undo', () => {
  test('brings everybody back as they were', async () => {
    const kept = await record({ name: 'Rokeya', email: 'rokeya@example.com' });
    const other = await record({ name: 'Rokeya Begum', email: 'begum@example.com' });
    await record({ name: 'R Begum', phone: other.phone });
    await addAddress(kept.customer, 'Home');
    await addAddress(other.customer, 'Office');
    await addAddress(other.customer, 'Shop');
    const state = async () => ({
      customers: [(await get(kept.customer)).data, (await get(other.customer)).data],
      addresses: [await addresses(kept.customer), await addresses(other.customer)],
      lead: (await leadOf(other._id)).customer,
      total: await total(),
    });
    const before = await state();
    const { data } = await merge([kept.customer, other.customer], { name: 'Begum Rokeya' });
    const undone = await undo(data.merge._id);
    expect(undone.data).toMatchObject({
      customer: { _id: kept.customer, name: 'Rokeya', otherMobiles: [] },
      customers: [{ _id: other.customer, name: 'Rokeya Begum', mobile: other.phone }],
      stayed: { fields: [], addresses: 0 },
      leads: 0,
    });
    expect(await state()).toEqual(before);
    expect(await search(other.phone)).toEqual([other.customer]);
    expect(await merges(kept.customer)).toEqual([]);
    expect((await undo(data.merge._id)).status).toBe(409);
    await expectCounterToMatch();
    const { rows } = await app.pool.query('select replaced from customer_merges where id = $1', [
      data.merge._id,
    ]);
    expect(rows).toEqual([{ replaced: {} }]);
  });

  test('leaves what came later, and names it; leads go by their numbers', async () => {
    const kept = await record({ name: 'Tanvir' });
    const other = await record({ name: 'Tanvir Hasan' });
    const { data } = await merge([kept.customer, other.customer]);
    const since = await record({ name: 'Tanvir', phone: other.phone });
    const own = await record({ name: 'Tanvir', phone: kept.phone });
    await edit(kept.customer, { name: 'Tanvir H', email: 'tanvir@example.com' });
    await addAddress(kept.customer, 'New');
    const undone = await undo(data.merge._id);
    expect(undone.data).toMatchObject({
      customer: { name: 'Tanvir H', email: 'tanvir@example.com' },
      stayed: { fields: ['name', 'email'], addresses: 1 },
      leads: 1,
    });
    expect((await leadOf(since._id)).customer).toBe(other.customer);
    expect((await leadOf(own._id)).customer).toBe(kept.customer);
    expect(await addresses(kept.customer)).toEqual(['New (default)']);
    expect((await get(other.customer)).data).toMatchObject({ name: 'Tanvir Hasan', email: null });
  });

  test('takes apart merges of merged ones, in any order', async () => {
    const [a, b, c] = [await record({ name: 'A' }), await record({ name: 'B' }), await record({ name: 'C' })];
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const first = await merge([a.customer, b.customer]);
      later(1);
      const second = await merge([c.customer, a.customer]);
      expect((await get(c.customer)).data.otherMobiles).toHaveLength(2);
      const ids = [first.data.merge._id, second.data.merge._id];
      expect((await merges(c.customer)).map(({ _id }) => _id)).toEqual([ids[1], ids[0]]);
      for (const place of order) expect((await undo(ids[place] ?? '')).status).toBe(200);
      for (const { customer, phone, name, _id } of [a, b, c]) {
        expect((await get(customer)).data).toMatchObject({ name, mobile: phone, otherMobiles: [] });
        expect((await leadOf(_id)).customer).toBe(customer);
        expect(await search(phone)).toEqual([customer]);
      }
      later(1);
    }
  });

  test('waits for the undo of a merge of their leads', async () => {
    const [one, other] = [await record({ name: 'Parvin' }), await record({ name: 'Parveen' })];
    const { data } = await merge([one.customer, other.customer]);
    const seen = [one, other].map(({ _id, version }) => ({ _id, version }));
    const joined = await app.call(mergeLeads, {
      token,
      body: { kept: one._id, leads: seen, fields: { phone: one._id } },
    });
    const early = await undo(data.merge._id);
    expect([early.status, early.error.message]).toEqual([409, messages.mergeLeadsFirst]);
    await app.call(undoLeadMerge, { token, params: { id: joined.data.merge._id }, body: {} });
    expect((await undo(data.merge._id)).status).toBe(200);
    expect((await leadOf(other._id)).customer).toBe(other.customer);
  });

  test('is possible for a day', async () => {
    const { data } = await merge([(await record()).customer, (await record()).customer]);
    later(24 * 60 - 1);
    const { token: fresh } = await app.signIn('manager');
    const list = async () =>
      (await app.call(merging.listCustomerMerges, { token: fresh, params: { id: data.customer._id } })).data
        .merges;
    expect((await list())[0]?.undoUntil).not.toBeNull();
    later(1);
    expect((await list())[0]?.undoUntil).toBeNull();
    const refused = await app.call(merging.undoCustomerMerge, {
      token: fresh,
      params: { id: data.merge._id },
    });
    expect(refused).toMatchObject({ status: 409, error: { message: messages.mergeNotUndoable } });
    await deleteOldMergeUndos(app.context);
    const { rows } = await app.pool.query('select replaced from customer_merges where id = $1', [
      data.merge._id,
    ]);
    expect(rows).toEqual([{ replaced: {} }]);
    const unknown = await app.call(merging.undoCustomerMerge, { token: fresh, params: { id: noEmployeeId } });
    expect(unknown.status).toBe(404);
  });
});

test('the export has the merged ones, and an erasure takes them and what would undo the merge along', async () => {
  const kept = await record({ name: 'Zubaida', email: 'zubaida@secret.example' });
  const other = await record({ name: 'Zubi', email: 'zubi@secret.example' });
  const refused = ['Name,Phone,Service Center', `Zubi Refused,${other.phone},Nowhere`].join('\n');
  expect(await importFile(app, token, refused)).toMatchObject({ refused: 1 });
  const { data } = await merge([kept.customer, other.customer]);
  const { rawPayload } = await app.app.inject({
    url: `${basePath}${exportCustomer.path.replace(':id', kept.customer)}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const files = await unzip(rawPayload);
  expect(String(files.get('customer.csv'))).toContain(
    `,zubi@secret.example,${other.phone},${kept.customer},`,
  );
  expect(String(files.get('leads.csv'))).toContain(other._id);
  expect(String(files.get('refused_rows.csv'))).toContain('Zubi Refused');
  for (const { _id } of [kept, other])
    await app.call(leads.archiveLead, { token, params: { id: _id }, body: { isActive: false } });
  const params = { id: kept.customer };
  expect((await app.call(eraseCustomer, { token, params, body: { phone: kept.phone } })).data).toEqual({
    leads: 2,
    isFinished: true,
  });
  expect((await get(other.customer)).status).toBe(404);
  expect((await undo(data.merge._id)).status).toBe(404);
  const { rows } = await app.pool.query<{ name: string }>(
    "select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace",
  );
  for (const { name } of rows) {
    const found = await app.pool.query(`select from ${name} t where (t.*)::text ~* $1`, [
      `zubaida|zubi|${kept.phone}|${other.phone}`,
    ]);
    expect([name, found.rowCount]).toEqual([name, 0]);
  }
  const erased = await app.pool.query(
    'select from customer_erasures where customer_id = any($1) and finished_at is not null',
    [[kept.customer, other.customer]],
  );
  expect(erased.rowCount).toBe(2);
});
