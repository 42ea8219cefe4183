import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as contract from '#contract/customers.ts';
import * as leads from '#contract/leads.ts';
import { messages } from '#contract/messages.ts';
import { addGround, nobody } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';

let app: TestApp;
let ground: Awaited<ReturnType<typeof addGround>>;
let token: string;
let minutes = 0;
beforeAll(async () => {
  app = await TestApp.open();
  ground = await addGround(app);
  ({ token } = await app.signIn('manager'));
});
afterAll(() => app.close());

/** Records a lead a minute after the one before. */
async function record(more: object) {
  app.clock.set(new Date(testNoon.getTime() + ++minutes * 60_000));
  const body = { name: 'Rahim', phone: '01712345678', serviceCenter: ground.north, ...more };
  return (await app.call(leads.createLead, { token, body })).data;
}
const editLead = (id: string, body: object) =>
  app.call(leads.editLead, { token, params: { id }, body: { ...body } });
const get = async (id: string) => (await app.call(contract.getCustomer, { token, params: { id } })).data;
const edit = (id: string, body: object) =>
  app.call(contract.editCustomer, { token, params: { id }, body: { ...body } });
const search = async (text: string) =>
  (await app.call(contract.listCustomers, { token, query: { search: text } })).data.customers;

describe('a customer', () => {
  test('is one per phone, with the name of his newest lead and its e-mail', async () => {
    const first = await record({ name: 'Rahim', phone: '01811000001', email: 'rahim@example.com' });
    const second = await record({ name: 'Rahim Uddin', phone: '+880 1811-000001' });
    expect(second.customer).toBe(first.customer);
    expect(await get(first.customer)).toEqual({
      _id: first.customer,
      name: 'Rahim Uddin',
      email: 'rahim@example.com',
      mobile: '01811000001',
      nameByHand: false,
      emailByHand: false,
    });
    await editLead(first._id, { name: 'Old Name', email: 'old@example.com' });
    expect(await get(first.customer)).toMatchObject({ name: 'Rahim Uddin', email: 'old@example.com' });
    await editLead(second._id, { name: 'New Name', email: 'new@example.com' });
    expect(await get(first.customer)).toMatchObject({ name: 'New Name', email: 'new@example.com' });
  });

  test('who loses his newest lead to another phone is named as on the one that is left', async () => {
    const first = await record({ name: 'Karim', phone: '01811000002' });
    const second = await record({ name: 'Karim Mia', phone: '01811000002' });
    const { data: moved } = await editLead(second._id, { phone: '01811000003' });
    expect(moved.customer).not.toBe(first.customer);
    expect(await get(first.customer)).toMatchObject({ name: 'Karim', mobile: '01811000002' });
    expect(await get(moved.customer)).toMatchObject({ name: 'Karim Mia', mobile: '01811000003' });
  });

  test('edited by hand keeps that, and follows his leads again when told so', async () => {
    const lead = await record({ name: 'Salma', phone: '01811000004', email: 'salma@example.com' });
    const edited = await edit(lead.customer, { name: 'Salma Begum', email: 'salma@example.com' });
    expect(edited.data).toMatchObject({ name: 'Salma Begum', nameByHand: true, emailByHand: false });
    await record({ name: 'S. Begum', phone: '01811000004', email: 'sb@example.com' });
    expect(await get(lead.customer)).toMatchObject({ name: 'Salma Begum', email: 'sb@example.com' });
    expect((await edit(lead.customer, { email: '' })).data).toMatchObject({ email: null, emailByHand: true });
    await editLead(lead._id, { name: 'Other', email: 'other@example.com' });
    expect(await get(lead.customer)).toMatchObject({ name: 'Salma Begum', email: null });
    expect((await edit(lead.customer, { followLeads: true })).data).toMatchObject({
      ...{ name: 'S. Begum', email: 'sb@example.com', nameByHand: false, emailByHand: false },
    });
    expect((await search('salma begum')).length).toBe(0);
    expect((await search('s. begum')).length).toBe(1);
  });

  test('is edited only whole and known', async () => {
    const { customer } = await record({ phone: '01811000005' });
    for (const body of [{ name: ' ' }, { email: 'nope' }, { mobile: '1' }, { name: 'A', followLeads: true }])
      expect((await edit(customer, body)).status, JSON.stringify(body)).toBe(400);
    expect((await edit(nobody, { name: 'A' })).status).toBe(404);
    expect((await app.call(contract.getCustomer, { token, params: { id: nobody } })).status).toBe(404);
  });

  test('twice at once is made once', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, place) =>
        app.call(leads.createLead, {
          token,
          body: { name: `Rush ${place}`, phone: '01811000006', serviceCenter: ground.north },
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
  test('is by name in pages, and found by part of a name, phone or e-mail', async () => {
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
    return app.call(contract.createAddress, { token, params: { id }, body: { ...body } });
  };
  const list = async (id: string) =>
    (await app.call(contract.listAddresses, { token, params: { id } })).data.addresses;
  const change = (id: string, addressId: string, body: object) =>
    app.call(contract.editAddress, { token, params: { id, addressId }, body: { ...body } });
  const remove = (id: string, addressId: string) =>
    app.call(contract.deleteAddress, { token, params: { id, addressId } });
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

  test('refuse what is not whole, and are only of their customer', async () => {
    const { customer: id } = await record({ phone: '01811000012' });
    const { customer: other } = await record({ phone: '01811000013' });
    const { data: address } = await add(id, { line: 'Mine' });
    for (const body of [{}, { line: ' ' }, { line: 'x'.repeat(201) }, { line: 'x', zip: '1' }])
      expect((await add(id, body)).status, JSON.stringify(body)).toBe(400);
    expect((await change(id, address._id, { line: '' })).error.fields).toHaveProperty('line');
    expect((await change(other, address._id, { line: 'Stolen' })).status).toBe(404);
    expect((await remove(other, address._id)).status).toBe(404);
    expect((await remove(id, nobody)).status).toBe(404);
    expect((await add(nobody, { line: 'Nowhere' })).status).toBe(404);
    expect((await app.call(contract.listAddresses, { token, params: { id: nobody } })).status).toBe(404);
    expect((await list(id)).map(({ line }) => line)).toEqual(['Mine']);
  });
});

describe('orders', () => {
  const orders = async (id: string, query: Record<string, string> = {}) =>
    (await app.call(contract.listOrders, { token, params: { id }, query })).data;
  const move = (id: string, body: object) =>
    app.call(leads.moveLead, { token, params: { id }, body: { ...body } });

  test('are the booked and completed leads, archived ones too, newest first', async () => {
    const phone = '01811000020';
    const { customer, _id: pending } = await record({ phone });
    const booked = await record({ phone, serviceOrCampaign: ground.oil, vehicleNumber: 'ga-11' });
    await move(booked._id, { status: 'booked', appointmentDate: '2026-03-12' });
    const completed = await record({ phone, serviceCenter: ground.south });
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
          serviceCenter: { _id: ground.south, name: 'South' },
          status: 'completed',
          isActive: false,
        },
        {
          _id: booked._id,
          date: '2026-03-12',
          jobId: null,
          serviceOrCampaign: { _id: ground.oil, name: 'Oil Change', type: 'service' },
          vehicleNumber: 'GA-11',
          serviceCenter: { _id: ground.north, name: 'North' },
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

  test('of nobody are 404', async () => {
    expect((await app.call(contract.listOrders, { token, params: { id: nobody } })).status).toBe(404);
  });
});

test('customers are for management alone', async () => {
  for (const level of ['service', 'dataEntry', 'unassigned'] as const) {
    const caller = (await app.signIn(level)).token;
    const params = { id: nobody, addressId: nobody };
    const answers = [
      await app.call(contract.listCustomers, { token: caller }),
      await app.call(contract.getCustomer, { token: caller, params }),
      await app.call(contract.editCustomer, { token: caller, params, body: { name: 'A' } }),
      await app.call(contract.listAddresses, { token: caller, params }),
      await app.call(contract.createAddress, { token: caller, params, body: { line: 'A' } }),
      await app.call(contract.editAddress, { token: caller, params, body: { line: 'A' } }),
      await app.call(contract.deleteAddress, { token: caller, params }),
      await app.call(contract.listOrders, { token: caller, params }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(403));
  }
});
