export type Monster = { what: string; contentType: string; body: string };

/** Whole numbers below a limit, the same ones for the same seed. */
export const random = (seed: number) => {
  let state = seed >>> 0 || 1;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
};

/** A mobile number of Bangladesh. */
export const phone = (number: number) => `0171${String(number % 10_000_000).padStart(7, '0')}`;
/** Says what readers trip over when there is much of it. */
export const worst = [
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

/**
 * The nth of what a visitor sends by a form, at most 64 kB. Of some only one field keeps the form from being stored, of the others none.
 *
 * @param known what the page of the form names: its key and its center.
 */
export function formMonster(seed: number, known: { key: string; service_center: string }): Monster {
  const pick = random(seed);
  const piece = worst[pick(worst.length)] ?? ' ';
  const text = (bytes: number) => {
    const size = encodeURIComponent(piece).length;
    return piece.repeat(Math.floor(bytes / size));
  };
  const some = (characters: number) => piece.repeat(characters).slice(0, characters).toWellFormed();
  const sound = { ...known, name: `Rahim ${seed}`, phone: phone(seed), proof: '' };
  const send = (what: string, fields: Record<string, string>, rest = ''): Monster => ({
    what,
    contentType: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ ...sound, ...fields }).toString() + rest,
  });
  const field = ['name', 'phone', 'email', 'vehicle', 'message', 'preferred_date', 'key', 'proof', 'consent'][
    pick(9)
  ];
  const repeated = (part: string) => part.repeat(Math.floor(60_000 / part.length));
  const kinds: (() => Monster)[] = [
    () => send(`a ${field} that is too long`, { [field ?? 'name']: text(60_000) }),
    () => send('a long message', { message: `A${some(3_998)}a` }),
    () => send('a long name', { name: `A${some(118)}a` }),
    () => send('a message of lines', { message: 'a\n'.repeat(1_999) }),
    () => send('a message of labels', { message: `Phone: ${phone(seed + 1)}\nName: b\n`.repeat(150) }),
    () => send('entities', { message: '&amp;#x41;&nbsp;&'.repeat(230), name: '&lt;b&gt;Rahim&lt;/b&gt;' }),
    () => send('letters that join', { message: '👨‍👩‍👧‍👦'.repeat(300), name: 'রহিম\u0301'.repeat(17) }),
    () => send('directions', { message: '\u202e\u2066a'.repeat(1_300), name: '\u202eRahim' }),
    () => send('many fields', {}, repeated('&a=b')),
    () => send('fields of many names', {}, [...Array(5_000).keys()].map((at) => `&f${at}=${at}`).join('')),
    () => send('a field many times', {}, repeated(`&phone=${phone(seed + 1)}`)),
    () => send('fields in each other', {}, `&${repeated('a[b].')}=1`),
    () => send('unfinished escapes', {}, `&note=${repeated('%E0%')}`),
    () => send('a long other field', { note: text(50_000) }),
    () => send('a long source', { utm_source: text(20_000), page: `https://example.com/${text(20_000)}` }),
  ];
  return (kinds[pick(kinds.length)] ?? (() => send('nothing', {})))();
}
