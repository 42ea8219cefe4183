import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#contract/call/messages.ts';
import * as customers from '#contract/customers.ts';
import { checkImport, startImport } from '#contract/imports.ts';
import { listManagementLeads } from '#contract/leads/lead-oversight.ts';
import { listLeads } from '#contract/leads/leads.ts';
import { createServiceCenter } from '#contract/service-centers.ts';
import {
  checkFile,
  importFile,
  revertFile,
  runImportToEnd,
  uploadFile,
} from '#server/testing/import-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let token: string;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  ({ token } = await app.signIn('manager'));
});
afterAll(() => app.close());

const found = async (search: string) =>
  (await app.call(listManagementLeads, { token, query: { search } })).data.leads;
const csv = (...rows: string[]) => rows.join('\n');

test('the first number that is one counts, and nothing else that a row says of the person is lost (F120)', async () => {
  const file = csv(
    'Name,Phone,Mobile,WhatsApp,Email,Work email,Branch,Remark',
    'First A,N/A,01716000001,01716000001,,a@example.com,North,Asked',
    'First B,ask the office,01716000002,,nobody,b@example.com,North,',
    'First C,01716000003,01816000003,+8801816000003,"c@example.com; c2@example.com",c3@example.com,North,Asked',
    'First D,01716000004 / 01816000004,,,,,North,',
    'First E,2026-11-05,01716000005,,,,North,',
  );
  expect(await importFile(app, token, file)).toMatchObject({ taken: 5, refused: 0 });
  const notesOf = async (phone: string) => {
    const [lead] = await found(phone);
    return [lead?.name, lead?.email, lead?.notes];
  };
  expect(await notesOf('01716000001')).toEqual(['First A', 'a@example.com', 'Asked']);
  expect(await notesOf('01716000002')).toEqual([
    ...['First B', 'b@example.com', 'Phone: ask the office\nEmail: nobody'],
  ]);
  expect(await notesOf('01716000003')).toEqual([
    ...['First C', 'c@example.com'],
    'Asked\nMobile: 01816000003\nEmail: c@example.com; c2@example.com\nWork email: c3@example.com',
  ]);
  expect(await notesOf('01716000004')).toEqual(['First D', null, 'Phone: 01816000004']);
  expect(await notesOf('01716000005')).toEqual(['First E', null, 'Phone: 2026-11-05']);
});

test('a second number of a customer is a further number of theirs (F120)', async () => {
  const file = csv('Name,Phone,Mobile', 'Two Numbers,01716100001,01816100001');
  expect(await importFile(app, token, file, { noun: 'customers' })).toMatchObject({ taken: 1, refused: 0 });
  const { data } = await app.call(customers.listCustomers, { token, query: { search: '01816100001' } });
  expect(data.customers).toMatchObject([{ mobile: '01716100001', otherMobiles: ['01816100001'] }]);
});

test('a cell that cannot be read is left out, its text is in the notes, and the row comes in', async () => {
  const header = 'Name,Phone,Branch,Email,Appointment date,Appointment time,Entry date,Next follow-up,Status';
  const file = csv(
    header,
    'Messy A,01716600001,North,no,,,yesterday,,',
    'Messy B,01716600002,North,,2026-03-20,morning,,,',
    'Messy C,01716600003,North,,soon,,,,Booked',
    'Messy D,01716600004,North,,,,,later,Interested',
  );
  const done = await importFile(app, token, file);
  expect(done).toMatchObject({ taken: 2, refused: 2 });
  const [b, a] = (await found('messy')).sort((one, other) => (one.name < other.name ? 1 : -1));
  expect(a).toMatchObject({ name: 'Messy A', email: null, notes: 'Entry date: yesterday\nEmail: no' });
  expect(b).toMatchObject({ appointmentDate: '2026-03-20', appointmentTime: null });
  expect(b?.notes).toBe('Appointment time: morning');
  const { check } = await checkFile(app, token, file.replaceAll('016600', '016601'));
  expect(check?.leftOut.map(({ row, field, value }) => [row, field, value])).toEqual([
    [2, 'createdAt', 'yesterday'],
    [2, 'email', 'no'],
    [3, 'appointmentTime', 'morning'],
  ]);
  // A booking needs its day, and a potential lead its follow-up.
  expect(check?.problems).toMatchObject([
    { row: 4, field: 'appointmentDate', value: 'soon', message: messages.invalidDate },
    { row: 5, field: 'followUpDates', value: 'later', message: messages.invalidDate },
  ]);
  expect(check?.leftOutRows).toBe(2);
  const strict = await checkFile(app, token, file.replaceAll('016600', '016601'), {
    leavesOutUnreadable: false,
  });
  expect(strict.check).toMatchObject({ ready: 0, refused: 4, leftOutRows: 0 });
});

test('a value is matched as an enquiry names it: by a part of the name, another spelling or script', async () => {
  const add = async (name: string) =>
    (await app.call(createServiceCenter, { token, body: { name } })).data._id;
  const tejgaon = await add('Tejgaon Service Center');
  const file = csv(
    'Name,Phone,Branch,Interested in',
    'Near A,01716700001,tejgaon,oil',
    'Near B,01716700002,Tejgaon Branch,Oil-Change',
    'Near C,01716700003,তেজগাঁও,',
  );
  const { check } = await checkFile(app, token, file);
  expect(check).toMatchObject({ ready: 3, refused: 0 });
  expect(check?.values).toEqual([
    { field: 'serviceCenter', value: 'tejgaon', rows: 1, to: tejgaon },
    { field: 'serviceCenter', value: 'Tejgaon Branch', rows: 1, to: tejgaon },
    { field: 'serviceCenter', value: 'তেজগাঁও', rows: 1, to: tejgaon },
    { field: 'offering', value: 'oil', rows: 1, to: fixtures.oil },
  ]);
  const values = [{ field: 'serviceCenter', value: 'Tejgaon Branch', to: fixtures.south }] as const;
  const done = await importFile(app, token, file, { values: [...values] });
  const centers = (await found('near')).map(({ name, serviceCenter }) => [name, serviceCenter._id]);
  expect(Object.fromEntries(centers)).toEqual({
    ...{ 'Near A': tejgaon, 'Near B': fixtures.south, 'Near C': tejgaon },
  });
  const { data } = await app.call(listManagementLeads, { token, query: { import: done._id } });
  expect(data.leads.map(({ name }) => name).sort()).toEqual(['Near A', 'Near B', 'Near C']);
  const own = { search: '', filter: 'active', import: done._id } as const;
  const entered = await app.call(listLeads, { token, query: { ...own, search: 'near b' } });
  expect(entered.data).toMatchObject({ totalLeadsCount: 1, leads: [{ name: 'Near B' }] });
});

test('a number that a spreadsheet rounded is refused with the reason (F119)', async () => {
  const file = csv('Name,Phone,Branch', 'Rounded,8.80171E+12,North');
  const { check } = await checkFile(app, token, file);
  expect(check?.problems).toMatchObject([{ row: 2, field: 'phone', message: messages.phoneRounded }]);
});

test('a day is no number: its row is refused (F119)', async () => {
  const rows = ['2026-11-05', '5/11/2026', '০৪/১২/২০২৬', '[5-11-2026]'].map((day) => `Day,${day},North`);
  expect((await checkFile(app, token, csv('Name,Mobile,Branch', ...rows))).check).toMatchObject({
    refused: 4,
  });
});

test.each(['leads', 'customers'] as const)(
  'one number under several names is said, of %s (F119)',
  async (noun) => {
    const file = csv(
      'Name,Phone,Branch',
      ...['Father,01716200001,North', 'Daughter,+8801716200001,North', 'father,01716-200001,North'],
      ...['Alone,01716200002,North', 'ALONE,01716200002,North'],
    );
    expect((await checkFile(app, token, file, { noun })).check).toMatchObject({
      sharedPhoneCount: 1,
      sharedPhones: [{ phone: '01716200001', names: ['Father', 'Daughter'], rows: 3 }],
    });
  },
);

test("Meta's own file of a form comes in as it is (F123)", async () => {
  const file = [
    'id\tcreated_time\tad_id\tad_name\tcampaign_name\tform_id\tform_name\tis_organic\tplatform\twhich_car?\tfull_name\tphone_number\tlead_status',
    'l:1\t2026-03-09T10:15:00+06:00\tag:2\tAd\tEid sale\tf:3\tForm\tfalse\tig\tAxio\tMeta One\tp:+8801716300001\tCREATED',
    'l:2\t2026-03-09T11:15:00+06:00\tag:2\tAd\tEid sale\tf:3\tForm\tfalse\tfb\t\tMeta Two\tp:+8801716300002\tcomplete',
  ].join('\n');
  const sent = Buffer.from(`\ufeff${file}`, 'utf16le');
  const done = await importFile(app, token, sent, { defaults: { serviceCenter: fixtures.north } });
  expect(done).toMatchObject({ taken: 2, refused: 0 });
  const [two, one] = await found('meta');
  expect(one).toMatchObject({
    ...{ name: 'Meta One', phone: '01716300001', platform: 'facebook', status: 'pending' },
    ...{ createdAt: '2026-03-09T04:15:00.000Z', notes: 'which car?: Axio\ncampaign name: Eid sale' },
    serviceOrCampaign: null,
  });
  expect(two).toMatchObject({ status: 'pending', notes: 'campaign name: Eid sale' });
});

test('further numbers that an import brought in go with it, and what they are found by (F120)', async () => {
  const search = async (text: string) =>
    (await app.call(customers.listCustomers, { token, query: { search: text } })).data.customers;
  const kept = csv('Name,Phone', 'Known Before,01716500001');
  await importFile(app, token, kept, { noun: 'customers' });
  const file = csv(
    'Name,Phone,Mobile',
    'Known Before,01716500001,01816500001',
    'New,01716500002,01816500002',
  );
  const done = await importFile(app, token, file, { noun: 'customers', duplicates: 'join' });
  expect([(await search('01816500001')).length, (await search('01816500002')).length]).toEqual([1, 1]);
  expect((await revertFile(app, token, done._id)).data).toMatchObject({ state: 'reverted' });
  expect(await search('01716500001')).toMatchObject([{ name: 'Known Before', otherMobiles: [] }]);
  for (const gone of ['01816500001', '01716500002', '01816500002']) expect(await search(gone)).toEqual([]);
});

test('what two columns say of one field is kept, and the first that fits counts (F120)', async () => {
  const file = csv(
    'Name,Phone,Branch,Outlet,Entry date,Created at,Car no,Vehicle No',
    'Both,01716400001,Nowhere,North,soon,2026-03-09,GA 11-1111,GA 22-2222',
  );
  const { data } = await uploadFile(app, token, file);
  const columns = {
    ...data.settings.columns,
    serviceCenter: [2, 3],
    createdAt: [4, 5],
    vehicleNumber: [6, 7],
  };
  const params = { id: data._id };
  await app.call(checkImport, { token, params, body: { ...data.settings, columns } });
  await runImportToEnd(app, data._id);
  await app.call(startImport, { token, params });
  await runImportToEnd(app, data._id);
  expect(await found('01716400001')).toMatchObject([
    {
      ...{ vehicleNumber: 'GA 11-1111', createdAt: '2026-03-08T18:00:00.000Z' },
      notes: 'Branch: Nowhere\nEntry date: soon\nVehicle No: GA 22-2222',
    },
  ]);
});
