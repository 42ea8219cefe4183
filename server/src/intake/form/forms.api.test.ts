import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as connections from '#contract/intake/connections.ts';
import * as intake from '#contract/intake/deliveries.ts';
import * as forms from '#contract/intake/forms.ts';
import { listTimeline } from '#contract/leads/lead-panel.ts';
import * as leads from '#contract/leads/leads.ts';
import { editServiceCenter } from '#contract/service-centers.ts';
import { workDueDeliveries } from '#server/intake/work-deliveries.service.ts';
import { formOf } from '#server/testing/intake-calls.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { TestApp, testNoon, testPublicUrl } from '#server/testing/test-app.ts';
import { isValidProof } from './form-key.ts';

const site = 'https://www.dealer.example';
const stranger = 'https://elsewhere.example';

let app: TestApp;
let token: string;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let id: string;
let phones = 0;

beforeAll(async () => {
  app = await TestApp.open();
  ({ token } = await app.signIn('superAdmin'));
  fixtures = await addFixtures(app);
});
beforeEach(async () => {
  await app.pool.query('delete from throttles');
  app.clock.set(testNoon);
  id = await newForm({});
});
afterAll(() => app.close());

async function newForm(more: Partial<forms.CreateWebsiteFormBody>): Promise<string> {
  const body = { ...formOf(fixtures.north), origins: [site], ...more };
  const { data, error } = await app.call(forms.createWebsiteForm, { token, body });
  expect(error).toBeUndefined();
  return data._id;
}

const newPhone = () => `017150000${String(++phones).padStart(2, '0')}`;
const page = (headers = {}, query = '', of = id) =>
  app.send({ method: 'GET', url: `/form/${of}${query}`, headers });

async function hiddenOf(text: string): Promise<Record<string, string>> {
  const inputs = text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const plain = (value: string) => value.replaceAll('&amp;', '&');
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, plain(value)]));
}

const later = (seconds: number) => app.clock.set(new Date(app.clock.now().getTime() + seconds * 1_000));

function post(fields: Record<string, string> | string, headers: Record<string, string> = {}, of = id) {
  const payload = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return app.send({ method: 'POST', url: `/form/${of}`, headers: { ...type, ...headers }, payload });
}

async function fillIn(fields: Record<string, string>, of = id, headers = {}) {
  const hidden = await hiddenOf((await page({}, '', of)).text);
  later(5);
  return post({ ...hidden, ...fields }, headers, of);
}

async function definition(origin = site, of = id) {
  return app.send({ method: 'GET', url: `/form/${of}.json`, headers: { origin } });
}
const asScript = (fields: Record<string, string>, origin = site) =>
  post(fields, { origin, accept: 'application/json' });

async function ledger(of = id) {
  await workDueDeliveries(app.context);
  const left = "select from deliveries where state = 'waiting'";
  await expect.poll(async () => (await app.pool.query(left)).rowCount).toBe(0);
  return (await app.call(intake.listDeliveries, { token, query: { connection: of } })).data.deliveries;
}
const leadsOf = async (phone: string) =>
  (await app.call(leads.listLeads, { token, query: { search: phone } })).data.leads;
async function refused(of = id) {
  const { data } = await app.call(connections.listConnections, { token });
  return data.connections.find(({ _id }) => _id === of)?.days[0]?.refused ?? 0;
}

test('a visitor sends the page of a form, and it is a lead at its center with all that was asked', async () => {
  const consent = 'You may call me.\nI can take this back.';
  const texts = { en: { title: 'Book & save', consent, thanks: 'See you soon' }, bn: null };
  const offered = { centers: [fixtures.north, fixtures.south], offerings: [fixtures.oil, fixtures.festival] };
  id = await newForm({ texts, ...offered, asksDay: true });
  await app.pool.query("update dealer set logo = 'pictures/a.webp'");
  const { text, headers, status } = await page({}, '?utm_campaign=eid&utm_source=facebook');
  expect(text).toContain('<img src="/pictures/a.webp" alt="Test Motors"');
  expect(status).toBe(200);
  expect(text).toContain('Book &amp; save');
  expect(text).toContain('Oil Change');
  expect(headers['content-security-policy']).toContain(`frame-ancestors ${site}`);
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(headers['set-cookie']).toBeUndefined();
  const hidden = await hiddenOf(text);
  later(5);
  const phone = newPhone();
  const sent = {
    ...{
      ...hidden,
      name: 'রহিম উদ্দিন',
      phone,
      email: 'rahim@form.example',
      vehicle: 'dhaka metro-ga 12-3456',
    },
    ...{ service_center: fixtures.south, service: fixtures.oil, message: 'Oil,\r\nplease', consent },
    ...{ preferred_date: '2026-03-15', preferred_time: '10:30', homepage: '' },
  };
  const answer = await post(sent, { origin: testPublicUrl });
  expect([answer.status, answer.headers.location]).toEqual([303, `/form/${id}/thanks?lang=en`]);
  expect((await app.send({ method: 'GET', url: String(answer.headers.location) })).text).toContain(
    'See you soon',
  );
  const [delivery] = await ledger();
  expect(delivery).toMatchObject({ state: 'lead', summary: `রহিম উদ্দিন · ${phone}` });
  expect((await leadsOf(phone))[0]).toMatchObject({
    ...{ name: 'রহিম উদ্দিন', email: 'rahim@form.example', vehicleNumber: 'DHAKA METRO-GA 12-3456' },
    ...{ serviceCenter: { _id: fixtures.south }, serviceOrCampaign: { _id: fixtures.oil } },
    ...{
      notes: 'Oil,\nplease',
      appointmentDate: '2026-03-15',
      appointmentTime: '10:30',
      platform: 'website',
    },
    employee: { _id: id },
    source: { channel: 'form', form: 'Book & save', campaign: 'eid', site: 'facebook', medium: null },
  });
  const params = { id: String(delivery?._id) };
  const kept = new URLSearchParams((await app.call(intake.getDelivery, { token, params })).data.text ?? '');
  expect([kept.get('consent'), kept.get('utm_campaign')]).toEqual([consent, 'eid']);
  const lead = { id: String(delivery?.lead) };
  const { data } = await app.call(listTimeline, { token, params: lead });
  expect(data.entries.at(-1)).toMatchObject({ kind: 'intake', delivery: { agreed: consent } });
});

test('what is wrong is said beside its field in the language of the visitor, and what was typed stays', async () => {
  const spoken = { title: 'বুক করুন', consent: 'ফোন করতে পারেন', thanks: null };
  id = await newForm({ texts: { en: { ...spoken, title: 'Book' }, bn: spoken }, asksDay: true });
  const asked = await page({ 'accept-language': 'bn-BD,bn;q=0.9,en;q=0.8' });
  expect(asked.text).toContain('<html lang="bn">');
  expect(asked.text).toContain('href="?lang=en"');
  const came = await page({ 'accept-language': 'bn' }, '?utm_campaign=eid&lang=bn');
  expect(came.text).toContain('href="?lang=en&amp;utm_campaign=eid"');
  const turned = await post({ ...(await hiddenOf(came.text)), name: 'Rahim', turn: 'en' });
  expect([turned.status, turned.text.includes('<html lang="en">')]).toEqual([200, true]);
  expect(turned.text).toContain('value="Rahim"');
  expect((await hiddenOf(turned.text)).utm_campaign).toBe('eid');
  const wrong = {
    name: '<script>alert(1)</script>',
    phone: '0171',
    email: 'rahim@',
    preferred_time: '10:00',
  };
  const { status, text } = await fillIn({ ...wrong, lang: 'bn', message: 'x\u0000y' });
  expect(status).toBe(400);
  expect(text).toContain('value="&lt;script&gt;alert(1)&lt;/script&gt;"');
  for (const name of ['phone', 'email', 'preferred_date', 'message', 'consent'])
    expect(text).toMatch(new RegExp(`<p class="fault" id="enquiry-${name}-fault">[^<]*[\\u0980-\\u09ff]`));
  expect(text).not.toContain('id="enquiry-name-fault"');
  const day = async (preferred_date: string, preferred_time = '') =>
    (await fillIn({ name: 'A', phone: newPhone(), preferred_date, preferred_time, lang: 'en' })).text;
  // A Friday, before the center opens, the past, and too far ahead.
  expect(await day('2026-03-13')).toContain('We are closed on that day');
  expect(await day('2026-03-15', '08:59')).toContain('09:00–18:00');
  expect(await day('2026-03-01')).toContain('Choose a day from today');
  expect(await day('2027-03-01')).toContain('Choose a day from today');
  expect(await ledger()).toEqual([]);
});

test.each([
  ['2026-03-15', '15:30', '15:30'],
  ['15/3/2026', '330p', '15:30'],
  ['১৫ মার্চ', '১৫:৩০', '15:30'],
  ['Sunday', '15.30', '15:30'],
  ['রবিবার', 'বিকাল ৩:৩০', '15:30'],
  ['15 March 2026 3:30 pm', '', '15:30'],
  ['sun', '', null],
])(
  'a day typed as "%s" and a time as "%s", where a browser has no fields for them, are read (F136)',
  async (preferred_date, preferred_time, appointmentTime) => {
    id = await newForm({ asksDay: true });
    const phone = newPhone();
    const sent = { name: 'Rahim', phone, preferred_date, preferred_time, lang: 'en' };
    expect((await fillIn(sent)).status).toBe(303);
    await ledger();
    expect((await leadsOf(phone))[0]).toMatchObject({ appointmentDate: '2026-03-15', appointmentTime });
  },
);

test('a time that may be before noon or after it is the one at which the center is open (F136)', async () => {
  id = await newForm({ asksDay: true });
  for (const [preferred_time, appointmentTime] of [
    ['৩:৩০', '15:30'],
    ['330', '15:30'],
    ['৪টা', '16:00'],
    ['৯:৩০', '09:30'],
  ] as const) {
    const phone = newPhone();
    const sent = { name: 'Rahim', phone, preferred_date: 'রবিবার', preferred_time, lang: 'en' };
    expect((await fillIn(sent)).status).toBe(303);
    await ledger();
    expect((await leadsOf(phone))[0]).toMatchObject({ appointmentTime });
  }
});

test('a day or time that cannot be read is said beside its field, and stays as it was typed (F136)', async () => {
  id = await newForm({ asksDay: true });
  const told = { name: 'Rahim', phone: newPhone(), lang: 'en' };
  const { status, text } = await fillIn({ ...told, preferred_date: 'soon', preferred_time: '330p' });
  expect(status).toBe(400);
  expect(text).toContain('id="enquiry-preferred_date-fault"');
  for (const value of ['soon', '15:30']) expect(text).toContain(`value="${value}"`);
  const late = await fillIn({ ...told, preferred_date: 'sun', preferred_time: '9p' });
  expect(late.text).toContain('09:00–18:00');
  const early = await fillIn({ ...told, preferred_date: 'sun', preferred_time: '03:30' });
  expect(early.text).toContain('09:00–18:00');
  expect(late.text).toContain('value="2026-03-15"');
});

test('the same page sent twice is one enquiry; sent with other words, it is asked first', async () => {
  const phone = newPhone();
  const hidden = await hiddenOf((await page()).text);
  later(5);
  const sent = { ...hidden, name: 'Rahim', phone };
  const answers = await Promise.all([post(sent), post(sent), post({ ...sent, proof: '1' })]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await ledger()).toHaveLength(1);
  const changed = await post({ ...sent, message: 'Also the brakes' });
  expect([changed.status, changed.text.includes('You have sent this form already')]).toEqual([409, true]);
  const again = { ...sent, ...(await hiddenOf(changed.text)), message: 'Also the brakes' };
  expect((await post(again)).status).toBe(303);
  expect((await ledger()).map(({ state }) => state)).toEqual(['joined', 'lead']);
});

test('repeats of one enquiry take nothing of what its network may send in an hour (F110)', async () => {
  const hidden = await hiddenOf((await page()).text);
  later(5);
  const sent = { ...hidden, name: 'Rahim', phone: newPhone() };
  for (let time = 0; time < 40; time++) expect((await post(sent)).status).toBe(303);
  const other = await hiddenOf((await page()).text);
  later(5);
  expect((await post({ ...other, name: 'Karim', phone: newPhone() })).status).toBe(303);
  expect(await ledger()).toHaveLength(2);
});

test('a consent that was changed meanwhile is asked anew', async () => {
  const texts = (consent: string) => ({ en: { title: 'Book', consent, thanks: null }, bn: null });
  const say = (consent: string) =>
    app.call(forms.editWebsiteForm, { token, params: { id }, body: { texts: texts(consent) } });
  await say('You may call me');
  const sent = { name: 'Rahim', phone: newPhone() };
  const hidden = await hiddenOf((await page()).text);
  later(5);
  await say('You may call and write to me');
  const refused = await post({ ...hidden, ...sent, consent: 'You may call me' });
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(/name="consent"[^>]* value="You may call and write to me">/);
  const agreed = { ...hidden, ...sent, consent: 'You may call and write to me' };
  expect((await post(agreed)).status).toBe(303);
  expect(await ledger()).toHaveLength(1);
});

test('whatever is sent or asked gets an answer, and no failure', async () => {
  const { key = '' } = await hiddenOf((await page()).text);
  later(5);
  const names = [
    'name',
    'phone',
    'email',
    'service_center',
    'preferred_date',
    'key',
    'lang',
    'proof',
    '__proto__',
  ];
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(key, fixtures.north, '2026-03-15', '24:00'),
  );
  const pairs = fc.array(fc.tuple(fc.constantFrom(...names), value));
  const raw = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
  const written = pairs.map((all) =>
    all.map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`).join('&'),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(raw, written),
      fc.constantFrom('text/html', 'application/json'),
      async (body, accept) => {
        const answers = [
          await post(body, { accept }),
          await page({ accept }, `?${body.replace(/[^ -~]|#/g, '%')}`),
        ];
        for (const { status, text } of answers) {
          expect(status).toBeLessThan(500);
          expect(text).not.toContain('<script>');
        }
      },
    ),
    { numRuns: isLongRun ? 100 : 20 },
  );
});

describe('an embedded form', () => {
  test('is described to its sites alone, sent by a script, and thanked for', async () => {
    const thanksAddress = 'https://www.dealer.example/thanks';
    await app.call(forms.editWebsiteForm, { token, params: { id }, body: { thanksAddress } });
    const { data, headers } = await definition();
    expect(headers['access-control-allow-origin']).toBe(site);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const { key, languages } = data as unknown as {
      key: string;
      languages: { fields: { name: string }[] }[];
    };
    expect(languages[0]?.fields.map(({ name }) => name)).toContain('phone');
    later(5);
    const phone = newPhone();
    const sent = await asScript({ key, name: 'Rahim', phone, service_center: fixtures.north });
    expect(sent.data).toEqual({ thanks: expect.any(String), address: thanksAddress });
    await ledger();
    expect(await leadsOf(phone)).toHaveLength(1);
    const { key: another = '' } = (await definition()).data as unknown as { key?: string };
    const wrong = await asScript({ key: another, name: 'R', phone: '1' });
    expect(wrong.error.fields).toEqual({
      phone: 'This phone number is too short',
      service_center: expect.any(String),
    });
    expect(wrong.headers['access-control-allow-origin']).toBe(site);
  });

  test('is a small file that any site may load', async () => {
    const { text, headers } = await app.send({ method: 'GET', url: `/form/${id}.js` });
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(gzipSync(text).length).toBeLessThan(10_000);
    expect(text).not.toMatch(/^(import|export)|innerHTML|eval\(/m);
  });

  test('of the dealer’s own making is shown once more, with what was typed, before it counts', async () => {
    const { data } = await app.call(forms.getWebsiteForm, { token, params: { id } });
    expect([data.html.en?.includes(`action="/form/${id}"`), data.html.bn]).toEqual([true, null]);
    const phone = newPhone();
    const from = { origin: site, referer: `${site}/contact?who=rahim` };
    const shown = await post({ name: 'Rahim', phone, service_center: fixtures.north }, from);
    expect([shown.status, shown.text.includes(`value="${phone}"`)]).toEqual([200, true]);
    expect(await ledger()).toEqual([]);
    const own = { ...(await hiddenOf(shown.text)), name: 'Rahim', phone };
    expect((await post(own, { origin: 'http://localhost', host: 'localhost' })).status).toBe(303);
    expect(await ledger()).toHaveLength(1);
    expect((await leadsOf(phone))[0]?.source).toMatchObject({ channel: 'form', page: `${site}/contact` });
  });
});

describe('what no visitor sends', () => {
  const rahim = () => ({ name: 'Rahim', phone: newPhone() });

  test('from another site is refused, and told nothing', async () => {
    const hidden = await hiddenOf((await page()).text);
    later(5);
    expect((await post({ ...hidden, ...rahim() }, { origin: stranger })).status).toBe(403);
    const { status, headers, text } = await definition(stranger);
    expect([status, headers['access-control-allow-origin']]).toEqual([403, undefined]);
    expect(text).not.toContain('key');
    expect(await refused()).toBe(1);
    expect(await ledger()).toEqual([]);
  });

  test('too fast, with the field that only programs see, or with a key of another day or form', async () => {
    const key = (await hiddenOf((await page()).text)).key ?? '';
    const sent = { ...rahim(), service_center: fixtures.north };
    const fast = await post({ ...sent, key });
    expect([fast.status, fast.text.includes('very quick')]).toEqual([400, true]);
    later(5);
    const other = await newForm({});
    const strange = (await hiddenOf((await page({}, '', other)).text)).key ?? '';
    const attempts = [
      { ...sent, key, homepage: 'https://spam.example' },
      { ...sent, key: strange },
      { ...sent, key: key.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) },
      { ...sent, key: key.replace(/\..*\./, '.zzzzzz.') },
      { ...sent, key: 'a.b.c.d' },
    ];
    for (const fields of attempts) expect((await post(fields)).status).toBe(400);
    expect(await refused()).toBe(attempts.length + 1);
    expect(await ledger()).toEqual([]);
    app.clock.set(new Date(app.clock.now().getTime() + 86_400_000));
    const late = await post({ ...sent, key });
    expect([late.status, late.text.includes('open for a long time')]).toEqual([400, true]);
    // A person whose browser filled it in sends it once more.
    app.clock.set(testNoon);
    const again = { ...(await hiddenOf((await post(attempts[0] ?? '')).text)), ...sent, homepage: '' };
    later(5);
    expect((await post(again)).status).toBe(303);
    expect(await ledger()).toHaveLength(1);
  });

  test('too large, of another kind, in broken letters, or of a form that is not', async () => {
    const large = await post(`message=${'x'.repeat(forms.websiteFormLimits.sentBytes)}`);
    expect([large.status, large.text.includes('too long')]).toEqual([413, true]);
    expect((await post('{}', { 'content-type': 'application/json' })).status).toBe(415);
    expect((await post('a', { 'content-type': 'multipart/form-data; boundary=a' })).status).toBe(415);
    expect(await refused()).toBe(3);
    const key = (await hiddenOf((await page()).text)).key ?? '';
    later(5);
    const broken = `key=${key}&name=%ED%A0%80%FF&phone=${newPhone()}&service_center=${fixtures.north}&message=%D8%3D%00`;
    expect((await post(broken)).status).toBe(400);
    expect((await post(`${broken.replace('%00', '')}&name=b&%ED=%ED`)).status).toBe(303);
    expect((await ledger())[0]?.state).toBe('lead');
    for (const path of [fixtures.north, 'x', `${id}.exe`, `${id.toUpperCase()}`, '%00', '..%2f..%2fetc'])
      expect((await app.send({ method: 'GET', url: `/form/${path}` })).status, path).toBe(404);
    const gone = await post({}, { 'accept-language': 'bn-BD,en;q=0.5' }, fixtures.north);
    expect(gone.status).toBe(404);
    for (const part of ['<html lang="bn">', 'Test Motors', 'এমন কোনো ফর্ম নেই', 'ফোন করুন'])
      expect(gone.text).toContain(part);
  });

  test('more than a network may, unless it has worked for it; nobody else is kept out', async () => {
    const send = async (proof = '') => {
      const key = (await hiddenOf((await page()).text)).key ?? '';
      later(4);
      let tried = 0;
      if (proof) while (!isValidProof(key, String(tried))) tried++;
      return post({ key, ...rahim(), service_center: fixtures.north, proof: String(tried) });
    };
    let answer = await send();
    for (let sent = 1; answer.status === 303 && sent < 40; sent++) answer = await send();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60);
    expect(answer.text).toContain('Try again in');
    expect(await refused()).toBe(1);
    expect(await ledger()).toHaveLength(10);
    expect((await send('worked for')).status).toBe(303);
    await ledger();
  });

  test('while the form is paused', async () => {
    const numbers = { contactNo: '02-9999' };
    await app.call(editServiceCenter, { token, params: { id: fixtures.north }, body: numbers });
    const key = (await hiddenOf((await page()).text)).key ?? '';
    await app.call(forms.editWebsiteForm, { token, params: { id }, body: { isPaused: true } });
    later(5);
    for (const { status, text } of [await page(), await post({ key, ...rahim() }, { origin: site })]) {
      expect(status).toBe(403);
      expect(text).toContain('closed at the moment.<p>You can also call us:</p>');
      expect(text).toContain('<li>North <a href="tel:029999">02-9999</a></li>');
    }
    expect((await definition()).error.message).toBe('This form is closed at the moment.');
    expect(await ledger()).toEqual([]);
  });
});

test.each([
  ['origins', ['https://www.dealer.example/path']],
  ['origins', ['http://www.dealer.example']],
  ['origins', ["https://a.example; script-src 'unsafe-inline'"]],
  ['thanksAddress', 'javascript:alert(1)'],
  ['centers', []],
  ['centers', ['0198b3c0-0000-7000-8000-00000000be9c']],
  ['offerings', ['0198b3c0-0000-7000-8000-00000000be9c']],
  ['texts', { en: null, bn: null }],
])('a form is refused with the wrong %s %j', async (field, value) => {
  const body = { [field]: value };
  const { status, error } = await app.call(forms.editWebsiteForm, { token, params: { id }, body });
  expect(status).toBe(400);
  expect(Object.keys(error.fields ?? {})[0]).toMatch(new RegExp(`^${field}`));
});

test('a form has the settings of its connection: who chooses no service enquires about its own', async () => {
  const ofConnection = { platform: 'facebook', serviceOrCampaign: fixtures.oil } as const;
  const edited = { token, params: { id }, body: { ...ofConnection, name: 'Landing page' } };
  expect((await app.call(forms.editWebsiteForm, edited)).data).toMatchObject({
    ...ofConnection,
    ...{ name: 'Landing page', isPaused: false, answerText: null },
  });
  const phone = newPhone();
  expect((await fillIn({ name: 'Rahim', phone })).status).toBe(303);
  await ledger();
  expect((await leadsOf(phone))[0]).toMatchObject({
    platform: 'facebook',
    serviceOrCampaign: { _id: fixtures.oil },
  });
});

test('a form keeps a center that is switched off without offering it, and takes no other such (F75)', async () => {
  const { north, south } = fixtures;
  const turn = (isActive: boolean) =>
    app.call(editServiceCenter, { token, params: { id: south }, body: { isActive } });
  const edit = (of: string, centers: string[]) =>
    app.call(forms.editWebsiteForm, { token, params: { id: of }, body: { asksDay: false, centers } });
  const both = await newForm({ centers: [north, south] });
  await turn(false);
  try {
    expect((await edit(both, [north, south])).data).toMatchObject({
      centers: [north, south],
      asksDay: false,
    });
    expect((await page({}, '', both)).text).not.toContain(south);
    expect((await edit(id, [north, south])).error.fields).toHaveProperty('centers');
  } finally {
    await turn(true);
  }
});
