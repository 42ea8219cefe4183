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
const form = 'application/x-www-form-urlencoded';

async function readAll(body: string | object, contentType = 'application/json') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const parsed = await parseDelivery({ contentType, body: Buffer.from(text) }, by);
  return parsed.map((each) => readEnquiry(each, by, catalogue));
}

async function readMail(text: string, type = 'text/plain') {
  const body = Buffer.from(
    `From: no-reply@portal.example\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${text}`,
  );
  const parsed = await parseDelivery({ contentType: 'message/rfc822', body }, { ...by, kind: 'email' });
  return parsed.map((each) => readEnquiry(each, { ...by, kind: 'email' }, catalogue));
}

const people = (all: Awaited<ReturnType<typeof readAll>>) => all.map(({ body }) => [body?.name, body?.phone]);
const both = [
  ['Rahim', '01712345678'],
  ['Mina', '01812345678'],
];
const rahim = { name: 'Rahim', phone: '01712345678' };
const mina = { name: 'Mina', phone: '01812345678' };
const asForm = (fields: readonly (readonly [string, string])[]) =>
  fields.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');

test.each<[string, string | object, string?]>([
  ['body.leads', { body: { leads: [rahim, mina] } }],
  ['result of several wrappers', { status: 'ok', response: { result: { items: [rahim, mina] } } }],
  ['a list in a list', [[rahim, mina]]],
  ['a list in each element', [{ lead: [rahim] }, { lead: [mina] }]],
  ['a list of pages', { pages: [{ entries: [rahim] }, { entries: [mina] }] }],
  ['objects by ids', { leads: { a1f3: rahim, b2e4: mina } }],
  ['objects by long numbers', { data: { '1700000000000001': rahim, '1700000000000002': mina } }],
  [
    'objects by UUIDs',
    { '0198b3c0-0000-7000-8000-000000000001': rahim, '0198b3c0-0000-7000-8000-000000000002': mina },
  ],
  ['objects by words', { entries: { first: rahim, second: mina } }],
  ['numbered keys with a dash', { 'lead-1': rahim, 'lead-2': mina }],
  ['numbered keys in words', { customer1: rahim, customer2: mina }],
  [
    'a number in front',
    { '1_name': 'Rahim', '1_phone': '01712345678', '2_name': 'Mina', '2_phone': '01812345678' },
  ],
  ['numbers behind both', { name1: 'Rahim', phone1: '01712345678', name2: 'Mina', phone2: '01812345678' }],
  [
    'names in another language',
    {
      leads: [
        { নাম: 'Rahim', মোবাইল: '01712345678' },
        { নাম: 'Mina', মোবাইল: '01812345678' },
      ],
    },
  ],
  [
    'halves of a name',
    [
      { first_name: 'Rahim', last_name: '', mobile: '01712345678' },
      { first_name: 'Mina', last_name: '', mobile: '01812345678' },
    ],
  ],
  [
    'columns and rows',
    {
      columns: ['name', 'phone'],
      rows: [
        ['Rahim', '01712345678'],
        ['Mina', '01812345678'],
      ],
    },
  ],
  [
    'rows below a row of headers',
    [
      ['Name', 'Phone'],
      ['Rahim', '01712345678'],
      ['Mina', '01812345678'],
    ],
  ],
  [
    'lists of answers',
    {
      responses: [rahim, mina].map(({ name, phone }) => ({
        fields: [
          { title: 'Full name', value: name },
          { title: 'Phone number', value: phone },
        ],
      })),
    },
  ],
  [
    'answers by field ids',
    {
      entries: [rahim, mina].map(({ name, phone }) => ({
        fields: { a1: { label: 'Name', value: name }, b2: { label: 'Phone', value: phone } },
      })),
    },
  ],
  ['JSON in a field', { payload: JSON.stringify([rahim, mina]) }],
  ['JSON in a form field', asForm([['payload', JSON.stringify({ leads: [rahim, mina] })]]), form],
  [
    'lines of JSON with blank ones and carriage returns',
    `${JSON.stringify(rahim)}\r\n\r\n${JSON.stringify(mina)}\r\n`,
  ],
  [
    'lines of JSON as ndjson',
    `${JSON.stringify({ data: rahim })}\n${JSON.stringify({ data: mina })}`,
    'application/x-ndjson',
  ],
  ['JSON values behind each other', `${JSON.stringify(rahim)}${JSON.stringify(mina)}`],
  ['lines of lists', `[${JSON.stringify(rahim)}]\n[${JSON.stringify(mina)}]`],
  [
    'form fields a[0][name]',
    asForm([
      ['a[0][name]', 'Rahim'],
      ['a[0][phone]', '01712345678'],
      ['a[1][name]', 'Mina'],
      ['a[1][phone]', '01812345678'],
    ]),
    form,
  ],
  [
    'form fields name[0]',
    asForm([
      ['name[0]', 'Rahim'],
      ['phone[0]', '01712345678'],
      ['name[1]', 'Mina'],
      ['phone[1]', '01812345678'],
    ]),
    form,
  ],
  [
    'form fields name[]',
    asForm([
      ['name[]', 'Rahim'],
      ['name[]', 'Mina'],
      ['phone[]', '01712345678'],
      ['phone[]', '01812345678'],
    ]),
    form,
  ],
  [
    'form fields leads.0.name',
    asForm([
      ['leads.0.name', 'Rahim'],
      ['leads.0.phone', '01712345678'],
      ['leads.1.name', 'Mina'],
      ['leads.1.phone', '01812345678'],
    ]),
    form,
  ],
  [
    'form fields 0[name]',
    asForm([
      ['0[name]', 'Rahim'],
      ['0[phone]', '01712345678'],
      ['1[name]', 'Mina'],
      ['1[phone]', '01812345678'],
    ]),
    form,
  ],
  ['comma-separated lines', 'Name,Phone\nRahim,01712345678\nMina,01812345678', 'text/csv'],
  [
    'XML',
    '<leads><lead><name>Rahim</name><phone>01712345678</phone></lead><lead><name>Mina</name><phone>01812345678</phone></lead></leads>',
    'application/xml',
  ],
  [
    'XML with other names',
    '<r><person><name>Rahim</name><phone>01712345678</phone></person><person><name>Mina</name><phone>01812345678</phone></person></r>',
    'text/xml',
  ],
])('%s: each enquiry is one (F114)', async (_, body, type) => {
  const all = await readAll(body, type);
  expect(people(all)).toEqual(both);
  expect(all[0]?.body?.notes ?? '').not.toMatch(/Mina|1812345678/);
  expect(all[1]?.body?.notes ?? '').not.toMatch(/Rahim|1712345678/);
});

test.each<[string, string, string?]>([
  [
    'two labelled blocks',
    'New leads\n\nName: Rahim\nPhone: 01712345678\nMessage: Oil\n\nName: Mina\nPhone: 01812345678\nMessage: Tyres',
  ],
  [
    'blocks with a heading',
    'Lead 1\nName: Rahim\nPhone: 01712345678\n\nLead 2\nName: Mina\nPhone: 01812345678',
  ],
  ['blocks whose phone comes first', 'Phone: 01712345678\nName: Rahim\n---\nPhone: 01812345678\nName: Mina'],
  ['blocks with numbered labels', 'Name 1: Rahim\nPhone 1: 01712345678\nName 2: Mina\nPhone 2: 01812345678'],
  [
    'blocks with numbers before labels',
    '1. Name: Rahim\nPhone: 01712345678\n\n2. Name: Mina\nPhone: 01812345678',
  ],
  ['labels on lines of their own', 'Name\nRahim\nPhone\n01712345678\n\nName\nMina\nPhone\n01812345678'],
  ['blocks in Bangla', 'নাম: Rahim\nমোবাইল: ০১৭১২৩৪৫৬৭৮\n\nনাম: Mina\nমোবাইল: ০১৮১২৩৪৫৬৭৮'],
  ['two labels on a line', 'Name: Rahim, Phone: 01712345678\nName: Mina, Phone: 01812345678'],
  ['a table in plain text', 'Name | Phone\nRahim | 01712345678\nMina | 01812345678'],
  [
    'two tables',
    '<table><tr><td>Name</td><td>Rahim</td></tr><tr><td>Phone</td><td>01712345678</td></tr></table><p>and</p><table><tr><td>Name</td><td>Mina</td></tr><tr><td>Phone</td><td>01812345678</td></tr></table>',
    'text/html',
  ],
  [
    'a table with a column for each',
    '<table><tr><th></th><th>Lead 1</th><th>Lead 2</th></tr><tr><td>Name</td><td>Rahim</td><td>Mina</td></tr><tr><td>Phone</td><td>01712345678</td><td>01812345678</td></tr></table>',
    'text/html',
  ],
  [
    'a list of definitions',
    '<dl><dt>Name</dt><dd>Rahim</dd><dt>Phone</dt><dd>01712345678</dd></dl><dl><dt>Name</dt><dd>Mina</dd><dt>Phone</dt><dd>01812345678</dd></dl>',
    'text/html',
  ],
  [
    'paragraphs with bold labels',
    '<p><b>Name:</b> Rahim<br><b>Phone:</b> 01712345678</p><hr><p><b>Name:</b> Mina<br><b>Phone:</b> 01812345678</p>',
    'text/html',
  ],
])('a mail with %s: each enquiry is one (F114)', async (_, text, type) => {
  const all = await readMail(text, type);
  expect(people(all)).toEqual(both);
  expect(all[0]?.body?.notes ?? '').not.toMatch(/Mina|1812345678|Tyres/);
});

test.each<[string, string | object, string?]>([
  [
    'names and numbers in lists of different lengths',
    { name: ['Rahim', 'Mina'], phone: ['01712345678', '01812345678', '01912345678'] },
  ],
  ['a person and their partner', { customer: rahim, partner: mina }],
  ['names in one text and numbers in another', { names: 'Rahim, Mina', phones: '01712345678, 01812345678' }],
])('%s: nobody is mixed with another (F114)', async (_, body, type) => {
  const all = await readAll(body, type);
  for (const { body: lead } of all) {
    if (lead === null) continue;
    expect([lead.name, lead.phone]).not.toEqual(['Rahim', '01812345678']);
    expect([lead.name, lead.phone]).not.toEqual(['Mina', '01712345678']);
    expect(lead.name).not.toMatch(/Rahim.*Mina/);
  }
});

test('hundreds of people in one post are as many enquiries, and what is beyond what is read waits (F114)', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      n: `Person ${at}`,
      name: `Person ${at}`,
      phone: `0171${2_000_000 + at}`,
    }));
  const all = await readAll({ leads: many(800) });
  expect(all.map(({ body }) => body?.name)).toEqual(many(800).map(({ name }) => name));
  const more = await readAll({ leads: many(1_800) });
  expect(more.filter(({ body }) => body === null).map(({ reason }) => reason)).toEqual(['severalPeople']);
});

test('what a person writes is one enquiry, whatever words and numbers are in it (F114)', async () => {
  for (const body of [
    { ...rahim, message: 'Name: my car, Phone: charger broken, Name: x' },
    { ...rahim, vehicles: [{ name: 'Axio' }, { name: 'Noah' }] },
    { ...rahim, contact: { name: 'Rahim', phone: '01712345678' } },
    {
      ...rahim,
      items: [
        { name: 'Oil', price: 500 },
        { name: 'Filter', price: 300 },
      ],
    },
    { ...rahim, history: { '2025': 'Oil', '2026': 'Tyres' } },
  ])
    expect(await readAll(body)).toMatchObject([{ body: rahim }]);
});
