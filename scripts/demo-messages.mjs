// Messages to customers in the demo: every kind is on, with approved templates and an SMS gateway, and one answer is a complaint.
import { get, patch } from './demo-calls.mjs';
import { gatewayKey } from './demo-sms.mjs';

const base = '/api/employeeApp/management/customerMessages';

/** @typedef {{ language: string, text: string, template: object | null }} KindText */
/** @typedef {{ isOn: boolean, offAt: string[], texts: KindText[] }} Kind */
/** @typedef {{ kind: string, way: string | null, state: string, rating: number | null, lead: { name: string, phone: string } }} Told */

/**
 * Turns every kind of message on, once the dealer's connection with WhatsApp is there.
 *
 * @param {{ meta: import('./demo-enquiries.mjs').Meta, gateway: string, connection: string, token: string }} demo `gateway`: its address.
 */
export async function turnOnMessages({ meta, gateway, connection, token }) {
  const settings = /** @type {{ kinds: Record<string, Kind> } | undefined} */ (
    await get(`${base}/settings`, token)
  );
  if (!settings) return;
  const kinds = Object.entries(settings.kinds).map(([kind, { offAt, texts }]) => {
    const withTemplates = texts.map(({ language, text }) => {
      const template = { name: toTemplateName(kind), language, ...toTemplate(text) };
      meta.whatsApp.approve({ ...template, hasButtons: kind === 'dayBefore' });
      return { language, text, template: { connection, ...template } };
    });
    return [kind, { isOn: true, offAt, texts: withTemplates }];
  });
  await patch(`${base}/smsGateway`, { gateway: toGateway(gateway) }, token);
  await patch(`${base}/settings`, { kinds: Object.fromEntries(kinds) }, token);
}

/**
 * Has a customer who was asked for a rating of their visit give a low one.
 *
 * @param {{ meta: import('./demo-enquiries.mjs').Meta, token: string }} demo
 */
export async function complain({ meta, token }) {
  const listed = await get(`${base}?list=ended&limit=50`, token);
  const { messages } = /** @type {{ messages: Told[] }} */ (listed ?? { messages: [] });
  const asked = messages.find(
    ({ kind, way, state, rating }) =>
      kind === 'thankYou' && way === 'whatsapp' && state === 'read' && rating === null,
  );
  if (!asked) return;
  const { name, phone } = asked.lead;
  await meta.whatsApp.write({ name, from: `88${phone}`, text: '2 – the brakes still make that noise' });
}

/** @param {string} kind */
const toTemplateName = (kind) => kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param {string} text with placeholders. */
function toTemplate(text) {
  /** @type {string[]} */
  const variables = [];
  const body = text.replace(/\{(\w+)\}/g, (_all, name) => `{{${variables.push(name)}}}`);
  return { body, variables };
}

/** @param {string} url */
function toGateway(url) {
  return {
    ...{ url, method: 'POST', format: 'form', headers: [], toField: 'to', textField: 'message' },
    fields: [
      { name: 'api_key', value: gatewayKey, isSecret: true },
      { name: 'sender_id', value: 'MEGHNA', isSecret: false },
    ],
    ...{ numberFormat: 'withoutPlus', successText: 'SENT', isPaused: false },
  };
}
