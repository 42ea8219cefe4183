import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#contract/call/messages.ts';
import * as leads from '#contract/leads/leads.ts';
import * as contract from '#contract/service-centers.ts';
import { noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await TestApp.open();
  ({ token } = await app.signIn('manager'));
});
afterAll(() => app.close());

const create = (body: object) => app.call(contract.createServiceCenter, { token, body: { ...body } });
const edit = (id: string, body: object) =>
  app.call(contract.editServiceCenter, { token, params: { id }, body: { ...body } });
const list = async (query: Record<string, string>) =>
  (await app.call(contract.listServiceCenters, { token, query })).data;

describe('creating a service center', () => {
  test('answers it, active', async () => {
    const { status, data } = await create({ name: ' Uttara ', address: '', contactNo: '02-555' });
    expect(status).toBe(201);
    expect(data).toEqual({
      _id: expect.any(String),
      name: 'Uttara',
      address: null,
      contactNo: '02-555',
      isActive: true,
      lastModifiedBy: { _id: expect.any(String), name: 'manager 1' },
    });
    const single = await app.call(contract.getServiceCenter, { token, params: { id: data._id } });
    expect(single.data).toEqual({ ...data, openLeads: 0 });
  });

  test('refuses a name that is taken, in any case, with the center that has it', async () => {
    const { data: first } = await create({ name: 'Banani' });
    const again = await create({ name: 'BANANI' });
    expect(again.status).toBe(409);
    expect(again.error).toMatchObject({
      fields: { name: messages.nameTaken },
      current: { _id: first._id, name: 'Banani' },
    });
  });

  test('of one name twice at once makes one', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ name: 'Rush' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test.each([
    [{}, { name: messages.nameRequired }],
    [{ name: '  ' }, { name: messages.nameRequired }],
    [{ name: 'x'.repeat(121) }, { name: 'Use at most 120 characters' }],
    [{ name: 'Good', colour: 'red' }, { colour: 'Unknown field' }],
    [{ name: ['Good'] }, { name: messages.nameRequired }],
  ])('refuses %j beside the field', async (body, fields) => {
    expect(await create(body)).toMatchObject({ status: 400, error: { fields } });
  });
});

describe('editing a service center', () => {
  test('changes what is sent and keeps the rest', async () => {
    const { data } = await create({ name: 'Gulshan', address: 'Road 1' });
    const edited = await edit(data._id, { name: 'gulshan', contactNo: '02-1' });
    expect(edited.status).toBe(200);
    expect(edited.data).toEqual({ ...data, name: 'gulshan', contactNo: '02-1', openLeads: 0 });
    expect((await edit(data._id, { address: null })).data.address).toBeNull();
    expect((await edit(data._id, {})).data).toMatchObject({ name: 'gulshan', address: null });
  });

  test('says who did it last, to management only; nobody when that is not known (F24)', async () => {
    const { data } = await create({ name: 'Signed' });
    const other = await app.signIn('manager');
    const by = { _id: other.id, name: other.name };
    const given = { token: other.token, params: { id: data._id }, body: { isActive: true } };
    expect((await app.call(contract.editServiceCenter, given)).data.lastModifiedBy).toEqual(by);
    const [row] = (await list({ search: 'Signed' })).serviceCenters;
    expect(row?.lastModifiedBy).toEqual(by);
    const { data: active } = await app.call(contract.listActiveServiceCenters, { token });
    expect(active.serviceCenters.find(({ _id }) => _id === data._id)).not.toHaveProperty('lastModifiedBy');

    await app.pool.query('update service_centers set last_modified_by = null where id = $1', [data._id]);
    const single = await app.call(contract.getServiceCenter, { token, params: { id: data._id } });
    expect(single.data.lastModifiedBy).toBeNull();
  });

  test('refuses the name of another, and changes nothing', async () => {
    const { data: one } = await create({ name: 'Mirpur' });
    const { data: other } = await create({ name: 'Tongi', address: 'Old' });
    const answer = await edit(other._id, { name: 'mirpur', address: 'New' });
    expect(answer).toMatchObject({ status: 409, error: { current: { _id: one._id, name: 'Mirpur' } } });
    const { data } = await app.call(contract.getServiceCenter, { token, params: { id: other._id } });
    expect(data).toMatchObject({ name: 'Tongi', address: 'Old' });
  });

  test('of an unknown one is 404', async () => {
    expect((await edit(noEmployeeId, { name: 'Nowhere' })).status).toBe(404);
    expect((await app.call(contract.getServiceCenter, { token, params: { id: noEmployeeId } })).status).toBe(
      404,
    );
    expect((await edit('north', {})).status).toBe(400);
  });

  test('switching off says how many open leads it has, keeps them, offers it no longer and lists it last (F66)', async () => {
    const { data: center } = await create({ name: 'Closing' });
    const made = [];
    for (const phone of ['01711111111', '01711111112', '01711111113', '01711111114'])
      made.push(
        (
          await app.call(leads.createLead, {
            token,
            body: { name: 'Rahim', phone, serviceCenter: center._id },
          })
        ).data,
      );
    const [done, archived, open] = made;
    await app.call(leads.moveLead, { token, params: { id: done?._id ?? '' }, body: { status: 'completed' } });
    await app.call(leads.archiveLead, {
      token,
      params: { id: archived?._id ?? '' },
      body: { isActive: false },
    });

    const off = await edit(center._id, { isActive: false });
    expect(off.data).toMatchObject({ isActive: false, openLeads: 2 });
    const kept = await app.call(leads.getLead, { token, params: { id: open?._id ?? '' } });
    expect(kept.data.serviceCenter).toMatchObject({ _id: center._id, name: 'Closing' });
    const staff = await app.signIn('service', [center._id]);
    for (const reader of [token, staff.token]) {
      const { data: own } = await app.call(contract.listOwnServiceCenters, { token: reader });
      expect(own.at(-1)).toEqual({ _id: center._id, name: 'Closing', isActive: false });
    }
    const { data: offered } = await app.call(contract.listActiveServiceCenters, { token });
    expect(offered.serviceCenters.map(({ _id }) => _id)).not.toContain(center._id);
    const body = { name: 'Rahim', phone: '01711111111', serviceCenter: center._id };
    expect(await app.call(leads.createLead, { token, body })).toMatchObject({
      status: 400,
      error: { fields: { serviceCenter: messages.unknownServiceCenter } },
    });
    const moved = await app.call(leads.moveLead, {
      token,
      params: { id: open?._id ?? '' },
      body: { status: 'completed' },
    });
    expect(moved.status).toBe(200);
    expect((await edit(center._id, { isActive: true })).data).toMatchObject({ isActive: true, openLeads: 1 });
  });
});

describe('the list', () => {
  beforeAll(async () => {
    for (let number = 1; number <= 12; number++) {
      const { data } = await create({ name: `Listed ${number}`, address: `50% off_road ${number}` });
      if (number > 9) await edit(data._id, { isActive: false });
    }
  });

  test('is by name, ten a page, with true totals past the end too', async () => {
    const first = await list({ search: 'listed', page: '1' });
    expect(first).toMatchObject({ totalPages: 2, totalServiceCentercount: 12 });
    expect(first.serviceCenters).toHaveLength(10);
    const second = await list({ search: 'LISTED', page: '2', limit: '10' });
    const names = [...first.serviceCenters, ...second.serviceCenters].map(({ name }) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator('und').compare));
    expect(new Set(names).size).toBe(12);
    expect(await list({ search: 'listed', page: '9' })).toEqual({
      serviceCenters: [],
      totalPages: 2,
      totalServiceCentercount: 12,
    });
  });

  test('without a page holds all', async () => {
    expect((await list({ search: 'listed' })).serviceCenters).toHaveLength(12);
  });

  test('narrows by state and by any part of a name, address or contact, taken literally', async () => {
    expect((await list({ search: 'listed', active: 'true', page: '1' })).totalServiceCentercount).toBe(9);
    expect((await list({ search: 'listed', active: 'false' })).totalServiceCentercount).toBe(3);
    expect((await list({ search: '50% OFF_road 3' })).serviceCenters.map(({ name }) => name)).toEqual([
      'Listed 3',
    ]);
    expect((await list({ search: '%' })).totalServiceCentercount).toBe(12);
    expect((await list({ search: 'off-road' })).totalServiceCentercount).toBe(0);
  });

  test('finds words in any order, a letter in either spelling, and numbers without what stands between (F12) (F16)', async () => {
    const name = 'নয়াপল্টন Tower'.normalize('NFC');
    await create({ name: name.replace('\u09af\u09bc', '\u09df'), contactNo: '01711-000 111' });
    for (const search of [
      'tower নয়াপল্টন',
      '\u09a8\u09df\u09be',
      '\u09a8\u09af\u09bc\u09be',
      '01711000111',
      '000-111',
    ])
      expect(
        (await list({ search })).serviceCenters.map((center) => center.name),
        search,
      ).toEqual([name]);
    expect((await create({ name: name.toUpperCase() })).error).toMatchObject({
      current: { name },
      fields: { name: messages.nameTaken },
    });
  });

  test.each<Record<string, string>>([{ page: '0' }, { limit: '7' }, { active: 'yes' }])(
    'refuses %j',
    async (query) => {
      expect((await app.call(contract.listServiceCenters, { token, query })).status).toBe(400);
    },
  );
});

test('management alone', async () => {
  for (const level of ['service', 'dataEntry', 'unassigned'] as const) {
    const caller = await app.signIn(level);
    const body = { name: 'Mine' };
    const one = { token: caller.token, params: { id: noEmployeeId } };
    const answers = [
      await app.call(contract.createServiceCenter, { token: caller.token, body }),
      await app.call(contract.editServiceCenter, { ...one, body }),
      await app.call(contract.getServiceCenter, one),
      await app.call(contract.listServiceCenters, { token: caller.token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  }
  for (const level of ['admin', 'superAdmin'] as const) {
    const caller = await app.signIn(level);
    const body = { name: `By ${level}` };
    expect((await app.call(contract.createServiceCenter, { token: caller.token, body })).status).toBe(201);
  }
});
