import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getDashboard } from '#contract/dashboard.ts';
import * as leads from '#contract/leads/leads.ts';
import * as contract from '#contract/leads/lost-reasons.ts';
import { computeListMark } from '#contract/text/list-mark.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let north: typeof boss;
let south: typeof boss;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
  north = await app.signIn('service', [fixtures.north]);
  south = await app.signIn('service', [fixtures.south]);
});
afterAll(() => app.close());

const edit = (reasons: object[]) =>
  app.call(contract.editLostReasons, { token: boss.token, body: { reasons } });
const list = async ({ token } = south) => (await app.call(contract.listLostReasons, { token })).data;
const offered = async () => (await list()).filter(({ isActive }) => isActive).map(({ en }) => en);

async function lose(lostReason: string) {
  const body = { name: 'Rahim', phone: '01712345678', serviceCenter: fixtures.north };
  const { data } = await app.call(leads.createLead, { token: north.token, body });
  const params = { id: data._id };
  const status = 'lostCustomer';
  return app.call(leads.moveLead, { token: north.token, params, body: { status, lostReason } });
}

async function reported() {
  const { data } = await app.call(getDashboard, { token: boss.token, query: { days: '30' } });
  return Object.fromEntries(data.lostReasons.map(({ reason, leads }) => [reason, leads]));
}

test('a dealer begins with ten reasons in two languages, whose order no use changes (F43)', async () => {
  const before = await list();
  expect(before).toHaveLength(contract.maxOfferedLostReasons);
  expect(before.slice(0, 3).map(({ en }) => en)).toEqual([
    'Price too high',
    'Went to another workshop',
    'Sold the car',
  ]);
  expect(before.every(({ bn, isActive }) => isActive && bn && /^[\p{Script=Bengali}\s]+$/u.test(bn))).toBe(
    true,
  );
  for (let turn = 0; turn < 2; turn++) await lose('Sold the car');
  expect(await list()).toEqual(before);
});

test('of two who edit the list the second is told what the first saved (F73)', async () => {
  const before = await list();
  const body = { reasons: before.toReversed(), seen: computeListMark(before) };
  expect((await app.call(contract.editLostReasons, { token: boss.token, body })).status).toBe(200);
  const late = await app.call(contract.editLostReasons, { token: boss.token, body });
  expect(late).toMatchObject({ status: 409, error: { current: before.toReversed() } });
  await edit(before);
});

test('a reason that somebody typed is offered to nobody, at no center (F43)', async () => {
  await lose('secret of the north');
  for (const who of [south, north, boss]) expect(JSON.stringify(await list(who))).not.toContain('secret');
});

test('a lead keeps a reason of the list as the list writes it, and any other as it was typed (F43)', async () => {
  for (const [typed, kept] of [
    ['  price TOO   high', 'Price too high'],
    ['দাম বেশি', 'Price too high'],
    ['Price too high for me', 'Price too high for me'],
  ] as const)
    expect((await lose(typed)).data.lostReason).toBe(kept);
  expect(await reported()).toMatchObject({ 'price too high': 2, 'price too high for me': 1 });
});

describe('a super admin', () => {
  test('changes texts and order, adds and retires; what is left out is retired too (F43)', async () => {
    const [price, workshop, sold, ...rest] = await list();
    const count = (await reported())['price too high'];
    const changed = [
      { ...sold, en: 'Sold their car' },
      { en: 'Moved away', bn: '', isActive: true },
      { ...workshop, isActive: false },
      ...rest.slice(1),
    ];
    const { status, data } = await edit(changed);
    expect(status).toBe(200);
    expect(data).toEqual([
      { ...sold, en: 'Sold their car' },
      { _id: expect.any(String), en: 'Moved away', bn: null, isActive: true },
      ...rest.slice(1),
      { ...workshop, isActive: false },
      { ...price, isActive: false },
      { ...rest[0], isActive: false },
    ]);
    expect(await list()).toEqual(data);
    expect((await reported())['price too high'], 'a retired reason stays in reports').toBe(count);
    expect((await lose('Price too high')).data.lostReason).toBe('Price too high');

    expect((await edit([{ _id: noEmployeeId, en: 'New', isActive: true }])).data[0]?._id).not.toBe(
      noEmployeeId,
    );
    expect(await offered()).toEqual(['New']);
  });

  test('is named in the audit log once for each change (F43)', async () => {
    const audited =
      "select actor_id, details from audit_log where details -> 'fields' ? 'lostReasons' order by id desc";
    const before = (await app.pool.query(audited)).rows;
    expect(before[0]).toEqual({ actor_id: boss.id, details: { fields: ['lostReasons'] } });
    await edit(await list());
    expect((await app.pool.query(audited)).rows).toEqual(before);
  });

  test.each([
    ['no text', [{ en: ' ', isActive: true }], 'reasons.0.en'],
    [
      'a text that is taken',
      [
        { en: 'Far', isActive: true },
        { en: ' FAR ', isActive: false },
      ],
      'reasons.0.en',
    ],
    [
      'a text that is taken in another language',
      [
        { en: 'Far', bn: 'দূরে', isActive: true },
        { en: 'Away', bn: 'দূরে', isActive: true },
      ],
      'reasons.1.bn',
    ],
    [
      'more than there are keys',
      Array.from({ length: 11 }, (_, n) => ({ en: `Reason ${n}`, isActive: true })),
      'reasons',
    ],
  ])('is refused %s', async (_kind, reasons, field) => {
    const before = await list();
    const { status, error } = await edit(reasons);
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
    expect(await list()).toEqual(before);
  });
});

test('of very many retired reasons the oldest go (F43)', async () => {
  const many = (turn: number) =>
    Array.from({ length: 60 }, (_, n) => ({ en: `Turn ${turn}, ${n}`, isActive: n < 10 }));
  await edit(many(1));
  const { data } = await edit(many(2));
  expect(data).toHaveLength(contract.maxStoredLostReasons);
  expect(data[60]?.en).toBe('Turn 1, 0');
});
