import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { addComment, listMentions, markMentionsRead } from '#contract/comments.ts';
import { logContact } from '#contract/contacts.ts';
import { listCustomerBookings } from '#contract/customers.ts';
import { editDealer } from '#contract/dealer.ts';
import { editEmployee } from '#contract/employees.ts';
import { assignLead } from '#contract/leads/lead-advisors.ts';
import { startBulkChange } from '#contract/leads/lead-bulk.ts';
import { findKnownPeople } from '#contract/leads/lead-find.ts';
import { listLeadHistory, undoLeadChange } from '#contract/leads/lead-history.ts';
import { type MergeLeadsBody, mergeLeads, undoLeadMerge } from '#contract/leads/lead-merge.ts';
import { getLeadPanel, listTimeline } from '#contract/leads/lead-panel.ts';
import type { Lead } from '#contract/leads/leads.ts';
import * as leads from '#contract/leads/leads.ts';
import { eraseCustomer } from '#contract/privacy/erasure.ts';
import { openSession } from '#server/auth/sessions/sessions.service.ts';
import { lockNextArchivedLeads } from '#server/leads/bulk/erase-leads.service.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let north: typeof boss;
let phone: string;

const minute = 60_000;
const at = (minutes: number) => app.clock.set(new Date(testNoon.getTime() + minutes * minute));

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
  north = await app.signIn('service', [fixtures.north]);
});
afterAll(() => app.close());

let made = 0;
beforeEach(() => {
  phone = `0171${String(++made).padStart(7, '0')}`;
  at(0);
});

async function record(given: object = {}): Promise<Lead> {
  const body = { name: 'Rahim', phone, serviceCenter: fixtures.north, ...given };
  return (await app.call(leads.createLead, { token: boss.token, body })).data;
}
const move = async ({ _id: id }: Lead, body: object) =>
  (await app.call(leads.moveLead, { token: boss.token, params: { id }, body })).data;
const get = async ({ _id: id }: Lead, token = boss.token) =>
  (await app.call(leads.getLead, { token, params: { id } })).data;
const edit = (lead: Lead, body: object) =>
  app.call(leads.editLead, { token: boss.token, params: { id: lead._id }, body });
const seen = (all: readonly Lead[]) => all.map(({ _id, version }) => ({ _id, version }));
const merge = (kept: Lead, others: readonly Lead[], fields?: MergeLeadsBody['fields'], token = boss.token) =>
  app.call(mergeLeads, { token, body: { kept: kept._id, leads: seen([kept, ...others]), fields } });
const undo = (id: string, token = boss.token) => app.call(undoLeadMerge, { token, params: { id }, body: {} });
const panel = async ({ _id: id }: Lead, token = boss.token) =>
  (await app.call(getLeadPanel, { token, params: { id } })).data;
const allow = (serviceMayMerge: boolean) =>
  app.call(editDealer, { token: boss.token, body: { serviceMayMerge } });

async function erase({ customer, phone }: Lead, open: readonly Lead[] = []) {
  const { token } = boss;
  for (const { _id: id } of open)
    await app.call(leads.archiveLead, { token, params: { id }, body: { isActive: false } });
  return app.call(eraseCustomer, { token, params: { id: String(customer) }, body: { phone } });
}

function stateOf({ version, updatedAt, changedFields, lastModifiedBy, editedBy, employees, ...state }: Lead) {
  return state;
}

test('a merge joins entry date, furthest status, dates and contacts, and says it on both sides', async () => {
  const old = await move(await record({ email: 'rahim@example.com' }), {
    ...{ status: 'potential', nextFollowUpDates: ['2026-03-12'] },
  });
  await app.call(logContact, {
    token: boss.token,
    params: { id: old._id },
    body: { channel: 'call', outcome: 'noAnswer' },
  });
  at(60);
  const fresh = await move(await record({ name: 'Rahim Uddin', vehicleNumber: 'DHAKA-1' }), {
    ...{ status: 'booked', appointmentDate: '2026-03-15' },
  });
  at(120);
  const { status, data } = await merge(fresh, [await get(old)]);
  expect(status).toBe(200);
  expect(data.lead).toMatchObject({
    ...{ _id: fresh._id, version: fresh.version + 1, status: 'booked', appointmentDate: '2026-03-15' },
    ...{ name: 'Rahim Uddin', email: 'rahim@example.com', vehicleNumber: 'DHAKA-1' },
    ...{ createdAt: old.createdAt, nextFollowUpDates: ['2026-03-12'], followUpCount: 0, contactAttempts: 1 },
    ...{ joinedLeads: [old._id], mergedInto: null, respondedAt: old.respondedAt },
  });
  expect(data.lead.changedFields).toContain('joinedLeads');
  expect(await get(old)).toMatchObject({
    ...{ isActive: false, status: 'potential', mergedInto: fresh._id },
    changedFields: ['isActive', 'mergedInto'],
  });

  const { timeline, joined, otherLeads, merge: undoable } = await panel(fresh);
  const told = timeline.entries.map((entry) =>
    entry.kind === 'version' ? [entry.version.entryId, entry.version.version] : entry.kind,
  );
  // The attempt made its author the advisor: a version of the same moment.
  expect(told.map(String).sort()).toEqual(
    [
      ...[1, 2, 3].flatMap((version) => [`${fresh._id},${version}`, `${old._id},${version}`]),
      'contact',
    ].sort(),
  );
  expect(told.slice(0, 3)).toEqual([3, 2, 1].map((version) => [fresh._id, version]));
  const moved = timeline.entries.find((entry) => entry.kind === 'version' && entry.version.version === 2);
  expect(moved).toMatchObject({ before: { status: 'pending' } });
  expect(joined).toMatchObject([{ _id: old._id, status: 'potential' }]);
  expect(otherLeads).toEqual([]);
  expect(undoable).toMatchObject({ lead: fresh._id, leads: [old._id], by: { _id: boss.id } });
  const history = await app.call(listLeadHistory, {
    token: boss.token,
    params: { entryId: fresh._id },
    query: { page: 2, limit: 10 },
  });
  expect(history.data).toMatchObject({ history: [], totalHistoryCount: 6 });
  const orders = await app.call(listCustomerBookings, {
    token: boss.token,
    params: { id: String(fresh.customer) },
  });
  expect(orders.data.orders.map(({ _id }) => _id)).toEqual([fresh._id]);
  const known = await app.call(findKnownPeople, { token: boss.token, body: { phone } });
  expect(known.data.people[0]).toMatchObject({ open: [{ _id: fresh._id }], past: [] });
  const audit = await app.call(listAudit, { token: boss.token, query: { action: 'leadsMerged' } });
  expect(audit.data.entries[0]).toMatchObject({
    actor: { _id: boss.id },
    details: { lead: fresh._id, leads: 1 },
  });
});

test('each field is taken from the lead that was chosen for it', async () => {
  const one = await record({ name: 'Karim', email: 'karim@example.com', notes: 'Short' });
  const two = await record({ name: 'K', notes: 'A longer note', serviceCenter: fixtures.south });
  const { data } = await merge(one, [two], { name: two._id, notes: one._id, serviceCenter: two._id });
  expect(data.lead).toMatchObject({
    ...{ name: 'K', email: 'karim@example.com', notes: 'Short' },
    serviceCenter: { _id: fixtures.south },
  });
});

test('what is promised first is due next', async () => {
  const dates = (nextFollowUpDates: string[]) => ({ status: 'potential', nextFollowUpDates });
  const one = await move(await record(), dates(['2026-03-11', '2026-03-20']));
  const two = await move(await record(), dates(['2026-03-14']));
  const { data } = await merge(one, [two]);
  expect(data.lead.nextFollowUpDates).toEqual(['2026-03-11', '2026-03-20', '2026-03-14']);
});

test('the first answer by anybody counts from the first enquiry, and is its own again after undo', async () => {
  const first = await record();
  at(30);
  const second = await record();
  at(50);
  const body = { channel: 'call', outcome: 'reached' } as const;
  await app.call(logContact, { token: boss.token, params: { id: second._id }, body });
  const answered = await get(second);
  expect(answered.responseMinutes).toBe(20);
  const { data } = await merge(first, [answered]);
  expect(data.lead).toMatchObject({
    ...{ respondedAt: answered.respondedAt, responseMinutes: 50, responseDueAt: first.responseDueAt },
  });
  await undo(data.merge._id);
  expect(await get(first)).toMatchObject({ respondedAt: null, responseMinutes: null, contactAttempts: 0 });
  expect(await get(second)).toMatchObject({ respondedAt: answered.respondedAt, responseMinutes: 20 });
});

test('archived leads that were merged keep their data as long as the kept one works', async () => {
  const [kept, joined] = [await record(), await record()];
  await merge(kept, [joined]);
  const later = new Date(testNoon.getTime() + 400 * 24 * 60 * minute);
  const ids = async () => (await lockNextArchivedLeads(app.context, later, 1_000)).map(({ id }) => id);
  expect(await ids()).not.toContain(joined._id);
  await app.call(leads.archiveLead, {
    ...{ token: boss.token, params: { id: kept._id }, body: { isActive: false } },
  });
  expect(await ids()).toEqual(expect.arrayContaining([kept._id, joined._id]));
});

test('a joined lead refuses every change, and tells where it went', async () => {
  const kept = await record();
  const joined = await record();
  await merge(kept, [joined]);
  const params = { id: joined._id };
  const { token } = boss;
  const contact = { channel: 'call', outcome: 'reached' } as const;
  const refused = await Promise.all([
    app.call(leads.editLead, { token, params, body: { name: 'Other' } }),
    app.call(leads.moveLead, { token, params, body: { status: 'completed' } }),
    app.call(leads.archiveLead, { token, params, body: { isActive: true } }),
    app.call(logContact, { token, params, body: contact }),
    app.call(addComment, { token, params, body: { text: 'Hello', mentions: [] } }),
    merge(await get(joined), [kept]),
  ]);
  for (const { status, error } of refused) {
    expect(status).toBe(409);
    expect(error.message).toMatch(/joined with another/);
    expect(error.current).toMatchObject({ mergedInto: kept._id });
  }
  const version = (await get(joined)).version;
  const bulk = { action: 'unarchive', leads: [joined._id] };
  const together = await app.call(startBulkChange, { token, body: bulk });
  expect(together.data.refusals).toMatchObject([{ _id: joined._id, reason: 'merged' }]);
  const back = await app.call(undoLeadChange, { token, params, body: { version } });
  expect(back.status).toBe(409);
  const own = { params: { id: kept._id }, body: { version: (await get(kept)).version } };
  const alone = await app.call(undoLeadChange, { token, ...own });
  expect([alone.status, alone.error.message]).toEqual([403, expect.stringMatching(/Undo the merge/)]);
});

test('who is mentioned in a comment of a joined lead finds it at the kept one', async () => {
  const kept = await record();
  const joined = await record();
  const body = { text: 'Look at this', mentions: [north.id] };
  await app.call(addComment, { token: boss.token, params: { id: joined._id }, body });
  await merge(kept, [joined]);
  const listed = async () => (await app.call(listMentions, { token: north.token })).data;
  expect((await listed()).mentions[0]?.lead._id).toBe(kept._id);
  const { unread } = await listed();
  await app.call(markMentionsRead, { token: north.token, body: { lead: kept._id } });
  expect((await listed()).unread).toBe(unread - 1);
});

describe('a merge is refused', () => {
  test('for leads seen in an older version, closed, archived, of other customers or twice', async () => {
    const kept = await record();
    const other = await record();
    await edit(other, { notes: 'Changed' });
    const stale = await merge(kept, [other]);
    expect([stale.status, stale.error.current]).toEqual([409, expect.objectContaining({ version: 2 })]);
    const lost = await move(await record(), { status: 'lostCustomer', lostReason: 'Too far' });
    expect((await merge(kept, [lost])).error.fields).toEqual({ leads: 'Only open leads can be merged' });
    const stranger = await record({ phone: '01912345678' });
    expect((await merge(kept, [stranger])).error.fields?.leads).toMatch(/Merge the customers first/);
    expect((await merge(kept, [kept])).status).toBe(400);
    const body = { kept: stranger._id, leads: seen([kept, await get(other)]) };
    expect((await app.call(mergeLeads, { token: boss.token, body })).status).toBe(400);
    expect((await get(kept)).version).toBe(1);
  });

  test('beside the appointment that a booked lead needs, and the advisor who may not have it', async () => {
    const booked = await move(await record(), { status: 'booked', appointmentDate: '2026-03-15' });
    const wished = await record({ serviceCenter: fixtures.south });
    const other = await app.signIn('service', [fixtures.south]);
    const taken = await edit(wished, { notes: 'x' });
    await app.pool.query('update leads set advisor_id = $1 where id = $2', [other.id, wished._id]);
    const without = await merge(booked, [taken.data], { appointment: wished._id });
    expect(without.error.fields).toEqual({ appointment: 'Must add appointment date' });
    const wrong = await merge(booked, [taken.data], { advisor: wished._id });
    expect(wrong.error.fields).toHaveProperty('advisor');
    expect((await merge(booked, [taken.data])).data.lead.advisor).toBeNull();
  });

  test('to service staff unless the dealer allows it, and then outside their centers', async () => {
    const [kept, other] = [await record(), await record()];
    expect((await merge(kept, [other], {}, north.token)).error.message).toMatch(/at the moment/);
    await allow(true);
    const foreign = await record({ serviceCenter: fixtures.south });
    expect((await merge(kept, [foreign], {}, north.token)).status).toBe(404);
    const own = await merge(kept, [other], {}, north.token);
    expect(own.data.lead.customer).toBeNull();
    // Joined by management with what they may not see, it is not theirs to take apart.
    const all = await merge(own.data.lead, [foreign]);
    expect((await panel(kept, north.token)).merge).toBeNull();
    expect((await undo(all.data.merge._id, north.token)).status).toBe(404);
    expect((await undo(all.data.merge._id)).status).toBe(200);
    expect((await undo(own.data.merge._id, north.token)).status).toBe(200);
    await allow(false);
  });
});

describe('undo', () => {
  test('brings everything back as it was', async () => {
    const one = await move(await record({ vehicleNumber: 'A-1' }), {
      ...{ status: 'potential', nextFollowUpDates: ['2026-03-12'] },
    });
    at(30);
    const two = await move(await record({ notes: 'Two' }), {
      status: 'booked',
      appointmentDate: '2026-03-15',
    });
    const three = await record({ email: 'three@example.com' });
    const before = [one, two, three].map(stateOf);
    const { data } = await merge(one, [two, three]);
    at(90);
    const undone = await undo(data.merge._id);
    expect(undone.data).toMatchObject({ stayed: [], lead: { _id: one._id, joinedLeads: [] } });
    expect(await Promise.all([one, two, three].map(async (lead) => stateOf(await get(lead))))).toEqual(
      before,
    );
    expect((await undo(data.merge._id)).error.message).toMatch(/undone already/);
    expect((await panel(one)).merge).toBeNull();
  });

  test('leaves what was changed since, and names it', async () => {
    const kept = await record({ notes: 'Mine' });
    const other = await move(await record({ vehicleNumber: 'B-2', email: 'b@example.com' }), {
      ...{ status: 'potential', nextFollowUpDates: ['2026-03-12'] },
    });
    const { data } = await merge(kept, [other]);
    at(60);
    await edit(data.lead, { email: 'new@example.com' });
    await move(data.lead, { status: 'booked', appointmentDate: '2026-03-16' });
    const params = { id: kept._id };
    const contact = { channel: 'call', outcome: 'reached' } as const;
    await app.call(logContact, { token: boss.token, params, body: contact });
    await app.call(addComment, { token: boss.token, params, body: { text: 'Called', mentions: [] } });
    const undone = await undo(data.merge._id);
    expect(undone.data.since).toEqual({ contacts: 1, comments: 1, enquiries: 0 });
    expect(undone.data.stayed.sort()).toEqual(['advisor', 'appointmentDate', 'email', 'status']);
    expect(undone.data.lead).toMatchObject({
      ...{
        status: 'booked',
        email: 'new@example.com',
        vehicleNumber: null,
        notes: 'Mine',
        contactAttempts: 1,
      },
    });
    expect(undone.data.leads).toMatchObject([{ _id: other._id, isActive: true, status: 'potential' }]);
  });

  test('gives nothing back to who left meanwhile (F72)', async () => {
    const leaver = await app.signIn('service', [fixtures.north]);
    const [kept, other] = [await record(), await record()];
    const assigned = { token: boss.token, params: { id: other._id }, body: { advisor: leaver.id } };
    const { data: theirs } = await app.call(assignLead, assigned);
    const { data } = await merge(kept, [theirs]);
    const left = { token: boss.token, params: { id: leaver.id }, body: { isActive: false } };
    await app.call(editEmployee, left);
    const undone = await undo(data.merge._id);
    expect(undone.data.leads).toMatchObject([{ _id: other._id, isActive: true, advisor: null }]);
  });

  test('ends after a day', async () => {
    const kept = await record();
    const { data } = await merge(kept, [await record()]);
    at(24 * 60 + 1);
    const token = await openSession(app.context, boss.id, null);
    const late = await undo(data.merge._id, token);
    expect([late.status, late.error.message]).toEqual([403, 'A merge can be undone within 24 hours']);
    expect((await panel(kept, token)).merge).toBeNull();
  });

  test('of two merges of one lead goes backwards, and what was kept before is kept again', async () => {
    const [one, two, three] = [await record(), await record(), await record()];
    const first = await merge(one, [two]);
    const second = await merge(three, [first.data.lead]);
    expect(second.data.lead.joinedLeads.sort()).toEqual([one._id, two._id].sort());
    expect((await get(two)).mergedInto).toBe(three._id);
    expect((await undo(first.data.merge._id)).error.message).toMatch(/joined with another/);
    await undo(second.data.merge._id);
    expect(await get(two)).toMatchObject({ mergedInto: one._id, isActive: false });
    expect(await get(one)).toMatchObject({ mergedInto: null, isActive: true, joinedLeads: [two._id] });
    const third = await merge(await get(one), [await get(three)]);
    expect((await undo(first.data.merge._id)).error.message).toMatch(/later merge/);
    await undo(third.data.merge._id);
    expect((await undo(first.data.merge._id)).status).toBe(200);
    expect(await get(two)).toMatchObject({ mergedInto: null, isActive: true });
  });

  test('ends when the customer is erased', async () => {
    const kept = await record();
    const { data } = await merge(kept, [await record()]);
    expect((await erase(kept, [kept])).status).toBe(200);
    expect((await undo(data.merge._id)).error.message).toMatch(/erased/);
    expect((await panel(kept)).merge).toBeNull();
  });
});

describe('of a kept lead whose number is corrected to another customer', () => {
  const moveAway = async () => {
    const [kept, joined] = [await record(), await record({ name: 'Rahim Uddin' })];
    const stranger = await record({ phone: `0181${phone.slice(4)}` });
    const { data } = await merge(kept, [joined]);
    expect((await edit(data.lead, { phone: stranger.phone })).status).toBe(200);
    return { kept, joined, stranger, mergeId: data.merge._id };
  };
  const tracesOf = async (text: string) => {
    const tables = ['leads', 'lead_versions', 'customers', 'customer_suggestions'];
    const all = tables.map((table) => `select '${table}' as name from ${table} t where t::text like $1`);
    return (await app.pool.query(all.join(' union '), [`%${text}%`])).rows;
  };

  test('those joined go along, and all are erased with that one', async () => {
    const { kept, joined, stranger } = await moveAway();
    expect(await get(joined)).toMatchObject({ customer: stranger.customer, phone: stranger.phone });
    expect((await erase(stranger, [kept, stranger])).status).toBe(200);
    expect([await get(kept), await get(joined)]).toMatchObject([{ isErased: true }, { isErased: true }]);
    expect(await tracesOf(stranger.phone)).toEqual([]);
  });

  test('nothing of the former one stays when that is erased, and undo ends', async () => {
    const { kept, mergeId } = await moveAway();
    expect((await erase(kept)).status).toBe(200);
    expect(await tracesOf(phone)).toEqual([]);
    expect((await undo(mergeId)).error.message).toMatch(/erased/);
  });

  test('undo gives those joined their own number and customer back', async () => {
    const { kept, joined, stranger, mergeId } = await moveAway();
    expect((await undo(mergeId)).data).toMatchObject({
      ...{ stayed: ['phone'], lead: { customer: stranger.customer, phone: stranger.phone } },
      leads: [{ _id: joined._id, customer: kept.customer, phone, isActive: true }],
    });
  });
});

test('of two merges that cross, and a merge that an edit meets, one is refused and nothing is half done', async () => {
  const [one, two] = [await record(), await record()];
  const crossed = await Promise.all([merge(one, [two]), merge(two, [one])]);
  expect(crossed.map(({ status }) => status).sort()).toEqual([200, 409]);
  const kept = crossed.find(({ status }) => status === 200)?.data.lead;
  const three = await record();
  const [merged, edited] = await Promise.all([
    merge(kept ?? one, [three]),
    edit(three, { notes: 'Meanwhile', version: 1 }),
  ]);
  expect([merged.status, edited.status].sort()).toEqual([200, 409]);
  const last = await get(three);
  expect(last.mergedInto === null).toBe(last.notes === 'Meanwhile');
});

test('the timeline of a kept lead pages over all that hangs on it', async () => {
  const leadsOfOne = [];
  for (let number = 0; number < 3; number++) {
    let lead = await record();
    for (let turn = 0; turn < 9; turn++) {
      at(number * 10 + turn);
      lead = (await edit(lead, { notes: `Note ${number} ${turn}` })).data;
    }
    leadsOfOne.push(lead);
  }
  const [kept, ...others] = leadsOfOne;
  if (!kept) throw new Error('No lead');
  await merge(kept, others);
  const first = (await panel(kept)).timeline;
  const rest = await app.call(listTimeline, {
    token: boss.token,
    params: { id: kept._id },
    query: { before: first.next ?? undefined },
  });
  const entries = [...first.entries, ...rest.data.entries];
  expect([first.entries.length, entries.length, rest.data.next]).toEqual([20, 31, null]);
  for (const entry of entries)
    if (entry.kind === 'version') expect(entry.before === null).toBe(entry.version.version === 1);
});
