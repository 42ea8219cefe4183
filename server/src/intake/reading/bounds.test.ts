import { expect, test } from 'vitest';
import { parseNotifiedLeads } from '#server/intake/meta/meta-texts.ts';
import { parseDelivery } from '#server/intake/parse-delivery.ts';
import { partBounds, removeAttachments } from '#server/intake/raw-mail.ts';
import { parseWhatsAppNotification } from '#server/intake/whatsapp/whatsapp-texts.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { mailMonster, webhookMonster } from '#server/testing/monsters.ts';
import { cutMail } from './cut-mail.ts';

const by = (kind: 'webhook' | 'email') => ({ kind, mapping: {} });
const head =
  'From: rahim@example.com\r\nSubject: Service\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n';
const text = '--b\r\nContent-Type: text/plain\r\n\r\nPlease call 01712345678\r\n';
const file = (lines: string) =>
  `--b\r\nContent-Type: text/plain; name="log.txt"\r\nContent-Disposition: attachment; filename="log.txt"\r\n\r\n${lines}`;

test('of a large attached text the beginning is kept, and all that stands after it (F105)', async () => {
  const adf =
    '--b\r\nContent-Type: application/xml; name="lead.xml"\r\n\r\n<adf><prospect><customer><contact><phone>01798765432</phone></contact></customer></prospect></adf>\r\n--b--\r\n';
  const mail = Buffer.from(head + text + file('a\r\n'.repeat(500_000)) + adf);
  const { body } = removeAttachments('message/rfc822', mail);
  const kept = body.toString();
  expect(kept).toContain('Please call 01712345678');
  expect(kept).toContain('01798765432');
  expect(kept.split('\n').length).toBeLessThan(partBounds.lines + 40);
  expect(cutMail(body)).toHaveLength(body.length);
  const long = removeAttachments(
    'message/rfc822',
    Buffer.from(head + text + file(`${'x'.repeat(9_000_000)}\r\n`) + adf),
  );
  expect(long.body.length).toBeLessThan(partBounds.bytes + 2_000);
  expect(long.body.toString()).toContain('01798765432');
});

test('a text of the mail itself is not cut as an attached one is (F105)', () => {
  const own = 'line\r\n'.repeat(partBounds.lines * 2);
  const mail = Buffer.from(`${head}--b\r\nContent-Type: text/plain\r\n\r\n${own}--b--\r\n`);
  expect(removeAttachments('message/rfc822', mail).body).toEqual(mail);
});

test('no more than the first parts of a mail are kept (F105)', () => {
  const mail = Buffer.from(head + text + '--b\r\nContent-Type: text/plain\r\n\r\na\r\n'.repeat(5_000));
  const { body } = removeAttachments('message/rfc822', mail);
  expect(body.toString().split('--b\r\n')).toHaveLength(partBounds.parts + 1);
  expect(body.toString()).toContain('Please call 01712345678');
});

test('people with a long text in common take no more than a few times what came (F105)', async () => {
  const leads = [...Array(240).keys()].map((at) => ({
    name: `Rahim ${at}`,
    phone: `0171${at}`.padEnd(11, '5'),
  }));
  const parse = (about: string) =>
    parseDelivery(
      { contentType: 'application/json', body: Buffer.from(JSON.stringify({ about, leads })) },
      by('webhook'),
    );
  expect(await parse('Oil change')).toHaveLength(240);
  expect(await parse('x'.repeat(10_000))).toMatchObject([{ isMixed: true }]);
});

const monsters = isLongRun ? 45 : 9;

test('whatever is sent, what is stored of its reading is bounded (F105)', async () => {
  for (let seed = 1; seed <= monsters; seed++) {
    const isMail = seed % 3 === 0;
    const { what, contentType, body } = isMail ? mailMonster(seed) : webhookMonster(seed);
    const bytes = isMail
      ? cutMail(removeAttachments(contentType, Buffer.from(body)).body)
      : Buffer.from(body);
    const found = await parseDelivery({ contentType, body: bytes }, by(isMail ? 'email' : 'webhook'));
    const characters = found.reduce((sum, each) => sum + JSON.stringify(each).length, 0);
    expect(characters, `${what} (${seed})`).toBeLessThan(8_000_000);
  }
}, 600_000);

test('a message of WhatsApp is stored without what makes it large (F105)', () => {
  const message = {
    id: 'wamid.1',
    from: '8801712345678',
    text: { body: 'Oil change', rest: 'x'.repeat(500_000) },
  };
  const value = { messages: [message] };
  const entry = [{ changes: [{ field: 'messages', value }] }];
  const sent = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }));
  const [stored] = parseWhatsAppNotification(sent)?.messages ?? [];
  expect(stored?.body.length).toBeLessThan(1_000);
  expect(String(stored?.body)).toContain('Oil change');
});

test('of a lead that Meta names only its ids are stored where there is much else (F105)', () => {
  const named = (more: object) => ({ field: 'leadgen', value: { leadgen_id: '1', page_id: '2', ...more } });
  const sent = { entry: [{ changes: [named({ ad_id: '3' }), named({ rest: Array(100_000).fill(0) })] }] };
  const stored = parseNotifiedLeads(Buffer.from(JSON.stringify(sent)))?.map(({ body }) =>
    JSON.parse(String(body)),
  );
  expect(stored).toEqual([named({ ad_id: '3' }), named({})].map(({ value }) => ({ change: value })));
});
