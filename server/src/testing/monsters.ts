/** What a stranger sends to cost as much as it can, of a kind that a door reads. Its size is bounded by what the door takes. */
export type Monster = { what: string; contentType: string; body: string };

const random = (seed: number) => {
  let state = seed >>> 0 || 1;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
};

const phone = (number: number) => `0171${String(number % 10_000_000).padStart(7, '0')}`;
const worst = [
  ' ',
  '\t',
  '\r',
  '0',
  '1 ',
  '-',
  '(',
  '"',
  '\u00a0',
  'a:',
  'a@',
  '&amp;',
  '<',
  '=',
  '০',
  '/',
  '.',
  ',',
  'é',
  '😀',
];

/** The nth of webhooks. */
export function webhookMonster(seed: number): Monster {
  const pick = random(seed);
  const piece = worst[pick(worst.length)] ?? ' ';
  const long = piece.repeat(Math.ceil(200_000 / piece.length));
  const json = (what: string, body: string): Monster => ({ what, contentType: 'application/json', body });
  const kinds: (() => Monster)[] = [
    () => json('deep arrays', `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    () => json('deep objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`),
    () => json('numbers', `[${'1,'.repeat(120_000)}1]`),
    () => json('a long key', JSON.stringify({ [long]: Array(20_000).fill(1), phone: phone(seed) })),
    () =>
      json('a long field', JSON.stringify({ name: long, phone: phone(seed), date: long.slice(0, 40_000) })),
    () => json('a long phone', JSON.stringify({ name: 'Rahim', phone: long })),
    () => json('a long day', JSON.stringify({ name: 'Rahim', phone: phone(seed), appointment_date: long })),
    () => {
      const people = [...Array(240).keys()].map((at) => ({
        name: `Rahim ${at}`,
        phone: phone(seed * 240 + at),
      }));
      return json(
        'people with a long text in common',
        JSON.stringify({ about: long.slice(0, 150_000), leads: people }),
      );
    },
    () => ({
      what: 'lines',
      contentType: 'text/plain',
      body: `Phone: ${phone(seed)}\n${'a\n'.repeat(120_000)}`,
    }),
    () => ({ what: 'labels', contentType: 'text/plain', body: 'Name: a\nPhone: b\n'.repeat(14_000) }),
    () => ({
      what: 'fields',
      contentType: 'application/x-www-form-urlencoded',
      body: `phone=${phone(seed)}&${'a=b&'.repeat(60_000)}`,
    }),
    () => ({
      what: 'elements',
      contentType: 'application/xml',
      body: `<?xml version="1.0"?><adf>${'<a>'.repeat(40_000)}`,
    }),
    () => ({
      what: 'attributes',
      contentType: 'application/xml',
      body: `<?xml version="1.0"?><adf ${'a="b" '.repeat(40_000)}/>`,
    }),
    () => ({
      what: 'parts of a form',
      contentType: 'multipart/form-data; boundary=b',
      body: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(4_000),
    }),
    () => json('one kind of letters', long),
  ];
  return (kinds[pick(kinds.length)] ?? (() => json('nothing', '')))();
}

/** The nth of mails; their doors take more. */
export function mailMonster(seed: number): Monster {
  const pick = random(seed);
  const piece = worst[pick(worst.length)] ?? ' ';
  const size = 500_000 + pick(2_500_000);
  const head = `From: Rahim <rahim${seed}@example.com>\r\nSubject: Service\r\nMessage-ID: <${seed}@example.com>\r\n`;
  const enquiry = `\r\nPlease call ${phone(seed)}\r\n`;
  const fill = (text: string) => text.repeat(Math.ceil(size / text.length));
  const mail = (what: string, rest: string): Monster => ({
    what,
    contentType: 'message/rfc822',
    body: head + rest,
  });
  const mixed = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n';
  const attached = `--b\r\nContent-Type: text/plain; name="log.txt"\r\nContent-Disposition: attachment; filename="log.txt"\r\n\r\n`;
  const kinds: (() => Monster)[] = [
    () => mail('line breaks', enquiry + fill('\r\n')),
    () => mail('line feeds', enquiry + fill('\n')),
    () => mail('short lines', enquiry + fill(`${piece}\n`)),
    () => mail('a long line', `${enquiry}${fill(piece)}`),
    () => mail('headers', fill('X-A: b\r\n') + enquiry),
    () => mail('a folded header', `X-A: b\r\n${fill(' b\r\n')}${enquiry}`),
    () => mail('addresses', `To: ${fill('a@b.example, ')}\r\n${enquiry}`),
    () => mail('messages in messages', fill('Content-Type: message/rfc822\r\n\r\n') + enquiry),
    () => mail('parts', `${mixed}${enquiry}${fill('--b\r\nContent-Type: text/plain\r\n\r\na\r\n')}`),
    () => mail('a long attached text', `${mixed}${enquiry}${attached}${fill(`${piece}x\r\n`)}--b--\r\n`),
    () => mail('HTML', `Content-Type: text/html\r\n\r\n${fill('<div>')}Call ${phone(seed)}`),
    () => mail('a table', `Content-Type: text/html\r\n\r\n<table>${fill('<tr><td>Phone<td>1')}</table>`),
    () => mail('entities', `Content-Type: text/html\r\n\r\n${fill('&amp;&#x41;')}`),
    () => mail('quotes', enquiry + fill('> > > On Monday Rahim wrote:\r\n')),
    () => mail('encoded words', `Subject: ${fill('=?utf-8?q?a?= ')}\r\n${enquiry}`),
    () => mail('base64', `Content-Transfer-Encoding: base64\r\n${enquiry}${fill('QUFB\r\n')}`),
  ];
  return (kinds[pick(kinds.length)] ?? (() => mail('nothing', '')))();
}

/** The nth of notifications, of a kind. */
export function notificationMonster(kind: 'meta' | 'whatsapp', seed: number): Monster {
  const pick = random(seed);
  const most = kind === 'meta' ? 900_000 : 2_900_000;
  const object = kind === 'meta' ? 'page' : 'whatsapp_business_account';
  const field = kind === 'meta' ? 'leadgen' : 'messages';
  const many = (text: (at: number) => string, each: number) =>
    [...Array(Math.min(Math.floor(most / each), 100)).keys()].map(text).join(',');
  const value = (inner: string) =>
    `{"object":"${object}","entry":[{"changes":[{"field":"${field}","value":${inner}}]}]}`;
  const bodies: [string, string][] = [
    ['deep arrays', value(`${'['.repeat(most / 2 - 100)}${']'.repeat(most / 2 - 100)}`)],
    ['numbers', value(`{"messages":[${'1,'.repeat(most / 2 - 100)}1]}`)],
    [
      'a long text',
      value(
        `{"messages":[{"id":"wamid.${seed}","from":"8801712345678","type":"text","text":{"body":"${'x '.repeat(most / 3)}"}}]}`,
      ),
    ],
    [
      'contacts and messages',
      value(
        `{"contacts":[${many((at) => `{"wa_id":"${at}"}`, 200)}],"messages":[${many((at) => `{"id":"wamid.${seed}.${at}","from":"x${at}"}`, 1_500)}]}`,
      ),
    ],
    ['keys', value(`{${many((at) => `"k${at}":{"a":[1,2,3]}`, 30)}}`)],
  ];
  const [what, body] = bodies[pick(bodies.length)] ?? ['nothing', ''];
  return { what, contentType: 'application/json', body };
}

/** The nth of what a visitor sends by a form; at most 64 kB. */
export function formMonster(seed: number): Monster {
  const pick = random(seed);
  const piece = encodeURIComponent(worst[pick(worst.length)] ?? ' ');
  const field = ['name', 'phone', 'email', 'vehicle', 'message', 'preferred_date', 'key', 'proof', 'consent'][
    pick(9)
  ];
  const body =
    pick(3) === 0 ? 'a=b&'.repeat(15_000) : `${field}=${piece.repeat(Math.floor(60_000 / piece.length))}`;
  return { what: `a long ${field}`, contentType: 'application/x-www-form-urlencoded', body };
}

/** The nth of CSV files. */
export function csvMonster(seed: number): Monster {
  const pick = random(seed);
  const piece = worst[pick(worst.length)] ?? ' ';
  const size = 1_000_000 + pick(4_000_000);
  const fill = (text: string) => text.repeat(Math.ceil(size / text.length));
  const head = `Name,Phone,Date\nRahim,${phone(seed)},5/11/2026\n`;
  const bodies: [string, string][] = [
    ['blank lines', head + fill('\n')],
    ['blanks', head + fill(`${' '.repeat(1_000)}\n`)],
    ['carriage returns', head + fill('\r')],
    ['a long cell', `${head}Rahim,${fill(piece)},1\n`],
    ['long days', head + fill(`Rahim,${phone(seed)},${piece.repeat(4_000)}\n`)],
    ['wide rows', head + fill(`${','.repeat(190)}\n`)],
    ['rows that are too wide', head + fill(`${','.repeat(5_000)}\n`)],
    ['an open quote', `${head}"${fill(piece)}`],
    ['quotes', head + fill('""')],
  ];
  const [what, body] = bodies[pick(bodies.length)] ?? ['nothing', ''];
  return { what, contentType: 'text/csv', body };
}
