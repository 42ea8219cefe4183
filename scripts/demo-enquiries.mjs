// Enquiries for the sample dealer, sent to it as other programs, websites and Meta would.
import { prove } from '../server/src/intake/form/assets/proof.js';
import { get, patch, pause, post, server } from './demo-calls.mjs';
import { complain, turnOnMessages } from './demo-messages.mjs';
import { demoKeys } from './demo-meta.mjs';

const everyMs = 4_000;
const fillingInMs = 3_500;

const names = ['Nusrat Jahan', 'Kamal Hossain', 'রাশেদা বেগম', 'Imran Chowdhury', 'Farhana Islam', 'সোহেল রানা'];
const messages = [
  'Oil change this week, please. Around 4 pm suits me.',
  'The brakes make a noise since yesterday',
  'How much is a full service for an Axio 2017?',
  'আগামী শনিবার গাড়ি দিতে চাই',
];
const cars = ['Toyota Axio', 'Honda Vezel', 'Toyota Premio', 'Suzuki Swift'];
const ads = [
  { ad: 'Carousel 2', campaign: 'Winter check' },
  { ad: 'Video: brakes', campaign: 'Safe drive' },
  {},
];
const links = ['spring-newsletter', 'google-maps', ''];
const branches = ['Agrabad', 'Khulna', 'Mirpur', 'Sylhet', 'Tejgaon', 'Uttara'];

/** @typedef {Awaited<ReturnType<typeof import('./demo-meta.mjs').openDemoMeta>>} Meta */
/** @typedef {{ _id: string, name: string }} Center */
/** @typedef {{ connection: { _id: string, path: string }, secret: string }} Connected */
/** @typedef {{ language: string, title: string, fields: readonly { name: string, value?: string }[] }} ShownForm */

/** @template T @param {readonly T[]} all @returns {T} */
const one = (all) => all[Math.floor(Math.random() * all.length)];

const newPhone = () => `017${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

/**
 * Sets up connections of every kind once the demo is ready, and sends a few enquiries over them, or with `goOn` one every few
 * seconds.
 *
 * @param {{ goOn?: boolean, meta: Meta, gateway: string }} options `gateway`: the address of one for SMS.
 */
export async function sendEnquiries({ goOn = false, meta, gateway }) {
  const account = { email: 'superadmin@pitlane.test', password: 'pitlane-demo' };
  /** @type {{ token?: string } | undefined} */
  let session;
  while (!session?.token) {
    await pause(1_000);
    session = /** @type {typeof session} */ (await post('/api/employeeApp/public/auth/login', account));
  }
  const { token } = session;
  const listed = await get('/api/employeeApp/serviceCenter/manageLeads/getServiceCenters', token);
  const centers = /** @type {Center[]} */ (listed ?? []);
  const serviceCenter = centers.find(({ name }) => name.includes('Mirpur'))?._id;
  /** @param {object} choices */
  const connect = async (choices) => {
    const made = await post('/api/employeeApp/management/connections', choices, token);
    return /** @type {Connected | undefined} */ (made);
  };

  const program = await connect({ name: 'Car portal', platform: 'website' });
  const mails = await connect({ name: 'Mailbox', kind: 'email', platform: 'website', serviceCenter });
  const ofMeta = { ...demoKeys, serviceCenter };
  const page = await connect({ name: 'Facebook page', kind: 'meta', platform: 'facebook', ...ofMeta });
  const chat = await connect({ name: 'WhatsApp', kind: 'whatsapp', platform: 'whatsapp', ...ofMeta });
  const form = await addForm(token, centers);
  if (!program || !mails || !page || !chat || !form) return;
  await post(`/api/employeeApp/management/connections/${page.connection._id}/page`, {}, token);
  meta.connect({ leadAds: server + page.connection.path, whatsApp: server + chat.connection.path });
  await turnOnMessages({ meta, gateway, connection: chat.connection._id, token });

  const ways = {
    program: (/** @type {object} */ enquiry) => post(program.connection.path, enquiry, program.secret),
    mail: () => post(mails.connection.path, newMail(), mails.secret, 'message/rfc822'),
    leadAd: () => meta.leadAds.fillIn(newLead(meta.leadAds.forms)),
    form: () => fillIn(form.path, centers),
    chat: () => meta.whatsApp.write({ name: one(names), from: `88${newPhone()}`, text: one(messages) }),
  };
  await ways.program({ name: 'Tania Rahman', branch: 'Mirpur', message: 'Please call me about a battery' });
  await ways.program(newEnquiry());
  for (const send of [ways.mail, ways.leadAd, ways.leadAd]) await send();
  await Promise.all([ways.form(), ways.form(), ways.form(), converse(meta, chat.connection._id, token)]);
  await complain({ meta, token });
  const { leadAd, chat: write, mail } = ways;
  const another = () => ways.program(newEnquiry());
  // Forms take a hundred an hour from one address.
  const turns = [ways.form, leadAd, write, another, leadAd, write, mail, leadAd, write, another];
  for (let turn = 0; goOn; turn++) {
    await pause(everyMs);
    await turns[turn % turns.length]?.();
  }
}

function newEnquiry() {
  const about = { form_name: 'Ask for a service', page_url: 'https://www.car-portal.example/meghna-motors' };
  return { name: one(names), phone: newPhone(), branch: one(branches), message: one(messages), ...about };
}

function newMail() {
  return [
    'From: Car bazaar <noreply@car-bazaar.example>',
    'Content-Type: text/plain; charset=utf-8',
    'Subject: New enquiry',
    `Message-ID: <${crypto.randomUUID()}@car-bazaar.example>`,
    '',
    `Name: ${one(names)}`,
    `Phone: ${newPhone()}`,
    `Branch: ${one(branches)}`,
    `Message: ${one(messages)}`,
  ].join('\r\n');
}

/** @param {readonly string[]} forms */
function newLead(forms) {
  const answers = {
    ...{ full_name: one(names), phone_number: `+88${newPhone()}`, service_center: one(branches) },
    which_car_do_you_drive: one(cars),
  };
  return { answers, form: one(forms), ...one(ads) };
}

/** @param {string} token @param {readonly Center[]} centers */
async function addForm(token, centers) {
  const bn = {
    ...{ title: 'সার্ভিস বুক করুন', thanks: null },
    consent: 'এ বিষয়ে আমাকে ফোন করতে পারেন।',
  };
  const en = { title: 'Book a service', consent: 'You may call me about this.', thanks: null };
  const choices = { centers: centers.map(({ _id }) => _id), offerings: [], asksDay: true };
  const origins = ['https://www.meghna-motors.example'];
  const form = { name: 'Website', texts: { en, bn }, ...choices, thanksAddress: null, origins };
  const made = await post('/api/employeeApp/management/forms', form, token);
  return /** @type {{ path: string } | undefined} */ (made);
}

/** @param {string} path @param {readonly Center[]} centers */
async function fillIn(path, centers) {
  const read = await get(`${path}.json`);
  const shown =
    /** @type {{ key: string, proofBits: number, languages: readonly ShownForm[] } | undefined} */ (read);
  if (!shown) return;
  const proof = await prove(shown.key, shown.proofBits);
  const { language, title, fields } = one(shown.languages);
  const consent = fields.find(({ name }) => name === 'consent');
  await pause(fillingInMs);
  const campaign = one(links);
  const typed = {
    ...{ name: one(names), phone: newPhone(), message: one(messages), service_center: one(centers)._id },
    ...{ consent: consent?.value ?? '', lang: language, form_title: title, key: shown.key, proof },
    ...{ page: 'https://www.meghna-motors.example/service', ...(campaign && { utm_campaign: campaign }) },
  };
  await post(path, new URLSearchParams(typed), undefined, 'application/x-www-form-urlencoded');
}

/** @param {Meta} meta @param {string} connection @param {string} token */
async function converse({ whatsApp }, connection, token) {
  const person = { name: 'Sabbir Ahmed', from: '8801711223344' };
  const referral = { headline: 'Winter check', source_url: 'https://fb.me/3cr4Wqqkv' };
  await whatsApp.write({ ...person, text: 'Hello, how much is the winter check for a Corolla?', referral });
  await whatsApp.writePicture({ ...person, caption: 'And this light is on' });
  await whatsApp.write({
    name: '@farhana.dhk',
    user: 'BD.13491208655302741918',
    text: 'Are you open on Friday?',
  });
  const other = { name: 'Mahbub Alam', from: '8801911334455' };
  await whatsApp.write({ ...other, text: 'Can I bring the car at 5 today?' });
  await pause(2_000);
  await whatsApp.answerOnPhone({ to: other.from, text: 'Yes, at 5 is fine. Please bring the papers.' });
  const listed = await get(`/api/employeeApp/management/intake?connection=${connection}`, token);
  const { deliveries } = /** @type {{ deliveries: { state: string, lead: string | null }[] }} */ (
    listed ?? { deliveries: [] }
  );
  const lead = deliveries.find(({ state }) => state === 'joined')?.lead;
  if (!lead) return;
  const text = 'It is 3,500 taka, and we look at the light with it. Does tomorrow at 10 suit you?';
  const key = crypto.randomUUID();
  await post(`/api/employeeApp/serviceCenter/manageLeads/whatsapp/${lead}`, { text, key }, token);
  const booked = { status: 'booked', appointmentDate: inDays(1), appointmentTime: '10:00', overbook: true };
  await patch(`/api/employeeApp/serviceCenter/manageLeads/update/${lead}`, booked, token);
}

/** @param {number} days from now, in Dhaka. */
function inDays(days) {
  const at = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dhaka' }).format(at);
}
