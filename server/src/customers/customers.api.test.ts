import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#contract/call/messages.ts';
import * as contract from '#contract/customers.ts';
import * as history from '#contract/leads/lead-history.ts';
import * as oversight from '#contract/leads/lead-oversight.ts';
import * as leads from '#contract/leads/leads.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let token: string;
let minutes = 0;
beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  ({ token } = await app.signIn('manager'));
});
afterAll(() => app.close());

async function record(more: object) {
  app.clock.set(new Date(testNoon.getTime() + ++minutes * 60_000));
  const body = { name: 'Rahim', phone: '01712345678', serviceCenter: fixtures.north, ...more };
  const { data } = await app.call(leads.createLead, { token, body });
  return { ...data, customer: String(data.customer) };
}
const editLead = (id: string, body: object) =>
  app.call(leads.editLead, { token, params: { id }, body: { ...body } });
const get = async (id: string) => (await app.call(contract.getCustomer, { token, params: { id } })).data;
const edit = (id: string, body: object) =>
  app.call(contract.editCustomer, { token, params: { id }, body: { ...body } });
const search = async (text: string) =>
  (await app.call(contract.listCustomers, { token, query: { search: text } })).data.customers;

describe('a customer', () => {
  test('is one per phone; a lead fills in what it lacks and renames nobody (F9)', async () => {
    const first = await record({ name: 'Rahim', phone: '01811000001' });
    const second = await record({ name: 'Rahim Uddin', phone: '+880 1811-000001', email: 'r@example.com' });
    expect(second.customer).toBe(first.customer);
    const suggested = { by: { _id: expect.any(String), name: 'manager 1' }, at: second.createdAt };
    expect(await get(first.customer)).toEqual({
      _id: first.customer,
      name: 'Rahim',
      email: 'r@example.com',
      mobile: '01811000001',
      otherMobiles: [],
      hasSuggestion: true,
      nameSuggestion: { value: 'Rahim Uddin', lead: second._id, ...suggested },
      emailSuggestion: null,
      lastModifiedBy: { _id: expect.any(String), name: 'manager 1' },
    });
    await editLead(first._id, { email: 'other@example.com' });
    expect(await get(first.customer)).toMatchObject({
      email: 'r@example.com',
      emailSuggestion: { value: 'other@example.com', lead: first._id },
      nameSuggestion: { value: 'Rahim Uddin' },
    });
  });

  test('says who changed it last, or whose lead made it or filled it in, and so do its addresses (F24)', async () => {
    const phone = '01811000030';
    const { customer: id, serviceCenter } = await record({ name: 'Signed Rahim', phone });
    const other = await app.signIn('manager');
    const by = { _id: other.id, name: other.name };
    const given = { token: other.token, params: { id } };
    const mine = (await get(id)).lastModifiedBy;
    expect(mine?.name).toBe('manager 1');

    const lead = { name: 'Signed Rahim', phone, email: 'signed@example.com' };
    await app.call(leads.createLead, {
      token: other.token,
      body: { ...lead, serviceCenter: serviceCenter._id },
    });
    expect(await get(id)).toMatchObject({ email: lead.email, lastModifiedBy: by });
    expect((await edit(id, { name: 'Signed' })).data.lastModifiedBy).toEqual(mine);
    const take = { field: 'name' as const, take: true, value: 'Signed R' };
    await record({ name: take.value, phone });
    expect((await app.call(contract.decideCustomerSuggestion, { ...given, body: take })).data).toMatchObject({
      name: take.value,
      lastModifiedBy: by,
    });
    expect((await search(take.value)).map(({ lastModifiedBy }) => lastModifiedBy)).toEqual([by]);

    const add = (token: string, line: string, isDefault: boolean) =>
      app.call(contract.createCustomerAddress, { token, params: { id }, body: { line, isDefault } });
    await add(token, 'First', true);
    const { data: second } = await add(other.token, 'Second', true);
    const editors = async () => {
      const { data } = await app.call(contract.listCustomerAddresses, given);
      return data.addresses.map(({ line, lastModifiedBy }) => [line, lastModifiedBy?._id]);
    };
    expect(await editors()).toEqual([
      ['Second', other.id],
      ['First', other.id],
    ]);
    await app.call(contract.deleteCustomerAddress, { token, params: { id, addressId: second._id } });
    expect(await editors()).toEqual([['First', mine?._id]]);
  });

  test('takes a suggestion over, or dismisses it for good; the newest one waits (F9)', async () => {
    const phone = '01811000002';
    const { customer: id } = await record({ name: 'Salma', phone, email: 's@example.com' });
    await record({ name: 'Salma B', phone });
    await record({ name: 'Salma Begum', phone, email: 'evil@example.com' });
    await record({ name: ' SALMA ', phone, email: 'S@example.com' });
    const decide = (body: object) =>
      app.call(contract.decideCustomerSuggestion, { token, params: { id }, body: { ...body } });
    const seen = await get(id);
    expect(seen).toMatchObject({ name: 'Salma', nameSuggestion: { value: 'Salma Begum' } });
    const stale = await decide({ field: 'name', take: true, value: 'Salma B' });
    expect(stale).toMatchObject({ status: 409, error: { current: seen } });
    expect((await decide({ field: 'name', take: true, value: 'Salma Begum' })).data).toMatchObject({
      ...{ name: 'Salma Begum', nameSuggestion: null, hasSuggestion: true },
    });
    expect((await search('salma begum')).map(({ _id }) => _id)).toEqual([id]);
    const dismissed = await decide({ field: 'email', take: false, value: 'evil@example.com' });
    expect(dismissed.data).toMatchObject({ email: 's@example.com', hasSuggestion: false });
    await record({ name: 'salma', phone, email: 'Evil@Example.com' });
    expect(await get(id)).toMatchObject({ name: 'Salma Begum', hasSuggestion: false });
    expect((await decide({ field: 'email', take: true, value: 'evil@example.com' })).status).toBe(409);
  });

  test('edited by management keeps that: what it replaced is neither filled in nor suggested again (F9)', async () => {
    const phone = '01811000004';
    const { customer: id } = await record({ name: 'Karim', phone, email: 'k@example.com' });
    expect((await edit(id, { name: 'Karim Mia', email: '' })).data).toMatchObject({
      ...{ name: 'Karim Mia', email: null },
    });
    await record({ name: 'karim', phone, email: 'k@example.com' });
    expect(await get(id)).toMatchObject({ name: 'Karim Mia', email: null, hasSuggestion: false });
    const { _id } = await record({ name: 'K. Mia', phone, email: 'new@example.com' });
    expect(await get(id)).toMatchObject({ email: 'new@example.com', nameSuggestion: { value: 'K. Mia' } });
    expect((await edit(id, { name: 'K. Mia' })).data).toMatchObject({ name: 'K. Mia', hasSuggestion: false });
    await editLead(_id, { name: 'K. Miah' });
    expect((await get(id)).nameSuggestion).toMatchObject({ value: 'K. Miah' });
    await editLead(_id, { name: 'K. Mia' });
    expect((await get(id)).nameSuggestion).toBeNull();
  });

  test('whose lead gets another phone is not told of it any more (F9)', async () => {
    const first = await record({ name: 'Nabila', phone: '01811000007' });
    const second = await record({ name: 'Nabila Rahman', phone: '01811000007' });
    const moved = (await editLead(second._id, { phone: '01811000003' })).data;
    expect(await get(first.customer)).toMatchObject({ name: 'Nabila', hasSuggestion: false });
    expect(await get(String(moved.customer))).toMatchObject({ name: 'Nabila Rahman', mobile: '01811000003' });
  });

  test('remembers a bounded number of dismissed names (F9)', async () => {
    const phone = '01811000008';
    const { customer: id } = await record({ name: 'Farhana', phone });
    for (let number = 0; number < 23; number++) {
      const value = `Farhana ${number}`;
      await record({ name: value, phone });
      const body = { field: 'name', take: false, value };
      expect(
        (await app.call(contract.decideCustomerSuggestion, { token, params: { id }, body })).status,
      ).toBe(200);
    }
    const { rows } = await app.pool.query(
      'select count(*)::int as kept from customer_suggestions where customer_id = $1',
      [id],
    );
    expect(rows).toEqual([{ kept: 20 }]);
  });

  test('cannot be left incomplete by an edit, nor edited when unknown', async () => {
    const { customer } = await record({ phone: '01811000005' });
    for (const body of [{ name: ' ' }, { email: 'nope' }, { mobile: '1' }, { name: 'A', followLeads: true }])
      expect((await edit(customer, body)).status, JSON.stringify(body)).toBe(400);
    expect((await edit(noEmployeeId, { name: 'A' })).status).toBe(404);
    expect((await app.call(contract.getCustomer, { token, params: { id: noEmployeeId } })).status).toBe(404);
  });

  test('created twice at the same moment is created once', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, place) =>
        app.call(leads.createLead, {
          token,
          body: { name: `Rush ${place}`, phone: '01811000006', serviceCenter: fixtures.north },
        }),
      ),
    );
    expect(new Set(made.map(({ data }) => data.customer)).size).toBe(1);
    const { rows } = await app.pool.query(
      'select (select count(*) from customers)::int as real, (select sum(customers) from customer_counts)::int as counted',
    );
    expect(rows[0].counted).toBe(rows[0].real);
  });
});

describe('the list', () => {
  test('is by name in pages, and found by part of a name, phone or email', async () => {
    for (let number = 0; number < 12; number++)
      await record({
        name: `Listed ${String.fromCharCode(76 - number)}`,
        phone: `0191100000${number % 10}${number}`.slice(0, 11),
        email: `listed${number}@example.com`,
      });
    await record({ name: 'করিম উদ্দিন', phone: '01911222333' });
    const page = async (query: Record<string, string>) =>
      (await app.call(contract.listCustomers, { token, query })).data;
    const { rows } = await app.pool.query('select count(*)::int as customers from customers');
    const whole = await page({ limit: '100' });
    expect(whole.totalCustomerCount).toBe(rows[0].customers);
    expect(whole.customers).toHaveLength(rows[0].customers);
    const names = whole.customers.map(({ name }) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator('und').compare));
    expect((await page({})).totalPages).toBe(Math.ceil(rows[0].customers / 10));
    expect((await page({})).customers).toEqual(whole.customers.slice(0, 10));
    expect((await page({ page: '2' })).customers).toEqual(whole.customers.slice(10, 20));

    expect((await search('করিম')).map(({ mobile }) => mobile)).toEqual(['01911222333']);
    expect((await search('+88 01911-222')).map(({ name }) => name)).toEqual(['করিম উদ্দিন']);
    expect((await search('LISTED3@')).map(({ name }) => name)).toEqual(['Listed I']);
    const waiting = await page({ suggestions: 'true' });
    expect(waiting.totalCustomerCount).toBe(waiting.customers.length);
    expect(waiting.customers).toEqual(whole.customers.filter(({ hasSuggestion }) => hasSuggestion));
    expect(waiting.customers.length).toBeGreaterThan(0);
    expect(await page({ search: 'quetzalcoatl' })).toEqual({
      customers: [],
      totalPages: 0,
      totalCustomerCount: 0,
      isTotalCapped: false,
    });
  });
});

describe('addresses', () => {
  const add = (id: string, body: object) => {
    app.clock.set(new Date(testNoon.getTime() + ++minutes * 60_000));
    return app.call(contract.createCustomerAddress, { token, params: { id }, body: { ...body } });
  };
  const list = async (id: string) =>
    (await app.call(contract.listCustomerAddresses, { token, params: { id } })).data.addresses;
  const change = (id: string, addressId: string, body: object) =>
    app.call(contract.editCustomerAddress, { token, params: { id, addressId }, body: { ...body } });
  const remove = (id: string, addressId: string) =>
    app.call(contract.deleteCustomerAddress, { token, params: { id, addressId } });
  const defaults = async (id: string) =>
    (await list(id)).filter(({ isDefault }) => isDefault).map(({ line }) => line);

  test('have exactly one default, whatever is added, chosen and deleted', async () => {
    const { customer: id } = await record({ phone: '01811000010' });
    expect(await list(id)).toEqual([]);
    const home = await add(id, { label: 'Home', line: '12 Lake Road', area: 'Gulshan', city: 'Dhaka' });
    expect(home.status).toBe(201);
    expect(home.data).toEqual({
      ...{ _id: expect.any(String), label: 'Home', line: '12 Lake Road', area: 'Gulshan', city: 'Dhaka' },
      isDefault: true,
      lastModifiedBy: { _id: expect.any(String), name: 'manager 1' },
    });
    const work = await add(id, { line: 'Work' });
    expect(work.data).toMatchObject({ label: null, area: null, city: null, isDefault: false });
    const farm = await add(id, { line: 'Farm', isDefault: true });
    expect(await defaults(id)).toEqual(['Farm']);
    expect((await list(id)).map(({ line }) => line)).toEqual(['Farm', '12 Lake Road', 'Work']);

    await change(id, work.data._id, { isDefault: true, label: 'Office' });
    expect(await defaults(id)).toEqual(['Work']);
    expect(await change(id, work.data._id, { isDefault: false })).toMatchObject({
      status: 400,
      error: { fields: { isDefault: messages.defaultAddressNeeded } },
    });
    expect((await change(id, farm.data._id, { isDefault: false })).status).toBe(200);

    expect((await remove(id, work.data._id)).status).toBe(204);
    expect(await defaults(id)).toEqual(['12 Lake Road']);
    await remove(id, farm.data._id);
    await remove(id, home.data._id);
    expect(await list(id)).toEqual([]);
  });

  test('have exactly one default after many writes at once', async () => {
    const { customer: id } = await record({ phone: '01811000011' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) => add(id, { line: `Line ${place}`, isDefault: true })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(await defaults(id)).toHaveLength(1);
    const all = await list(id);
    await Promise.all(
      all.map((address, place) =>
        place % 2 ? remove(id, address._id) : change(id, address._id, { isDefault: true }),
      ),
    );
    expect(await list(id)).toHaveLength(5);
    expect(await defaults(id)).toHaveLength(1);
  });

  test('refuse incomplete input, and belong to their customer alone', async () => {
    const { customer: id } = await record({ phone: '01811000012' });
    const { customer: other } = await record({ phone: '01811000013' });
    const { data: address } = await add(id, { line: 'Mine' });
    for (const body of [{}, { line: ' ' }, { line: 'x'.repeat(201) }, { line: 'x', zip: '1' }])
      expect((await add(id, body)).status, JSON.stringify(body)).toBe(400);
    expect((await change(id, address._id, { line: '' })).error.fields).toHaveProperty('line');
    expect((await change(other, address._id, { line: 'Stolen' })).status).toBe(404);
    expect((await remove(other, address._id)).status).toBe(404);
    expect((await remove(id, noEmployeeId)).status).toBe(404);
    expect((await add(noEmployeeId, { line: 'Nowhere' })).status).toBe(404);
    expect(
      (await app.call(contract.listCustomerAddresses, { token, params: { id: noEmployeeId } })).status,
    ).toBe(404);
    expect((await list(id)).map(({ line }) => line)).toEqual(['Mine']);
  });
});

describe('orders', () => {
  const orders = async (id: string, query: Record<string, string> = {}) =>
    (await app.call(contract.listCustomerBookings, { token, params: { id }, query })).data;
  const move = (id: string, body: object) =>
    app.call(leads.moveLead, { token, params: { id }, body: { ...body } });

  test('are the booked and completed leads, archived ones too, newest first', async () => {
    const phone = '01811000020';
    const { customer, _id: pending } = await record({ phone });
    const booked = await record({ phone, serviceOrCampaign: fixtures.oil, vehicleNumber: 'ga-11' });
    await move(booked._id, { status: 'booked', appointmentDate: '2026-03-12' });
    const completed = await record({ phone, serviceCenter: fixtures.south });
    await move(completed._id, { status: 'completed', jobId: 'JOB-7' });
    await app.call(leads.archiveLead, { token, params: { id: completed._id }, body: { isActive: false } });
    const lost = await record({ phone });
    await move(lost._id, { status: 'lostCustomer', lostReason: 'Price' });

    expect(await orders(customer)).toEqual({
      totalPages: 1,
      totalOrderCount: 2,
      orders: [
        {
          _id: completed._id,
          date: '2026-03-10',
          jobId: 'JOB-7',
          serviceOrCampaign: null,
          vehicleNumber: null,
          serviceCenter: { _id: fixtures.south, name: 'South' },
          status: 'completed',
          isActive: false,
        },
        {
          _id: booked._id,
          date: '2026-03-12',
          jobId: null,
          serviceOrCampaign: { _id: fixtures.oil, name: 'Oil Change', type: 'service' },
          vehicleNumber: 'GA-11',
          serviceCenter: { _id: fixtures.north, name: 'North' },
          status: 'booked',
          isActive: true,
        },
      ],
    });
    await move(pending, { status: 'completed' });
    for (let more = 0; more < 9; more++) await move((await record({ phone }))._id, { status: 'completed' });
    expect(await orders(customer)).toMatchObject({ totalPages: 2, totalOrderCount: 12 });
    expect((await orders(customer, { page: '2' })).orders.map(({ _id }) => _id)).toEqual([
      booked._id,
      pending,
    ]);
  });

  test('of an unknown customer are 404', async () => {
    expect(
      (await app.call(contract.listCustomerBookings, { token, params: { id: noEmployeeId } })).status,
    ).toBe(404);
  });
});

test('customers are for management alone', async () => {
  for (const level of ['service', 'dataEntry', 'unassigned'] as const) {
    const caller = (await app.signIn(level)).token;
    const params = { id: noEmployeeId, addressId: noEmployeeId };
    const answers = [
      await app.call(contract.listCustomers, { token: caller }),
      await app.call(contract.getCustomer, { token: caller, params }),
      await app.call(contract.editCustomer, { token: caller, params, body: { name: 'A' } }),
      await app.call(contract.decideCustomerSuggestion, {
        token: caller,
        params,
        body: { field: 'name', take: true, value: 'A' },
      }),
      await app.call(contract.listCustomerAddresses, { token: caller, params }),
      await app.call(contract.createCustomerAddress, { token: caller, params, body: { line: 'A' } }),
      await app.call(contract.editCustomerAddress, { token: caller, params, body: { line: 'A' } }),
      await app.call(contract.deleteCustomerAddress, { token: caller, params }),
      await app.call(contract.listCustomerBookings, { token: caller, params }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(403));
  }
});

test.each(['service', 'dataEntry'] as const)(
  'no answer tells a %s employee which customer a lead has (F9)',
  async (level) => {
    const worker = (await app.signIn(level, [fixtures.north])).token;
    const headers = { 'idempotency-key': `of-${level}` };
    const { customer, _id: id, entryId, phone } = await record({ phone: '01811000030' });
    const body = { name: 'Thief', phone, email: 'thief@example.com', serviceCenter: fixtures.north };
    const change = { token: worker, params: { id }, body: { notes: `Called by ${level}` } };
    const answers = [
      await app.call(leads.createLead, { token: worker, headers, body }),
      await app.call(leads.createLead, { token: worker, headers, body: { ...body, name: 'Other' } }),
      await app.call(leads.getLead, { token: worker, params: { id } }),
      await app.call(leads.listLeads, { token: worker }),
      await app.call(leads.listLeadsByStatus, { token: worker, query: { status: 'pending' } }),
      await app.call(oversight.listLeadsByPeriod, {
        token: worker,
        query: { period: 'daily', search: phone },
      }),
      await app.call(leads.moveLead, change),
      await app.call(leads.moveLead, { ...change, body: { notes: 'Late', version: 1 } }),
      await app.call(history.getLastChanges, { token: worker, params: { entryId } }),
      await app.call(history.listLeadHistory, { token: worker, params: { entryId } }),
      await app.call(history.getSingleLeadsHistory, { token: worker, params: { id } }),
      await app.call(history.undoLeadChange, { token: worker, params: { id }, body: { version: 2 } }),
    ];
    const isService = level === 'service';
    const read = isService ? 200 : 403;
    expect(answers.map(({ status }) => status)).toEqual([
      ...[201, 409, 200, isService ? 403 : 200, 200, 200, 200, 409, read, read, read, 200],
    ]);
    for (const { text } of answers) expect(text).not.toContain(customer);
    expect((await app.call(leads.getLead, { token, params: { id } })).data.customer).toBe(customer);
  },
);
