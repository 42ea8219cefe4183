// Enquiries for the sample dealer, sent to it as another program would.
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

/** @template T @param {readonly T[]} all @returns {T} */
const one = (all) => all[Math.floor(Math.random() * all.length)];

const newEnquiry = () => ({
  name: one(names),
  phone: `017${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
  branch: one(branches),
  message: one(messages),
  ...one(sources),
});

/**
 * @param {string} path @param {unknown} body @param {string} [token]
 * @returns {Promise<{ token?: string, secret?: string, connection?: { _id: string } } | undefined>} undefined when there is no answer, or a refusal.
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

/** Sets up a connection once the demo is ready, and sends a few enquiries over it, or with `goOn` one every few seconds. */
export async function sendEnquiries({ goOn = false }) {
  const pause = (/** @type {number} */ milliseconds) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
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
  while (goOn) {
    await pause(everyMs);
    await send(newEnquiry());
  }
}
