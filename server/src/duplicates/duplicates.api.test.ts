import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as merges from '#contract/customer-merges.ts';
import * as customers from '#contract/customers.ts';
import * as duplicates from '#contract/duplicates.ts';
import { type DuplicatePair, duplicateSearchLimits } from '#contract/duplicates.ts';
import { mergeLeads } from '#contract/leads/lead-merge.ts';
import * as leads from '#contract/leads/leads.ts';
import { eraseCustomer } from '#contract/privacy/erasure.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import { processDuplicateChecks } from './find-duplicates.service.ts';

let app: TestApp;
let token: string;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let phones = 0;
let names = 0;

beforeAll(async () => {
  app = await TestApp.open();
  ({ token } = await app.signIn('manager'));
  fixtures = await addFixtures(app);
});
beforeEach(async () => {
  app.clock.set(testNoon);
  await app.pool.query('truncate duplicate_checks, duplicate_keys, duplicate_pairs');
});
afterAll(() => app.close());

const newPhone = () => `01715${String(++phones).padStart(6, '0')}`;
const newName = () => `Bhxk Dplm${'bcdfgklmn'[names % 9]}${'bcdfgklmn'[Math.floor(names++ / 9) % 9]}`;

async function record(given: Record<string, unknown> = {}) {
  const body = { name: newName(), phone: newPhone(), serviceCenter: fixtures.north, ...given };
  const { data, status } = await app.call(leads.createLead, { token, body });
  expect(status).toBe(201);
  return data;
}
const edit = (id: string, body: Record<string, unknown>) =>
  app.call(leads.editLead, { token, params: { id }, body });
async function pairs(query: Record<string, string> = {}) {
  await processDuplicateChecks(app.context);
  const { data } = await app.call(duplicates.listDuplicates, { token, query });
  return data.pairs;
}
const namesOf = ({ one, other }: DuplicatePair) => [one.name, other.name];
const reasons = async () => (await pairs()).map((pair) => pair.reasons.toSorted());

test.each([
  ['the same email', { email: 'Rahim@Example.com' }, { email: 'rahim@example.com' }, 'email'],
  [
    'the same plate in either script',
    { vehicleNumber: 'ঢাকা মেট্রো-গ ১২-৩৪৫৬' },
    { vehicleNumber: 'Ga 12 3456' },
    'plate',
  ],
  ['the same other vehicle number', { vehicleNumber: 'AFM-77-X' }, { vehicleNumber: 'afm 77x' }, 'plate'],
  ['near-equal names on one day', { name: 'Md. Zahid Hossain' }, { name: 'Jahid Hosain' }, 'name'],
  ['near-equal names in either script', { name: 'Rahim Uddin' }, { name: 'রহিম উদ্দিন' }, 'name'],
])(
  'customers with %s are a pair, the earlier one first, and it is said why',
  async (_what, one, other, reason) => {
    const first = await record(one);
    app.clock.set(new Date(testNoon.getTime() + 60_000));
    const second = await record(other);
    const [pair, ...others] = await pairs();
    expect(others).toEqual([]);
    expect(pair).toMatchObject({
      ...{ kind: 'customer', reasons: [reason], dismissed: null },
      one: { _id: first.customer, name: first.name, phone: first.phone, openLeads: 1 },
      other: { _id: second.customer, centers: [{ _id: fixtures.north, name: 'North' }] },
    });
  },
);

test.each([
  [
    'plates of two districts',
    { vehicleNumber: 'DHAKA METRO-GA 12-3456' },
    { vehicleNumber: 'CHATTA METRO-GA 12-3456' },
  ],
  ['no vehicle', { vehicleNumber: 'none' }, { vehicleNumber: 'none' }],
  ['names at two centers', { name: 'Salma Khatun' }, { name: 'Salma Khatun', serviceCenter: 'south' }],
  ['other names', { name: 'Rafiqul Islam' }, { name: 'Shafiqul Islam' }],
])('%s make no pair', async (_what, one, other) => {
  const place = 'serviceCenter' in other ? { serviceCenter: fixtures.south } : {};
  await record(one);
  await record({ ...other, ...place });
  expect(await pairs()).toEqual([]);
});

test('near-equal names of two days make no pair', async () => {
  const { _id } = await record({ name: 'Karim Mia' });
  await record({ name: 'Karim Mia' });
  // Noon and the evening before are one day in UTC.
  await app.pool.query("update leads set created_at = created_at - interval '13 hours' where id = $1", [_id]);
  expect(await pairs()).toEqual([]);
});

test('several reasons are one pair; an edit adds a reason, and takes the pair away once nothing is the same', async () => {
  const one = await record({ email: 'a@pair.example' });
  const other = await record({ vehicleNumber: 'Ga 65-4321' });
  expect(await pairs()).toEqual([]);
  await edit(other._id, { email: 'a@pair.example' });
  expect(await reasons()).toEqual([['email']]);
  await edit(one._id, { vehicleNumber: 'গ ৬৫-৪৩২১' });
  expect(await reasons()).toEqual([['email', 'plate']]);
  await edit(one._id, { vehicleNumber: null, email: null });
  await app.call(customers.editCustomer, {
    token,
    params: { id: String(one.customer) },
    body: { email: null },
  });
  expect(await pairs()).toEqual([]);
});

test('two open leads of one customer are a pair at one center, unless each names another vehicle', async () => {
  const phone = newPhone();
  const first = await record({ phone });
  const second = await record({ phone });
  expect(await pairs()).toMatchObject([
    {
      kind: 'lead',
      customer: first.customer,
      reasons: ['customer'],
      one: { _id: first._id },
      other: { _id: second._id },
    },
  ]);
  await edit(first._id, { vehicleNumber: 'Ga 11-1111' });
  await edit(second._id, { vehicleNumber: 'Ga 22-2222' });
  expect(await pairs()).toEqual([]);
  await edit(second._id, { vehicleNumber: 'Ga 11 1111' });
  expect(await reasons()).toEqual([['customer', 'plate']]);
});

test('a lead that was added although its customer was known is no pair with what was known', async () => {
  const phone = newPhone();
  const known = await record({ phone });
  const unseen = await record({ phone, serviceCenter: fixtures.south, vehicleNumber: 'Ga 33-3333' });
  const servant = await app.signIn('service', [fixtures.north]);
  app.clock.set(new Date(testNoon.getTime() + 60_000));
  const body = { name: newName(), phone, serviceCenter: fixtures.north, vehicleNumber: 'Ga 33 3333' };
  const meant = [known._id, unseen._id];
  const { data } = await app.call(leads.createLead, { token: servant.token, body: { ...body, meant } });
  const found = await pairs();
  expect(found.map(({ one, other }) => [one._id, other._id].toSorted())).toEqual([[unseen._id, data._id]]);
  expect(await pairs({ dismissed: 'true' })).toMatchObject([
    {
      kind: 'lead',
      dismissed: { by: { _id: servant.id } },
      one: { _id: known._id },
      other: { _id: data._id },
    },
  ]);
});

test('customers of whom a new lead was meant to be another one are no pair, as far as its recorder could see them', async () => {
  const shared = { email: 'family@meant.example', vehicleNumber: 'Ga 44-4444' };
  const known = await record({ email: shared.email });
  const byPlate = await record({ vehicleNumber: shared.vehicleNumber });
  const unseen = await record({ email: shared.email, serviceCenter: fixtures.south });
  const unlike = await record();
  const servant = await app.signIn('service', [fixtures.north]);
  app.clock.set(new Date(testNoon.getTime() + 60_000));
  const body = { ...shared, name: newName(), phone: newPhone(), serviceCenter: fixtures.north };
  const meant = [known, byPlate, unseen, unlike].map(({ _id }) => _id);
  const { data } = await app.call(leads.createLead, { token: servant.token, body: { ...body, meant } });
  expect(data.phone).toBe(body.phone);
  const idsOf = (found: DuplicatePair[]) =>
    found.map(({ one, other }) => [one._id, other._id].toSorted()).toSorted();
  const { rows } = await app.pool.query('select customer_id as id from leads where id = $1', [data._id]);
  const pairWith = ({ customer }: { customer?: string | null }) => [customer, rows[0].id].toSorted();
  expect(idsOf(await pairs())).toEqual(
    [[known.customer, unseen.customer].toSorted(), pairWith(unseen)].toSorted(),
  );
  const said = await pairs({ dismissed: 'true' });
  expect(idsOf(said)).toEqual([pairWith(known), pairWith(byPlate)].toSorted());
  expect(said).toMatchObject([
    { kind: 'customer', dismissed: { by: { _id: servant.id } } },
    { kind: 'customer', dismissed: { by: { _id: servant.id } } },
  ]);
  await edit(known._id, { vehicleNumber: shared.vehicleNumber });
  expect(idsOf(await pairs())).not.toContainEqual(pairWith(known));
});

test('leads of one customer at two centers are a pair by their plate, in the lists of both centers', async () => {
  const phone = newPhone();
  const first = await record({ phone });
  const second = await record({ phone, serviceCenter: fixtures.south });
  expect(await pairs()).toEqual([]);
  await edit(first._id, { vehicleNumber: 'Ga 33-3333' });
  await edit(second._id, { vehicleNumber: 'GA-333333' });
  for (const serviceCenter of [fixtures.south, fixtures.north])
    expect(await pairs({ serviceCenter })).toMatchObject([{ kind: 'lead', reasons: ['plate'] }]);
});

test('a pair of leads goes when one is closed or archived, and comes back with it', async () => {
  const phone = newPhone();
  await record({ phone });
  const lead = await record({ phone });
  expect(await pairs()).toHaveLength(1);
  const archive = (isActive: boolean) =>
    app.call(leads.archiveLead, { token, params: { id: lead._id }, body: { isActive } });
  await archive(false);
  // What has just gone is not listed either before it is compared.
  expect((await app.call(duplicates.listDuplicates, { token })).data.pairs).toEqual([]);
  expect(await pairs()).toEqual([]);
  await archive(true);
  expect(await pairs()).toHaveLength(1);
  const body = { status: 'lostCustomer', lostReason: 'Price' };
  await app.call(leads.moveLead, { token, params: { id: lead._id }, body });
  expect(await pairs()).toEqual([]);
});

test('a merged customer is in no pair, and comes back when the merge is undone', async () => {
  const one = await record({ email: 'merged@pair.example' });
  const other = await record({ email: 'merged@pair.example' });
  expect(await pairs()).toMatchObject([{ kind: 'customer' }]);
  const { data } = await app.call(merges.mergeCustomers, {
    token,
    body: {
      customers: [one, other].map(({ customer }) => ({ _id: String(customer), version: 1 })),
      ...{ keep: String(one.customer), name: one.name, email: one.email },
    },
  });
  // Their leads are one customer's now.
  expect(await pairs()).toMatchObject([{ kind: 'lead', customer: one.customer }]);
  await app.call(merges.undoCustomerMerge, { token, params: { id: data.merge._id } });
  expect(await pairs()).toMatchObject([{ kind: 'customer', reasons: ['email'] }]);
});

test('what is not the same stays so for whom one of the two is merged into', async () => {
  const phone = newPhone();
  const said = async (...two: { _id: string }[]) => {
    const ids = two.map(({ _id }) => _id).sort();
    const all = await pairs();
    const found = all.find(({ one, other }) => [one._id, other._id].sort().join() === ids.join());
    await app.call(duplicates.dismissDuplicate, { token, params: { id: String(found?._id) } });
  };
  const [one, other] = [await record({ phone }), await record({ phone })];
  await said(one, other);
  const third = await record({ phone, serviceCenter: fixtures.south });
  const both = [third, one].map(({ _id, version }) => ({ _id, version }));
  const merged = await app.call(mergeLeads, {
    token,
    body: { kept: third._id, leads: both, fields: { serviceCenter: one._id } },
  });
  expect(merged.status).toBe(200);
  expect(await pairs()).toEqual([]);

  const customer = ({ customer }: { customer: string | null }) => ({ _id: String(customer) });
  const email = 'stays@pair.example';
  const [a, b, c] = [await record({ email }), await record({ email }), await record({ name: 'Kept Khan' })];
  await said(customer(a), customer(b));
  await app.call(merges.mergeCustomers, {
    token,
    body: {
      customers: [a, c].map((lead) => ({ ...customer(lead), version: 1 })),
      ...{ keep: String(c.customer), name: c.name, email: null },
    },
  });
  const kept = String(c.customer);
  expect((await pairs()).filter(({ one, other }) => [one._id, other._id].includes(kept))).toEqual([]);
});

test('an erased customer is in no pair, and nothing that was compared stays', async () => {
  const one = await record({ email: 'gone@pair.example' });
  await record({ email: 'gone@pair.example' });
  const [pair] = await pairs();
  await app.call(duplicates.dismissDuplicate, { token, params: { id: String(pair?._id) } });
  await app.call(leads.archiveLead, { token, params: { id: one._id }, body: { isActive: false } });
  const boss = await app.signIn('superAdmin');
  const erased = await app.call(eraseCustomer, {
    token: boss.token,
    params: { id: String(one.customer) },
    body: { phone: one.phone },
  });
  expect(erased.status).toBe(200);
  for (const table of ['duplicate_keys', 'duplicate_pairs']) {
    const { rows } = await app.pool.query(`select from ${table} t where t::text like $1`, [
      `%${one.customer}%`,
    ]);
    expect(rows).toEqual([]);
  }
  expect(await pairs()).toEqual([]);
});

test(`a record has at most ${duplicateSearchLimits.pairsOfRecord} pairs`, async () => {
  const made = duplicateSearchLimits.pairsOfRecord + 4;
  for (let place = 0; place < made; place++) {
    await record({ email: 'many@pair.example' });
    if (place % 5 === 0) await processDuplicateChecks(app.context);
  }
  await processDuplicateChecks(app.context);
  const { rows } = await app.pool.query<{ pairs: number }>(
    `select count(*)::int as pairs from (select one_id as id from duplicate_pairs union all select other_id from duplicate_pairs) p
     group by id`,
  );
  const most = Math.max(...rows.map(({ pairs }) => pairs));
  expect(most).toBe(duplicateSearchLimits.pairsOfRecord);
  expect((await app.call(duplicates.countDuplicates, { token })).data).toEqual({
    pairs: rows.reduce((sum, { pairs }) => sum + pairs, 0) / 2,
    isCapped: false,
  });
});

test('what is not the same is remembered with who said so and when, until it is taken back', async () => {
  const one = await record({ email: 'couple@pair.example' });
  await record({ email: 'couple@pair.example' });
  const [pair] = await pairs();
  const id = String(pair?._id);
  const other = await app.signIn('admin');
  expect((await app.call(duplicates.dismissDuplicate, { token, params: { id } })).status).toBe(204);
  app.clock.set(new Date(testNoon.getTime() + 60_000));
  await app.call(duplicates.dismissDuplicate, { token: other.token, params: { id } });
  expect(await pairs()).toEqual([]);
  expect((await app.call(duplicates.countDuplicates, { token })).data.pairs).toBe(0);
  // Also when they share something else by now, or nothing for a while.
  await edit(one._id, { vehicleNumber: 'Ga 99-1111' });
  expect(await pairs()).toEqual([]);
  const [said] = await pairs({ dismissed: 'true' });
  const me = await app.pool.query<{ name: string }>(
    'select e.name from duplicate_pairs p join employees e on e.id = p.dismissed_by',
  );
  expect(said).toMatchObject({
    _id: id,
    dismissed: { at: testNoon.toISOString(), by: { name: me.rows[0]?.name } },
  });
  expect(said?.dismissed?.by._id).not.toBe(other.id);
  expect((await app.call(duplicates.restoreDuplicate, { token, params: { id } })).status).toBe(204);
  expect(await pairs()).toMatchObject([{ _id: id, reasons: ['email'], dismissed: null }]);
});

test('what is not the same stays listed, whatever becomes of the records', async () => {
  const phone = newPhone();
  const lead = await record({ phone, email: 'both@pair.example' });
  await record({ phone });
  const other = await record({ email: 'both@pair.example' });
  const found = await pairs();
  for (const { _id: id } of found) await app.call(duplicates.dismissDuplicate, { token, params: { id } });
  await app.call(leads.archiveLead, { token, params: { id: lead._id }, body: { isActive: false } });
  await app.call(merges.mergeCustomers, {
    token,
    body: {
      customers: [lead, other].map(({ customer }) => ({ _id: String(customer), version: 1 })),
      ...{ keep: String(lead.customer), name: lead.name, email: lead.email },
    },
  });
  await processDuplicateChecks(app.context);
  const { data } = await app.call(duplicates.listDuplicates, { token, query: { dismissed: 'true' } });
  expect([data.pairs.map(({ kind }) => kind).sort(), data.totalPairCount]).toEqual([['customer', 'lead'], 2]);
});

test('pairs are filtered by kind, reason and center, and counted so', async () => {
  const phone = newPhone();
  await record({ phone, email: 'f@pair.example' });
  await record({ phone });
  await record({ email: 'f@pair.example', serviceCenter: fixtures.south });
  expect(await pairs()).toHaveLength(2);
  const found = async (query: Record<string, string>) => (await pairs(query)).map(({ kind }) => kind);
  expect(await found({ kind: 'customer' })).toEqual(['customer']);
  expect(await found({ reason: 'customer' })).toEqual(['lead']);
  expect(await found({ reason: 'email' })).toEqual(['customer']);
  expect(await found({ serviceCenter: fixtures.south })).toEqual(['customer']);
  expect(await found({ serviceCenter: fixtures.north })).toHaveLength(2);
  expect(await found({ reason: 'plate' })).toEqual([]);
  const { data } = await app.call(duplicates.listDuplicates, { token, query: { kind: 'lead' } });
  expect(data).toMatchObject({ totalPairCount: 1, totalPages: 1, isTotalCapped: false });
});

test('pairs from one on are it and those found before it', async () => {
  const phone = newPhone();
  for (let place = 0; place < 3; place++) await record({ phone });
  const [newest, ...older] = await pairs();
  const from = String(older[0]?._id);
  const { data } = await app.call(duplicates.listDuplicates, { token, query: { from, limit: 100 } });
  expect([data.pairs, data.totalPairCount]).toEqual([older, 2]);
  await app.call(duplicates.dismissDuplicate, { token, params: { id: from } });
  expect((await pairs({ from })).map(({ _id }) => _id)).toEqual([older[1]?._id]);
  expect((await pairs({ from: String(newest?._id) })).length).toBe(2);
});

test('what was there before it was compared is compared by the job, whatever came since', async () => {
  const one = await record({ name: 'Nadia Haque' });
  await record({ name: 'Nadia Hoque' });
  await app.pool.query('truncate duplicate_checks');
  await app.pool.query('insert into duplicate_checks (customer_id) select id from customers order by id');
  const all = await pairs({ limit: '100' });
  expect(all.map(namesOf)).toContainEqual([one.name, 'Nadia Hoque']);
});
