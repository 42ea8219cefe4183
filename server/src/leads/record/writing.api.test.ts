import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCustomers } from '#contract/customers.ts';
import { startImport } from '#contract/imports.ts';
import { takeLead } from '#contract/leads/lead-advisors.ts';
import * as contract from '#contract/leads/leads.ts';
import { type Db, inTransaction } from '#server/db/transaction.ts';
import { lockLeadsToRelease } from '#server/leads/bulk/release-leads.db.ts';
import { lockLeadsWithJoined } from '#server/leads/merge/merge-leads.service.ts';
import { checkFile, runImportToEnd } from '#server/testing/import-calls.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let manager: Awaited<ReturnType<TestApp['signIn']>>;
let north: typeof manager;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  manager = await app.signIn('manager');
  north = await app.signIn('service', [fixtures.north]);
});
afterAll(() => app.close());

const record = (body: object, { token = manager.token, key = '' } = {}) =>
  app.call(contract.createLead, {
    token,
    body: { name: 'Rahim', serviceCenter: fixtures.north, ...body },
    headers: key ? { 'idempotency-key': key } : {},
  });
const move = (id: string, body: object, token = manager.token) =>
  app.call(contract.moveLead, { token, params: { id }, body });
const times = <T>(count: number, make: (number: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n));
const phone = (start: string, number: number) => `${start}${String(number).padStart(7, '0')}`;

test('of many leads recorded at once each is answered for itself, the refused ones too', async () => {
  const kinds = [
    (n: number) => record({ name: `Good ${n}`, phone: phone('0181', n) }),
    (n: number) => record({ name: `Offered ${n}`, phone: phone('0182', n), serviceOrCampaign: fixtures.oil }),
    (n: number) => record({ name: `Lost ${n}`, phone: phone('0183', n), serviceCenter: noEmployeeId }),
    (n: number) =>
      record({ name: `Foreign ${n}`, phone: phone('0184', n), serviceCenter: fixtures.south }, north),
    (n: number) =>
      record({ name: `Unoffered ${n}`, phone: phone('0185', n), serviceOrCampaign: noEmployeeId }),
    (n: number) => record({ name: `Numberless ${n}`, phone: `12${n}` }),
  ];
  const answers = await Promise.all(times(60, (n) => kinds[n % kinds.length]?.(n)));
  const fieldOf = [undefined, undefined, 'serviceCenter', 'serviceCenter', 'serviceOrCampaign', 'phone'];
  for (const [n, answer] of answers.entries()) {
    const field = fieldOf[n % kinds.length];
    expect(answer?.status).toBe(field ? 400 : 201);
    if (field) expect(Object.keys(answer?.error.fields ?? {})).toEqual([field]);
    else expect(answer?.data.name).toBe(`${n % kinds.length ? 'Offered' : 'Good'} ${n}`);
  }
  const { rows } = await app.pool.query("select count(*)::int as leads from leads where phone like '018%'");
  expect(rows[0].leads).toBe(20);
});

test('the key of a refused lead may be used again, that of a recorded one answers it', async () => {
  const refused = await Promise.all(
    times(8, (n) =>
      record(
        { phone: phone('0186', n), serviceCenter: n % 2 ? noEmployeeId : fixtures.north },
        { key: `k${n}` },
      ),
    ),
  );
  expect(refused.map(({ status }) => status)).toEqual(times(8, (n) => (n % 2 ? 400 : 201)));
  const again = await Promise.all(times(8, (n) => record({ phone: phone('0186', n) }, { key: `k${n}` })));
  expect(again.map(({ status }) => status)).toEqual(times(8, () => 201));
  expect(again.map(({ data }, n) => data._id === refused[n]?.data?._id)).toEqual(
    times(8, (n) => n % 2 === 0),
  );
});

test('leads of one number at once make one customer, and each says what it says differently', async () => {
  const mobile = phone('0187', 1);
  const answers = await Promise.all(
    times(24, (n) => record({ name: n % 2 ? 'Salma' : 'Salma Akter', phone: mobile })),
  );
  expect(new Set(answers.map(({ data }) => data.customer)).size).toBe(1);
  const found = await app.call(listCustomers, { token: manager.token, query: { search: mobile } });
  expect(found.data.customers).toMatchObject([{ mobile, hasSuggestion: true }]);
  const { rows } = await app.pool.query(
    'select (select count(*) from customers)::int as real, (select sum(customers) from customer_counts)::int as counted',
  );
  expect(rows[0].counted).toBe(rows[0].real);
});

test('of many changes at once each is answered for itself, and of two of one lead the later is told what came first', async () => {
  const made = await Promise.all(times(12, (n) => record({ name: `Moved ${n}`, phone: phone('0188', n) })));
  const ids = made.map(({ data }) => data._id);
  const booked = { status: 'booked', appointmentDate: '2026-03-12', version: 1 };
  const answers = await Promise.all([
    ...ids.map((id) => move(id, booked)),
    ...ids.map((id) => move(id, { status: 'lostCustomer', lostReason: 'Price', version: 1 }, north.token)),
    move(noEmployeeId, booked),
    ...ids.map((id) => move(id, { status: 'booked', appointmentDate: '2020-01-01' })),
  ]);
  const [first, second, gone, late] = [
    answers.slice(0, 12),
    answers.slice(12, 24),
    answers.slice(24, 25),
    answers.slice(25),
  ];
  for (const [n, id] of ids.entries()) {
    const pair = [first[n], second[n]];
    const winner = pair.find((answer) => answer?.status === 200);
    const loser = pair.find((answer) => answer?.status === 409);
    expect(winner?.data).toMatchObject({ _id: id, version: 2 });
    expect(loser?.error.current).toMatchObject({ _id: id, version: 2, status: winner?.data.status });
  }
  expect(gone.map(({ status }) => status)).toEqual([404]);
  expect(late.map(({ status }) => status)).toEqual(times(12, () => 400));
});

test('of many corrections at once each is answered for itself, and who they are about follows them', async () => {
  const made = await Promise.all(times(18, (n) => record({ name: `Old ${n}`, phone: phone('0189', n) })));
  const kinds = [
    // Six leads of one person, who was six.
    (n: number) => ({ phone: phone('0174', 1), name: `Nadia ${n}`, version: 1 }),
    (n: number) => ({ phone: `12${n}`, version: 1 }),
    (n: number) => ({ name: `Stale ${n}`, version: 7 }),
  ];
  const answers = await Promise.all(
    made.map(({ data }, n) =>
      app.call(contract.editLead, {
        token: manager.token,
        params: { id: data._id },
        body: kinds[n % 3]?.(n) ?? {},
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(times(18, (n) => [200, 400, 409][n % 3]));
  const edited = answers.filter(({ status }) => status === 200);
  expect(edited.map(({ data }) => data.name)).toEqual(times(6, (n) => `Nadia ${n * 3}`));
  expect(new Set(edited.map(({ data }) => data.customer)).size).toBe(1);
  for (const { error } of answers.filter(({ status }) => status === 400))
    expect(Object.keys(error.fields ?? {})).toEqual(['phone']);
  const { rows } = await app.pool.query(
    `select (select count(*) from leads where version > 1 and phone like '0189%')::int as wrongly,
       (select count(*) from customers)::int as real, (select sum(customers) from customer_counts)::int as counted`,
  );
  expect(rows[0]).toMatchObject({ wrongly: 0, counted: rows[0].real });
});

const untilOneWaits = () =>
  expect
    .poll(async () => {
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return (await app.pool.query(waiting)).rowCount;
    })
    .toBe(1);

test('release and merge lock leads in the order of changes, by id (F44)', async () => {
  const from = await app.signIn('service', [fixtures.north]);
  const ids: string[] = [];
  for (const number of times(3, (number) => number)) {
    const { data } = await record({ phone: phone('0176', number) }, { token: from.token });
    await app.call(takeLead, { token: from.token, params: { id: data._id } });
    ids.push(data._id);
  }
  const [first, last] = [ids[0], ids.at(-1)];
  await app.pool.query('update employees set is_active = false where id = $1', [from.id]);
  for (const lock of [
    (db: Db) => lockLeadsToRelease(db, from.id, 10),
    async (db: Db) => [...(await lockLeadsWithJoined({ db }, ids.toReversed())).values()],
  ]) {
    const writer = await app.pool.connect();
    await writer.query('begin');
    await writer.query('select from leads where id = $1 for update', [first]);
    const locked = inTransaction(app, ({ db }) => lock(db));
    await untilOneWaits();
    await writer.query('select from leads where id = $1 for update nowait', [last]);
    await writer.query('commit');
    writer.release();
    expect((await locked).map(({ id }) => id)).toEqual(ids.toSorted());
  }
});

test('an import locks the leads that its rows repeat before the customers of the others, as who edits a lead does', async () => {
  const { data } = await record({ phone: phone('0178', 1) });
  const file = [
    'Name,Phone,Service Center,Notes',
    `Rahim,${data.phone},South,`,
    `Rahim,${data.phone},North,Asks again`,
  ];
  const { token } = await app.signIn('superAdmin');
  const { _id: id } = await checkFile(app, token, file.join('\n'), { duplicates: 'join' });
  await app.call(startImport, { token, params: { id } });
  const writer = await app.pool.connect();
  await writer.query('begin');
  await writer.query('select from leads where id = $1 for update', [data._id]);
  const working = runImportToEnd(app, id);
  await untilOneWaits();
  await writer.query('select from customers where id = $1 for update nowait', [data.customer]);
  await writer.query('commit');
  writer.release();
  await working;
  const { data: lead } = await app.call(contract.getLead, { token, params: { id: data._id } });
  expect(lead).toMatchObject({ version: 2, notes: 'Asks again' });
});

test('a change that is ended as a deadlock is tried again, and at last answered by 503 (F44)', async () => {
  const { data } = await record({ phone: phone('0177', 1) });
  const note = (notes: string) => move(data._id, { notes });
  await app.pool.query(`
    create sequence tries;
    create function lose() returns trigger language plpgsql as $$
    begin
      if nextval('tries') < tg_argv[0]::int then raise 'deadlock detected' using errcode = '40P01'; end if;
      return new;
    end $$;
    create trigger lose before update on leads for each row execute function lose(4);`);
  expect(await note('In the end')).toMatchObject({ status: 200, data: { version: 2, notes: 'In the end' } });
  await app.pool.query(`
    drop trigger lose on leads;
    create trigger lose before update on leads for each row execute function lose(1000000);`);
  const { status, headers, error } = await note('Never');
  expect([status, error.code, headers['retry-after']]).toEqual([503, 'unavailable', '2']);
  await app.pool.query('drop function lose cascade; drop sequence tries;');
  expect((await note('Later')).data).toMatchObject({ version: 3, notes: 'Later' });
});
