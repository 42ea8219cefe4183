import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActorContext } from '#server/context.ts';
import { listAddresses } from '#server/customers/addresses.service.ts';
import { getCustomer, listCustomers } from '#server/customers/customers.service.ts';
import { listOrders } from '#server/customers/orders.service.ts';
import { readDashboard } from '#server/dashboard/dashboard.service.ts';
import type { DB } from '#server/db/types.ts';
import { getAccount } from '#server/employees/employees.service.ts';
import { listLeadHistory } from '#server/leads/lead-history.service.ts';
import {
  countLeadsByStatus,
  everyManagementLead,
  listLeads,
  listLeadsByPeriod,
  listLeadsByStatus,
  listManagementLeads,
} from '#server/leads/lead-lists.service.ts';
import { editLead, getLead } from '#server/leads/leads.service.ts';
import { getOffering } from '#server/offerings/offerings.service.ts';
import { reportEmployees, reportServiceCenters } from '#server/reports/reports.service.ts';
import { getServiceCenter } from '#server/service-centers/service-centers.service.ts';
import { fillWithLeads } from '#server/testing/many-leads.ts';
import { TestApp, testNoon } from '#server/testing/test-app.ts';

const many = 100_000;
let app: TestApp;
let context: ActorContext;
let servant: ActorContext;
let center: string;
let offering: string;
let leadId: string;
const asked: CompiledQuery[] = [];

beforeAll(async () => {
  app = await TestApp.open();
  const manager = await app.signIn('manager');
  await fillWithLeads(app.pool, manager.id, many, testNoon);
  const { rows } = await app.pool.query(
    'select id, service_center_id, offering_id from leads where is_active limit 1',
  );
  ({ id: leadId, service_center_id: center, offering_id: offering } = rows[0]);
  const worker = await app.signIn('service', [center]);
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: app.pool }),
    log: (event) => void asked.push(event.query),
  });
  const dealer = { timeZone: 'Asia/Dhaka', phoneCountry: 'BD' };
  context = { db, clock: app.clock, dealer, actor: await getAccount(app.context, manager.id) };
  servant = { ...context, actor: await getAccount(app.context, worker.id) };
}, 180_000);
afterAll(() => app.close());

const firstPage = { page: 1, limit: 10 as const };
const days = { enteredFrom: '2026-02-09', enteredTo: '2026-03-10' };
const uses: Record<string, () => Promise<unknown>> = {
  'the list': () => listLeads(context, { ...firstPage, filter: 'active' }),
  'the archived list': () => listLeads(context, { ...firstPage, filter: 'archived' }),
  'the list of a center': () => listLeads(context, { ...firstPage, filter: 'active', serviceCenter: center }),
  'a page deep in the list': () => listLeads(context, { page: 4_000, limit: 10, filter: 'active' }),
  'a search by name': () => listLeads(context, { ...firstPage, filter: 'active', search: 'talukder 4711' }),
  'a search by phone': () =>
    listLeads(context, { ...firstPage, filter: 'active', search: '+88 01700-012345' }),
  'a search for nobody': () => listLeads(context, { ...firstPage, filter: 'active', search: 'quetzalcoatl' }),
  'a status list': () => listLeadsByStatus(context, { ...firstPage, status: 'pending' }),
  'a status list of an offering': () =>
    listLeadsByStatus(context, { ...firstPage, status: 'pending', serviceID: offering }),
  'a status list of days long ago': () =>
    listLeadsByStatus(context, {
      ...firstPage,
      status: 'booked',
      startDate: '2026-01-10',
      endDate: '2026-01-11',
    }),
  'a status list of a service employee': () =>
    listLeadsByStatus(servant, { ...firstPage, status: 'completed' }),
  'the counts': () => countLeadsByStatus(context),
  'the counts of a service employee': () => countLeadsByStatus(servant),
  'the management list': () =>
    listManagementLeads(context, { ...firstPage, status: 'lostCustomer', serviceCenter: center }),
  'the list behind a number of a report': () =>
    listManagementLeads(context, {
      ...firstPage,
      ...{ status: 'booked', serviceCenter: center, statusFrom: '2026-02-24', statusTo: '2026-03-10' },
    }),
  'the list behind a number of an employee': () =>
    listManagementLeads(context, {
      ...firstPage,
      ...{ status: 'pending', employee: context.actor._id, statusFrom: '2026-03-08', statusTo: '2026-03-10' },
    }),
  'the list behind a platform': () =>
    listManagementLeads(context, { ...firstPage, ...days, platform: 'none' }),
  'the list behind an offering type': () =>
    listManagementLeads(context, { ...firstPage, ...days, offeringType: 'service' }),
  'the list behind a lost reason': () =>
    listManagementLeads(context, { ...firstPage, ...days, lostReason: 'price' }),
  'the list behind a stage': () =>
    listManagementLeads(context, { ...firstPage, ...days, reached: 'booked', serviceCenter: center }),
  'the list behind a median': () =>
    listManagementLeads(context, { ...firstPage, ...days, milestone: 'firstBooking' }),
  'the dashboard': () => readDashboard(context, { days: 90 }),
  'the report of the centers': () => reportServiceCenters(context),
  'the report of the employees': () => reportEmployees(context),
  'an offering with its open leads': () => getOffering(context, offering),
  'a center with its open leads': () => getServiceCenter(context, center),
  'the report of a center': () => reportServiceCenters(context, center),
  'a customer with his addresses and orders': async () => {
    const { customer } = await getLead(context, leadId);
    await getCustomer(context, customer);
    await listAddresses(context, customer);
    await listOrders(context, customer, firstPage);
  },
  'the customers': () => listCustomers(context, firstPage),
  'a page deep in the customers': () => listCustomers(context, { page: 2_000, limit: 10 }),
  'a search for a customer by name': () => listCustomers(context, { ...firstPage, search: 'customer 4711' }),
  'a search for a customer by phone': () =>
    listCustomers(context, { ...firstPage, search: '+88 01700-012345' }),
  'a search for no customer': () => listCustomers(context, { ...firstPage, search: 'quetzalcoatl' }),
  'the weekly list': () => listLeadsByPeriod(context, { ...firstPage, period: 'weekly' }),
  'the first batch of the CSV': () => everyManagementLead(context, { status: 'potential' }, 100).next(),
  'one lead': () => getLead(context, leadId),
  'an edit': () => editLead(context, leadId, { name: `Renamed ${Date.now()}` }),
  history: () => listLeadHistory(context, leadId, firstPage),
};

for (const [name, use] of Object.entries(uses)) {
  test(`${name} reads what grows by indexes alone`, async () => {
    asked.length = 0;
    await use();
    const statements = asked.filter(({ sql }) => /^\s*(select|with|update|insert)/i.test(sql));
    expect(statements.length).toBeGreaterThan(0);
    for (const { sql, parameters } of statements) {
      const { rows } = await app.pool.query(`explain (format json) ${sql}`, [...parameters]);
      const plan = rows[0]['QUERY PLAN'][0].Plan;
      expect(scans(plan), `${sql}\n${JSON.stringify(plan, null, 1)}`).toEqual([]);
    }
  });
}

test('a scan would be noticed', async () => {
  for (const [table, condition] of [
    ['leads', "notes = 'x'"],
    ['lead_figures', 'leads = 7'],
    ['customers', "email = 'x'"],
  ]) {
    const { rows } = await app.pool.query(`explain (format json) select from ${table} where ${condition}`);
    expect(scans(rows[0]['QUERY PLAN'][0].Plan)).toEqual([table]);
  }
});

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };

/** Tables that grow with the leads; `lead_counts` and `customer_counts` stay small. */
const growing =
  /^(leads|lead_versions|lead_entry_counts|lead_status_counts|lead_figures|customers|customer_addresses)$/;

function scans(plan: Plan): string[] {
  const isScan = plan['Node Type'] === 'Seq Scan' && growing.test(plan['Relation Name'] ?? '');
  return [...(isScan ? [plan['Relation Name'] ?? ''] : []), ...(plan.Plans ?? []).flatMap(scans)];
}
