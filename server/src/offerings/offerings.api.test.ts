import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#contract/call/messages.ts';
import * as leads from '#contract/leads/leads.ts';
import * as contract from '#contract/offerings.ts';
import { addServiceCenter } from '#server/service-centers/service-centers.service.ts';
import { noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await TestApp.open();
  ({ token } = await app.signIn('manager'));
});
afterAll(() => app.close());

const create = (body: object) => app.call(contract.createOffering, { token, body: { ...body } });
const edit = (id: string, body: object) =>
  app.call(contract.editOffering, { token, params: { id }, body: { ...body } });
const list = async (query: Record<string, string>) =>
  (await app.call(contract.listOfferings, { token, query })).data;
const campaign = { type: 'campaign', location: 'Dhaka', startDate: '2026-03-01', endDate: '2026-03-31' };

describe('creating an offering', () => {
  test('answers it, active; a service needs no more than a name', async () => {
    const { status, data } = await create({ name: 'Oil Change', type: 'service', location: '' });
    expect(status).toBe(201);
    expect(data).toEqual({
      ...{ _id: expect.any(String), name: 'Oil Change', type: 'service', isActive: true },
      ...{ location: null, startDate: null, endDate: null, bookingMinutes: null, bookingsPerDay: null },
      lastModifiedBy: { _id: expect.any(String), name: 'manager 1' },
    });
    const single = await app.call(contract.getOffering, { token, params: { id: data._id } });
    expect(single.data).toEqual({ ...data, openLeads: 0, isOpenCapped: false });
  });

  test('a campaign of one day is one', async () => {
    expect((await create({ ...campaign, name: 'One Day', endDate: '2026-03-01' })).status).toBe(201);
  });

  test.each([
    [{ type: 'service' }, { name: messages.nameRequired }],
    [{ type: 'gift', name: 'Gift' }, { type: expect.any(String) }],
    [
      { type: 'campaign', name: 'Bare' },
      {
        location: messages.locationRequired,
        startDate: messages.startDateRequired,
        endDate: messages.endDateRequired,
      },
    ],
    [{ ...campaign, name: 'Back', endDate: '2026-02-28' }, { endDate: messages.endBeforeStart }],
    [{ ...campaign, name: 'No day', startDate: '2026-02-30' }, { startDate: messages.invalidDate }],
    [{ type: 'parts', name: 'Pads', price: 5 }, { price: 'Unknown field' }],
  ])('refuses %j beside the fields', async (body, fields) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.error.fields).toEqual(fields);
  });

  test('refuses a name that is taken within its type, with the offering that has it', async () => {
    const { data: first } = await create({ name: 'Wipers', type: 'parts' });
    expect(await create({ name: 'wipers', type: 'parts' })).toMatchObject({
      status: 409,
      error: { fields: { name: messages.nameTaken }, current: { _id: first._id, name: 'Wipers' } },
    });
    expect((await create({ name: 'wipers', type: 'service' })).status).toBe(201);
  });
});

describe('editing an offering', () => {
  test('changes what is sent and keeps the rest; its type stays', async () => {
    const { data } = await create({ ...campaign, name: 'Spring' });
    const edited = await edit(data._id, { name: 'Spring Sale', endDate: '2026-04-01' });
    expect(edited.data).toEqual({
      ...data,
      name: 'Spring Sale',
      endDate: '2026-04-01',
      openLeads: 0,
      isOpenCapped: false,
    });
    expect(await edit(data._id, { type: 'parts' })).toMatchObject({
      status: 400,
      error: { fields: { type: 'Unknown field' } },
    });
  });

  test('says who did it last, to management only (F24)', async () => {
    const { data } = await create({ name: 'Signed', type: 'parts' });
    const other = await app.signIn('manager');
    const by = { _id: other.id, name: other.name };
    const given = { token: other.token, params: { id: data._id }, body: { name: 'Signed Anew' } };
    expect((await app.call(contract.editOffering, given)).data.lastModifiedBy).toEqual(by);
    const [row] = (await list({ search: 'Signed Anew' })).services;
    expect(row?.lastModifiedBy).toEqual(by);
    const { data: offered } = await app.call(contract.listOfferingsByType, {
      token,
      query: { type: 'parts' },
    });
    expect(offered.find(({ _id }) => _id === data._id)).not.toHaveProperty('lastModifiedBy');
  });

  test('leaves a campaign whole', async () => {
    const { data } = await create({ ...campaign, name: 'Whole' });
    const bare = await edit(data._id, { location: '', startDate: null });
    expect(bare.error.fields).toEqual({
      location: messages.locationRequired,
      startDate: messages.startDateRequired,
    });
    expect((await edit(data._id, { startDate: '2026-04-02' })).error.fields).toEqual({
      endDate: messages.endBeforeStart,
    });
    expect((await app.call(contract.getOffering, { token, params: { id: data._id } })).data).toMatchObject(
      campaign,
    );
  });

  test('refuses the name of another of its type, and an unknown offering', async () => {
    const { data: one } = await create({ name: 'Wheel One', type: 'parts' });
    const { data: other } = await create({ name: 'Wheel Two', type: 'parts' });
    expect(await edit(other._id, { name: 'WHEEL ONE' })).toMatchObject({
      status: 409,
      error: { fields: { name: messages.nameTaken }, current: { _id: one._id, name: 'Wheel One' } },
    });
    expect((await edit(noEmployeeId, { name: 'Nothing' })).status).toBe(404);
    expect((await app.call(contract.getOffering, { token, params: { id: noEmployeeId } })).status).toBe(404);
  });

  test('switching off says how many open leads it has, keeps them, and offers it no longer', async () => {
    const center = await addServiceCenter(app.context, { name: 'North', address: null, contactNo: null });
    const { data: offering } = await create({ name: 'Fading', type: 'service' });
    const body = {
      name: 'Rahim',
      phone: '01711111111',
      serviceCenter: center,
      serviceOrCampaign: offering._id,
    };
    const { data: open } = await app.call(leads.createLead, { token, body });
    const { data: done } = await app.call(leads.createLead, { token, body });
    await app.call(leads.moveLead, { token, params: { id: done._id }, body: { status: 'completed' } });

    const off = await edit(offering._id, { isActive: false });
    expect(off.data).toMatchObject({ isActive: false, openLeads: 1 });
    const kept = await app.call(leads.getLead, { token, params: { id: open._id } });
    expect(kept.data.serviceOrCampaign).toEqual({ _id: offering._id, name: 'Fading', type: 'service' });
    const { data: offered } = await app.call(contract.listOfferingsByType, {
      token,
      query: { type: 'service' },
    });
    expect(offered.map(({ _id }) => _id)).not.toContain(offering._id);
    expect((await app.call(leads.createLead, { token, body })).error.fields).toEqual({
      serviceOrCampaign: messages.unknownOffering,
    });
    const edited = await app.call(leads.editLead, {
      token,
      params: { id: open._id },
      body: { name: 'Rahim Uddin', serviceOrCampaign: offering._id },
    });
    expect(edited.status).toBe(200);
  });
});

test('the list is by name, in pages, and narrows by state, type and part of name or location', async () => {
  for (let number = 1; number <= 11; number++) {
    const { data } = await create({ ...campaign, name: `Fair ${number}`, location: `Field_${number}` });
    if (number > 9) await edit(data._id, { isActive: false });
  }
  const first = await list({ search: 'fair', page: '1' });
  expect(first).toMatchObject({ totalPages: 2, totalServicecount: 11 });
  expect(first.services).toHaveLength(10);
  expect((await list({ search: 'fair', page: '2' })).services).toHaveLength(1);
  expect((await list({ search: 'fair' })).services).toHaveLength(11);
  expect((await list({ search: 'fair', active: 'false', page: '1' })).totalServicecount).toBe(2);
  expect((await list({ search: 'field_7' })).services.map(({ name }) => name)).toEqual(['Fair 7']);
  expect((await list({ search: 'fair', type: 'parts' })).services).toEqual([]);
  expect((await list({ search: 'FIELD_7 fair' })).services.map(({ name }) => name)).toEqual(['Fair 7']);
  expect((await app.call(contract.listOfferings, { token, query: { active: 'on' } })).status).toBe(400);
});

test('management alone', async () => {
  for (const level of ['service', 'dataEntry', 'unassigned'] as const) {
    const caller = await app.signIn(level);
    const params = { id: noEmployeeId };
    const answers = [
      await app.call(contract.createOffering, { token: caller.token, body: { name: 'Mine', type: 'parts' } }),
      await app.call(contract.editOffering, { token: caller.token, params, body: { isActive: false } }),
      await app.call(contract.getOffering, { token: caller.token, params }),
      await app.call(contract.listOfferings, { token: caller.token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  }
});
