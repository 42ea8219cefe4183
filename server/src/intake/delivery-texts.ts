import { normaliseFieldName } from '#contract/intake/field-names.ts';
import { parseExactJson } from '#server/lib/exact-json.ts';
import { addText, type DeliveryText } from './delivery-text.ts';
import { isProgramLabel, recogniseField, recogniseNameHalf } from './enquiry-fields.ts';
import { type FormField, readFormFields } from './form-parts.ts';
import { type FieldOf, type LabelledLines, readLines } from './labelled-lines.ts';
import { isXml, readXmlTexts } from './read-xml.ts';

const most = { texts: 5_000, depth: 32, nodes: 20_000 } as const;

/** `isCut`: more was said than is read. */
export type ReadTexts = { texts: DeliveryText[]; isCut: boolean };

const labels = ['label', 'question', 'title', 'name', 'key', 'field'] as const;
const answers = ['value', 'values', 'answer', 'text'] as const;

/**
 * Reads the texts of a delivery: JSON, XML, form fields, or lines such as `Name: Rahim`. Numbers keep all their digits.
 *
 * @returns undefined for what is none of these.
 */
export function readDeliveryTexts(
  contentType: string | null,
  body: Buffer,
  fieldOf: FieldOf,
): ReadTexts | undefined {
  const type = contentType ?? '';
  if (/^multipart\/form-data/i.test(type)) return ofForm(readFormFields(type, body), fieldOf);
  const text = decodeBody(body);
  if (/^\s*[[{]/.test(text)) return ofJson(text, fieldOf);
  if (/^application\/x-www-form-urlencoded/i.test(type))
    return ofForm(
      [...new URLSearchParams(text)].map(([name, value]) => ({ name, text: value })),
      fieldOf,
    );
  if (isXml(text)) {
    const { texts, isCut } = readXmlTexts(text) ?? {
      ...{ texts: [{ path: 'text', label: 'message', text }], isCut: false },
    };
    return { texts: texts.flatMap(cleaned), isCut };
  }
  const { labelled, rest, isCut } = readLines(text, fieldOf);
  const texts = textsOfLines(labelled);
  if (texts.length === 0) return undefined;
  addText(texts, 'text', '', rest, true);
  return { texts, isCut };
}

/** Decodes a body as UTF-8, without the zero characters that PostgreSQL cannot store. */
export function decodeBody(body: Buffer): string {
  return new TextDecoder('utf-8').decode(body).replaceAll('\u0000', '');
}

function textsOfLines(labelled: readonly LabelledLines[]): DeliveryText[] {
  const found: DeliveryText[] = [];
  for (const { label, lines } of labelled)
    addText(found, label, label, lines.join('\n'), !isProgramLabel(label));
  return found;
}

function ofJson(text: string, fieldOf: FieldOf): ReadTexts | undefined {
  const value = parseExactJson(text) ?? jsonLines(text) ?? jsonBehindEachOther(text);
  if (value === undefined) return undefined;
  const found: DeliveryText[] = [];
  const titles = titlesIn(value);
  // In the order of the text, without recursion: it may be nested by the thousand.
  const open: { value: unknown; path: string; label: string; depth: number; isAsked: boolean }[] = [
    { value, path: '', label: '', depth: 0, isAsked: false },
  ];
  let isCut = false;
  let isTooDeep = false;
  for (let seen = 0; ; seen++) {
    const next = open.pop();
    if (!next) break;
    isCut = seen >= most.nodes || found.length >= most.texts;
    if (isCut) break;
    const { path, label, depth, isAsked } = next;
    const here = rowsAsObjects(jsonWithin(next.value) ?? next.value, fieldOf);
    if (typeof here === 'string' || typeof here === 'boolean')
      addText(found, path, label, String(here), isAsked || (label !== '' && !isProgramLabel(label)));
    else if (typeof here === 'object' && here !== null && depth >= most.depth) isTooDeep = true;
    else if (typeof here === 'object' && here !== null) {
      const title = titles.get(fieldIdOf(here));
      const asked = Array.isArray(here) ? undefined : (title ?? questionOf(here));
      const isForm = titles.size > 0 && depth === formDepth;
      const parts = Object.entries(here).filter(([name]) => !(isForm && name === 'definition'));
      for (const [name, part] of parts.reverse()) {
        const isAnswer =
          asked !== undefined &&
          (title === undefined ? answers.some((each) => each === name) : !besideAnswer.includes(name));
        const isNamed = !/^\d+$/.test(name);
        const isQuestion = asked !== undefined && labels.some((each) => each === name);
        const isChoice = isAsked && chosen.includes(name);
        const inside = isNamed && !isChoice ? labelWithin(label, name) : label;
        const own = isAnswer ? asked : isQuestion ? '' : inside;
        const more = { depth: depth + 1, isAsked: (isAnswer || isChoice) && !isProgramLabel(own) };
        open.push({ value: part, path: path ? `${path}.${name}` : name, label: own, ...more });
      }
    }
  }
  return { texts: found, isCut: isCut || isTooDeep };
}

/** Says what Typeform says of an answer beside it, and what it calls the text of a choice. */
const besideAnswer: readonly string[] = ['type', 'field'];
const chosen: readonly string[] = ['label', 'labels', 'other'];

/** Depth of Typeform's `form_response`. */
const formDepth = 1;

type TypeformPost = { form_response?: { definition?: { fields?: { id?: unknown; title?: unknown }[] } } };

/** The questions of a Typeform by the IDs of their fields: its answers name only these. */
function titlesIn(value: unknown): Map<unknown, string> {
  const fields = (value as TypeformPost | null)?.form_response?.definition?.fields;
  if (!Array.isArray(fields)) return new Map();
  return new Map(
    fields.slice(0, most.texts).flatMap((field) => {
      const { id, title } = field ?? {};
      return typeof id === 'string' && typeof title === 'string' ? [[id, title] as const] : [];
    }),
  );
}

function fieldIdOf(answer: object): unknown {
  return (answer as { field?: { id?: unknown } | null }).field?.id;
}

/** Names that say of a value only how it is written: what it is says the name above it. */
const plainNames = new Set([
  ...[
    'value',
    'values',
    'number',
    'text',
    'full',
    'raw',
    'national',
    'international',
    'formatted',
    'address',
  ],
  ...['display', 'string', 'default', 'primary'],
]);

/** `phone` for `{"phone": {"number": …}}`, `first name` for `{"name": {"first": …}}`. */
function labelWithin(above: string, name: string): string {
  const form = normaliseFieldName(name);
  if (above === '' || !(recogniseField(above) || recogniseNameHalf(above))) return name;
  if (form === 'first' || form === 'last') return `${form} name`;
  return plainNames.has(form) ? above : name;
}

function jsonLines(text: string): unknown {
  const lines = text.split('\n', most.nodes).filter((line) => line.trim() !== '');
  if (lines.length < 2 || !lines.every((line) => /^\s*[[{]/.test(line))) return undefined;
  const values = lines.map(parseExactJson);
  return values.every((value) => value !== undefined) ? values.flat() : undefined;
}

/** JSON objects without a line break or comma between them. */
function jsonBehindEachOther(text: string): unknown {
  return parseExactJson(`[${text.replace(/\}\s{0,100}\{/g, '},{')}]`);
}

/** Returns what a text holds that is JSON itself, as some senders pass on what they got. */
function jsonWithin(value: unknown): object | undefined {
  if (typeof value !== 'string' || !/^\s{0,100}[[{]/.test(value)) return undefined;
  const inner = parseExactJson(value);
  return typeof inner === 'object' && inner !== null ? inner : undefined;
}

/** Rows below a row of headers, or beside a list of them, as objects. */
function rowsAsObjects(value: unknown, fieldOf: FieldOf): unknown {
  const [headers, rows] = Array.isArray(value) ? [value[0], value.slice(1)] : tableIn(value);
  const isHeader = Array.isArray(headers) && headers.filter((each) => fieldOf(String(each))).length > 1;
  if (!isHeader || !Array.isArray(rows) || !rows.every(Array.isArray) || rows.length === 0) return value;
  return rows.map((row: unknown[]) =>
    Object.fromEntries(row.map((cell, at) => [String(headers[at] ?? `column ${at + 1}`), cell])),
  );
}

function tableIn(value: unknown): [unknown, unknown] {
  if (typeof value !== 'object' || value === null) return [undefined, undefined];
  const parts = new Map(Object.entries(value));
  const first = (names: readonly string[]) => names.map((name) => parts.get(name)).find(Array.isArray);
  return [first(['columns', 'headers', 'header', 'fields']), first(['rows', 'values', 'data', 'records'])];
}

function questionOf(pair: object): string | undefined {
  const entries = new Map(Object.entries(pair));
  if (!answers.some((name) => entries.has(name))) return undefined;
  return labels.map((name) => entries.get(name)).find((label) => typeof label === 'string');
}

function ofForm(fields: readonly FormField[], fieldOf: FieldOf): ReadTexts {
  let isCut = fields.length > most.texts;
  const found: DeliveryText[] = [];
  for (const { name, text: value, isFile = false } of fields.slice(0, most.texts)) {
    const inner = isFile && isXml(value) ? readXmlTexts(value) : jsonWithin(value) && ofJson(value, fieldOf);
    if (inner) {
      for (const each of inner.texts) found.push({ ...each, path: `${name}.${each.path}` });
      isCut ||= inner.isCut;
      continue;
    }
    const between = /^[\w-]{1,60}(?:\.[\w-]{1,60}){1,10}$/.test(name) ? /[[\].]/ : /[[\]]/;
    const label = name.split(between, 20).findLast((part) => part !== '' && !/^\d+$/.test(part));
    addText(found, name, label ?? name, value, !isProgramLabel(label ?? name));
  }
  return { texts: found, isCut };
}

function cleaned({ path, label, text, isAnswer }: DeliveryText): DeliveryText[] {
  const found: DeliveryText[] = [];
  addText(found, path, label, text, isAnswer && !isProgramLabel(label));
  return found;
}
