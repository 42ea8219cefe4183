import type { EnquiryField } from '#contract/intake/deliveries.ts';
import { searchForm } from '#contract/text/search-form.ts';
import { parseExactJson } from '#server/lib/exact-json.ts';
import type { ReadMail } from './mail-texts.ts';

const most = { texts: 500, depth: 32, nodes: 20_000, characters: 10_000, label: 60 } as const;

/**
 * A text of a delivery. `path`: names and places, joined by dots; `label`: what its sender calls it; `isAnswer`: a customer's, which
 * is in the notes unless it fills a field.
 */
export type DeliveryText = { path: string; label: string; text: string; isAnswer?: boolean };

/** @returns which field a label names, if it is known. */
type FieldOf = (label: string) => EnquiryField | undefined;

const labels = ['label', 'question', 'title', 'name', 'key', 'field'] as const;
const answers = ['value', 'values', 'answer', 'text'] as const;

/**
 * What a delivery says: JSON, form fields, or lines such as `Name: Rahim`. Numbers keep all their digits.
 *
 * @returns undefined for what is none of these.
 */
export function textsOf(
  contentType: string | null,
  body: Buffer,
  fieldOf: FieldOf,
): DeliveryText[] | undefined {
  const text = new TextDecoder('utf-8').decode(body).replaceAll('\u0000', '');
  if (/^\s*[[{]/.test(text)) return ofJson(text);
  if (/^application\/x-www-form-urlencoded/i.test(contentType ?? '')) return ofForm(text);
  const found: DeliveryText[] = [];
  for (const { label, lines } of readLines(text, fieldOf).labelled)
    add(found, label, label, lines.join('\n'));
  return found.length > 0 ? found : undefined;
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
 * What a mail says. One that a site has put together is read by its labelled lines, all else in it being answers too; what a
 * person wrote is the message, whole, since they may sign with a labelled number. Whom an answer reaches is the customer; a
 * sender unless a site names another person.
 *
 * @param isAside of a label that says where an enquiry came from, which is no answer.
 */
export function textsOfMail(
  { lines, subject, from, replyTo, sentBy }: ReadMail,
  fieldOf: FieldOf,
  isAside: (label: string) => boolean,
): DeliveryText[] {
  const { labelled, rest } = readLines(lines, fieldOf);
  const fields = new Set(labelled.flatMap(({ label }) => fieldOf(label) ?? []));
  const isForm = sentBy === 'mailbox' ? fields.size > 0 : sentBy === 'person' && fields.size > 1;
  const named = labelled.find(({ label }) => fieldOf(label) === 'name')?.lines.join(' ');
  const isTheirs = !isForm || named === undefined || isSameName(from?.name, named);
  const found: DeliveryText[] = [];
  if (isForm) add(found, 'subject', '', subject, !replyTo && isTheirs);
  for (const { label, lines } of labelled) {
    const isNamed = isForm || !fieldOf(label);
    add(found, label, isNamed ? label : '', lines.join('\n'), isForm && !isAside(label));
  }
  const customer = replyTo ?? (isTheirs ? from : undefined);
  if (customer) {
    add(found, 'from.name', 'name', customer.name);
    add(found, 'from.address', 'email', customer.address);
  }
  if (isForm) add(found, 'text', '', rest, true);
  else {
    add(found, 'subject', 'message', subject);
    add(found, 'text', 'message', lines);
  }
  return found;
}

function isSameName(one = '', other = ''): boolean {
  const [a, b] = [searchForm(one), searchForm(other)];
  return a !== '' && b !== '' && (a.includes(b) || b.includes(a));
}

/**
 * Labels with what they are followed by: those of notes by all up to the next label; others, where their own line says nothing, by
 * the next line or, if they are unknown, paragraph. `rest`: the other lines.
 */
function readLines(
  text: string,
  fieldOf: FieldOf,
): { labelled: { label: string; lines: string[] }[]; rest: string } {
  const labelled: { label: string; lines: string[] }[] = [];
  const rest: string[] = [];
  let open: { lines: string[]; takes: number; hasGaps: boolean } | undefined;
  for (const line of text.split(/\r?\n/, most.nodes)) {
    const { label, value } = labelOf(line);
    if (label && labelled.length < most.texts) {
      const lines = value ? [value] : [];
      const field = fieldOf(label);
      const hasGaps = field === 'notes';
      const takes = hasGaps || !field ? Number.POSITIVE_INFINITY : 1;
      labelled.push({ label, lines });
      open = hasGaps || !value ? { lines, takes, hasGaps } : undefined;
    } else if (open) {
      const isGap = line.trim() === '';
      if (!isGap || open.hasGaps) open.lines.push(line);
      const isFull = open.lines.length >= open.takes || (isGap && open.lines.length > 0);
      if (isFull && !open.hasGaps) open = undefined;
    } else rest.push(line);
  }
  return { labelled, rest: rest.join('\n').replace(/\n{3,}/g, '\n\n') };
}

/** Neither an address (`https://…`) nor a time of day. */
function labelOf(line: string): { label?: string; value: string } {
  const at = line.search(/[:：]/);
  const label = line.slice(0, Math.max(at, 0)).trim();
  const isOther = line.startsWith('//', at + 1) || /^\d.\d/u.test(line.slice(Math.max(at - 1, 0)));
  const isLabel = label.length <= most.label && /\p{L}/u.test(label) && !isOther;
  return { ...(isLabel && { label }), value: line.slice(at + 1).trim() };
}

function add(found: DeliveryText[], path: string, label: string, text: string, isAnswer = false): void {
  const kept = text.replaceAll('\u0000', '').toWellFormed().trim().slice(0, most.characters);
  if (!kept) return;
  const named = { path: path.toWellFormed(), label: label.toWellFormed() };
  found.push({ ...named, text: kept, ...(isAnswer && { isAnswer }) });
}
