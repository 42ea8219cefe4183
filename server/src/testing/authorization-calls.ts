import { v4 } from 'uuid';
import { createInvite } from '#contract/invites.ts';
import { startBulkChange } from '#server/bulk/bulk.service.ts';
import { logContact } from '#server/contacts/contacts.service.ts';
import { addCustomerAddress } from '#server/customers/addresses.service.ts';
import { getAccount } from '#server/employees/employees.service.ts';
import { createLead } from '#server/leads/record/create-leads.service.ts';
import { archiveLead, editLead } from '#server/leads/record/edit-leads.service.ts';
import { addOffering } from '#server/offerings/offerings.service.ts';
import { addServiceCenter } from '#server/service-centers/service-centers.service.ts';
import { protectionCalls } from '#server/testing/second-factor/second-factors.ts';
import { nounCalls } from './noun-calls.ts';
import { type TestApp, testRules } from './test-app.ts';

export type Scene = { app: TestApp; boss: Person; caller: Person; center: string };
type Person = { id: string; token: string };

type Texts = Record<string, string>;
export type CallArguments = { params?: Texts; query?: Texts; body?: Record<string, unknown> };

let made = 0;
const unique = (word: string) => `${word} ${++made}`;
const phone = () => `0171${String(++made).padStart(7, '0')}`;
const asBoss = async ({ app, boss }: Scene) => ({
  ...app.context,
  dealer: testRules,
  actor: await getAccount(app.context, boss.id),
});

const leadBody = ({ center }: Scene) => ({ name: unique('Lead'), phone: phone(), serviceCenter: center });
async function addLead(scene: Scene) {
  return createLead(await asBoss(scene), leadBody(scene));
}
const openLead = async (scene: Scene) => ({
  body: { tab: v4(), lead: (await addLead(scene))._id, isOpen: true },
});
const pendingOfCenter = async ({ center }: Scene) => ({
  query: { status: 'pending', serviceCenter: center },
});
const leadId = async (scene: Scene) => ({ params: { id: (await addLead(scene))._id } });
const entryId = async (scene: Scene) => ({ params: { entryId: (await addLead(scene))._id } });
const customerId = async (scene: Scene) => ({ params: { id: String((await addLead(scene)).customer) } });

async function suggestion(scene: Scene) {
  const { customer, phone, serviceCenter } = await addLead(scene);
  const body = { name: unique('Other'), phone, serviceCenter: serviceCenter._id };
  const { name: value } = await createLead(await asBoss(scene), body);
  return { params: { id: String(customer) }, body: { field: 'name', take: true, value } };
}

async function closedCustomer(scene: Scene) {
  const { _id, customer, phone } = await addLead(scene);
  await archiveLead(await asBoss(scene), _id, { isActive: false });
  return { params: { id: String(customer) }, body: { phone } };
}

async function addressId(scene: Scene) {
  const customer = String((await addLead(scene)).customer);
  const address = { label: null, line: unique('House'), area: null, city: null, isDefault: true };
  const { _id } = await addCustomerAddress(await asBoss(scene), customer, address);
  return { params: { id: customer, addressId: _id } };
}

async function changedLead(scene: Scene) {
  const { _id: id } = await addLead(scene);
  await editLead(await asBoss(scene), id, { name: unique('Renamed') });
  await scene.app.pool.query('update leads set last_modified_by = $1 where id = $2', [scene.caller.id, id]);
  return { params: { id }, body: { version: 2 } };
}

async function contact(scene: Scene) {
  const { _id } = await addLead(scene);
  const logged = await logContact(await asBoss(scene), _id, { channel: 'call', outcome: 'noAnswer' });
  await scene.app.pool.query('update lead_contacts set employee_id = $1 where id = $2', [
    scene.caller.id,
    logged.contact._id,
  ]);
  return { params: { id: logged.contact._id } };
}

async function ownBulk(scene: Scene) {
  const { _id: id } = await startBulkChange(await asBoss(scene), {
    action: 'archive',
    leads: [(await addLead(scene))._id],
  });
  await scene.app.pool.query('update bulk_actions set employee_id = $1 where id = $2', [scene.caller.id, id]);
  return { params: { id } };
}

async function correction(scene: Scene) {
  await scene.app.pool.query('update dealer set service_may_correct = true');
  return { ...(await leadId(scene)), body: { name: unique('Renamed') } };
}

const noAddress = { address: null, contactNo: null };
const newCenter = async ({ app }: Scene) => ({
  params: { id: await addServiceCenter(app.context, { name: unique('Center'), ...noAddress }) },
});
const noDays = { location: null, startDate: null, endDate: null };
const newOffering = async ({ app }: Scene) => ({
  params: { id: await addOffering(app.context, { name: unique('Service'), type: 'service', ...noDays }) },
});

async function otherSession({ app, caller }: Scene) {
  const { rows } = await app.pool.query<{ id: string }>('select id from sessions where employee_id = $1', [
    caller.id,
  ]);
  return { params: { id: rows[0]?.id ?? '' } };
}

async function newInvite({ app, boss }: Scene) {
  const body = { email: `invited${++made}@matrix.example` };
  const { data } = await app.call(createInvite, { token: boss.token, body });
  return { params: { id: data._id } };
}
const addUnassigned = async ({ app }: Scene) => (await app.signIn('unassigned')).id;
const ofCenter = async ({ center }: Scene) => ({ query: { serviceCenter: center } });
const dayOfCenter = async ({ center }: Scene) => ({ query: { serviceCenter: center, date: '2026-03-14' } });
const nothing = async () => ({});

export const authorizationCalls: Record<string, (scene: Scene) => Promise<CallArguments>> = {
  'GET /session/me': nothing,
  'PATCH /session/me': async () => ({ body: { name: unique('Renamed') } }),
  ...protectionCalls,
  ...nounCalls,
  'POST /serviceCenter/find': async () => ({ body: { text: 'rahim' } }),
  'POST /serviceCenter/find/known': async () => ({ body: { phone: '01799999999' } }),
  'POST /serviceCenter/find/opened': async () => ({ body: { ids: [] } }),
  'POST /serviceCenter/find/statuses': async () => ({ body: { search: 'rahim' } }),
  'GET /management/bookingRules': nothing,
  'PATCH /management/bookingRules/:id': async (scene) => ({
    ...(await newCenter(scene)),
    body: { rules: null },
  }),
  'GET /serviceCenter/bookings/day': dayOfCenter,
  'GET /serviceCenter/bookings/days': async () => ({ query: { from: '2026-03-14' } }),
  'GET /serviceCenter/bookings/places': dayOfCenter,
  'GET /management/workingHours': nothing,
  'PATCH /management/workingHours': async () => ({ body: {} }),
  'GET /session/presence': nothing,
  'POST /session/presence': openLead,
  'GET /session/sessions': nothing,
  'DELETE /session/sessions': nothing,
  'DELETE /session/sessions/:id': otherSession,
  'POST /session/logout': nothing,
  'GET /session/events': nothing,
  'GET /management/manageLeads': ofCenter,
  'POST /management/bulk': async (scene) => ({
    body: { action: 'archive', leads: [(await addLead(scene))._id] },
  }),
  'POST /management/bulk/advisors': async (scene) => ({ body: { leads: [(await addLead(scene))._id] } }),
  'GET /management/bulk': nothing,
  'GET /management/bulk/:id': ownBulk,
  'POST /management/bulk/:id/undo': ownBulk,
  'GET /management/manageLeads/csv': ofCenter,
  'GET /management/manageLeads/getLeadsCountByCenter': nothing,
  'GET /management/manageLeads/getLeadsCountByStatus': ofCenter,
  'GET /management/manageLeads/getlastChanges/:entryId': entryId,
  'GET /management/manageLeads/getLeadsHistory/:entryId': entryId,
  'GET /dataEntry/manageLeads': ofCenter,
  'POST /dataEntry/manageLeads': async (scene) => ({ body: leadBody(scene) }),
  'PATCH /dataEntry/manageLeads/:id': async (scene) => ({
    ...(await leadId(scene)),
    body: { name: unique('Renamed') },
  }),
  'PATCH /dataEntry/manageLeads/archive/:id': async (scene) => ({
    ...(await leadId(scene)),
    body: { isActive: false },
  }),
  'GET /serviceCenter/manageLeads/getLeadsByServicesCenterAndStatus': pendingOfCenter,
  'GET /serviceCenter/manageLeads/byPeriod': async ({ center }) => ({
    query: { period: 'daily', serviceCenter: center },
  }),
  'GET /serviceCenter/callQueue': ofCenter,
  'GET /serviceCenter/callQueue/worklist': ofCenter,
  'GET /serviceCenter/manageLeads/getSingleLead/:id': leadId,
  'GET /serviceCenter/manageLeads/getSingleLeadsHistory/:id': leadId,
  'PATCH /serviceCenter/manageLeads/update/:id': async (scene) => ({
    ...(await leadId(scene)),
    body: { notes: unique('Called') },
  }),
  'PATCH /serviceCenter/manageLeads/correct/:id': correction,
  'PATCH /serviceCenter/manageLeads/undo/:id': changedLead,
  'GET /serviceCenter/manageLeads/panel/:id': leadId,
  'GET /serviceCenter/manageLeads/timeline/:id': leadId,
  'POST /serviceCenter/manageLeads/comments/:id': async (scene) => ({
    ...(await leadId(scene)),
    body: { text: unique('Said') },
  }),
  'GET /serviceCenter/manageLeads/colleagues/:id': leadId,
  'GET /session/mentions': nothing,
  'POST /session/mentions/read': async (scene) => ({ body: { lead: (await addLead(scene))._id } }),
  'POST /serviceCenter/manageLeads/contacts/:id': async (scene) => ({
    ...(await leadId(scene)),
    body: { channel: 'call', outcome: 'noAnswer' },
  }),
  'PATCH /serviceCenter/manageLeads/contacts/correct/:id': async (scene) => ({
    ...(await contact(scene)),
    body: { note: unique('Note') },
  }),
  'PATCH /serviceCenter/manageLeads/contacts/undo/:id': contact,
  'PATCH /serviceCenter/manageLeads/take/:id': leadId,
  'PATCH /serviceCenter/manageLeads/release/:id': leadId,
  'PATCH /management/manageLeads/assign/:id': async (scene) => ({
    ...(await leadId(scene)),
    body: { advisor: scene.boss.id },
  }),
  'GET /serviceCenter/manageLeads/advisors': ofCenter,
  'GET /serviceCenter/manageLeads/lostReasons': nothing,
  'GET /serviceCenter/manageLeads/getServiceCenters': nothing,
  'GET /dataEntry/manageServiceCenter': nothing,
  'GET /management/manageServiceCenter': nothing,
  'POST /management/manageServiceCenter': async () => ({ body: { name: unique('Center') } }),
  'GET /management/manageServiceCenter/getSingleServicesCenter/:id': async ({ center }) => ({
    params: { id: center },
  }),
  'PATCH /management/manageServiceCenter/:id': async (scene) => ({
    ...(await newCenter(scene)),
    body: { isActive: false },
  }),
  'GET /dataEntry/manageServiceAndCampaign/getServiceOrCampaignByType': async () => ({
    query: { type: 'service' },
  }),
  'GET /management/manageServiceAndCampaign': nothing,
  'POST /management/manageServiceAndCampaign': async () => ({
    body: { name: unique('Parts'), type: 'parts' },
  }),
  'GET /management/manageServiceAndCampaign/getSingleServiceOrCampaign/:id': newOffering,
  'PATCH /management/manageServiceAndCampaign/:id': async (scene) => ({
    ...(await newOffering(scene)),
    body: { isActive: false },
  }),
  'GET /management/manageEmployee/getEmployeesByLevel/:level': async () => ({
    params: { level: 'service' },
  }),
  'PATCH /management/manageEmployee/assign/assignToManagement': async (scene) => ({
    body: { id: await addUnassigned(scene) },
  }),
  'PATCH /management/manageEmployee/assign/assignToDataEntry': async (scene) => ({
    body: { id: await addUnassigned(scene) },
  }),
  'PATCH /management/manageEmployee/assign/assignToServiceCenter': async (scene) => ({
    body: { id: await addUnassigned(scene), level: 'service', serviceCenter: [scene.center] },
  }),
  'PATCH /management/manageEmployee/assign/unassignEmployee': async ({ app, center }) => ({
    body: { id: (await app.signIn('service', [center])).id, serviceCenter: [] },
  }),
  'PATCH /management/manageEmployee/:id': async (scene) => ({
    params: { id: await addUnassigned(scene) },
    body: { isActive: false },
  }),
  'PATCH /management/manageEmployee/:id/away': async (scene) => ({
    params: { id: await addUnassigned(scene) },
    body: { awayUntil: null },
  }),
  'GET /session/away': nothing,
  'PATCH /session/away': async () => ({ body: { awayUntil: null } }),
  'GET /management/manageEmployee/openLeads': nothing,
  'POST /management/employeeinvite': async () => ({ body: { email: `asked${++made}@matrix.example` } }),
  'GET /management/employeeinvite/getAllInvites': nothing,
  'POST /management/employeeinvite/resendInvite/:id': newInvite,
  'DELETE /management/employeeinvite/deleteInvite/:id': newInvite,
  'GET /management/customers/getAllCustomers': nothing,
  'PATCH /management/customers/:id': async (scene) => ({
    ...(await customerId(scene)),
    body: { name: unique('Customer') },
  }),
  'POST /management/customers/:id/suggestions': suggestion,
  'POST /management/customers/:id/addresses': async (scene) => ({
    ...(await customerId(scene)),
    body: { line: unique('House') },
  }),
  'PATCH /management/customers/:id/addresses/:addressId': async (scene) => ({
    ...(await addressId(scene)),
    body: { line: unique('House') },
  }),
  'DELETE /management/customers/:id/addresses/:addressId': addressId,
  'POST /management/customers/:id/erase': closedCustomer,
  'GET /serviceCenter/messageTexts': nothing,
  'PATCH /management/messageTexts': async () => ({
    body: { texts: [{ name: unique('Reminder'), language: 'en', text: 'Hello {name}' }] },
  }),
  'PATCH /management/lostReasons': async () => ({ body: { reasons: [] } }),
  'PATCH /management/dealer': async () => ({ body: { name: unique('Motors') } }),
  'GET /management/retention': nothing,
  'GET /management/retention/preview': nothing,
  'PATCH /management/retention': async () => ({ body: { archivedMonths: null, auditMonths: 24 } }),
  'GET /management/audit': nothing,
  'GET /management/firstSteps': nothing,
  'PATCH /management/firstSteps': async () => ({ body: { dismissed: ['import'] } }),
  'GET /management/systemStatus': nothing,
};
