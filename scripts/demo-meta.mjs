// Meta for the demo: people fill in lead ads and write on WhatsApp, and replies arrive, are read and answered.
import { randomBytes } from 'node:crypto';
import { drawPicture } from './demo-picture.mjs';
import { createLeadNotification, openStandInGraph, signatureOf } from './stand-in-graph.mjs';

/** The app's secret, new at each start, and the page's token with which the demo connects to the stand-in of Meta. */
export const demoKeys = { appSecret: randomBytes(16).toString('hex'), pageToken: 'EAAdemo' };

const account = '102290129340398';
const metadata = { phone_number_id: '106540352242922', display_phone_number: '8801700000000' };

const reminderButtons = {
  en: ["I'll come", 'Another time', 'Cancel'],
  bn: ['আমি আসব', 'অন্য সময়', 'বাতিল'],
};

const after = { delivered: 800, read: 2_000, answered: 6_000 };
const answers = ['Yes, thank you', 'ঠিক আছে, ধন্যবাদ', 'That suits me. See you then!'];

const inspection = {
  ...{ full_name: 'Full name', phone_number: 'Phone number', service_center: 'Which branch suits you?' },
  which_car_do_you_drive: 'Which car do you drive?',
};

const forms = {
  3300330033: { name: 'Free inspection', questions: inspection },
  3300330044: { name: 'Winter check', questions: { ...inspection, message: 'What should we look at?' } },
};

/**
 * Listens on the loopback address. Nobody answers unless `isChatty`.
 *
 * @param {{ isChatty?: boolean }} [options]
 */
export async function openDemoMeta({ isChatty = false } = {}) {
  const graph = await openStandInGraph({ onMessage: deliver });
  for (const [id, { name, questions }] of Object.entries(forms)) {
    graph.forms.set(id, name);
    graph.questions.set(id, questions);
  }
  const addresses = { whatsApp: '', leadAds: '' };
  let sent = 0;
  /** @type {Map<string, string | undefined>} */
  const names = new Map();

  /** @param {object} value */
  function tell(value, field = 'messages') {
    const change = { field, value: { messaging_product: 'whatsapp', metadata, ...value } };
    const entry = [{ id: account, changes: [change] }];
    return notify(addresses.whatsApp, JSON.stringify({ object: 'whatsapp_business_account', entry }));
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
    const contacts = [{ profile: { name: names.get(who) }, wa_id: from, user_id: user }];
    return tell({ contacts, messages: [message] });
  }

  /**
   * Has somebody send a picture, which is fetched afterwards.
   *
   * @param {{ name?: string, from: string, caption?: string }} message
   */
  async function writePicture({ caption, ...message }) {
    const id = `${Date.now()}${++sent}`;
    graph.files.set(id, { content: await drawPicture() });
    return write({ ...message, type: 'image', content: { id, mime_type: 'image/jpeg', caption } });
  }

  /**
   * Has somebody of the dealer's answer in the WhatsApp Business app.
   *
   * @param {{ to: string, text: string }} answer
   */
  function answerOnPhone({ to, text }) {
    const echo = {
      ...{ id: `wamid.demo${++sent}.${Date.now()}`, from: metadata.display_phone_number, to },
      ...{ timestamp: String(Math.floor(Date.now() / 1_000)), type: 'text', text: { body: text } },
    };
    return tell({ message_echoes: [echo] }, 'smb_message_echoes');
  }

  /**
   * Approves a template of the dealer's account.
   *
   * @param {{ name: string, language: string, body: string, hasButtons: boolean }} template
   */
  function approve({ name, language, body, hasButtons }) {
    const buttons = reminderButtons[language === 'bn' ? 'bn' : 'en'];
    const replies = { type: 'BUTTONS', buttons: buttons.map((text) => ({ type: 'QUICK_REPLY', text })) };
    const components = [{ type: 'BODY', text: body }, ...(hasButtons ? [replies] : [])];
    const template = { name, language, status: 'APPROVED', category: 'UTILITY', components };
    graph.templates.set(account, [...(graph.templates.get(account) ?? []), template]);
  }

  /** @param {string} reply as it was sent. */
  function deliver(reply) {
    const { to, recipient, type, template, biz_opaque_callback_data: mark } = JSON.parse(reply);
    const say = (/** @type {string} */ status) =>
      tell({ statuses: [{ id: 'wamid', status, biz_opaque_callback_data: mark }] });
    setTimeout(() => void say('delivered'), after.delivered).unref();
    setTimeout(() => void say('read'), after.read).unref();
    const isReminder = type === 'interactive' || template?.name === 'day_before';
    const text = isReminder ? "I'll come" : answers[++sent % answers.length];
    if (isChatty && (isReminder || type === 'text'))
      setTimeout(() => void write({ from: to, user: recipient, text }), after.answered).unref();
  }

  /**
   * @param {import('./stand-in-graph.mjs').GraphLead} lead
   * @returns whether the notification was taken.
   */
  function fillIn(lead) {
    const id = `12021${Date.now()}${++sent}`;
    graph.leads.set(id, { ...lead, at: Math.floor(Date.now() / 1_000) });
    return notify(addresses.leadAds, createLeadNotification([id]));
  }

  const { url, close } = graph;
  return {
    url,
    /** @param {Partial<typeof addresses>} those where connections receive. */
    connect: (those) => Object.assign(addresses, those),
    whatsApp: { write, writePicture, answerOnPhone, approve },
    leadAds: { forms: Object.keys(forms), fillIn },
    close,
  };
}

/** @param {string} address @param {string} body */
async function notify(address, body) {
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': signatureOf(body, demoKeys.appSecret),
  };
  const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => undefined);
  return answer?.ok === true;
}
