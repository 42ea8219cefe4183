import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { mergeCustomers } from '#contract/customer-merges.ts';
import {
  countFoundByStatus,
  findKnownPeople,
  findOpenedLeads,
  findPeople,
} from '#contract/leads/lead-find.ts';
import * as contract from '#contract/leads/leads.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { recordStatements } from '#server/testing/statements.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let entry: typeof boss;
let north: typeof boss;
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
  entry = await app.signIn('dataEntry');
  north = await app.signIn('service', [fixtures.north]);
  await add('nadiaNew', { name: 'Nadia Karim', phone: '01711223344', vehicleNumber: 'ঢাকা মেট্রো-গ ১২-৩৪৫৬' });
  await add('nadiaDone', { name: 'Nadia K.', phone: '+880 1711-223344', email: 'Nadia@Padma.test' });
  await move('nadiaDone', { status: 'completed', jobId: 'JC-77 0412' });
  await add('nadiaSouth', {
    name: 'Nadia in the south',
    phone: '01711223344',
    serviceCenter: fixtures.south,
  });
  await add('karim', {
    name: 'Karim',
    phone: '01811000002',
    email: 'karim@padma.test',
    serviceCenter: fixtures.south,
  });
  await move('karim', { status: 'booked', appointmentDate: '2026-03-12', appointmentTime: '14:30' });
  await add('old', { name: 'Karim the elder', phone: '01911000003' });
  await archive('old');
  await add('lost', { name: 'Karim who left', phone: '01611000004' });
  await move('lost', { status: 'lostCustomer', lostReason: 'Price' });
});
afterAll(() => app.close());

async function add(name: string, body: object) {
  advance(60_000);
  const { data } = await app.call(contract.createLead, {
    token: boss.token,
    body: { name, phone: '', serviceCenter: fixtures.north, ...body },
  });
  ids[name] = data._id;
}
const advance = (by: number) => app.clock.set(new Date(app.clock.now().getTime() + by));
const params = (name: string) => ({ id: ids[name] ?? '' });
const move = (name: string, body: object) =>
  app.call(contract.moveLead, { token: boss.token, params: params(name), body });
const archive = (name: string) =>
  app.call(contract.archiveLead, { token: boss.token, params: params(name), body: { isActive: false } });
const find = async (text: string, { token } = boss) =>
  (await app.call(findPeople, { token, body: { text } })).data;
const leadsOf = (leads: readonly { _id: string }[] = []) => leads.map(({ _id }) => _id);
const namesIn = ({ people }: Awaited<ReturnType<typeof find>>) => people.map(({ name }) => name);

describe('find', () => {
  test.each([
    '01711-223344',
    '3344',
    '+8801711',
    'nadia',
    'K. nadia',
    'dhaka metro ga 123456',
    'padma.test nadia',
    'jc-77',
    '০৪১২',
    '770412',
  ])('%s finds a person with all their enquiries', async (text) => {
    const { people } = await find(text);
    expect(people).toMatchObject([{ name: 'Nadia Karim', phone: '01711223344' }]);
    expect(leadsOf(people[0]?.open).toSorted()).toEqual([ids.nadiaNew, ids.nadiaSouth]);
    expect(leadsOf(people[0]?.past)).toEqual([ids.nadiaDone]);
  });

  test('what was asked for comes first among many jobs of one person', async () => {
    for (let n = 0; n < 6; n++) {
      await add(`job${n}`, { name: 'Fleet', phone: '01711700001', vehicleNumber: `Sylhet Ka 71-000${n}` });
      await move(`job${n}`, { status: 'completed', jobId: `FL-900${n}` });
    }
    await add('fleetNow', { name: 'Fleet', phone: '01711700001' });
    const found = async (text: string) => (await find(text)).people[0];
    for (const text of ['fl-9001', 'sylhet ka 710001'])
      expect(leadsOf((await found(text))?.past)).toEqual([ids.job1, ids.job5, ids.job4]);
    expect(leadsOf((await found('01711700001'))?.past)).toEqual([ids.job5, ids.job4, ids.job3]);
    expect(leadsOf((await found('fl-9001'))?.open)).toEqual([ids.fleetNow]);
  });

  test('a plate without its district is no other one that ends alike', async () => {
    for (const [place, vehicleNumber] of ['ঢাকা মেট্রো-ঘ ৬৫-৪৩২১', 'GHA 65-4321', 'Sylhet ha 65-4321'].entries())
      await add(`plate${place}`, { name: `Plate ${place}`, phone: `0171160000${place}`, vehicleNumber });
    const found = async (text: string) => namesIn(await find(text)).toSorted();
    expect(await found('gha 65-4321')).toEqual(['Plate 0', 'Plate 1']);
    expect(await found('ha 65-4321')).toEqual(['Plate 2']);
    expect(await found('a 65-4321')).toEqual([]);
  });

  test.each([
    ['Zohra da437854', { name: 'Zohra Da437854' }],
    ['Zaman Ha ৫৫-০০১১', { name: 'Zaman Ha550011 Sons' }],
    ['dhaka ga 112233', { name: 'Fleet of Dhaka Ga112233' }],
    ['ma123450', { email: 'rahima123450@padma.test' }],
    ['ka 910283', { vehicleNumber: 'Corolla Ka 91-0283' }],
    ['da771166', {}, 'DA-771166'],
  ])('%s looks like a number plate and is found where it is written', async (text, written, jobId = '') => {
    const phone = `016133${text.replace(/\D/g, '').slice(-5).padStart(5, '0')}`;
    await add(text, { name: 'Looks alike', phone, ...written });
    if (jobId) await move(text, { status: 'completed', jobId });
    expect((await find(text)).people).toMatchObject([{ phone }]);
  });

  test.each([
    ['O’Brien', ['obrien', "O'Brien", 'o’brien']],
    ['José Peña', ['jose', 'JOSE PENA', 'josé']],
    ['Łukasz Sørensen', ['lukasz', 'sorensen']],
  ])('%s is found with and without accents and apostrophes (F125)', async (name, searches) => {
    await add(name, { name, phone: `016144${String(name.length).padStart(5, '0')}` });
    for (const text of searches) expect(namesIn(await find(text)), text).toEqual([name]);
  });

  test('open enquiries come first, archived ones last, with what is due', async () => {
    const found = await find('karim');
    expect(namesIn(found)).toEqual(['Karim', 'Nadia Karim', 'Karim who left', 'Karim the elder']);
    expect(found.people[0]?.open[0]).toMatchObject({
      status: 'booked',
      appointmentDate: '2026-03-12',
      appointmentTime: '14:30',
      serviceCenter: { _id: fixtures.south },
      advisor: null,
    });
    expect(found.people[3]?.past[0]).toMatchObject({ isActive: false });
  });

  test('management learns whose customer it is, and finds customers by what only they are called', async () => {
    expect((await find('nadia')).people[0]?.customer).toEqual(expect.any(String));
    expect((await find('nadia', entry)).people[0]).toMatchObject({
      name: 'Nadia in the south',
      customer: null,
    });
    await app.pool.query(
      `update customers set name = 'Begum Rokeya', search_key = 'begumrokeya' where mobile = '01611000004'`,
    );
    expect(namesIn(await find('rokeya'))).toEqual(['Begum Rokeya']);
    expect(namesIn(await find('rokeya', entry))).toEqual([]);
  });

  test('what many have is found among the newest', async () => {
    for (let n = 0; n < 10; n++) await add(`many${n}`, { name: `Shirin ${n}`, phone: `0155500000${n}` });
    await archive('many9');
    const found = await find('shirin');
    expect(found.isCapped).toBe(true);
    expect(namesIn(found)).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((n) => `Shirin ${n}`));
    expect(namesIn(await find('shirin', north))).toHaveLength(8);
  });

  test('a merged customer by each number, and tells the one that was asked for', async () => {
    const numbers = ['01711500001', '01711500002', '01711500003'] as const;
    for (const [place, phone] of numbers.entries()) await add(`of${place}`, { name: 'Two Phones', phone });
    const { rows } = await app.pool.query(
      'select id as _id, version from customers where mobile = any($1) order by mobile',
      [numbers],
    );
    const body = { customers: rows, keep: rows[0]._id, name: 'Two Phones', email: null };
    await app.call(mergeCustomers, { token: boss.token, body });
    const phonesOf = ({ people }: { people: { phone: string; otherPhones: string[] }[] }) =>
      people.map(({ phone, otherPhones }) => [phone, ...otherPhones]);
    expect(phonesOf(await find('two phones'))).toEqual([[...numbers]]);
    expect(phonesOf(await find('0171-1500003'))).toEqual([[numbers[0], numbers[2], numbers[1]]]);
    const known = await app.call(findKnownPeople, {
      token: entry.token,
      body: { phone: `+88${numbers[1]}` },
    });
    expect(phonesOf(known.data)[0]?.slice(0, 2)).toContain(numbers[1]);
  });

  test('an erased customer is found by nothing', async () => {
    await add('gone', { name: 'Gone Person', phone: '01511000009' });
    await app.pool.query(`update leads set customer_id = null, search_key = '', name = '' where id = $1`, [
      ids.gone,
    ]);
    await app.pool.query(`update leads set job_id = 'GONE-1' where id = $1`, [ids.gone]);
    expect((await find('gone-1')).people).toEqual([]);
  });
});

describe('at a center that the finder may not see', () => {
  const told = async (text: string) => (await find(text, north)).elsewhere;
  const entries = async () =>
    (await app.call(listAudit, { token: boss.token, query: { action: 'foundElsewhere' } })).data.entries;

  test('only a full number tells that an enquiry is open there, and no more', async () => {
    expect(await find('01811000002', north)).toEqual({
      people: [],
      isCapped: false,
      elsewhere: { serviceCenters: ['South'], isHeldBack: false },
    });
    for (const text of ['0181100000', 'karim@padma.test', '01911000003', '01999999999'])
      expect((await told(text)).serviceCenters, text).toEqual([]);
    const { people, elsewhere } = await find('+880 1711 223344', north);
    expect(leadsOf([...(people[0]?.open ?? []), ...(people[0]?.past ?? [])])).toEqual([
      ids.nadiaNew,
      ids.nadiaDone,
    ]);
    expect(elsewhere.serviceCenters).toEqual(['South']);
    expect(JSON.stringify(people)).not.toContain('south');
    expect((await find('01811000002', entry)).elsewhere.serviceCenters).toEqual([]);
  });

  test('is audited once for each person, number and day, without the number', async () => {
    const before = await entries();
    await told('01811000002');
    expect(await entries()).toHaveLength(before.length);
    expect(before[0]).toMatchObject({
      actor: { _id: north.id },
      details: { customer: expect.any(String), serviceCenters: [fixtures.south] },
    });
    expect(JSON.stringify(before)).not.toMatch(/0?18110{5}2/);
    // In steps that no session ends in.
    for (let step = 0; step < 3; step++) {
      advance(5 * 3_600_000);
      for (const somebody of [boss, entry, north]) await find('nobody', somebody);
    }
    await told('01811000002');
    expect(await entries()).toHaveLength(before.length + 1);
  });

  test('nobody is told of more than 30 numbers in an hour, nor that there is nothing to tell', async () => {
    for (let n = 10; n < 45; n++)
      await add(`far${n}`, { phone: `015110000${n}`, serviceCenter: fixtures.south });
    const other = await app.signIn('service', [fixtures.north]);
    const answers = [];
    for (let n = 10; n < 45; n++) answers.push((await find(`015110000${n}`, other)).elsewhere);
    expect(answers.filter(({ serviceCenters }) => serviceCenters.length > 0)).toHaveLength(30);
    expect((await find('01999999998', other)).elsewhere).toEqual({ serviceCenters: [], isHeldBack: true });
    expect((await find('01511000010', north)).elsewhere.isHeldBack).toBe(false);
    advance(3_600_000);
    expect((await find('01511000044', other)).elsewhere.serviceCenters).toEqual(['South']);
  });
});

test('a number that only other centers know costs what an unknown one costs, in Find and for a known caller (F109)', async () => {
  const { hidden, closed, unknown } = {
    hidden: '01511000061',
    closed: '01511000062',
    unknown: '01511000063',
  };
  await add('hidden', { phone: hidden, serviceCenter: fixtures.south });
  await add('closed', { phone: closed, serviceCenter: fixtures.south });
  await move('closed', { status: 'completed' });
  const statements = recordStatements();
  const workOf = async (call: () => Promise<unknown>) => {
    statements.clear();
    await call();
    // Who asks is read when the process has not kept it: that depends on the clock, not on the number.
    return statements
      .texts()
      .filter((text) => !text.includes('from sessions s'))
      .toSorted();
  };
  const other = await app.signIn('service', [fixtures.north]);
  const calls = {
    find: (phone: string) => find(phone, other),
    known: (phone: string) => app.call(findKnownPeople, { token: other.token, body: { phone } }),
  };
  for (const [name, call] of Object.entries(calls)) {
    await call('01511000064');
    const work = await workOf(() => call(unknown));
    expect(work.length, name).toBeGreaterThan(2);
    expect(await workOf(() => call(closed)), name).toEqual(work);
    // Only what is told is audited.
    expect(await workOf(() => call(hidden)), name).toEqual(expect.arrayContaining(work));
  }
  statements.restore();
});

test('30 numbers an hour are 30 when they are asked for at once, and numbers that nobody has count, too (F109)', async () => {
  for (let n = 10; n < 70; n++)
    await add(`near${n}`, { phone: `015120000${n}`, serviceCenter: fixtures.south });
  const other = await app.signIn('service', [fixtures.north]);
  const numbers = Array.from({ length: 60 }, (_, place) => `015120000${10 + place}`);
  const answers: { phone: string; serviceCenters: string[] }[] = [];
  for (let start = 0; start < numbers.length; start += 12) {
    const some = numbers.slice(start, start + 12);
    const ask = async (phone: string) => ({ phone, ...(await find(phone, other)).elsewhere });
    // Each twice, so that one that is held back is not told to the second.
    answers.push(...(await Promise.all([...some, ...some].map(ask))));
  }
  const told = answers.filter(({ serviceCenters }) => serviceCenters.length > 0);
  expect(new Set(told.map(({ phone }) => phone)).size).toBe(30);
  const another = await app.signIn('service', [fixtures.north]);
  for (let n = 10; n < 40; n++) await find(`015130000${n}`, another);
  expect((await find('01512000010', another)).elsewhere).toEqual({ serviceCenters: [], isHeldBack: true });
});

describe('a known caller', () => {
  const known = async (body: object, { token } = boss) =>
    (await app.call(findKnownPeople, { token, body })).data;

  test.each([
    [{ phone: '+880 1711-223344' }, ['phone']],
    [{ email: 'NADIA@padma.test' }, ['email']],
    [{ vehicleNumber: 'DM GA 123456' }, ['vehicleNumber']],
    [{ phone: '01711223344', email: 'nadia@padma.test', vehicleNumber: 'x' }, ['phone', 'email']],
  ])('is told by exactly the same: %j', async (body, by) => {
    expect((await known(body)).people).toMatchObject([{ name: 'Nadia Karim', by }]);
  });

  test.each([
    { phone: '0171122334' },
    { email: 'nadia@padma' },
    { email: 'adia@padma.test' },
    { vehicleNumber: '12-3456' },
    { vehicleNumber: 'dm gha 12-3456' },
    { vehicleNumber: 'dhaka metro ga 12-345' },
    {},
  ])('is nobody by a part: %j', async (body) => {
    expect((await known(body)).people).toEqual([]);
  });

  test('is told within the own centers, with the exception of a full number', async () => {
    expect(await known({ phone: '01811000002', email: 'karim@padma.test' }, north)).toEqual({
      people: [],
      elsewhere: { serviceCenters: ['South'], isHeldBack: false },
    });
  });
});

test('leads opened before are answered in their order, without those of other centers', async () => {
  const asked = [ids.karim, ids.old, ids.nadiaNew, fixtures.north] as string[];
  const opened = async (token: string) =>
    leadsOf((await app.call(findOpenedLeads, { token, body: { ids: asked } })).data.leads);
  expect(await opened(entry.token)).toEqual([ids.karim, ids.old, ids.nadiaNew]);
  expect(await opened(north.token)).toEqual([ids.old, ids.nadiaNew]);
});

test('a search tells in which statuses it finds something', async () => {
  const count = async (token: string, body: Record<string, unknown>) =>
    (await app.call(countFoundByStatus, { token, body })).data;
  expect(await count(boss.token, { search: 'nadia' })).toEqual({
    statuses: [
      { status: 'pending', leads: 2 },
      { status: 'completed', leads: 1 },
    ],
    isCapped: false,
  });
  expect((await count(north.token, { search: 'karim' })).statuses).toEqual([
    { status: 'pending', leads: 1 },
    { status: 'lostCustomer', leads: 1 },
  ]);
  expect((await count(boss.token, { search: 'karim', serviceCenter: fixtures.south })).statuses).toEqual([
    { status: 'booked', leads: 1 },
  ]);
});
