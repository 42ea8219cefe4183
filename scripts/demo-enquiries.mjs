// Enquiries for the sample dealer, sent to it as another program would.
import { demoKeys } from './demo-whatsapp.mjs';

const api = `http://127.0.0.1:${process.env.PORT || 3000}/api`;
const everyMs = 4_000;

const names = ['Nusrat Jahan', 'Kamal Hossain', 'রাশেদা বেগম', 'Imran Chowdhury', 'Farhana Islam', 'সোহেল রানা'];
const messages = [
  'Oil change this week, please. Around 4 pm suits me.',
  'The brakes make a noise since yesterday',
  'How much is a full service for an Axio 2017?',
  'আগামী শনিবার গাড়ি দিতে চাই',
];
const sources = [
  { form_name: 'Book a service', page_url: 'https://www.meghna-motors.example/service' },
  { campaign_name: 'Winter check', ad_name: 'Carousel 2' },
  { form_name: 'Free inspection', campaign_name: 'Winter check' },
];
const branches = ['Agrabad', 'Khulna', 'Mirpur', 'Sylhet', 'Tejgaon', 'Uttara'];

/** @typedef {Awaited<ReturnType<typeof import('./demo-whatsapp.mjs').openDemoWhatsApp>>} WhatsApp */

/** @template T @param {readonly T[]} all @returns {T} */
const one = (all) => all[Math.floor(Math.random() * all.length)];

const newPhone = () => `017${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

const newEnquiry = () => ({
  name: one(names),
  phone: newPhone(),
  branch: one(branches),
  message: one(messages),
  ...one(sources),
});

/**
 * @param {string} path @param {unknown} body @param {string} [token]
 * @returns {Promise<{ token?: string, secret?: string, connection?: { _id: string, path: string } } | undefined>} undefined when there is no answer, or a refusal.
 */
async function post(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  try {
    const response = await fetch(api + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} path @param {string} token */
async function get(path, token) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(api + path, { headers }).catch(() => undefined);
  return response?.ok ? response.json() : undefined;
}

/**
 * Sets up connections once the demo is ready, and sends a few enquiries over them, or with `goOn` one every few seconds.
 *
 * @param {{ goOn?: boolean, whatsApp: WhatsApp }} options
 */
export async function sendEnquiries({ goOn = false, whatsApp }) {
  const account = { email: 'superadmin@pitlane.test', password: 'pitlane-demo' };
  let session;
  while (!session?.token) {
    await pause(1_000);
    session = await post('/employeeApp/public/auth/login', account);
  }
  const made = await post(
    '/employeeApp/management/connections',
    { name: 'Website', platform: 'website' },
    session.token,
  );
  if (!made?.connection) return;
  const { connection, secret } = made;
  const send = (/** @type {unknown} */ enquiry) => post(`/v1/intake/${connection._id}`, enquiry, secret);
  await send({ name: 'Tania Rahman', branch: 'Mirpur', message: 'Please call me about a battery' });
  await send(newEnquiry());
  await converse(whatsApp, session.token);
  for (let turn = 0; goOn; turn++) {
    await pause(everyMs);
    if (turn % 3 < 2) await send(newEnquiry());
    else await whatsApp.write({ name: one(names), from: `88${newPhone()}`, text: one(messages) });
  }
}

/** @param {WhatsApp} whatsApp @param {string} token */
async function converse(whatsApp, token) {
  const centers = await get('/employeeApp/serviceCenter/manageLeads/getServiceCenters', token);
  const { _id } = centers?.find((/** @type {{ name: string }} */ { name }) => /Mirpur/.test(name)) ?? {};
  const choices = { name: 'WhatsApp', kind: 'whatsapp', platform: 'whatsapp', serviceCenter: _id };
  const made = await post('/employeeApp/management/connections', { ...choices, ...demoKeys }, token);
  if (!made?.connection) return;
  const { _id: id, path } = made.connection;
  whatsApp.connect(new URL(path, api).href);
  const person = { name: 'Sabbir Ahmed', from: '8801711223344' };
  const referral = { headline: 'Winter check', source_url: 'https://fb.me/3cr4Wqqkv' };
  await whatsApp.write({ ...person, text: 'Hello, how much is the winter check for a Corolla?', referral });
  const photo = { mime_type: 'image/jpeg', caption: 'And this light is on' };
  await whatsApp.write({ ...person, type: 'image', content: photo });
  await whatsApp.write({
    name: '@farhana.dhk',
    user: 'BD.13491208655302741918',
    text: 'Are you open on Friday?',
  });
  await pause(2_000);
  const listed = await get(`/employeeApp/management/intake?connection=${id}`, token);
  const lead = listed?.deliveries.find(
    (/** @type {{ state: string }} */ { state }) => state === 'joined',
  )?.lead;
  if (!lead) return;
  const text = 'It is 3,500 taka, and we look at the light with it. Does tomorrow at 10 suit you?';
  const key = crypto.randomUUID();
  await post(`/employeeApp/serviceCenter/manageLeads/whatsapp/${lead}`, { text, key }, token);
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
