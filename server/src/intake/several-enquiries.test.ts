import { expect, test } from 'vitest';
import { parseDelivery } from './parse-delivery.ts';
import { readEnquiry } from './read-enquiry.ts';

const north = { _id: '0198b3c0-0000-7000-8000-000000000001', name: 'North Workshop' };
const catalogue = {
  ...{ centers: [north], offerings: [], phoneCountry: 'BD', today: '2026-03-10', timeZone: 'Asia/Dhaka' },
  own: { phones: ['029133427'], emails: [] },
};
const by = {
  ...({ kind: 'webhook', mapping: {}, platform: 'website', serviceCenter: north } as const),
  ...{ serviceOrCampaign: null, sources: [] },
};
const formType = 'application/x-www-form-urlencoded';

async function readAll(body: string | object, contentType = 'application/json') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const parsed = await parseDelivery({ contentType, body: Buffer.from(text) }, by);
  return parsed.map((each) => readEnquiry(each, by, catalogue));
}

const rahim = { name: 'Rahim', phone: '01712345678' };
const mina = { name: 'Mina', phone: '01812345678' };

test.each<[string, string | object, string?]>([
  ['a list', [rahim, mina]],
  ['leads', { leads: [rahim, mina], source: 'x' }],
  ['entries', { entries: [{ contact: rahim }, { contact: mina }] }],
  [
    'a list of questions',
    {
      data: [rahim, mina].map(({ name, phone }) => ({
        answers: [
          { question: 'Name', value: name },
          { question: 'Phone', value: phone },
        ],
      })),
    },
  ],
  ['numbered keys', { '1': rahim, '2': mina }],
  ['numbered objects', { lead1: rahim, lead2: mina }],
  ['numbered fields', { name: 'Rahim', phone: '01712345678', name_2: 'Mina', phone_2: '01812345678' }],
  ['lists of values', { name: ['Rahim', 'Mina'], phone: ['01712345678', '01812345678'] }],
  ['lines of JSON', `${JSON.stringify(rahim)}\n${JSON.stringify(mina)}`],
  ['repeated fields', 'name=Rahim&phone=01712345678&name=Mina&phone=01812345678', formType],
  [
    'fields with places',
    'leads[0][name]=Rahim&leads[0][phone]=01712345678&leads[1][name]=Mina&leads[1][phone]=01812345678',
    formType,
  ],
  ['blocks of lines', 'Name: Rahim\nPhone: 01712345678\n\nName: Mina\nPhone: 01812345678', 'text/plain'],
])('%s: each enquiry is one (F114)', async (_, body, type) => {
  const all = await readAll(body, type);
  expect(all.map(({ body }) => [body?.name, body?.phone])).toEqual([
    ['Rahim', '01712345678'],
    ['Mina', '01812345678'],
  ]);
  expect(all[0]?.body?.notes ?? '').not.toMatch(/Mina|1812345678/);
});

test.each<[string, string | object, string?]>([
  ['two people side by side', { buyer: rahim, friend: mina }],
  ['a person beside a list of others', { ...rahim, guests: [mina, { name: 'Ali', phone: '01912345678' }] }],
  ['more names than numbers', 'name=Rahim&name=Mina&name=Ali&phone=01712345678&phone=01812345678', formType],
])('%s: a person has to tell them apart (F114)', async (_, body, type) => {
  const all = await readAll(body, type);
  expect(all).toMatchObject([{ reason: 'severalPeople', body: null, phone: null }]);
});

test.each<[string, object]>([
  ['one person with several numbers', { name: 'Rahim', phone: ['01712345678', '01812345678'] }],
  ['a list of products', { ...rahim, products: [{ name: 'Oil' }, { name: 'Filter' }] }],
])('%s is one enquiry (F114)', async (_, body) => {
  expect(await readAll(body)).toMatchObject([{ body: rahim }]);
});

test.each<[object, object]>([
  [
    { ...rahim, phone: 'N/A', mobile: '01712345678' },
    { phone: '01712345678', notes: null },
  ],
  [
    { ...rahim, mobile: '01812345678' },
    { phone: '01712345678', notes: 'mobile: 01812345678' },
  ],
  [
    { name: 'Rahim', phone: '01712345678 / 01812345678' },
    { phone: '01712345678', notes: 'phone: 01812345678' },
  ],
  [
    { name: 'Rahim', phone: 'call me', whatsapp: '01712345678' },
    { phone: '01712345678', notes: 'phone: call me' },
  ],
  [
    { name: 'Rahim', phone: '2026-11-05', tel: '01712345678' },
    { phone: '01712345678', notes: 'phone: 2026-11-05' },
  ],
  [
    { name: 'None', fullName: 'Rahim', phone: '01712345678' },
    { name: 'Rahim', phone: '01712345678' },
  ],
  [
    { ...rahim, email: '#REF!', mail: 'a@example.com' },
    { email: 'a@example.com', notes: null },
  ],
  [
    { ...rahim, Contact: '01812345678' },
    { phone: '01712345678', notes: 'Contact: 01812345678' },
  ],
])('the first value that fits is taken, and no other is lost: %j (F120)', async (body, expected) => {
  expect(await readAll(body)).toMatchObject([{ body: expected }]);
});

test.each<[object, string]>([
  [{ payload: { name: 'Contact form', data: { name: 'Rahim', phone: '01712345678' } } }, 'Rahim'],
  [{ name: 'Email Form', data: { Phone: '01712345678' } }, '01712345678'],
  [{ form: { name: 'Oil form' }, phone: '01712345678', fullName: 'Rahim' }, 'Rahim'],
  [
    { company: { name: 'Acme', phone: '01812345678' }, contact: { name: 'Rahim', phone: '01712345678' } },
    'Rahim',
  ],
  [
    { dealer: { name: 'Dealer', phone: '01912345678' }, customer: { name: 'Rahim', phone: '01712345678' } },
    'Rahim',
  ],
])('the name beside the phone wins: %j (F122)', async (body, name) => {
  expect(await readAll(body)).toMatchObject([{ body: { name, phone: '01712345678' } }]);
});

test('answers without a field are in the notes with their question, what programs add is not (F122)', async () => {
  const [json] = await readAll({
    ...rahim,
    'Which car?': 'Axio',
    budget_bdt: 900000,
    form_id: '77',
    created_at: 'x',
    lang: 'en',
  });
  expect(json?.body?.notes).toBe('Which car?: Axio\nbudget bdt: 900000');
  const [form] = await readAll(
    'name=Rahim&phone=01712345678&fuel=Octane&page_url=https://a.example',
    formType,
  );
  expect(form?.body?.notes).toBe('fuel: Octane');
});

test('a multipart body is a form (F122)', async () => {
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const body = `${part('name', 'Rahim')}${part('phone', '01712345678')}${part('fuel', 'Octane')}--x--\r\n`;
  const [read] = await readAll(body, 'multipart/form-data; boundary=x');
  expect(read?.body).toMatchObject({ ...rahim, notes: 'fuel: Octane' });
});
