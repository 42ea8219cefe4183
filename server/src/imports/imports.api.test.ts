import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { setBookingOutcome } from '#contract/bookings/booking-outcomes.ts';
import { textLength } from '#contract/business.ts';
import { basePath } from '#contract/call/endpoint.ts';
import { addComment } from '#contract/comments.ts';
import { logContact } from '#contract/contacts.ts';
import * as customers from '#contract/customers.ts';
import { editDealer } from '#contract/dealer.ts';
import { importLimits } from '#contract/import-settings.ts';
import * as contract from '#contract/imports.ts';
import { mergeLeads } from '#contract/leads/lead-merge.ts';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import * as leads from '#contract/leads/leads.ts';
import { eraseCustomer } from '#contract/privacy/erasure.ts';
import { downloadAllCollections } from '#contract/reports.ts';
import { createServiceCenter, editServiceCenter } from '#contract/service-centers.ts';
import { expectDayCountersToMatch } from '#server/testing/day-counters.ts';
import {
  checkFile,
  importFile,
  problemsCsv,
  refusedCsv,
  revertFile,
  runImportToEnd,
  uploadFile,
} from '#server/testing/import-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { TestApp, testNoon, testRules } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';
import { expireImports } from './imports.service.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let north: typeof boss;
let token: string;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
  north = await app.signIn('service', [fixtures.north]);
  ({ token } = await app.signIn('manager'));
});
afterEach(() => app.clock.set(testNoon));
afterAll(() => app.close());

let phones = 0;
const newPhone = () => `0171300${String(++phones).padStart(4, '0')}`;
const found = async (search: string) =>
  (await app.call(listManagementLeads, { token, query: { search } })).data.leads;
const customerOf = async (search: string) =>
  (await app.call(customers.listCustomers, { token, query: { search } })).data.customers;
const count = async (table: string) =>
  Number((await app.pool.query(`select count(*) as n from ${table}`)).rows[0].n);
const csv = (header: string, ...rows: string[]) => [header, ...rows].join('\n');
const expectExactCounters = async () => {
  await expectDayCountersToMatch(app, testRules.timeZone);
  const { rows } = await app.pool.query(
    `select * from (select service_center_id, status, is_active, count(*) as leads from leads group by 1, 2, 3) counted
     full join (select service_center_id, key as status, figure = 'status' as is_active, sum(leads) as leads from lead_totals where figure in ('status', 'archived') group by 1, 2, 3
       having sum(leads) <> 0) kept using (service_center_id, status, is_active)
     where counted.leads is distinct from kept.leads`,
  );
  expect(rows).toEqual([]);
  const customers = await app.pool.query('select sum(customers) as kept from customer_counts');
  expect(Number(customers.rows[0].kept ?? 0)).toBe(await count('customers'));
};

describe('a file', () => {
  test('of leads comes in with the entry date, status and what it needs that it tells', async () => {
    const of = [newPhone(), newPhone(), newPhone(), newPhone()];
    const file = csv(
      'Name;Phone;Service Center;Service;Source;Status;Entry date;Follow-up date;Appointment date;Lost reason;Job ID;Recorded by;Advisor',
      `Past Amina;${of[0]};north;oil change;FB;Booked;01/02/2026;;05/02/2026;;;${north.name};${north.email}`,
      `Past Bina;${of[1]};North;;;Follow up;02/02/2026 15:30;12/03/2026;;;;;`,
      `Past Chan;${of[2]};South;eid festival;;Lost;03/02/2026;;;went to another workshop;;;${north.name}`,
      `Past Dolly;${of[3]};North;;;Won;04/02/2026;;;;J-17;;`,
    );
    const { data: uploaded } = await uploadFile(app, token, file);
    expect(uploaded).toMatchObject({ state: 'draft', kind: 'csv', separator: ';', isRemembered: false });
    expect(uploaded.sample).toHaveLength(4);
    expect((await checkFile(app, token, file)).check).toMatchObject({ ready: 4, withoutAdvisor: 1 });
    const done = await importFile(app, token, file);
    expect(done).toMatchObject({
      state: 'done',
      rows: 4,
      handled: 4,
      taken: 4,
      refused: 0,
      sample: [],
      check: null,
    });
    const [dolly, chan, bina, amina] = await found('past');
    expect(amina).toMatchObject({
      ...{ name: 'Past Amina', status: 'booked', appointmentDate: '2026-02-05', platform: 'facebook' },
      ...{ createdAt: '2026-01-31T18:00:00.000Z', statusAt: '2026-01-31T18:00:00.000Z' },
      ...{
        employee: { _id: north.id },
        advisor: { _id: north.id },
        serviceOrCampaign: { _id: fixtures.oil },
      },
    });
    expect(bina).toMatchObject({
      ...{ status: 'potential', nextFollowUpDates: ['2026-03-12'], createdAt: '2026-02-02T09:30:00.000Z' },
      ...{ advisor: null, responseDueAt: null },
    });
    // Their advisor may have no lead of the south; the campaign may have ended by now.
    expect(chan).toMatchObject({
      ...{ status: 'lostCustomer', followUpCount: 4, lostReason: 'Went to another workshop', advisor: null },
    });
    expect(dolly).toMatchObject({ status: 'completed', jobId: 'J-17', version: 1 });
    expect((await customerOf(of[0] ?? ''))[0]).toMatchObject({ name: 'Past Amina' });
    await expectExactCounters();
    const again = (await uploadFile(app, token, file)).data;
    expect([again.isRemembered, again.settings.columns]).toEqual([true, uploaded.settings.columns]);
  });

  test('is checked whole before anything is written: every problem by row and column, and each unknown value once', async () => {
    const before = await count('leads');
    const file = csv(
      'Name,Phone,Service Center,Status,Entry date,Advisor,Source',
      `Good,${newPhone()},North,,,`,
      `,${newPhone()},Nowhere,,31/11/2026,`,
      `Bad phone,0171,Nowhere,Booked,,Somebody,Radio`,
      `Later,${newPhone()},North,,2026-03-11,`,
    );
    const { check, state } = await checkFile(app, token, file, { leavesOutUnreadable: false });
    expect([state, await count('leads')]).toEqual(['checked', before]);
    expect(check).toMatchObject({ rows: 4, ready: 1, refused: 3, duplicates: 0 });
    expect(check?.problems.map(({ row, field, value }) => [row, field, value])).toEqual([
      [3, 'serviceCenter', 'Nowhere'],
      [3, 'createdAt', '31/11/2026'],
      [3, 'name', ''],
      [4, 'phone', '0171'],
      [4, 'serviceCenter', 'Nowhere'],
      [4, 'platform', 'Radio'],
      [4, 'advisor', 'Somebody'],
      [4, 'appointmentDate', ''],
      [5, 'createdAt', '2026-03-11'],
    ]);
    expect(check?.values).toEqual([
      { field: 'serviceCenter', value: 'Nowhere', rows: 2, to: null },
      { field: 'platform', value: 'Radio', rows: 1, to: null },
      { field: 'advisor', value: 'Somebody', rows: 1, to: null },
    ]);
  });

  test('tells all of its problems in a file to download, however many, for as long as it is checked', async () => {
    const bad = Array.from({ length: 230 }, (_, place) => `Many ${place},=1+${place},North,`);
    const file = csv('Name,Phone,Service Center,', ...bad, `Late,${newPhone()},"Nowhere, ""else""",`);
    const { _id, check } = await checkFile(app, token, file);
    expect(check?.problems).toHaveLength(importLimits.listedProblems);
    const lines = (await problemsCsv(app, token, _id)).split('\r\n');
    expect(lines).toHaveLength(1 + 231 + 1);
    expect([lines[0], lines[1], lines[231]]).toEqual([
      '\ufeffRow,Column,Value,Problem',
      expect.stringMatching(/^2,Phone,'=1\+0,./),
      expect.stringMatching(/^232,Service Center,"Nowhere, ""else""",./),
    ]);
    await app.call(contract.stopImport, { token, params: { id: _id } });
    const refusal = JSON.parse(await problemsCsv(app, token, _id));
    expect(refusal).toMatchObject({ error: { code: 'conflict', current: { state: 'stopped' } } });
  });

  test('has room for the values of each field, however many lost reasons it has', async () => {
    const reasons = Array.from(
      { length: 510 },
      (_, place) => `Reason ${place},${newPhone()},North,Lost,Reason ${place}`,
    );
    const file = csv('Name,Phone,Service Center,Status,Lost reason', ...reasons, `A,${newPhone()},Nowhere,,`);
    const { check } = await checkFile(app, token, file);
    expect(check?.values).toContainEqual({ field: 'serviceCenter', value: 'Nowhere', rows: 1, to: null });
    expect(check?.values).toHaveLength(importLimits.lostReasons + 1);
  });

  test('tells while it is checked how many rows there are, and how many of them are done', async () => {
    const rows = Array.from({ length: 4_200 }, (_, place) => `Many ${place},12,North`);
    const { data } = await uploadFile(app, token, csv('Name,Phone,Service Center', ...rows));
    const params = { id: data._id };
    await app.pool.query(`create table told (said text);
      create function tell_of_check() returns trigger language plpgsql as $$ begin
        insert into told values (new.state || ' ' || new.handled || ' of ' || new.rows); return null; end $$;
      create trigger tell_of_check after update on imports for each row execute function tell_of_check()`);
    await app.call(contract.checkImport, { token, params, body: data.settings });
    await runImportToEnd(app, data._id);
    const { rows: told } = await app.pool.query('select said from told where said is not null');
    await app.pool.query('drop function tell_of_check cascade; drop table told');
    expect(told.map(({ said }) => said)).toEqual([
      ...['checking 0 of 4200', 'checking 2000 of 4200', 'checking 4000 of 4200', 'checked 4200 of 4200'],
    ]);
    const again = (await app.call(contract.checkImport, { token, params, body: data.settings })).data;
    expect(again).toMatchObject({ state: 'checking', handled: 0, rows: 4_200 });
  });

  test('gets a choice once for each value that names nothing, and what rows leave out', async () => {
    const [one, two] = [newPhone(), newPhone()];
    const file = csv('Name,Phone,Branch,Status', `Chosen One,${one},HQ,Walked`, `Chosen Two,${two},,Lost`);
    const done = await importFile(app, token, file, {
      values: [
        { field: 'serviceCenter', value: 'hq', to: fixtures.south },
        { field: 'status', value: 'Walked', to: 'completed' },
      ],
      defaults: { serviceCenter: fixtures.north, lostReason: 'Too far' },
    });
    expect(done).toMatchObject({ taken: 2, refused: 0 });
    const [second, first] = (await found('chosen')).sort((a, b) => (a.name < b.name ? 1 : -1));
    expect(first).toMatchObject({ status: 'completed', serviceCenter: { _id: fixtures.south } });
    expect(second).toMatchObject({ lostReason: 'Too far', serviceCenter: { _id: fixtures.north } });
  });

  test('is not given what was chosen before for rows that leave it out, once that is switched off or has passed', async () => {
    const closing = await app.call(createServiceCenter, { token, body: { name: 'Closing' } });
    const id = closing.data._id;
    const file = csv('Name,Phone,Status,Usual', `Left Out,${newPhone()},,`);
    const defaults = { serviceCenter: id, followUpDate: '2026-03-11', platform: 'website' } as const;
    const { _id } = await checkFile(app, token, file, { defaults });
    const kept = async () => (await uploadFile(app, token, file)).data.settings;
    expect((await kept()).defaults).toEqual(defaults);
    await app.call(editServiceCenter, { token, params: { id }, body: { isActive: false } });
    app.clock.set(new Date(testNoon.getTime() + 2 * 86_400_000));
    ({ token } = await app.signIn('manager'));
    const settings = await kept();
    expect(settings.defaults).toEqual({ platform: 'website' });
    const params = { id: _id };
    await app.call(contract.checkImport, { token, params, body: { ...settings, defaults } });
    await runImportToEnd(app, _id);
    expect((await app.call(contract.getImport, { token, params })).data.check).toMatchObject({
      ...{ ready: 0, problems: [{ field: 'serviceCenter' }] },
    });
  });

  test('leaves refused rows with their reasons, to be mended and loaded again', async () => {
    const file = csv(
      'Name,Phone,Service Center,Remark',
      `Mend Me,12,North,"=1+1, ""so"""`,
      `Fine,${newPhone()},North,`,
    );
    const done = await importFile(app, token, file);
    expect(done).toMatchObject({ taken: 1, refused: 1 });
    const refused = await refusedCsv(app, token, done._id);
    expect(refused).toBe(
      `\ufeffName,Phone,Service Center,Remark,Reasons\r\nMend Me,12,North,"'=1+1, ""so""",Phone: This phone number is too short\r\n`,
    );
    const mended = await uploadFile(app, token, refused.replace(',12,', `,${newPhone()},`));
    expect(mended.data.isRemembered).toBe(true);
    const again = await importFile(app, token, refused.replace(',12,', `,${newPhone()},`));
    expect(again).toMatchObject({ taken: 1, refused: 0 });
    expect((await found('mend me'))[0]).toMatchObject({ notes: '=1+1, "so"' });
  });

  test("of this product's whole export brings archived leads in as such", async () => {
    const create = async (name: string) => {
      const body = { name, phone: newPhone(), serviceCenter: fixtures.north, notes: 'Kept' };
      return (await app.call(leads.createLead, { token, body })).data;
    };
    const [away, here] = [await create('Exported Away'), await create('Exported Here')];
    await app.call(leads.archiveLead, { token, params: { id: away._id }, body: { isActive: false } });
    const { rawPayload } = await app.app.inject({
      url: `${basePath}${downloadAllCollections.path}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const [header = '', ...lines] = String((await unzip(rawPayload)).get('leads.csv')).split('\r\n');
    const file = csv(header, ...lines.filter((line) => line.includes('Exported ')));
    const done = await importFile(app, token, file, { duplicates: 'add' });
    expect(done).toMatchObject({ taken: 2, refused: 0 });
    const { rows } = await app.pool.query(
      `select l.name, l.is_active, v.snapshot -> 'is_active' as was_active from leads l join lead_versions v on v.lead_id = l.id
       where l.import_id = $1 order by 1`,
      [done._id],
    );
    expect(rows).toEqual([
      { name: 'Exported Away', is_active: false, was_active: false },
      { name: 'Exported Here', is_active: true, was_active: true },
    ]);
    expect((await found('exported')).map(({ name }) => name)).toEqual([here.name, here.name]);
    await expectExactCounters();
    const unclear = await checkFile(
      app,
      token,
      csv('Name,Phone,Branch,Active', `A,${newPhone()},North,perhaps`),
      { leavesOutUnreadable: false },
    );
    expect(unclear.check?.problems).toMatchObject([{ row: 2, field: 'isActive', value: 'perhaps' }]);
  });

  test.each([
    '',
    'Name,Phone',
    Buffer.from('%PDF-1.7'),
    Buffer.from('a,b\n\0\0,c'),
    `${'a,'.repeat(300)}\n1`,
  ])('that cannot be read gets one line (%#)', async (file) => {
    const { status, error } = await uploadFile(app, token, file);
    expect([status, error.message.includes('\n')]).toEqual([400, false]);
    expect(error.message.length).toBeLessThan(120);
  });

  test('is refused without the columns it needs, and with columns it does not have', async () => {
    const { data } = await uploadFile(app, token, csv('Name,Phone', `A,${newPhone()}`));
    const params = { id: data._id };
    const check = (columns: object) =>
      app.call(contract.checkImport, { token, params, body: { ...data.settings, columns } });
    expect((await check(data.settings.columns)).error.fields).toHaveProperty('columns');
    expect((await check({ ...data.settings.columns, serviceCenter: [7] })).error.fields).toHaveProperty(
      'columns',
    );
    expect((await app.call(contract.startImport, { token, params })).status).toBe(409);
    const stopped = await app.call(contract.stopImport, { token, params });
    expect(stopped.data).toMatchObject({ state: 'stopped', sample: [] });
    expect(await count(`import_chunks where import_id = '${data._id}'`)).toBe(0);
  });

  test('of customers makes those that there are not, and fills in the others', async () => {
    const [old, fresh] = [newPhone(), newPhone()];
    const body = { name: 'Known Person', phone: old, serviceCenter: fixtures.north };
    await app.call(leads.createLead, { token, body });
    const file = csv(
      'Name,Phone,Email,Address,City',
      `Known Again,${old},known@example.com,Road 5,Dhaka`,
      `Fresh Person,${fresh},,Road 6,`,
      `Fresh Twice,${fresh},fresh@example.com,,`,
    );
    const skipped = await importFile(app, token, file, { noun: 'customers' });
    expect(skipped).toMatchObject({ taken: 1, skipped: 2, joined: 0 });
    const joined = await importFile(app, token, file, { noun: 'customers', duplicates: 'join' });
    expect(joined).toMatchObject({ taken: 0, joined: 3 });
    expect((await customerOf(old))[0]).toMatchObject({ name: 'Known Person', email: 'known@example.com' });
    expect((await customerOf(fresh))[0]).toMatchObject({ name: 'Fresh Person', email: 'fresh@example.com' });
    await expectExactCounters();
  });
});

describe('a row of somebody with an open lead', () => {
  const rowOf = (phone: string) =>
    csv(
      'Name,Phone,Email,Service Center,Remark,Status',
      `Twin,${phone},twin@example.com,North,More to say,`,
      `Twin,${phone},,North,Again,`,
    );
  const twin = async () => {
    const phone = newPhone();
    const body = { name: 'Twin', phone, serviceCenter: fixtures.north, notes: 'Said before' };
    return { phone, lead: (await app.call(leads.createLead, { token, body })).data };
  };

  test('joins it or not as the dealer has enquiries join, unless the file has a choice of its own', async () => {
    const proposed = async (header: string, noun?: 'customers') =>
      (await uploadFile(app, token, csv(header, `A,${newPhone()}`), noun)).data.settings.duplicates;
    const choose = (joinsOpenLeads: boolean) =>
      app.call(editDealer, { token: boss.token, body: { joinsOpenLeads } });
    expect(await proposed('Name,Phone,One')).toBe('join');
    expect((await choose(false)).status).toBe(200);
    expect(await proposed('Name,Phone,One')).toBe('add');
    expect(await proposed('Name,Phone', 'customers')).toBe('skip');
    await choose(true);
    await checkFile(app, token, rowOf(newPhone()), { duplicates: 'skip' });
    expect((await uploadFile(app, token, rowOf(newPhone()))).data.settings.duplicates).toBe('skip');
  });

  test('is left out', async () => {
    const { phone, lead } = await twin();
    const { check } = await checkFile(app, token, rowOf(phone));
    expect(check).toMatchObject({ ready: 2, duplicates: 2 });
    const choice = { duplicates: 'skip' } as const;
    expect(await importFile(app, token, rowOf(phone), choice)).toMatchObject({ taken: 0, skipped: 2 });
    expect(await found(phone)).toEqual([lead]);
  });

  test('or joins it, so that nothing is lost', async () => {
    const { phone, lead } = await twin();
    expect(await importFile(app, token, rowOf(phone), { duplicates: 'join' })).toMatchObject({
      taken: 0,
      joined: 2,
    });
    expect(await found(phone)).toMatchObject([
      { _id: lead._id, version: 2, email: 'twin@example.com', notes: 'Said before\nMore to say\nAgain' },
    ]);
  });

  test('or joins the one that was kept when the lead that it repeats was merged', async () => {
    const day = 24 * 3_600_000;
    app.clock.set(new Date(testNoon.getTime() - day));
    const { phone, lead: kept } = await twin();
    app.clock.set(testNoon);
    const body = { name: 'Twin', phone, serviceCenter: fixtures.north };
    const { data: joined } = await app.call(leads.createLead, { token, body });
    const both = [kept, joined].map(({ _id, version }) => ({ _id, version }));
    await app.call(mergeLeads, { token, body: { kept: kept._id, leads: both } });
    const row = csv(
      'Name,Phone,Email,Service Center,Status,Entry date',
      `Twin,${phone},t@x.com,North,Won,2026-03-10`,
    );
    expect(await importFile(app, token, row, { duplicates: 'join' })).toMatchObject({ joined: 1 });
    expect(await found(phone)).toMatchObject([{ _id: kept._id, email: 't@x.com' }]);
  });

  test('and gives it what else it lacks, but tells a further status in the notes', async () => {
    const { phone } = await twin();
    const file = csv(
      'Name,Phone,Service Center,Status,Appointment date,Appointment time,Job ID,Follow-up date,Entry date',
      `Twin,${phone},North,Booked,2026-03-20,16:30,J-9,,`,
      `Twin,${phone},North,Follow up,2026-03-25,,J-10,2026-03-12,`,
    );
    for (const joined of [2, 2])
      expect(await importFile(app, token, file, { duplicates: 'join' })).toMatchObject({ joined });
    expect(await found(phone)).toMatchObject([
      {
        ...{ version: 2, status: 'pending', jobId: 'J-9', nextFollowUpDates: [] },
        ...{ appointmentDate: '2026-03-20', appointmentTime: '16:30' },
        notes:
          'Said before\nIn the imported file: Booked\nAnother preferred date: 25 March 2026\nAnother job ID: J-10\nIn the imported file: Potential, follow-up on 2026-03-12',
      },
    ]);
  });

  test('and tells in the notes what else it says otherwise, which the report names (F116)', async () => {
    const { phone, lead } = await twin();
    const body = {
      email: 'twin@example.com',
      vehicleNumber: 'DHAKA METRO-GA 12-3456',
      appointmentDate: '2026-03-20',
    };
    await app.call(leads.editLead, { token, params: { id: lead._id }, body });
    const file = csv(
      'Name,Phone,Service Center,Email,Vehicle,Service,Appointment date,Appointment time',
      `Fatima Karim,${phone},North,Twin@Example.com,ঢাকা মেট্রো-গ ১২-৩৪৫৬,Oil Change,2026-03-21,10:00`,
      `Twin,${phone},North,f@example.com,DHAKA METRO-KA 98-7654,,,`,
      `Twin,${phone},North,twin@example.com,,,,`,
    );
    const done = await importFile(app, token, file, { duplicates: 'join' });
    expect(done).toMatchObject({
      ...{ joined: 3, taken: 0, differingCount: 2 },
      differing: [
        { row: 2, lead: lead._id, name: 'Twin', fields: ['name', 'appointment'] },
        { row: 3, lead: lead._id, fields: ['email', 'vehicleNumber'] },
      ],
    });
    expect(await found(phone)).toMatchObject([
      {
        ...body,
        name: 'Twin',
        serviceOrCampaign: { name: 'Oil Change' },
        notes: [
          'Said before',
          'Another name: Fatima Karim',
          'Another preferred date: 21 March 2026, 10:00',
          'Another email: f@example.com',
          'Another vehicle number: DHAKA METRO-KA 98-7654',
        ].join('\n'),
      },
    ]);
  });

  for (const duplicates of ['skip', 'join'] as const) {
    test(`but another name with another vehicle is another person, who is added and counted: ${duplicates} (F116)`, async () => {
      const phone = newPhone();
      const file = csv(
        'Name,Phone,Service Center,Vehicle',
        `Abdul Karim,${phone},North,DHAKA METRO-GA 12-3456`,
        `Fatima Karim,${phone},North,DHAKA METRO-KA 98-7654`,
        `A. Karim,${phone},North,`,
      );
      const { check } = await checkFile(app, token, file, { duplicates });
      expect(check).toMatchObject({ ready: 3, duplicates: 1, otherPeople: 1 });
      expect(await importFile(app, token, file, { duplicates })).toMatchObject({ taken: 2, beside: 1 });
      expect((await found(phone)).map(({ name }) => name).sort()).toEqual(['Abdul Karim', 'Fatima Karim']);
      // Each is found again.
      const again = csv('Name,Phone,Service Center,Email', `Fatima Karim,${phone},North,f@example.com`);
      await importFile(app, token, again, { duplicates: 'join' });
      expect(await found(phone)).toContainEqual(
        expect.objectContaining({ name: 'Fatima Karim', email: 'f@example.com' }),
      );
    });
  }

  test('and waits while its customer is being erased, instead of being refused (F111)', async () => {
    const { phone, lead } = await twin();
    const { _id: id } = await checkFile(app, token, rowOf(phone), { duplicates: 'join' });
    await app.call(contract.startImport, { token, params: { id } });
    const erasing = 'update customers set is_erasing = $1 where mobile = $2';
    await app.pool.query(erasing, [true, phone]);
    await expect(runImportToEnd(app, id)).rejects.toMatchObject({ code: 'unavailable' });
    await app.pool.query(erasing, [false, phone]);
    await runImportToEnd(app, id);
    const { data } = await app.call(contract.getImport, { token, params: { id } });
    expect(data).toMatchObject({ state: 'done', joined: 2, refused: 0 });
    expect(await found(phone)).toMatchObject([{ _id: lead._id, email: 'twin@example.com' }]);
  });

  test('but is refused when the notes have no room for what it says', async () => {
    const { phone, lead } = await twin();
    const body = { notes: 'x'.repeat(textLength.notes - 5) };
    await app.call(leads.editLead, { token, params: { id: lead._id }, body });
    const done = await importFile(app, token, rowOf(phone), { duplicates: 'join' });
    expect(done).toMatchObject({ joined: 0, refused: 2 });
    expect(await refusedCsv(app, token, done._id)).toContain('Remark: The notes of the lead');
    expect(await found(phone)).toMatchObject([{ ...body, email: null }]);
  });

  test('or becomes a lead beside it, which is counted', async () => {
    const { phone } = await twin();
    const done = await importFile(app, token, rowOf(phone), { duplicates: 'add' });
    expect(done).toMatchObject({ taken: 2, beside: 2 });
    expect(await found(phone)).toHaveLength(3);
  });

  test('is the same row when the same file is loaded twice', async () => {
    const phone = newPhone();
    const file = csv('Name,Phone,Service Center,Status,Entry date', `Once,${phone},North,Won,2026-02-01`);
    await importFile(app, token, file);
    expect(await importFile(app, token, file)).toMatchObject({ taken: 0, joined: 1 });
    expect(await found(phone)).toMatchObject([{ name: 'Once', version: 1 }]);
  });
});

test.runIf(isLongRun)(
  'four processes at once and one that is killed bring each row in exactly once, and out again',
  async () => {
    const of = Array.from({ length: 900 }, newPhone);
    const file = csv(
      'Name,Phone,Service Center,Remark',
      ...of.map((phone) => `Once,${phone},North,`),
      ...of.slice(0, 150).map((phone) => `Twice,${phone},North,More`),
      ...of.slice(0, 100).map(() => 'Refused,12,North,'),
    );
    const checked = await checkFile(app, token, file);
    const params = { id: checked._id };
    const siblings = await Promise.all([1, 2, 3].map(() => app.openSibling()));
    const four = [app, ...siblings];
    const work = () => Promise.all(four.map((each) => runImportToEnd(each, checked._id)));
    await app.call(contract.startImport, { token, params });
    // As if a process died with its transaction open.
    await app.pool.query(`create function die() returns trigger language plpgsql as $$ begin
    if (select handled from imports where id = '${checked._id}') = 400 then raise exception using errcode = '57P01'; end if;
    return null; end $$; create trigger die after insert on leads execute function die()`);
    await expect(runImportToEnd(app, checked._id)).rejects.toThrow();
    await app.pool.query('drop function die cascade');
    expect((await app.call(contract.getImport, { token, params })).data).toMatchObject({
      handled: 400,
      taken: 400,
    });
    await work();
    expect((await app.call(contract.getImport, { token, params })).data).toMatchObject({
      ...{ state: 'done', handled: 1_150, taken: 900, joined: 150, refused: 100, skipped: 0 },
    });
    expect(await count(`leads where import_id = '${checked._id}'`)).toBe(900);
    expect(await count(`lead_versions where snapshot ->> 'import_id' = '${checked._id}'`)).toBe(1_050);
    expect(await count(`import_rows where import_id = '${checked._id}'`)).toBe(250);
    expect(await count(`import_chunks where import_id = '${checked._id}'`)).toBe(0);
    await expectExactCounters();
    expect((await app.call(contract.revertImport, { token, params })).status).toBe(201);
    await work();
    expect((await app.call(contract.getImport, { token, params })).data).toMatchObject({
      ...{ state: 'reverted', reverted: 1_800, keptCount: 0 },
    });
    expect(await count(`leads where import_id = '${checked._id}'`)).toBe(0);
  },
  120_000,
);

test('one import runs at a time, and can be stopped', async () => {
  const file = () => csv('Name,Phone,Service Center', `Stop,${newPhone()},North`);
  const one = await checkFile(app, token, file());
  const other = await checkFile(app, token, file());
  const start = (id: string) => app.call(contract.startImport, { token, params: { id } });
  expect((await start(one._id)).status).toBe(201);
  expect((await start(other._id)).error.current).toMatchObject({ _id: one._id });
  await app.call(contract.stopImport, { token, params: { id: one._id } });
  await runImportToEnd(app, one._id);
  expect(await found('stop')).toEqual([]);
  expect((await start(other._id)).status).toBe(201);
  await runImportToEnd(app, other._id);
  expect(await found('stop')).toHaveLength(1);
});

describe('a revert', () => {
  const file = (...phones: string[]) =>
    csv(
      'Name,Phone,Email,Service Center',
      ...phones.map((phone, place) => `Back ${place},${phone},b${place}@example.com,North`),
    );

  test('takes all away but what was changed or contacted since, and names it', async () => {
    const phones = Array.from({ length: 6 }, newPhone);
    const [, edited = '', called = '', said = '', more = '', known = ''] = phones;
    const own = { name: 'Known', phone: known, serviceCenter: fixtures.south };
    await app.call(leads.createLead, { token, body: own });
    const before = {
      leads: await count('leads'),
      versions: await count('lead_versions'),
      customers: await count('customers'),
    };
    const done = await importFile(app, token, file(...phones));
    expect(done).toMatchObject({ taken: 6, revertUntil: '2026-03-17T06:00:00.000Z' });
    const idOf = async (phone: string) => (await found(phone))[0]?._id ?? '';
    await app.call(leads.editLead, { token, params: { id: await idOf(edited) }, body: { notes: 'Mine' } });
    const contact = { channel: 'call', outcome: 'busy' } as const;
    await app.call(logContact, { token, params: { id: await idOf(called) }, body: contact });
    await app.call(addComment, {
      token,
      params: { id: await idOf(said) },
      body: { text: 'Hm', mentions: [] },
    });
    await app.call(leads.createLead, {
      token,
      body: { name: 'More', phone: more, serviceCenter: fixtures.south },
    });
    const { data } = await revertFile(app, boss.token, done._id);
    expect(data).toMatchObject({ state: 'reverted', reverted: 4, keptCount: 4, revertUntil: null });
    expect(data).toMatchObject({ revertedBy: { name: boss.name } });
    expect(data?.kept.map(({ name, noun, reason }) => [name, noun, reason]).sort()).toEqual([
      ['Back 1', 'leads', 'changedSince'],
      ['Back 2', 'leads', 'contactedSince'],
      ['Back 3', 'leads', 'changedSince'],
      ['Back 4', 'customers', 'otherLeads'],
    ]);
    expect(await count('leads')).toBe(before.leads + 4);
    expect(await count('customers')).toBe(before.customers + 4);
    expect((await customerOf(known))[0]?.hasSuggestion).toBe(false);
    await expectExactCounters();
    const { entries } = (
      await app.call(listAudit, { token: boss.token, query: { action: 'importReverted' } })
    ).data;
    expect(entries[0]).toMatchObject({ details: { import: done._id, leads: 3, customers: 1 } });
    expect(entries.filter(({ details }) => details.import === done._id)).toHaveLength(1);
  });

  test('makes leads that rows joined what they were, but for those changed or contacted since', async () => {
    const four = Array.from({ length: 4 }, newPhone);
    const [whole = '', edited = '', called = '', same = ''] = four;
    const idOf = new Map<string, string>();
    for (const phone of four) {
      const email = phone === same ? 'b3@example.com' : undefined;
      const body = { name: 'Joined', phone, email, serviceCenter: fixtures.north, notes: 'Before' };
      idOf.set(phone, (await app.call(leads.createLead, { token, body })).data._id);
    }
    const params = (phone: string) => ({ id: idOf.get(phone) ?? '' });
    const others = Array.from({ length: 200 }, () => `Filler,${newPhone()},,North,`);
    const done = await importFile(
      app,
      token,
      csv(
        'Name,Phone,Email,Service Center,Remark',
        ...four.map((phone, place) => `Joined,${phone},b${place}@example.com,North,`),
        ...[...others, `Joined,${whole},,North,Later`],
      ),
      { duplicates: 'join' },
    );
    expect(done).toMatchObject({ taken: 200, joined: 5 });
    expect((await found(whole))[0]).toMatchObject({ version: 3, notes: 'Before\nLater' });
    app.clock.set(new Date(testNoon.getTime() + 60_000));
    await app.call(leads.editLead, { token, params: params(edited), body: { notes: 'Mine' } });
    const contact = { channel: 'call', outcome: 'busy' } as const;
    await app.call(logContact, { token, params: params(called), body: contact });
    const { data } = await revertFile(app, token, done._id);
    expect(data).toMatchObject({ state: 'reverted', reverted: 400, restored: 1, keptCount: 2 });
    expect(data?.kept.map(({ _id, reason }) => [_id, reason]).sort()).toEqual(
      [
        [params(edited).id, 'changedSince'],
        [params(called).id, 'contactedSince'],
      ].sort(),
    );
    expect((await found(whole))[0]).toMatchObject({ version: 4, notes: 'Before', email: null });
    expect((await found(edited))[0]).toMatchObject({ email: 'b1@example.com' });
    await expectExactCounters();
  });

  test('takes back a file of which every row joined a lead', async () => {
    const phone = newPhone();
    const body = { name: 'Joined', phone, serviceCenter: fixtures.north };
    await app.call(leads.createLead, { token, body });
    const done = await importFile(app, token, file(phone), { duplicates: 'join' });
    expect(done.revertUntil).not.toBeNull();
    expect((await revertFile(app, token, done._id)).data).toMatchObject({ restored: 1, keptCount: 0 });
    expect((await found(phone))[0]).toMatchObject({ email: null });
  });

  test('takes away what its own rows added to its leads, but not what people did', async () => {
    const [twice, often, edited] = [newPhone(), newPhone(), newPhone()];
    const rowOf = (phone: string, notes: string, email = '') => `Own,${phone},North,${notes},${email}`;
    const others = Array.from({ length: 200 }, () => rowOf(newPhone(), ''));
    const file = csv(
      'Name,Phone,Service Center,Remark,Email',
      ...[rowOf(twice, 'One'), rowOf(often, 'One'), rowOf(edited, 'One'), rowOf(twice, 'Two')],
      ...others,
      ...[rowOf(often, 'Two', 'often@example.com'), rowOf(edited, 'Two')],
    );
    const { _id: id } = await checkFile(app, token, file);
    await app.call(contract.startImport, { token, params: { id } });
    let passed = 0;
    const clock = { now: () => new Date(testNoon.getTime() + ++passed) };
    await runImportToEnd({ context: { ...app.context, clock } as TestApp['context'] }, id);
    expect(await found(often)).toMatchObject([{ notes: 'One\nTwo', email: 'often@example.com' }]);
    expect(await customerOf(often)).toMatchObject([{ email: 'often@example.com' }]);
    const params = { id: (await found(edited))[0]?._id ?? '' };
    await app.call(leads.editLead, { token, params, body: { notes: 'Mine' } });
    app.clock.set(new Date(testNoon.getTime() + 10_000));
    expect((await revertFile(app, token, id)).data).toMatchObject({
      ...{ reverted: 404, keptCount: 1 },
      kept: [{ _id: params.id, noun: 'leads', reason: 'changedSince' }],
    });
    expect(await customerOf(often)).toEqual([]);
    expect([...(await found(twice)), ...(await found(often))]).toEqual([]);
    await expectExactCounters();
  });

  test('takes away bookings with their leads, but for customers who have arrived', async () => {
    const [arrived, expected] = [newPhone(), newPhone()];
    const rows = [arrived, expected].map((phone) => `Booked,${phone},North,Booked,2026-03-10`);
    const file = csv('Name,Phone,Service Center,Status,Appointment Date', ...rows);
    const done = await importFile(app, token, file);
    const params = { id: (await found(arrived))[0]?._id ?? '' };
    const body = { outcome: 'arrived' } as const;
    expect((await app.call(setBookingOutcome, { token, params, body })).status).toBe(200);
    expect((await revertFile(app, token, done._id)).data).toMatchObject({
      ...{ keptCount: 1, kept: [{ _id: params.id, noun: 'leads', reason: 'changedSince' }] },
    });
    expect(await found(expected)).toEqual([]);
    const { rows: left } = await app.pool.query(
      'select b.lead_id as id, b.outcome from bookings b join leads l on l.id = b.lead_id where l.phone = any($1)',
      [[arrived, expected]],
    );
    expect(left).toEqual([{ ...params, ...body }]);
  });

  test('is refused later than seven days, twice, and where nothing came in', async () => {
    const done = await importFile(app, token, file(newPhone()));
    app.clock.set(new Date(testNoon.getTime() + 7 * 86_400_000 + 1));
    const later = await app.signIn('manager');
    expect((await revertFile(app, later.token, done._id)).status).toBe(403);
    app.clock.set(testNoon);
    expect((await revertFile(app, token, done._id)).status).toBe(201);
    expect((await revertFile(app, token, done._id)).status).toBe(409);
    const none = await importFile(app, token, file('12'));
    expect([none.refused, (await revertFile(app, token, none._id)).status]).toEqual([1, 409]);
  });

  test('knows every table that refers to a lead or customer', async () => {
    const { rows } = await app.pool.query(
      `select distinct conrelid::regclass::text as name from pg_constraint
       where contype = 'f' and confrelid in ('leads'::regclass, 'customers'::regclass) order by 1`,
    );
    // `isChanged` of revert-leads.db.ts and import-customers.db.ts look at these, or they go along.
    expect(rows.map(({ name }) => name)).toEqual([
      ...[
        'bookings',
        'customer_addresses',
        'customer_merges',
        'customer_messages',
        'customer_suggestions',
        'customers',
        'deliveries',
        'idempotency_keys',
        'lead_comments',
      ],
      ...['lead_contacts', 'lead_mentions', 'lead_merges', 'lead_versions', 'leads', 'whatsapp_messages'],
    ]);
  });

  test('is the only way to delete versions', async () => {
    await importFile(app, token, file(newPhone()));
    await expect(app.pool.query('delete from lead_versions')).rejects.toThrow('append-only');
  });
});

test('an imported lead never starts the response clock, also not when it is edited', async () => {
  const phone = newPhone();
  await importFile(app, token, csv('Name,Phone,Service Center', `Quiet,${phone},North`));
  const [lead] = await found(phone);
  const params = { id: lead?._id ?? '' };
  const { data } = await app.call(leads.editLead, { token, params, body: { notes: 'Called back' } });
  expect(data).toMatchObject({ responseDueAt: null, respondedAt: null, responseMinutes: null, version: 2 });
});

test('screens hear of each batch once, and of no lead', async () => {
  // What tests before this one did.
  await app.hub.awaitInvalidation();
  const heard: string[] = [];
  const unsubscribe = app.hub.subscribe(({ kind }) => heard.push(kind));
  const rows = Array.from({ length: 300 }, () => `Loud,${newPhone()},North`);
  await importFile(app, token, csv('Name,Phone,Service Center', ...rows));
  await app.hub.awaitInvalidation();
  unsubscribe();
  expect(heard.filter((kind) => kind === 'lead')).toEqual([]);
  expect(heard.filter((kind) => kind === 'leads')).toHaveLength(2);
});

test('files go after a day, refused rows after a week, and both when a person is erased', async () => {
  const day = 86_400_000;
  const phone = newPhone();
  const file = csv('Name,Phone,Service Center', `Erased,${phone},Nowhere`);
  const done = await importFile(app, token, file);
  const waiting = await checkFile(app, token, file);
  const { data: lead } = await app.call(leads.createLead, {
    token,
    body: { name: 'Erased', phone, serviceCenter: fixtures.north },
  });
  await app.call(leads.archiveLead, { token, params: { id: lead._id }, body: { isActive: false } });
  const erased = await app.call(eraseCustomer, {
    token: boss.token,
    params: { id: String(lead.customer) },
    body: { phone },
  });
  expect(erased.status).toBe(200);
  const read = async (id: string) => (await app.call(contract.getImport, { token, params: { id } })).data;
  expect(await read(waiting._id)).toMatchObject({ state: 'expired', sample: [], check: null });
  expect(await refusedCsv(app, token, done._id)).not.toContain(phone);

  const next = await checkFile(app, token, csv('Name,Phone,Service Center', `Kept,12,North`));
  const refused = await importFile(app, token, csv('Name,Phone,Service Center', `Kept,12,North`));
  app.clock.set(new Date(testNoon.getTime() + day + 1));
  await expireImports(app.context);
  app.clock.set(testNoon);
  expect((await read(next._id)).state).toBe('expired');
  expect(await refusedCsv(app, token, refused._id)).toContain('Kept');
  app.clock.set(new Date(testNoon.getTime() + 7 * day + 1));
  await expireImports(app.context);
  app.clock.set(testNoon);
  expect(await refusedCsv(app, token, refused._id)).not.toContain('Kept');
});

test('whoever may not import any more stops being imported for', async () => {
  const other = await app.signIn('manager');
  const checked = await checkFile(
    app,
    other.token,
    csv('Name,Phone,Service Center', `Gone,${newPhone()},North`),
  );
  await app.call(contract.startImport, { token: other.token, params: { id: checked._id } });
  await app.pool.query("update employees set level = 'service' where id = $1", [other.id]);
  await runImportToEnd(app, checked._id);
  const { data } = await app.call(contract.getImport, { token, params: { id: checked._id } });
  expect(data).toMatchObject({ state: 'stopped', taken: 0 });
});
