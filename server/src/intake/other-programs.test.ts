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

async function readAll(body: string | object, contentType = 'application/json') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const parsed = await parseDelivery({ contentType, body: Buffer.from(text) }, by);
  return parsed.map((each) => readEnquiry(each, by, catalogue).enquiry);
}

const rahim = { name: 'Rahim Uddin', phone: '01712345678' };
const multipart = (...parts: [head: string, value: string][]) =>
  [
    ...parts.map(([head, value]) => `--XX\nContent-Disposition: form-data; ${head}\n\n${value}`),
    '--XX--',
  ].join('\n');
const xml = 'application/xml';
const plain = 'text/plain';

test.each<[string, string | object, string?]>([
  ['a list of numbers', { lead: { name: 'Rahim Uddin', phones: ['01712345678', '01712345678'] } }],
  ['numbers with their kind', { name: 'Rahim Uddin', phones: [{ type: 'mobile', number: '01712345678' }] }],
  [
    'values below their names',
    {
      properties: {
        firstname: { value: 'Rahim' },
        lastname: { value: 'Uddin' },
        phone: { value: '01712345678' },
      },
    },
  ],
  [
    'a name in halves',
    { customer: { name: { first: 'Rahim', last: 'Uddin' }, phone: { full: '01712345678' } } },
  ],
  [
    'JSON as a text (Jotform)',
    {
      rawRequest: JSON.stringify({
        q3_name: { first: 'Rahim', last: 'Uddin' },
        q4_phoneNumber: { full: '01712345678' },
      }),
    },
  ],
  [
    'JSON as a field of a form',
    `payload=${encodeURIComponent(JSON.stringify(rahim))}`,
    'application/x-www-form-urlencoded',
  ],
  [
    'words for nothing',
    { ...rahim, phone: 'same as above', mobile: 'xxx', email: 'N/A', whatsapp: '01712345678' },
  ],
  ['a float of a spreadsheet', { ...rahim, phone: '8801712345678.0' }],
  [
    'fields without quotes and returns',
    multipart(['name=your-name', 'Rahim Uddin'], ['name=tel', '01712345678']),
    'multipart/form-data; boundary=XX',
  ],
  [
    'fields named by attributes',
    '<lead><field name="Full name">Rahim Uddin</field><field name="Phone">01712345678</field></lead>',
    xml,
  ],
  ['Bangla with numbers', 'নাম: Rahim Uddin\nমোবাইল নং: ০১৭১২৩৪৫৬৭৮', plain],
  ['a visarga as colon', 'নামঃ Rahim Uddin\nমোবাইলঃ ০১৭১২৩৪৫৬৭৮', plain],
  ['Bangla above its values', 'আমার নাম\nRahim Uddin\n\nহোয়াটসঅ্যাপ নম্বর\n٠١٧١٢٣٤٥٦٧٨', plain],
])('%s (F122)', async (_, body, contentType) => {
  expect(await readAll(body, contentType)).toMatchObject([{ ...rahim, email: null, notes: null }]);
});

const adf = (customer: string) => `<?adf version="1.0"?><a:adf xmlns:a="urn:x"><prospect>
  <vehicle interest="buy"><make>Toyota</make></vehicle><vehicle interest="trade-in"><make>Honda</make></vehicle>
  <customer><contact>${customer}</contact><comments><![CDATA[Call <soon> & often]]></comments></customer>
  <vendor><contact><name part="full">Dealer</name><phone>029133427</phone></contact></vendor></prospect></a:adf>`;

test('a person of ADF with halves of a name and as many numbers is one (F122)', async () => {
  const halves = '<name part="first">Rahim</name><name part="last">Uddin</name>';
  const [one, ...others] = await readAll(
    adf(`${halves}<phone type="voice">01712345678</phone><phone type="cellphone">01812345678</phone>`),
    xml,
  );
  expect([one, others]).toMatchObject([rahim, []]);
  const lines = one?.notes?.split('\n');
  expect(lines).toEqual(expect.arrayContaining(['Call <soon> & often', 'phone: 01812345678']));
  expect(lines?.filter((line) => /interest|make/.test(line))).toEqual([
    ...['interest: buy', 'make: Toyota', 'interest: trade-in', 'make: Honda'],
  ]);
});

test('answers of a Typeform stand with their questions (F122)', async () => {
  const fields = ['Your name', 'Phone', 'Which car?'].map((title, id) => ({
    id: `f${id}`,
    title,
    type: 'text',
  }));
  const answers = [
    { type: 'text', text: 'Rahim Uddin', field: { id: 'f0' } },
    { type: 'phone_number', phone_number: '+8801712345678', field: { id: 'f1' } },
    { type: 'choices', choices: { labels: ['Axio', 'Premio'] }, field: { id: 'f2' } },
  ];
  const post = {
    event_id: 'e',
    form_response: { form_id: 'x', definition: { title: 'Form', fields }, answers },
  };
  expect(await readAll(post)).toMatchObject([{ ...rahim, notes: 'Which car?: Axio\nWhich car?: Premio' }]);
});

test('what stands beside known labels is kept (F122)', async () => {
  const lines = 'Good morning\nনাম\nRahim Uddin\nফোন নম্বর\n০১৭১২৩৪৫৬৭৮\nকোন গাড়ি?\nAxio';
  expect(await readAll(lines, plain)).toMatchObject([{ ...rahim, notes: 'Good morning\nকোন গাড়ি?\nAxio' }]);
  const withFile = multipart(
    ['name="name"', 'Rahim Uddin'],
    ['name="tel"', '01712345678'],
    ['name="photo"; filename="car.jpg"', 'JFIF'],
  );
  expect(await readAll(withFile, 'multipart/form-data; boundary="XX"')).toMatchObject([
    { notes: 'photo: car.jpg' },
  ]);
  expect(
    await readAll(
      '<lead><name>A B</name><tel>01712345678</tel><comments>Hi<br/>there</comments></lead>',
      xml,
    ),
  ).toMatchObject([{ notes: 'Hi\nthere' }]);
});
