// WhatsApp's Cloud API for the demo: takes replies, says that they arrived and were read, and has people write.
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

/** What a connection of the demo is set up with. */
export const demoKeys = { appSecret: randomBytes(16).toString('hex'), pageToken: 'EAAdemo' };

const metadata = { phone_number_id: '106540352242922', display_phone_number: '8801700000000' };

/** Milliseconds after a reply until it has arrived, is read, and is answered. */
const after = { delivered: 800, read: 2_000, answered: 6_000 };
const answers = ['Yes, thank you', 'ঠিক আছে, ধন্যবাদ', 'That suits me. See you then!'];

/**
 * Listens on the loopback address. Nobody answers unless `isChatty`.
 *
 * @param {{ isChatty?: boolean }} [options]
 */
export async function openDemoWhatsApp({ isChatty = false } = {}) {
  /** Where it sends what people write. */
  let address = '';
  let sent = 0;
  /** @type {Map<string, string | undefined>} */
  const names = new Map();

  /** @param {object} value */
  async function notify(value) {
    const change = { field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } };
    const entry = [{ id: '102290129340398', changes: [change] }];
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
    const signature = createHmac('sha256', demoKeys.appSecret).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
    const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => undefined);
    return answer?.ok === true;
  }

  /**
   * @param {{ name?: string, from?: string, user?: string, text?: string, type?: string, content?: object, referral?: object }} message
   * @returns whether it was taken.
   */
  function write({ name, from, user, text, type = 'text', content = { body: text }, referral }) {
    const who = from ?? user ?? '';
    if (name) names.set(who, name);
    const message = {
      ...{ id: `wamid.demo${++sent}.${Date.now()}`, from, from_user_id: user, type, [type]: content },
      ...{ timestamp: String(Math.floor(Date.now() / 1_000)), ...(referral && { referral }) },
    };
    return notify({
      contacts: [{ profile: { name: names.get(who) }, wa_id: from, user_id: user }],
      messages: [message],
    });
  }

  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ messages: [{ id: `wamid.reply${++sent}` }] }));
    if (!request.url?.includes('/messages')) return;
    const { to, recipient, biz_opaque_callback_data: mark } = JSON.parse(Buffer.concat(parts).toString());
    const say = (/** @type {string} */ status) =>
      notify({ statuses: [{ id: 'wamid', status, biz_opaque_callback_data: mark }] });
    setTimeout(() => void say('delivered'), after.delivered).unref();
    setTimeout(() => void say('read'), after.read).unref();
    const text = answers[sent % answers.length];
    if (isChatty) setTimeout(() => void write({ from: to, user: recipient, text }), after.answered).unref();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const listening = server.address();
  if (typeof listening !== 'object' || !listening) throw new Error('It listens on a port');
  return {
    /** For `META_GRAPH_URL`. */
    url: `http://127.0.0.1:${listening.port}/v26.0`,
    /** @param {string} to where a connection receives. */
    connect: (to) => {
      address = to;
    },
    write,
    close: () => server.close(),
  };
}
