import { z } from 'zod';
import type { DeliveryText } from '#server/intake/delivery-text.ts';
import { parseExactJson } from '#server/lib/exact-json.ts';

/** Limits the characters of a text that is read of a message. */
export const maxCharacters = 10_000;

/** Limits the characters of a message as it is stored; WhatsApp's have some thousand. */
export const maxStoredMessageCharacters = 65_536;

const mostRead = 100;
const maxFileName = 200;

/**
 * A message of a notification, to be stored as a delivery. `key`: what WhatsApp calls the message. `sentAt`: when it was written, to
 * the second.
 */
export type NewMessage = { key: string; body: Buffer; sentAt: Date | null };

/** Reads a text, and anything else as absent: one odd value of a message must not lose the rest. */
export const textField = z.string().optional().catch(undefined);
/** Makes a schema of an object whose other fields are kept; undefined for what does not fit, rather than an error. */
export const objectField = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape).optional().catch(undefined);

/** The dealer's number that a message came to or went from. */
export const messageMetadata = objectField({ display_phone_number: textField, phone_number_id: textField });

/** The sender of a message as WhatsApp names them. */
export const messageContact = objectField({
  wa_id: textField,
  user_id: textField,
  profile: objectField({ name: textField, username: textField }),
});

const orderPart = objectField({
  text: textField,
  product_items: z
    .array(
      objectField({
        product_retailer_id: textField,
        quantity: textField,
        item_price: textField,
        currency: textField,
      }),
    )
    .catch([]),
});

const filled = z.array(objectField({ phone: textField, wa_id: textField, email: textField })).catch([]);

const messageFile = objectField({
  ...{ id: textField, caption: textField, filename: textField, mime_type: textField },
});
const messageLocation = objectField({
  name: textField,
  address: textField,
  latitude: textField,
  longitude: textField,
});

/** Cards of people that somebody sends. */
const contactCards = z
  .array(
    objectField({
      name: objectField({ formatted_name: textField, first_name: textField, last_name: textField }),
      org: objectField({ company: textField }),
      ...{ phones: filled, emails: filled },
    }),
  )
  .optional()
  .catch(undefined);

/** The message that one answers, the product of the catalogue that somebody wrote from, and whether somebody else wrote it. */
const messageContext = objectField({
  id: textField,
  referred_product: objectField({ product_retailer_id: textField }),
  forwarded: z.boolean().optional().catch(undefined),
});

/** A message of WhatsApp, of which what is odd is read as absent. */
export const whatsAppMessage = z.looseObject({
  id: z.string().min(1).max(500),
  from: textField,
  from_user_id: textField,
  type: textField,
  timestamp: textField,
  text: objectField({ body: textField }),
  system: objectField({ body: textField, type: textField, wa_id: textField, new_wa_id: textField }),
  reaction: objectField({ emoji: textField }),
  button: objectField({ text: textField }),
  interactive: objectField({
    button_reply: objectField({ title: textField }),
    list_reply: objectField({ title: textField, description: textField }),
    nfm_reply: objectField({ body: textField, response_json: textField }),
  }),
  edit: objectField({
    message: objectField({
      text: objectField({ body: textField }),
      image: messageFile,
      video: messageFile,
      document: messageFile,
    }),
  }),
  location: messageLocation,
  contacts: contactCards,
  ...{
    image: messageFile,
    video: messageFile,
    audio: messageFile,
    sticker: messageFile,
    document: messageFile,
  },
  ...{ order: orderPart, context: messageContext },
  referral: objectField({ source_url: textField, source_id: textField, headline: textField }),
});

/** `id`: Meta's of a file, by which it is fetched; `name`: of a document. */
export type SentPicture = { id: string; name: string | null };

/** Returns the picture that a message brings, which may be sent as a document; null without one. */
export function readSentPicture({ image, document }: z.infer<typeof whatsAppMessage>): SentPicture | null {
  const file = image ?? (document?.mime_type?.startsWith('image/') ? document : undefined);
  if (!file?.id || !/^\d{1,30}$/.test(file.id)) return null;
  return { id: file.id, name: cleanMessageText(file.filename ?? '').slice(0, maxFileName) || null };
}

/** Reads the answers of a flow's form, given as JSON; none for what is no object. */
export function readFlowTexts(json: string | undefined): DeliveryText[] {
  const answers = json === undefined ? undefined : parseExactJson(json);
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) return [];
  const each = Object.entries(answers).flatMap(([label, value]) =>
    isNested(value) ? Object.entries(value) : [[label, value] as const],
  );
  return each
    .slice(0, mostRead)
    .filter(([label]) => label !== 'flow_token')
    .flatMap(([label, value]) => {
      const said = [value].flat().filter((each) => typeof each !== 'object');
      return answer(`answers.${cleanMessageText(label)}`, cleanMessageText(label), said.join(', '));
    });
}

/** The parts of an address are nested. */
function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads an order as a line for each product, and its name where a service may be called so. */
export function readOrderTexts(ordered: z.infer<typeof orderPart>): DeliveryText[] {
  return (ordered?.product_items ?? []).slice(0, mostRead).flatMap((item, index) => {
    const { product_retailer_id: product, quantity, item_price: price, currency } = item ?? {};
    const counted = [quantity && `${quantity} ×`, product].filter(Boolean).join(' ');
    const each = price && `${[price, currency].filter(Boolean).join(' ')} each`;
    const line = [counted, each].filter(Boolean).join(', ');
    return [...answer(`order.${index + 1}`, 'Ordered', line), ...nameOfProduct(product)];
  });
}

/** Reads the product that a message is about; none without one. */
export function readContextTexts(context: z.infer<typeof messageContext>): DeliveryText[] {
  const product = context?.referred_product?.product_retailer_id;
  return [...answer('product', 'Product', product ?? ''), ...nameOfProduct(product)];
}

/** Writes the first ten contact cards of a message as a line; a number may be given as WhatsApp's alone. */
export function readCardsText(sent: NonNullable<z.infer<typeof contactCards>>): string {
  const all = sent.slice(0, 10).map((card) => {
    const { name, org, phones = [], emails = [] } = card ?? {};
    const called = name?.formatted_name ?? [name?.first_name, name?.last_name].filter(Boolean).join(' ');
    const numbers = phones.map((each) => each?.phone ?? (each?.wa_id && `+${each.wa_id}`));
    return [called, org?.company, ...numbers, ...emails.map((each) => each?.email)].filter(Boolean).join(' ');
  });
  return `Contact: ${all.filter(Boolean).join(', ')}`;
}

function answer(path: string, label: string, text: string): DeliveryText[] {
  const kept = cleanMessageText(text).slice(0, maxCharacters);
  return kept ? [{ path, label, text: kept, isAnswer: true }] : [];
}

function nameOfProduct(product: string | undefined): DeliveryText[] {
  const text = cleanMessageText(product ?? '').slice(0, maxCharacters);
  return text ? [{ path: 'order.product', label: 'service', text, isHint: true }] : [];
}

/** Removes what PostgreSQL cannot store from a text, and trims it. */
export function cleanMessageText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed().trim();
}
