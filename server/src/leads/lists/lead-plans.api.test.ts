import { setImmediate } from 'node:timers/promises';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { v4 } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { maxCountedRows } from '#contract/business.ts';
import type { EndpointQuery } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { customerMessageLists } from '#contract/customer-messages/message-lists.ts';
import { callQueueParts, type getCallList as getCallListCall } from '#contract/leads/call-order.ts';
import { getLeadSorts, openStatuses } from '#contract/leads/lead-lists.ts';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { createLeadBody } from '#contract/leads/leads.ts';
import type { ManagementLeadFilters } from '#contract/leads/management-lead-filters.ts';
import { findSession } from '#server/auth/sessions/sessions.service.ts';
import { readBookingDay, readBookingDays, readPlaces } from '#server/bookings/bookings.service.ts';
import { findLeadBooking, listBookingOutcomes } from '#server/bookings/bookings-outcomes.service.ts';
import { listComments, listMentions } from '#server/comments/comments.service.ts';
import { logContact, undoContact } from '#server/contacts/contacts.service.ts';
import { listContacts } from '#server/contacts/list-contacts.service.ts';
import type { ActorContext } from '#server/context.ts';
import { findKnownSenders, findMessagesToCustomer } from '#server/customer-messages/answers.db.ts';
import { findWrittenLanguage } from '#server/customer-messages/customer-language.db.ts';
import {
  areCustomerMessagesDue,
  countMessagesOfDay,
  failUnansweredMessages,
  findDueMessageIds,
} from '#server/customer-messages/customer-messages.db.ts';
import { hasMessageFailures } from '#server/customer-messages/listed-messages.db.ts';
import {
  countFailedMessages,
  listCustomerMessages,
  listLeadMessages,
} from '#server/customer-messages/listed-messages.service.ts';
import { addMessageChecks } from '#server/customer-messages/message-settings.db.ts';
import { processMessageChecks } from '#server/customer-messages/plan-messages.service.ts';
import { listStoppedMessagesOfLead } from '#server/customer-messages/stopped-messages.service.ts';
import { listCustomerAddresses } from '#server/customers/addresses.service.ts';
import { getCustomer, listCustomerBookings, listCustomers } from '#server/customers/customers.service.ts';
import { revertCustomers } from '#server/customers/import-customers.service.ts';
import { readWorkComparison } from '#server/dashboard/comparison.service.ts';
import { readDashboard } from '#server/dashboard/dashboard.service.ts';
import { isPreparable } from '#server/db/connections/prepared.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { DB } from '#server/db/types.ts';
import { listLostReasons } from '#server/dealer/lost-reasons.service.ts';
import { findDismissedPairs } from '#server/duplicates/checks.db.ts';
import { countDuplicates, listDuplicates } from '#server/duplicates/duplicates.service.ts';
import { processDuplicateChecks } from '#server/duplicates/find-duplicates.service.ts';
import { getAccount } from '#server/employees/employees.service.ts';
import { openProcessCache } from '#server/events/process-cache.service.ts';
import type { SerializedJson } from '#server/http/serialized-json.ts';
import {
  eraseOldRefusedCells,
  eraseRefusedRowsByPhone,
  eraseRefusedRowsNaming,
  findCustomersByPhone,
  findJoinedCustomers,
  findKnownLeads,
  selectRefusedRows,
} from '#server/imports/import-rows.db.ts';
import { findSettingsOfShape } from '#server/imports/imports.db.ts';
import { getImport, listImports } from '#server/imports/show-imports.service.ts';
import { listConnections } from '#server/intake/connections.service.ts';
import { listDeliveries, listEnquiries, summariseIntake } from '#server/intake/deliveries.service.ts';
import { deleteOldDeliveries } from '#server/intake/forget-deliveries.db.ts';
import { listLeadOffers } from '#server/intake/lead-offers.service.ts';
import { claimNextLead, findConnectionIdsToFetch } from '#server/intake/meta/meta.db.ts';
import {
  areMessagesDue,
  claimMessage,
  findConnectionIdsToSend,
  findSendingNumbers,
} from '#server/intake/whatsapp/messages.db.ts';
import {
  arePicturesDue,
  claimPicture,
  countPicturesBefore,
  deletePicturesBefore,
  findConnectionIdsWithPictures,
  findPictures,
} from '#server/intake/whatsapp/pictures.db.ts';
import { findConversation, findSentMessages } from '#server/intake/whatsapp/replies.service.ts';
import { workDueDeliveries } from '#server/intake/work-deliveries.service.ts';
import { lockLeadsToRelease } from '#server/leads/bulk/release-leads.db.ts';
import { restoreJoinedLeads, revertLeads } from '#server/leads/bulk/revert-leads.service.ts';
import { countChosenLeads, planShares } from '#server/leads/bulk/share-leads.service.ts';
import { countFoundByStatus, findOpenedLeads, findPeople } from '#server/leads/find/find.service.ts';
import { findKnownPeople } from '#server/leads/find/known-caller.service.ts';
import { listLeadHistory } from '#server/leads/history/lead-history.service.ts';
import { countAddedSince, findPhonesBefore } from '#server/leads/merge/merges.db.ts';
import { getLeadPanel } from '#server/leads/panel/lead-panel.service.ts';
import { listTimeline } from '#server/leads/panel/timeline.service.ts';
import { getCallList, getCallQueue } from '#server/leads/queue/call-queue.service.ts';
import { listAdvisors, listAdvisorsByCenter, takeLead } from '#server/leads/record/advisors.service.ts';
import { createLead } from '#server/leads/record/create-leads.service.ts';
import { editLead, moveLead } from '#server/leads/record/edit-leads.service.ts';
import { getLead, getVisibleLead } from '#server/leads/record/get-lead.service.ts';
import { openSealing } from '#server/lib/sealing.ts';
import { getOffering } from '#server/offerings/offerings.service.ts';
import { reportContacts } from '#server/reports/contact-reports.service.ts';
import { reportEmployees, reportServiceCenters } from '#server/reports/reports.service.ts';
import { addServiceCenter, getServiceCenter } from '#server/service-centers/service-centers.service.ts';
import { anImport } from '#server/testing/import-calls.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { fillWithLeads } from '#server/testing/many-leads.ts';
import { TestApp, testNoon, testRules } from '#server/testing/test-app.ts';
import { groupLateLeads } from './late.service.ts';
import { selectLeadCells } from './lead-export.db.ts';
import {
  countLeadsByCenter,
  countLeadsByStatus,
  createManagementFilter,
  listLeads,
  listLeadsByPeriod,
  listLeadsByStatus,
  listManagementLeads,
} from './lead-lists.service.ts';
import { getNeglectedWorklist, groupNeglected, listNeglectedLeads } from './neglected.service.ts';

const test = it.runIf(isLongRun);

const many = 100_000;
let app: TestApp;
let context: ActorContext;
let servant: ActorContext;
const sources = {
  ...{ listContacts, listComments, listEnquiries, listBookingOutcomes, findBooking: findLeadBooking },
  ...{ findSent: findSentMessages, findConversation, listOffers: listLeadOffers },
  ...{ listMessages: listLeadMessages, listStopped: listStoppedMessagesOfLead },
};
let center: string;
let offering: string;
let leadId: string;
let connectionId: string;
let importId: string;
let token: string;
let knowsGenericPlans: boolean;
let serviceCenter: string;
const asked: CompiledQuery[] = [];

beforeAll(async () => {
  app = await TestApp.open();
  const { rows: versions } = await app.pool.query(
    "select current_setting('server_version_num')::int >= 160000 as is_newer",
  );
  knowsGenericPlans = versions[0].is_newer;
  const manager = await app.signIn('manager');
  token = manager.token;
  await fillWithLeads(app.pool, manager.id, many, testNoon);
  const { rows } = await app.pool.query(
    'select id, service_center_id, offering_id from leads where is_active limit 1',
  );
  serviceCenter = await addServiceCenter(app.context, { name: 'New', address: null, contactNo: null });
  ({ id: leadId, service_center_id: center, offering_id: offering } = rows[0]);
  const worker = await app.signIn('service', [center]);
  const takes = (perDay: number) => ({ perDay, perHour: null });
  await app.pool.query('insert into booking_rules (service_center_id, week) values ($1, $2)', [
    center,
    JSON.stringify([0, 0, 0, 0, 0, 0, 500].map(takes)),
  ]);
  await app.pool.query(
    `insert into idempotency_keys select $1, 'key ' || n, '', null, $2::timestamptz - n * interval '1 minute'
     from generate_series(1, 20000) n`,
    [manager.id, testNoon],
  );
  await app.pool.query(
    `with said as (insert into lead_comments
       select gen_random_uuid(), id, recorded_by, 'Called', created_at
       from leads limit 20000
       returning id, lead_id)
     insert into lead_mentions select said.id, $1, lead_id, random() < 0.9 from said`,
    [worker.id],
  );
  await app.pool.query(
    `insert into lead_contacts (id, lead_id, employee_id, channel, outcome, note, replaced, created_at)
     select overlay(gen_random_uuid()::text placing '00000000' from 1)::uuid, id, recorded_by, 'call', 'noAnswer', 'Rang out', '{}',
       created_at from leads limit 20000`,
  );
  connectionId = v4();
  await app.pool.query(
    `with actor as (insert into employees (id, name, email, password_hash, level, created_at, updated_at, is_connection)
       values ($1, 'Site', 'site', '', 'unassigned', now(), now(), true) returning id)
     insert into connections (id, platform, secret, created_at, updated_at, last_modified_by)
     select id, 'website', '', now(), now(), id from actor`,
    [connectionId],
  );
  await app.pool.query(
    `insert into deliveries (id, connection_id, key, received_at, body, state, lead_id, phone)
     select gen_random_uuid(), $1, id::text, created_at, '{}', 'lead', id, phone from leads limit 20000`,
    [connectionId],
  );
  await app.pool.query(
    `insert into customer_messages
       (id, lead_id, booking_version, kind, service_center_id, due_at, state, state_at, try_at, asked_at)
     select overlay(gen_random_uuid()::text placing '00000000' from 1)::uuid, id, 1, 'dayBefore', service_center_id, created_at,
       case n % 100 when 0 then 'waiting' when 1 then 'failed' else 'sent' end, created_at,
       case n % 100 when 0 then created_at end, case n % 100 when 0 then null else created_at end
     from (select l.*, row_number() over () as n from leads l limit 20000) l`,
  );
  await app.pool.query("insert into meta_connections (id, app_secret, page_token) values ($1, '', '')", [
    connectionId,
  ]);
  await app.pool.query(
    `insert into message_pictures (delivery_id, connection_id, state, try_at, stored_at)
     select id, connection_id, case when n % 100 = 0 then 'waiting' else 'stored' end, case when n % 100 = 0 then received_at end,
       case when n % 100 <> 0 then received_at end
     from (select d.*, row_number() over () as n from deliveries d) d`,
  );
  await app.pool.query(
    `insert into whatsapp_messages (id, connection_id, lead_id, number, recipient, text, until, state, state_at, try_at)
     select overlay(gen_random_uuid()::text placing '00000000' from 1)::uuid, $1, id, '1', phone, case when n % 100 = 0 then 'Yes' end,
       created_at + interval '1 day', case when n % 100 = 0 then 'waiting' else 'sent' end, created_at,
       case when n % 100 = 0 then created_at end
     from (select l.*, row_number() over () as n from leads l limit 20000) l`,
    [connectionId],
  );
  await app.pool.query(
    `insert into stopped_numbers (hash, stopped_at)
     select sha256(convert_to(n::text, 'UTF8')), now() from generate_series(1, 20000) n`,
  );
  await app.pool.query(
    `insert into declined_offers (id, delivery_id, field, employee_id, created_at)
     select gen_random_uuid(), id, 'name', $1, received_at from deliveries`,
    [worker.id],
  );
  await app.pool.query(
    `insert into duplicate_keys (customer_id, reason, key)
     select id, 'email', row_number() over () / 3 from customers limit 20000`,
  );
  await app.pool.query(
    `insert into duplicate_pairs (id, kind, one_id, other_id, customer_id, reasons, centers, found_at, dismissed_by, dismissed_at)
     select gen_random_uuid(), case when n % 2 = 0 then 'customer' else 'lead' end, least(one, other), greatest(one, other),
       case when n % 2 = 1 then customer_id end, case when n % 100 = 0 then '{plate}' else '{name}' end::text[], array[service_center_id], created_at,
       case when n % 5 = 0 then $1::uuid end, case when n % 5 = 0 then created_at end
     from (select customer_id, service_center_id, created_at, row_number() over () n, gen_random_uuid() one, gen_random_uuid() other
       from leads limit 20000) given`,
    [manager.id],
  );
  ({
    params: { id: importId },
  } = await anImport({ app, boss: manager }, 'done'));
  await app.pool.query(
    `insert into imports select (i).* from (select jsonb_populate_record(imports, jsonb_build_object('id', gen_random_uuid(),
       'shape', '\\x' || md5(n::text))) i from imports, generate_series(1, 49) n) more`,
  );
  await app.pool.query(
    `insert into import_rows (import_id, row, outcome, joined_id, phone, cells, reasons)
     select id, row, case when row % 2 = 0 then 'joined' else 'refused' end, case when row % 2 = 0 then gen_random_uuid() end,
       case when row % 2 = 1 then '0170000' || row end, case when row % 10 = 1 then '[]'::jsonb end, '' from imports, generate_series(1, 1000) row`,
  );
  for (const table of ['leads', 'customers']) {
    await app.pool.query(`alter table ${table} disable trigger user;
      update ${table} set import_id = '${importId}' where id in (select id from ${table} order by id limit 200);
      alter table ${table} enable trigger user`);
  }
  await app.pool.query(`alter table lead_versions disable trigger user;
    update lead_versions set snapshot = snapshot || '{"import_id": "${importId}"}'
    where lead_id in (select id from leads where import_id is not null);
    alter table lead_versions enable trigger user`);
  await app.pool.query('insert into duplicate_checks (customer_id) select id from customers limit 20000');
  await app.pool.query(
    'analyze imports, import_rows, leads, customers, duplicate_checks, duplicate_keys, duplicate_pairs, deliveries, idempotency_keys, lead_comments, lead_mentions, message_pictures, whatsapp_messages, stopped_numbers',
  );
  // An index alone is read once vacuum has seen the rows, which it cannot mark while anybody still reads what was there before them.
  await vi.waitFor(
    async () => {
      await app.pool.query('vacuum analyze lead_contacts, customer_messages');
      const sizes =
        "select min(relallvisible) as pages from pg_class where oid in ('lead_contacts'::regclass, 'customer_messages'::regclass)";
      expect((await app.pool.query(sizes)).rows[0].pages).toBeGreaterThan(0);
    },
    { timeout: 60_000 },
  );
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: app.pool }),
    log: (event) => void asked.push(event.query),
  });
  const dealer = testRules;
  context = { ...app.context, db, dealer, actor: await getAccount(app.context, manager.id) };
  servant = { ...context, actor: await getAccount(app.context, worker.id) };
});
afterAll(() => app.close());

const bookedDay = () => ({ serviceCenter: center, date: '2026-03-14' });
async function bookPlace(appointmentDate: string): Promise<void> {
  const body = createLeadBody.parse({ name: 'Booked', phone: '01712345679', serviceCenter: center });
  const { _id } = await createLead(context, body);
  await moveLead(context, _id, { status: 'booked', appointmentDate, appointmentTime: '10:30' });
}

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
  'a search in the archive': () => listLeads(context, { ...firstPage, filter: 'archived', search: 'rahim' }),
  'a search that a service employee makes': () =>
    listLeadsByStatus(servant, { ...firstPage, status: 'pending', search: 'rahim' }),
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
  'the counts by center': () => countLeadsByCenter(context),
  'the counts of a service employee': () => countLeadsByStatus(servant),
  'the management list': () =>
    listManagementLeads(context, { ...firstPage, status: 'lostCustomer', serviceCenter: center }),
  'the archived leads of an import': () =>
    listLeads(context, { ...firstPage, filter: 'archived', import: importId }),
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
  'the leads that came by a connection': () =>
    listManagementLeads(context, { ...firstPage, employee: context.actor._id }),
  'the pending leads that came by a connection': () =>
    listManagementLeads(context, { ...firstPage, status: 'pending', employee: servant.actor._id }),
  'the dashboard': () => readDashboard(context, { days: 90 }),
  'the dashboard of nobody and a platform': () =>
    readDashboard(context, { days: 90, advisor: 'nobody', platform: 'website' }),
  'what is late by center': () => groupLateLeads(context, { by: 'serviceCenter' }),
  'what is late by advisor, in a center': () =>
    groupLateLeads(context, { by: 'advisor', serviceCenter: center }),
  'a comparison of weeks': () =>
    readWorkComparison(context, { from: '2026-03-04', to: '2026-03-10', by: 'advisor' }),
  'a comparison of quarters of a center': () =>
    readWorkComparison(context, {
      from: '2025-12-11',
      to: '2026-03-10',
      by: 'platform',
      serviceCenter: center,
    }),
  'the report of the centers': () => reportServiceCenters(context),
  'the report of the employees': () => reportEmployees(context),
  'an offering with its open leads': () => getOffering(context, offering),
  'a center with its open leads': () => getServiceCenter(context, center),
  'what is booked at all centers on 60 days': () =>
    readBookingDays(context, { from: '2026-03-11', days: 60 }),
  'what is booked at the centers of a service employee': () =>
    readBookingDays(servant, { from: '2026-03-11', days: 60 }),
  'the bookings of a day': () => readBookingDay(context, bookedDay()),
  'the places of a day': () => readPlaces(context, { ...bookedDay(), offering, lead: leadId }),
  'a place that is booked': () => bookPlace('2026-03-14'),
  'a place that is asked about': () => expect(bookPlace('2026-03-13')).rejects.toThrow(messages.placeTaken),
  'the report of a center': () => reportServiceCenters(context, center),
  'a customer with their addresses and orders': async () => {
    const customer = String((await getLead(context, leadId)).customer);
    await getCustomer(context, customer);
    await listCustomerAddresses(context, customer);
    await listCustomerBookings(context, customer, firstPage);
  },
  'the customers': () => listCustomers(context, firstPage),
  'a page deep in the customers': () => listCustomers(context, { page: 2_000, limit: 10 }),
  'a search for a customer by name': () => listCustomers(context, { ...firstPage, search: 'customer 4711' }),
  'a search for a customer by phone': () =>
    listCustomers(context, { ...firstPage, search: '+88 01700-012345' }),
  'a search for no customer': () => listCustomers(context, { ...firstPage, search: 'quetzalcoatl' }),
  'the customers with suggestions': () => listCustomers(context, { ...firstPage, suggestions: 'true' }),
  'the beginning of the CSV': () => {
    const rows = selectLeadCells(
      createManagementFilter(context, { status: 'potential' }),
      context.dealer.timeZone,
    );
    return sql`${rows} limit 100`.execute(context.db);
  },
  'a new lead under a key, among many that are out of date': () =>
    createLead(
      context,
      createLeadBody.parse({ name: 'Keyed', phone: '01712345678', serviceCenter }),
      'new key',
    ),
  'one lead': () => getLead(context, leadId),
  'an edit': () => editLead(context, leadId, { name: `Renamed ${Date.now()}` }),
  'the panel of a lead': () => getLeadPanel(context, leadId, sources),
  'the panel of a lead for a service employee': () => getLeadPanel(servant, leadId, sources),
  'a later page of a timeline': () => listTimeline(servant, leadId, { before: leadId }, sources),
  'the mentions of somebody who has many': () => listMentions(servant),
  'the contacts of a lead': async () =>
    listContacts(context, await getVisibleLead(context, leadId), { before: leadId, limit: 20 }),
  'a contact': () => logContact(servant, leadId, { channel: 'call', outcome: 'noAnswer', key: v4() }),
  'a contact that is undone': async () => {
    const { contact } = await logContact(servant, leadId, { channel: 'call', outcome: 'busy' });
    await undoContact(servant, contact._id);
  },
  'the attempts of employees': () => reportContacts(context),
  'the lost reasons': () => listLostReasons(context),
  'the advisors of a center': () => listAdvisors(context, center),
  'where chosen leads are': () => countChosenLeads(context, [leadId], undefined),
  'the advisors of chosen leads': () => listAdvisorsByCenter(context, [center]),
  'who shares chosen leads': () => planShares(context, [leadId], [context.actor._id]),
  'the leads that an advisor may no longer have': () =>
    lockLeadsToRelease(context.db, servant.actor._id, 200),
  history: () => listLeadHistory(context, leadId, firstPage),
  'a known caller': () =>
    findKnownPeople(context, {
      phone: '01700012345',
      email: 'rahim@padma.test',
      vehicleNumber: 'dm ga 206199',
    }),
  'a known caller of a center': () =>
    findKnownPeople(servant, { phone: '01700012345', vehicleNumber: 'ABC 1234' }),
  'leads opened before': () => findOpenedLeads(context, { ids: [leadId] }),
};

const searches = [
  '017',
  'rahim',
  'nobody',
  'a',
  'ra',
  '77',
  'q',
  'qz',
  'র',
  '+8',
  'ga 20 6199',
  'ঢাকা মেট্রো-গ ২০-৬১৯৯',
  '206199',
  'uddin rahim 7',
  'call 01700-012345 now',
];
for (const search of searches) {
  Object.assign(uses, {
    [`the list searched for ${search}`]: () => listLeads(context, { ...firstPage, filter: 'active', search }),
    [`the list of a center searched for ${search}`]: () =>
      listLeads(context, { ...firstPage, filter: 'active', search, serviceCenter: center }),
    [`a status list searched for ${search}`]: () =>
      listLeadsByStatus(context, { ...firstPage, status: 'pending', search }),
    [`the monthly list searched for ${search}`]: () =>
      listLeadsByPeriod(context, { ...firstPage, period: 'monthly', search }),
    [`the management list searched for ${search}`]: () =>
      listManagementLeads(context, { ...firstPage, status: 'booked', search }),
    [`people by ${search}`]: () => findPeople(context, { text: search }),
    [`people by ${search} for a service employee`]: () => findPeople(servant, { text: search }),
    [`the statuses that have ${search}`]: () => countFoundByStatus(context, { search }),
    [`the customers searched for ${search}`]: () => listCustomers(context, { ...firstPage, search }),
  });
}
for (const period of ['daily', 'weekly', 'monthly'] as const) {
  uses[`the ${period} list`] = () => listLeadsByPeriod(context, { ...firstPage, period });
  uses[`the ${period} list of a center`] = () =>
    listLeadsByPeriod(servant, { ...firstPage, period, serviceCenter: center });
}
for (const status of leadStatuses) {
  const filters = () => ({
    'of an offering': { serviceID: offering },
    'of the last days': { dateRange: 7 as const },
    'of days': { startDate: days.enteredFrom, endDate: days.enteredTo },
    'of an offering and days': { serviceID: offering, startDate: days.enteredFrom, search: 'ra' },
  });
  for (const name of Object.keys(filters()) as (keyof ReturnType<typeof filters>)[]) {
    uses[`the ${status} list ${name}`] = () =>
      listLeadsByStatus(context, { ...firstPage, status, ...filters()[name] });
  }
}
for (const status of leadStatuses) {
  for (const sort of getLeadSorts(status)) {
    for (const order of ['asc', 'desc'] as const) {
      const sorted = { status, sort, order };
      uses[`the ${status} list by ${sort}, ${order}`] = () =>
        listLeadsByStatus(context, { ...firstPage, ...sorted });
      uses[`a page deep in the ${status} list by ${sort}, ${order}`] = () =>
        listLeadsByStatus(context, { ...firstPage, page: 500, ...sorted });
      uses[`the ${status} list of a center by ${sort}, ${order}`] = () =>
        listManagementLeads(context, { ...firstPage, serviceCenter: center, ...sorted });
    }
  }
}
for (const status of openStatuses) {
  uses[`the neglected ${status} leads`] = () => listNeglectedLeads(context, { ...firstPage, status });
  uses[`the neglected ${status} leads of a center`] = () =>
    listNeglectedLeads(context, { ...firstPage, status, serviceCenter: center });
  uses[`the neglected ${status} leads of an advisor`] = () =>
    listNeglectedLeads(context, { ...firstPage, status, advisor: servant.actor._id });
  uses[`the neglected ${status} leads by name, searched`] = () =>
    listNeglectedLeads(context, { ...firstPage, status, sort: 'name', search: 'rahim' });
  uses[`the advisors of neglected ${status} leads`] = () =>
    groupNeglected(context, { status, by: 'advisor' });
  uses[`the centers of neglected ${status} leads that are searched for`] = () =>
    groupNeglected(context, { status, by: 'serviceCenter', search: 'rahim' });
  uses[`the worklist of neglected ${status} leads`] = () =>
    getNeglectedWorklist(context, { status, serviceCenter: center });
}
const queues: Record<string, () => EndpointQuery<typeof getCallListCall>> = {
  'of all': () => ({}),
  'of a center': () => ({ serviceCenter: center }),
  'of an offering': () => ({ serviceID: offering }),
  'of a center and an offering': () => ({ serviceCenter: center, serviceID: offering }),
  'of nobody': () => ({ advisor: 'nobody' }),
  'of nobody in a center': () => ({ serviceCenter: center, advisor: 'nobody' }),
  'of the caller': () => ({ advisor: 'mine' }),
  'of the caller for an offering': () => ({ advisor: 'mine', serviceID: offering }),
};
for (const [name, query] of Object.entries(queues)) {
  uses[`whom to call first ${name}`] = () => getCallQueue(context, { ...firstPage, ...query() });
  uses[`whom to call first ${name} for a service employee`] = () =>
    getCallQueue(servant, { ...firstPage, ...query() });
  uses[`the worklist by whom to call first ${name}`] = () => getCallList(context, query());
  for (const part of callQueueParts) {
    uses[`the ${part} part of whom to call first ${name}`] = () =>
      getCallQueue(context, { page: 20, limit: 10, part, ...query() });
  }
}
const deliveries: Record<string, () => Parameters<typeof listDeliveries>[1]> = {
  '': () => firstPage,
  ' of a connection': () => ({ ...firstPage, connection: connectionId }),
  ' to be placed': () => ({ ...firstPage, state: 'toPlace' }),
  ' of a connection that joined leads': () => ({ ...firstPage, state: 'joined', connection: connectionId }),
};
for (const [name, query] of Object.entries(deliveries)) {
  uses[`the deliveries${name}`] = () => listDeliveries(context, query());
}
uses['the badge of deliveries'] = () => summariseIntake(context);
uses['the connections'] = () =>
  listConnections(context, openSealing('a key of the tests, long enough for all'));
uses['deliveries that are due'] = () => workDueDeliveries(context);
uses['connections that have leads to fetch'] = () => findConnectionIdsToFetch(context.db, new Date());
uses['the next lead to fetch'] = () => claimNextLead(context.db, connectionId, new Date(), new Date());
uses['connections that have messages to send'] = () => findConnectionIdsToSend(context.db, new Date());
uses['the next message to send'] = () => claimMessage(context.db, connectionId, new Date());
for (const list of customerMessageLists) {
  uses[`the ${list} messages to customers`] = () => listCustomerMessages(context, { ...firstPage, list });
}
uses['messages to customers that are due'] = () => findDueMessageIds(context.db, new Date(), 20);
uses['messages to customers that nobody answered'] = () =>
  failUnansweredMessages(context.db, new Date('2025-01-01'), new Date());
uses['work on messages to customers and on WhatsApp'] = () => {
  const [now, before] = [new Date(), new Date('2025-01-01')];
  return sql`select ${areCustomerMessagesDue(now, before)}, ${areMessagesDue(now, before)}, ${arePicturesDue(now)}`.execute(
    context.db,
  );
};
uses['messages to customers that count against the limits'] = async () => {
  const customer = String((await getLead(context, leadId)).customer);
  const of = { id: leadId, kind: 'dayBefore', customer } as const;
  await countMessagesOfDay(context.db, { ...of, since: new Date('2026-03-10'), most: 1_000 });
};
uses['leads whose messages are planned'] = async () => {
  await addMessageChecks(context.db, '2026-03-09');
  await processMessageChecks(context);
};
uses['messages to customers that may be answered'] = async () => {
  const [sender] = await findKnownSenders(context.db, ['01700012345']);
  const since = new Date('2026-03-03');
  await findMessagesToCustomer(context.db, sender?.customer ?? leadId, { since, until: testNoon });
  await findWrittenLanguage(context.db, [leadId]);
};
uses['messages to customers that failed lately'] = () => hasMessageFailures(context.db, testNoon);
uses['the numbers that send to customers'] = () => findSendingNumbers(context.db, connectionId, new Date());
uses['connections that have pictures to fetch'] = () => findConnectionIdsWithPictures(context.db, new Date());
uses['the next picture to fetch'] = () => claimPicture(context.db, connectionId, new Date(), new Date());
uses['the pictures of messages'] = () => findPictures(context.db, [leadId]);
uses['how many pictures expire'] = () => countPicturesBefore(context.db, new Date('2026-01-01'), 1_000);
uses['pictures that expire'] = () => deletePicturesBefore(context.db, new Date('2026-01-01'), 100);
uses['how many messages to customers failed'] = () => countFailedMessages(context);
uses['old deliveries'] = () => deleteOldDeliveries(context.db, new Date('2025-01-01'), 500);

const phones = Array.from({ length: 200 }, (_, place) => `017${String(place * 97).padStart(8, '0')}`);
Object.assign(uses, {
  'leads that rows of a file may repeat': () => findKnownLeads(context.db, phones),
  'customers of the rows of a file': () => findCustomersByPhone(context.db, phones),
  'the imports': () => listImports(context, firstPage),
  'the imports of data entry': () =>
    listImports({ ...context, actor: { ...context.actor, level: 'dataEntry' } }, firstPage),
  'an import with what its revert left': () => getImport(context, importId),
  'the choices for files with the same headers': () => findSettingsOfShape(context.db, Buffer.alloc(16)),
  'refused rows': () => selectRefusedRows(importId, 0, 500).execute(context.db),
  'refused rows that go': () => eraseOldRefusedCells(context.db, new Date(testNoon.getTime() + 1)),
  'refused rows of somebody who is erased': () => eraseRefusedRowsByPhone(context.db, ['01700000011']),
  'refused rows that name somebody who is erased': () => eraseRefusedRowsNaming(context.db, ['01700000011']),
  'customers that rows joined': () => findJoinedCustomers(context.db, importId, 50),
  'leads that are taken back with their import': () =>
    inTransaction(context, (inside) =>
      revertLeads(inside, { importId, after: null, most: 100, editor: null }),
    ),
  'leads that are what they were before rows joined them': () =>
    inTransaction(context, (inside) =>
      restoreJoinedLeads(inside, { importId, after: null, most: 100, editor: null }),
    ),
  'customers that are taken back with their import': () =>
    revertCustomers(context, { importId, after: null, most: 100 }),
});

const pairs: Record<string, () => Omit<Parameters<typeof listDuplicates>[1], 'page' | 'limit'>> = {
  '': () => ({}),
  ' of a center': () => ({ serviceCenter: center }),
  ' of a reason': () => ({ reason: 'plate' }),
  ' of a kind': () => ({ kind: 'lead' }),
  ' from one on': () => ({ from: '80000000-0000-4000-8000-000000000000' }),
  ' that are none': () => ({ dismissed: 'true' }),
};
for (const [name, query] of Object.entries(pairs)) {
  uses[`the likely pairs${name}`] = () => listDuplicates(context, { ...firstPage, ...query() });
}
uses['what came since a merge'] = () => countAddedSince(context.db, leadId, testNoon);
uses['the numbers of before a merge'] = () => findPhonesBefore(context.db, [{ id: leadId, into: null }]);
uses['what is not the same of what was merged'] = () =>
  findDismissedPairs(context.db, [{ one: leadId, other: leadId }]);
uses['the badge of likely pairs'] = () => countDuplicates(context);
uses['customers to be compared'] = async () => {
  const stopping = new AbortController();
  const first = processDuplicateChecks(context, stopping.signal);
  // Until the first batch has begun.
  await setImmediate();
  stopping.abort();
  await first;
};

const narrowings: Record<string, () => ManagementLeadFilters> = {
  platform: () => ({ platform: 'none' }),
  'offering type': () => ({ offeringType: 'service' }),
  'lost reason': () => ({ lostReason: 'price' }),
  'lost reason that nobody gave': () => ({ lostReason: 'moved to the moon' }),
  stage: () => ({ reached: 'booked' }),
  'furthest stage': () => ({ furthest: 'potential', lost: 'true' }),
  milestone: () => ({ milestone: 'firstBooking' }),
  'first bookings': () => ({ bookedFrom: '2026-03-04', bookedTo: '2026-03-10' }),
  'first bookings until a moment': () => ({
    ...{ bookedFrom: '2026-03-04', bookedTo: '2026-03-10' },
    until: '2026-03-10T04:15:00.000Z',
  }),
  'bookings that were kept': () => ({
    ...{ booking: 'shownUp', bookingFrom: '2026-03-04', bookingTo: '2026-03-10' },
    bookedBy: context.actor._id,
  }),
  'bookings due': () => ({ booking: 'due', bookingFrom: '2026-03-04', bookingTo: '2026-03-10' }),
  'bookings that nobody came for': () => ({
    ...{ booking: 'didNotCome', bookingFrom: '2026-03-04', bookingTo: '2026-03-10' },
  }),
  'answers in target': () => ({ response: 'inTarget' }),
  contacts: () => ({
    ...{ contactedBy: context.actor._id, contactedFrom: '2026-03-04', contactedTo: '2026-03-10' },
    contact: 'reached',
  }),
  'late answers': () => ({ response: 'late' }),
  'passed appointments': () => ({ appointment: 'passed' }),
  'open leads': () => ({ open: 'true' }),
  'an import': () => ({ import: importId }),
  employee: () => ({ employee: context.actor._id }),
  center: () => ({ serviceCenter: center }),
  status: () => ({ status: 'pending' }),
  advisor: () => ({ advisor: 'mine' }),
  'leads of nobody': () => ({ advisor: 'nobody' }),
  'follow-ups due': () => ({ followUpDue: 'week' }),
  'days of status': () => ({ statusFrom: '2026-03-08', statusTo: '2026-03-10' }),
  search: () => ({ search: 'ra' }),
};
for (const [name, narrowing] of Object.entries(narrowings)) {
  uses[`the list narrowed by ${name}`] = () => listManagementLeads(context, { ...firstPage, ...narrowing() });
  for (const [other, more] of Object.entries(narrowings)) {
    if (other <= name) continue;
    uses[`the list narrowed by ${name} and ${other}, within days`] = () =>
      listManagementLeads(context, { ...firstPage, ...days, ...narrowing(), ...more() });
  }
}

for (const [name, use] of Object.entries(uses)) {
  test(`${name} reads what grows by indexes alone`, async () => {
    for (const { tables, planText } of await scansOf(use)) expect(tables, planText).toEqual([]);
  });
}

const hot: typeof uses = {
  'a list': () => listLeads(context, { ...firstPage, filter: 'active' }),
  'a list of a center and status': () =>
    listManagementLeads(context, { ...firstPage, status: 'booked', serviceCenter: center }),
  'a status list': () => listLeadsByStatus(servant, { ...firstPage, status: 'booked' }),
  'the counts': () => countLeadsByStatus(context),
  'whom to call first': () => getCallQueue(servant, firstPage),
  'a worklist by whom to call first': () => getCallList(servant, {}),
  'the places of a day': () => readPlaces(context, { ...bookedDay(), offering }),
  'what is booked at all centers': () => readBookingDays(context, { from: '2026-03-11', days: 60 }),
  'a place that is booked': () => bookPlace('2026-03-14'),
  'one lead': () => getLead(context, leadId),
  'the panel of a lead': () => getLeadPanel(servant, leadId, sources),
  mentions: () => listMentions(servant),
  'a history': () => listLeadHistory(context, leadId, firstPage),
  'a new lead': () =>
    createLead(context, createLeadBody.parse({ name: 'Hot', phone: '01999999998', serviceCenter }), 'hot'),
  'an edit': () => editLead(context, leadId, { notes: `Hot at ${Math.random()}` }),
  'a contact': () => logContact(servant, leadId, { channel: 'call', outcome: 'noAnswer', key: v4() }),
  'a lead taken': () => takeLead(servant, leadId),
  'a session': () => findSession({ ...context, cache: openProcessCache() }, token),
};
for (const [name, use] of Object.entries(hot)) {
  test(`${name} asks nothing that is planned each time`, async () => {
    asked.length = 0;
    await use();
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.map(({ sql }) => sql).filter((sql) => !isPreparable(sql))).toEqual([]);
  });
}

test('what few leads have is found by its index, not by walking over the others', async () => {
  for (const search of ['q', 'qz', 'nobody', 'rahim nobody', 'ra 8801', 'uddin rahim 4711']) {
    asked.length = 0;
    await listLeads(context, { ...firstPage, filter: 'active', search });
    const { sql = '', parameters = [] } = asked.find((query) => query.sql.includes('matches')) ?? {};
    const { rows } = await app.pool.query(`explain ${sql}`, [...parameters]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Bitmap Index Scan on leads_search/);
  }
});

test('a search finds the same however common its words are, on every page', async () => {
  for (const words of [
    ['rahim'],
    ['rahim', '13'],
    ['salma', '4'],
    ['uddin', '471'],
    ['talukder', '4711'],
    ['7'],
  ]) {
    for (const [filter, serviceCenter] of [['active'], ['active', center], ['archived']] as const) {
      const { rows } = await app.pool.query<{ id: string }>(
        `select id from leads where is_active = $1 and search_key like all($2) and ($3::uuid is null or service_center_id = $3)
         order by created_at desc, id desc limit ${maxCountedRows + 1}`,
        [filter === 'active', words.map((word) => `%${word}%`), serviceCenter],
      );
      const most = Math.min(rows.length, maxCountedRows);
      for (const page of [1, 3, Math.max(1, Math.ceil(most / 10))]) {
        const search = words.join(' ');
        const found = read(await listLeads(context, { page, limit: 10, filter, search, serviceCenter }));
        expect(found.leads.map(({ _id }) => _id)).toEqual(
          rows.slice((page - 1) * 10, page * 10).map(({ id }) => id),
        );
        const { totalLeadsCount: total, isTotalCapped } = found;
        if (isTotalCapped) {
          expect(total % 100).toBe(0);
          expect(total).toBeGreaterThanOrEqual(page * 10);
          expect(total).toBeLessThan(rows.length);
        } else expect(total).toBe(rows.length);
      }
    }
  }
});

test('what too many leads have is counted as far as the limit, and listed as far', async () => {
  const search = 'dhaka metro';
  const last = read(
    await listLeads(context, { page: maxCountedRows / 10, limit: 10, filter: 'active', search }),
  );
  expect(last).toMatchObject({
    totalLeadsCount: maxCountedRows,
    totalPages: maxCountedRows / 10,
    isTotalCapped: true,
  });
  expect(last.leads).toHaveLength(10);
  const [all] = (await app.pool.query('select count(*)::int as leads from leads where is_active')).rows;
  expect(read(await listLeads(context, { ...firstPage, filter: 'active' }))).toMatchObject({
    totalLeadsCount: all.leads,
    isTotalCapped: false,
  });
});

test('the open leads of an offering are counted as far as the limit', async () => {
  await app.pool.query(
    `update leads set offering_id = $1 where id in (
       select id from leads where is_active and status = 'pending' limit ${maxCountedRows + 5})`,
    [offering],
  );
  expect(await getOffering(context, offering)).toMatchObject({
    openLeads: maxCountedRows,
    isOpenCapped: true,
  });
});

test('a lead or customer that goes is sought by indexes alone in all that may refer to it', async () => {
  const { rows } = await app.pool.query(
    `select conrelid::regclass || '.' || attname as of from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid in ('leads'::regclass, 'customers'::regclass)
       and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`,
  );
  expect(rows).toEqual([]);
});

test('leads have no more indexes than every write can pay for', async () => {
  const { rows } = await app.pool.query("select from pg_index where indrelid = 'leads'::regclass");
  expect(rows.length).toBeLessThanOrEqual(20);
});

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

const heldInOrder = [
  ...['the list', 'the archived list', 'the list of a center', 'a page deep in the list', 'the daily list'],
  ...['platform', 'employee', 'center', 'status'].map((narrowing) => `the list narrowed by ${narrowing}`),
  ...leadStatuses.map((status) => `the ${status} list of an offering`),
];
test.each(heldInOrder)('%s sorts no more than a page', async (name) => {
  const use = uses[name];
  if (!use) throw new Error(`Nothing is called ${name}`);
  await expectToSortAPage(use);
});

test('a list without an offering, which few leads lack, sorts no more than a page', async () => {
  await expectToSortAPage(() => listManagementLeads(context, { ...firstPage, offeringType: 'none' }));
});

test.each(leadStatuses)('the %s list of nobody passes over few others', async (status) => {
  // The index of all centers' leads knows the center too; a twentieth are of this one.
  for (const [serviceCenter, most] of [
    [undefined, maxCountedRows] as const,
    [center, 20 * maxCountedRows] as const,
  ]) {
    asked.length = 0;
    await listLeadsByStatus(context, { ...firstPage, status, advisor: 'nobody', serviceCenter });
    for (const { sql, parameters } of [...asked]) {
      const { rows } = await app.pool.query(`explain (analyze, format json) ${sql}`, [...parameters]);
      const plan = rows[0]['QUERY PLAN'][0].Plan;
      expect(passedOver(plan), JSON.stringify(plan, null, 1)).toBeLessThanOrEqual(most);
    }
  }
});

for (const status of leadStatuses) {
  test.each(getLeadSorts(status))(`the ${status} list by %s sorts no more than a page`, async (sort) => {
    for (const order of ['asc', 'desc'] as const) {
      for (const serviceCenter of [undefined, center]) {
        for (const page of [1, 100]) {
          const query = { ...firstPage, page, status, sort, order, serviceCenter };
          await expectToSortAPage(() => listLeadsByStatus(context, query));
        }
      }
    }
  });
}

test('people by what many have are found among newer leads when the newest are called otherwise, without reading all in the index of words', async () => {
  await app.pool.query(`alter table leads disable trigger user;
    update leads set search_key = 'imported' || id where id in (
      select id from leads where is_active order by created_at desc, id desc limit 4100);
    alter table leads enable trigger user; analyze leads`);
  for (const actor of [context, servant]) {
    asked.length = 0;
    const { people } = await findPeople(actor, { text: 'rahim 3' });
    const { rows } = await app.pool.query<{ phone: string }>(
      `select phone from leads where is_active and search_key like '%rahim%' and search_key like '%3%'
         and ($1::uuid is null or service_center_id = $1)
       group by 1 order by max(created_at) desc limit 8`,
      [actor === servant ? center : null],
    );
    expect(people.map(({ phone }) => phone)).toEqual(rows.map(({ phone }) => phone));
    for (const { sql, parameters } of asked.filter(({ sql }) => !/^\s*explain/i.test(sql))) {
      const { rows: lines } = await app.pool.query(`explain ${sql}`, [...parameters]);
      expect(lines.map((line) => line['QUERY PLAN']).join('\n')).not.toContain('leads_search');
    }
  }
});

type Plan = {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

const growing = [
  'leads',
  'bookings',
  'customer_messages',
  'message_pictures',
  'whatsapp_messages',
  'stopped_numbers',
  'lead_due_counts',
  'lead_versions',
  'customers',
  'customer_addresses',
  'idempotency_keys',
  'lead_comments',
  'deliveries',
  'declined_offers',
  'import_rows',
  'duplicate_checks',
  'duplicate_keys',
  'duplicate_pairs',
  'lead_mentions',
  'lead_contacts',
  'lead_figures',
];

async function scansOf(use: () => Promise<unknown>): Promise<{ tables: string[]; planText: string }[]> {
  asked.length = 0;
  await use();
  const statements = asked.filter(({ sql }) => /^\s*(select|with|update|insert|delete)/i.test(sql));
  expect(statements.length).toBeGreaterThan(0);
  const explanations = statements.flatMap(({ sql, parameters }) => [
    { text: `explain (format json) ${sql}`, values: [...parameters] },
    ...(knowsGenericPlans && isPreparable(sql)
      ? [{ text: `explain (generic_plan, format json) ${sql}` }]
      : []),
  ]);
  return Promise.all(
    explanations.map(async (explanation) => {
      const { rows } = await app.pool.query(explanation);
      const plan = rows[0]['QUERY PLAN'][0].Plan;
      return { tables: scans(plan), planText: `${explanation.text}\n${JSON.stringify(plan, null, 1)}` };
    }),
  );
}

async function expectToSortAPage(use: () => Promise<unknown>): Promise<void> {
  asked.length = 0;
  await use();
  expect(asked.length).toBeGreaterThan(0);
  for (const { sql, parameters } of [...asked]) {
    const { rows } = await app.pool.query(`explain (analyze, format json) ${sql}`, [...parameters]);
    const plan = rows[0]['QUERY PLAN'][0].Plan;
    expect(sortedRows(plan), JSON.stringify(plan, null, 1)).toBeLessThanOrEqual(firstPage.limit);
  }
}

function sortedRows(plan: Plan): number {
  const input = plan.Plans?.find((child) => child['Parent Relationship'] === 'Outer');
  const own = /Sort/.test(plan['Node Type']) ? (input?.['Actual Rows'] ?? 0) : 0;
  return Math.max(own, ...(plan.Plans ?? []).map(sortedRows));
}

function passedOver(plan: Plan): number {
  const own = (plan['Rows Removed by Filter'] ?? 0) * (plan['Actual Loops'] ?? 1);
  return own + (plan.Plans ?? []).map(passedOver).reduce((sum, rows) => sum + rows, 0);
}

function scans(plan: Plan): string[] {
  const isScan = plan['Node Type'] === 'Seq Scan' && growing.includes(plan['Relation Name'] ?? '');
  return [...(isScan ? [plan['Relation Name'] ?? ''] : []), ...(plan.Plans ?? []).flatMap(scans)];
}

function read<T>({ json }: SerializedJson<T>): T {
  return JSON.parse(json.toString());
}
