import { createConnection } from '#contract/intake/connections.ts';
import { createWebsiteForm } from '#contract/intake/forms.ts';
import { createLead } from '#contract/leads/leads.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import { parseDelivery } from '#server/intake/parse-delivery.ts';
import { newId } from '#server/lib/ids.ts';
import { importCalls } from './import-calls.ts';
import { type TestApp, testRules } from './test-app.ts';
import { messageNotification } from './whatsapp-messages.ts';

type Scene = { app: TestApp; boss: { token: string }; caller: { id: string }; center: string };
type Asked = { params?: Record<string, string>; body?: Record<string, unknown> };

let made = 0;
const nothing = async () => ({});

export const intakeCalls: Record<string, (scene: Scene) => Promise<Asked>> = {
  ...importCalls,
  'GET /management/connections': nothing,
  'POST /management/connections': async () => ({ body: { name: `Site ${++made}`, platform: 'website' } }),
  'PATCH /management/connections/:id': async (scene) => ({
    params: { id: await aConnection(scene) },
    body: { isPaused: true },
  }),
  'POST /management/connections/:id/secret': async (scene) => ({
    params: { id: await aConnection(scene) },
  }),
  'POST /management/connections/:id/preview': async (scene) => ({
    params: { id: await aConnection(scene) },
    body: { mapping: {} },
  }),
  'POST /management/connections/:id/page': async (scene) => ({ params: { id: await aPage(scene) } }),
  'GET /management/connections/:id/forms': async (scene) => ({ params: { id: await aPage(scene) } }),
  'GET /management/connections/:id/check': async (scene) => ({ params: { id: await aPage(scene) } }),
  'POST /management/connections/:id/earlier': async (scene) => ({
    params: { id: await aPage(scene) },
    body: { since: dateInTimeZone(testRules.timeZone, scene.app.clock.now()) },
  }),
  'POST /serviceCenter/manageLeads/whatsapp/:id': async (scene) => ({
    params: { id: await aConversation(scene) },
    body: { text: 'Yes', key: newId(scene.app.clock.now()) },
  }),
  'PATCH /serviceCenter/manageLeads/offers/decline/:id': async (scene) => {
    const { lead, enquiry } = await aFurtherEnquiry(scene);
    return { params: { id: lead }, body: { enquiry, field: 'appointment' } };
  },
  'PATCH /serviceCenter/manageLeads/offers/restore/:id': async (scene) => ({
    params: { id: await aDeclinedOffer(scene) },
  }),
  'GET /management/intake/assignment': nothing,
  'PATCH /management/intake/assignment': async ({ center }) => ({
    body: { centers: [{ serviceCenter: center, assignment: 'inTurn' }] },
  }),
  'POST /management/forms': async ({ center }) => ({ body: formOf(center) }),
  'GET /management/forms/:id': async (scene) => ({ params: { id: await aForm(scene) } }),
  'PATCH /management/forms/:id': async (scene) => ({
    params: { id: await aForm(scene) },
    body: { asksDay: true },
  }),
  'GET /serviceCenter/manageLeads/attachments/:id': anAttachment,
  'GET /management/intake': nothing,
  'GET /management/intake/summary': nothing,
  'GET /management/intake/:id': newDelivery,
  'POST /management/intake/:id/place': async (scene) => ({
    ...(await newDelivery(scene)),
    body: { name: 'Rahim', phone: '01712345678', serviceCenter: scene.center },
  }),
  'POST /management/intake/:id/ignore': async (scene) => ({ ...(await newDelivery(scene)), body: {} }),
  // Of none, so that nothing is worked beside the next test.
  'POST /management/intake/replay': async ({ app }) => ({
    body: { deliveries: [newId(app.clock.now())] },
  }),
};

async function aConnection({ app, boss }: Scene): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    "select id from connections where kind = 'webhook' limit 1",
  );
  if (rows[0]) return rows[0].id;
  const body = { name: `Site ${++made}`, platform: 'website' } as const;
  return (await app.call(createConnection, { token: boss.token, body })).data.connection._id;
}

export function formOf(center: string) {
  const texts = { en: { title: 'Book a service', consent: null, thanks: null }, bn: null };
  const offered = { centers: [center], offerings: [], asksDay: false };
  return { name: `Form ${++made}`, texts, ...offered, thanksAddress: null, origins: [] };
}

async function aForm({ app, boss, center }: Scene): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>('select id from website_forms limit 1');
  if (rows[0]) return rows[0].id;
  return (await app.call(createWebsiteForm, { token: boss.token, body: formOf(center) })).data._id;
}

async function aPage({ app, boss }: Scene): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    "select id from connections where kind = 'meta' limit 1",
  );
  if (rows[0]) return rows[0].id;
  const keys = { appSecret: 'a', pageToken: 'b' };
  const body = { name: `Page ${++made}`, kind: 'meta', platform: 'facebook', ...keys } as const;
  return (await app.call(createConnection, { token: boss.token, body })).data.connection._id;
}

async function aConversation({ app, boss, center }: Scene): Promise<string> {
  const { token } = boss;
  const keys = { appSecret: 'a', pageToken: 'b' };
  const kept = await app.pool.query<{ id: string }>(
    "select id from connections where kind = 'whatsapp' limit 1",
  );
  const body = {
    ...{ name: `Number ${++made}`, kind: 'whatsapp', platform: 'whatsapp' },
    ...{ serviceCenter: center, ...keys },
  } as const;
  const of = kept.rows[0]?.id ?? (await app.call(createConnection, { token, body })).data.connection._id;
  const phone = `0181${String(++made).padStart(7, '0')}`;
  const lead = { name: 'Rahim', phone, serviceCenter: center };
  const { data } = await app.call(createLead, { token, body: lead });
  const now = app.clock.now();
  const message = { id: `wamid.${made}`, from: `88${phone}`, at: Math.floor(now.getTime() / 1_000) };
  const value = JSON.parse(messageNotification([message])).entry[0].changes[0].value;
  const sent = Buffer.from(JSON.stringify({ metadata: value.metadata, message: value.messages[0] }));
  const by = { kind: 'whatsapp', mapping: {} } as const;
  const [parsed] = await parseDelivery({ contentType: null, body: sent }, by);
  await app.pool.query(
    `insert into deliveries (id, connection_id, key, received_at, body, parsed, state, lead_id)
     values ($1::uuid, $2, $1::uuid::text, $3, $4, $5, 'joined', $6)`,
    [newId(now), of, now, sent, JSON.stringify(parsed), data._id],
  );
  return data._id;
}

/** Joined a lead of the center and asks for another day. */
async function aFurtherEnquiry(scene: Scene): Promise<{ lead: string; enquiry: string }> {
  const { app, boss, center } = scene;
  const phone = `0182${String(++made).padStart(7, '0')}`;
  const body = { name: 'Rahim', phone, serviceCenter: center };
  const { data } = await app.call(createLead, { token: boss.token, body });
  const id = newId(app.clock.now());
  await app.pool.query(
    `insert into deliveries (id, connection_id, key, received_at, state, lead_id, enquiry)
     values ($1::uuid, $2, $1::uuid::text, now(), 'joined', $3, '{"appointmentDate": "2030-01-01", "leadHad": {"appointment": ""}}')`,
    [id, await aConnection(scene), data._id],
  );
  return { lead: data._id, enquiry: id };
}

export async function anAttachment(scene: Scene): Promise<{ params: { id: string } }> {
  const { enquiry } = await aFurtherEnquiry(scene);
  const id = newId(scene.app.clock.now());
  await scene.app.pool.query(
    `insert into delivery_attachments (id, delivery_id, connection_id, name, type, bytes, content)
     select $1, id, connection_id, 'enquiry.pdf', 'application/pdf', 4, '%PDF' from deliveries where id = $2`,
    [id, enquiry],
  );
  return { params: { id } };
}

/** Declined by the caller. */
async function aDeclinedOffer(scene: Scene): Promise<string> {
  const { enquiry } = await aFurtherEnquiry(scene);
  const now = scene.app.clock.now();
  const id = newId(now);
  await scene.app.pool.query(
    `insert into declined_offers (id, delivery_id, field, employee_id, created_at) values ($1, $2, 'appointment', $3, $4)`,
    [id, enquiry, scene.caller.id, now],
  );
  return id;
}

async function newDelivery(scene: Scene) {
  const id = newId(scene.app.clock.now());
  await scene.app.pool.query(
    `insert into deliveries (id, connection_id, key, received_at, body, state) values ($1::uuid, $2, $1::uuid::text, now(), 'Name: A', 'toPlace')`,
    [id, await aConnection(scene)],
  );
  return { params: { id } };
}
