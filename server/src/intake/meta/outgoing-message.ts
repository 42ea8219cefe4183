import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';

/**
 * An addition to a message's text: a template, with the values of its numbered variables, or buttons that the customer can answer
 * with.
 */
export type MessageExtra =
  | { template: { name: string; language: string; values: string[] } }
  | { buttons: string[] };

/**
 * A message to send. `number`: Meta's id of the dealer's number; `recipient`: digits of a number, or WhatsApp's id; `mark`: comes back
 * with what becomes of it.
 */
export type OutgoingText = {
  number: string;
  recipient: string;
  text: string;
  extra?: MessageExtra | null;
  mark: string;
};

// Characters of a button, and of a text above buttons.
const maxTitle = 20;
const maxAboveButtons = 1_024;

/** Writes a message as WhatsApp's API takes it; sends nothing. `mark` comes back with what becomes of it. */
export function writeMessage({ recipient, text, extra = null, mark }: OutgoingText): object {
  return {
    ...{ messaging_product: 'whatsapp', recipient_type: 'individual' },
    ...(isWhatsAppId(recipient) ? { recipient } : { to: recipient }),
    ...toContent(text, extra),
    biz_opaque_callback_data: mark,
  };
}

function toContent(text: string, extra: MessageExtra | null): object {
  if (extra && 'template' in extra) {
    const { name, language, values } = extra.template;
    // Meta refuses line breaks, tabs and more than four spaces in a value.
    const parameters = values.map((value) => ({ type: 'text', text: value.replace(/\s+/g, ' ') }));
    const components = parameters.length > 0 ? [{ type: 'body', parameters }] : [];
    return { type: 'template', template: { name, language: { code: language }, components } };
  }
  if (extra && text.length <= maxAboveButtons) {
    const buttons = extra.buttons.map((title, place) => ({
      type: 'reply',
      reply: { id: String(place + 1), title: title.slice(0, maxTitle) },
    }));
    return { type: 'interactive', interactive: { type: 'button', body: { text }, action: { buttons } } };
  }
  return { type: 'text', text: { body: text, preview_url: false } };
}
