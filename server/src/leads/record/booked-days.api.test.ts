import { afterAll, beforeAll, expect, test } from 'vitest';
import { undoLeadChange } from '#contract/leads/lead-history.ts';
import { mergeLeads, undoLeadMerge } from '#contract/leads/lead-merge.ts';
import { getLeadPanel } from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let token: string;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let phones = 0;

beforeAll(async () => {
  app = await TestApp.open();
  ({ token } = await app.signIn('manager'));
  fixtures = await addFixtures(app);
});
afterAll(() => app.close());

const newPhone = () => `0171700${String(++phones).padStart(4, '0')}`;
const asked = { appointmentDate: '2026-03-20', appointmentTime: '10:00' };
async function addLead(phone = newPhone()) {
  const body = { name: 'Rahim', phone, serviceCenter: fixtures.north, ...asked };
  return (await app.call(leads.createLead, { token, body })).data;
}
const move = async (id: string, body: leads.MoveLeadBody) =>
  (await app.call(leads.moveLead, { token, params: { id }, body })).data;
const leadNow = async (id: string) => (await app.call(leads.getLead, { token, params: { id } })).data;
const followUp: leads.MoveLeadBody = { status: 'potential', nextFollowUpDates: ['2026-03-30'] };

/** A lead whose customer called the appointment off. */
async function addCalledOff(phone?: string) {
  const { _id } = await addLead(phone);
  await move(_id, { status: 'booked' });
  return move(_id, followUp);
}

test('the day that a customer asked for is one the lead is booked for once it is, and stays that when the appointment is called off (F132)', async () => {
  const lead = await addLead();
  expect(lead.isDayBooked).toBe(false);
  expect((await move(lead._id, { status: 'booked' })).isDayBooked).toBe(true);
  expect(await move(lead._id, followUp)).toMatchObject({ ...asked, isDayBooked: true });
  expect((await move(lead._id, { status: 'lostCustomer', lostReason: 'Too far' })).isDayBooked).toBe(true);
});

test.each([{ appointmentDate: '2026-03-24' }, { appointmentTime: '16:30' }])(
  'another day or time asked for since is not booked, until that is undone: %j (F132)',
  async (other) => {
    const lead = await addCalledOff();
    const params = { id: lead._id };
    const changed = (await app.call(leads.editLead, { token, params, body: other })).data;
    expect(changed).toMatchObject({ ...asked, ...other, isDayBooked: false });
    await app.call(leads.editLead, { token, params, body: { notes: 'In the morning' } });
    expect((await leadNow(lead._id)).isDayBooked).toBe(false);
    const { version } = await move(lead._id, { appointmentDate: '2026-03-25' });
    await app.call(undoLeadChange, { token, params, body: { version } });
    expect((await leadNow(lead._id)).isDayBooked).toBe(false);
  },
);

test('undo of the change that called an appointment off, or asked for another day, restores whether the day was booked (F132)', async () => {
  const lead = await addCalledOff();
  const params = { id: lead._id };
  const { version } = await move(lead._id, { appointmentDate: '2026-03-25' });
  const { data } = await app.call(undoLeadChange, { token, params, body: { version } });
  expect(data).toMatchObject({ ...asked, isDayBooked: true });
  const booked = await addLead();
  const moved = await move(booked._id, { status: 'booked' });
  const undone = await app.call(undoLeadChange, {
    token,
    params: { id: booked._id },
    body: { version: moved.version },
  });
  expect(undone.data).toMatchObject({ status: 'pending', isDayBooked: false });
});

test('a lead that was booked before this was recorded counts as booked for its day (F132)', async () => {
  const lead = await addCalledOff();
  const pending = await addLead();
  await app.pool.query('update leads set is_day_booked = null where id = any($1)', [[lead._id, pending._id]]);
  const { data } = await app.call(getLeadPanel, { token, params: { id: lead._id } });
  expect(data.lead.isDayBooked).toBe(true);
  expect((await leadNow(pending._id)).isDayBooked).toBe(false);
});

test('a merged lead knows whether the day that was chosen for it was booked, and each its own once that is undone (F132)', async () => {
  const phone = newPhone();
  const calledOff = await addCalledOff(phone);
  const other = await addLead(phone);
  const merge = async (appointment: string) => {
    const both = await Promise.all([calledOff, other].map(({ _id }) => leadNow(_id)));
    const body = {
      leads: both.map(({ _id, version }) => ({ _id, version })),
      kept: other._id,
      fields: { appointment },
    };
    const { data, error } = await app.call(mergeLeads, { token, body });
    expect(error).toBeUndefined();
    const { isDayBooked } = await leadNow(other._id);
    const undone = await app.call(undoLeadMerge, { token, params: { id: data.merge._id }, body: {} });
    expect(undone.status).toBe(200);
    return isDayBooked;
  };
  expect([await merge(calledOff._id), await merge(other._id)]).toEqual([true, false]);
  expect([(await leadNow(calledOff._id)).isDayBooked, (await leadNow(other._id)).isDayBooked]).toEqual([
    true,
    false,
  ]);
});
