import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basePath, type Endpoint } from '#contract/call/endpoint.ts';
import { downloadLeadsCsv } from '#contract/leads/lead-oversight.ts';
import * as leads from '#contract/leads/leads.ts';
import * as reports from '#contract/reports.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/unzip.ts';

let app: TestApp;
let token: string;
let bossId: string;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let leadId: string;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  ({ token, id: bossId } = await app.signIn('superAdmin', [fixtures.north]));
  const body = { name: 'Rahim', phone: '01712345678', serviceCenter: fixtures.north };
  const lead = { ...body, serviceOrCampaign: fixtures.festival };
  leadId = (await app.call(leads.createLead, { token, body: lead })).data._id;
  const stamps = { created_at: testNoon, updated_at: testNoon };
  const { id: customer } = await app.db.selectFrom('customers').select('id').executeTakeFirstOrThrow();
  const address = { id: leadId, customer_id: customer, line: '', is_default: true };
  await app.db
    .insertInto('customer_addresses')
    .values({ ...address, ...stamps })
    .execute();
});
afterAll(() => app.close());

const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc
      .array(
        fc.constantFrom(
          ...['\r', '\n', '\r\n', '"', ',', ';', "'", '=', '+', '-', '@', '＝', '＋', '－', '＠'],
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.join('')),
    fc
      .tuple(fc.constantFrom(' ', '\t', '\r', '\n', '"', '\ufeff', '﷽'), fc.string())
      .map((parts) => parts.join('')),
    fc.constantFrom('---', '+8801712345678', '=1+1', 'গাড়ি\nদুই', 'a\rb', "'=1"),
  )
  .map((made) => made.replaceAll('\0', ''));

const tables = {
  leads: ['name', 'email', 'vehicle_number', 'notes', 'job_id', 'lost_reason'],
  customers: ['name', 'email'],
  customer_addresses: ['label', 'line', 'area', 'city'],
  service_centers: ['name', 'address', 'contact_no'],
  offerings: ['name', 'location'],
  employees: ['name'],
} as const;

type Row = Record<string, string>;

async function store(texts: Record<string, string>): Promise<void> {
  for (const [table, columns] of Object.entries(tables)) {
    const where = { service_centers: fixtures.north, offerings: fixtures.festival, employees: bossId }[table];
    await app.pool.query(
      `update ${table} set ${columns.map((column, place) => `${column} = $${place + 1}`).join(', ')}
       ${where ? `where id = '${where}'` : ''}`,
      columns.map((column) => texts[`${table}.${column}`]),
    );
  }
  await app.pool.query(
    `insert into lead_versions (id, lead_id, version, changed_fields, edited_by, created_at, snapshot)
     select gen_random_uuid(), id, 1 + (select max(version) from lead_versions), '{}', last_modified_by, created_at,
       to_jsonb(leads) - '{search_key,search_grams}'::text[] from leads`,
  );
}

async function download(endpoint: Endpoint): Promise<Buffer> {
  const url = `${basePath}${endpoint.path}`;
  const answer = await app.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

const read = (csv: Buffer | undefined): Row[] =>
  parse(csv ?? '', { columns: true, bom: true, record_delimiter: ['\r\n', '\n', '\r'] });

const runs = /^(?:[\t\r]|[\s\p{C}]*[=+\-@＝＋－＠])/u;

function expectReadBack(cell: string | undefined, stored: string): void {
  const isHarmless = /^\+\d+$/.test(stored) || stored === '---';
  expect(cell).toBe(runs.test(stored) && !isHarmless ? `'${stored}` : stored);
}

test('any text is read back from every CSV as it was stored, formulas marked (F11) (F10.8)', async () => {
  const names = Object.entries(tables).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  const record = fc.record(Object.fromEntries(names.map((name) => [name, text])));
  await fc.assert(
    fc.asyncProperty(record, async (texts) => {
      await store(texts);
      const of = (name: string) => texts[name] ?? '';

      const [lead = {}] = read(await download(downloadLeadsCsv));
      for (const [column, stored] of Object.entries({
        'Employee Name': of('employees.name'),
        Email: of('leads.email'),
        Notes: of('leads.notes'),
        'Vehicle No': of('leads.vehicle_number') && `Sl.${of('leads.vehicle_number')}`,
        'Service Center': of('service_centers.name'),
        Address: of('service_centers.address'),
        Contact: of('service_centers.contact_no'),
        'Service or Campaign Name': of('offerings.name'),
        Name: of('leads.name'),
      })) {
        expectReadBack(lead[column], stored || '---');
      }

      const centers = read(await download(reports.downloadServiceCenterReports));
      expect(centers).toHaveLength(2);
      const center = centers.find((row) => row['Service Center'] !== 'South');
      if (of('service_centers.name') !== 'South') {
        expectReadBack(center?.['Service Center'], of('service_centers.name'));
      }
      const [employee = {}] = read(await download(reports.downloadEmployeeReports));
      expectReadBack(employee['Employee Name'], of('employees.name'));
      expectReadBack(employee['Service Centers'], of('service_centers.name'));

      const members = await unzip(await download(reports.downloadAllCollections));
      const archived: Record<string, string> = {
        ...Object.fromEntries(Object.keys(tables).map((table) => [table, table])),
        offerings: 'services_and_campaigns',
      };
      for (const [table, columns] of Object.entries(tables)) {
        const rows = read(members.get(`${archived[table]}.csv`));
        const id = { service_centers: fixtures.north, offerings: fixtures.festival, employees: bossId }[
          table
        ];
        const row = id ? rows.find(({ _id }) => _id === id) : rows[0];
        for (const column of columns) expectReadBack(row?.[onTheWire(column)], of(`${table}.${column}`));
      }
      const version = read(members.get('lead_history.csv')).at(-1);
      for (const column of tables.leads) expectReadBack(version?.[onTheWire(column)], of(`leads.${column}`));
    }),
    { numRuns: 30 },
  );
});

function onTheWire(column: string): string {
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
