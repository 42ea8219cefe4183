import { parseExactJson } from '#server/lib/exact-json.ts';
import type { ReadMail } from './mail-texts.ts';

const most = { texts: 500, depth: 32, nodes: 20_000, characters: 10_000 } as const;

/**
 * A text of a delivery. `path`: names and places, joined by dots; `label`: what its sender calls it; `isAnswer`: a customer's, which
 * is in the notes unless it fills a field.
 */
export type DeliveryText = { path: string; label: string; text: string; isAnswer?: boolean };

const labels = ['label', 'question', 'title', 'name', 'key', 'field'] as const;
const answers = ['value', 'values', 'answer', 'text'] as const;

/**
 * What a delivery says: JSON, form fields, or lines such as `Name: Rahim`. Numbers keep all their digits.
 *
 * @returns undefined for what is none of these.
 */
export function textsOf(contentType: string | null, body: Buffer): DeliveryText[] | undefined {
  const text = new TextDecoder('utf-8').decode(body).replaceAll('\u0000', '');
  if (/^\s*[[{]/.test(text)) return ofJson(text);
  if (/^application\/x-www-form-urlencoded/i.test(contentType ?? '')) return ofForm(text);
  return ofLines(text);
}

function ofJson(text: string): DeliveryText[] | undefined {
  const value = parseExactJson(text);
  if (value === undefined) return undefined;
  const found: DeliveryText[] = [];
  // In the order of the text, without recursion: it may be nested by the thousand.
  const open: { value: unknown; path: string; label: string; depth: number }[] = [
    { value, path: '', label: '', depth: 0 },
  ];
  for (let seen = 0; seen < most.nodes && found.length < most.texts; seen++) {
    const next = open.pop();
    if (!next) break;
    const { value: here, path, label, depth } = next;
    if (typeof here === 'string' || typeof here === 'boolean') add(found, path, label, String(here));
    else if (typeof here === 'object' && here !== null && depth < most.depth) {
      const asked = Array.isArray(here) ? undefined : questionOf(here);
      const parts = Object.entries(here).slice(0, most.texts);
      for (const [name, part] of parts.reverse()) {
        const isAnswer = asked !== undefined && answers.some((each) => each === name);
        const isNamed = !/^\d+$/.test(name);
        const isQuestion = asked !== undefined && labels.some((each) => each === name);
        const own = isAnswer ? asked : isQuestion ? '' : isNamed ? name : label;
        open.push({ value: part, path: path ? `${path}.${name}` : name, label: own, depth: depth + 1 });
      }
    }
  }
  return found;
}

/** Of a pair such as `{"name": "phone", "values": ["01712345678"]}`. */
function questionOf(pair: object): string | undefined {
  const entries = new Map(Object.entries(pair));
  if (!answers.some((name) => entries.has(name))) return undefined;
  return labels.map((name) => entries.get(name)).find((label) => typeof label === 'string');
}

function ofForm(text: string): DeliveryText[] {
  const found: DeliveryText[] = [];
  for (const [name, value] of new URLSearchParams(text)) {
    if (found.length === most.texts) break;
    add(found, name, name, value);
  }
  return found;
}

/**
 * What a mail says: its labelled lines; where they say nothing that `isKnown`, all of its text as the message. Whom an answer
 * reaches is the customer; a sender only of what a person wrote.
 */
export function textsOfMail(mail: ReadMail, isKnown: (label: string) => boolean): DeliveryText[] {
  const { lines, subject, from, replyTo } = mail;
  const found = ofLines(lines) ?? [];
  const isForm = found.some(({ label }) => isKnown(label));
  const customer = replyTo ?? (isForm ? undefined : from);
  if (customer) {
    add(found, 'from.name', 'name', customer.name);
    add(found, 'from.address', 'email', customer.address);
  }
  if (!isForm) {
    add(found, 'subject', 'message', subject);
    add(found, 'text', 'message', lines);
  }
  return found;
}

function ofLines(text: string): DeliveryText[] | undefined {
  const found: DeliveryText[] = [];
  for (const line of text.split(/\r?\n/, most.nodes)) {
    const [, label, value] = /^\s*([^:：]{1,60}?)\s*[:：]\s*(.*)$/.exec(line) ?? [];
    if (label && value && found.length < most.texts) add(found, label, label, value);
  }
  return found.length > 0 ? found : undefined;
}

function add(found: DeliveryText[], path: string, label: string, text: string): void {
  const kept = text.replaceAll('\u0000', '').toWellFormed().trim().slice(0, most.characters);
  if (kept) found.push({ path: path.toWellFormed(), label: label.toWellFormed(), text: kept });
}
