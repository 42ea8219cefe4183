import sax from 'sax';
import type { DeliveryText } from './delivery-text.ts';

const most = { depth: 32, nodes: 20_000, texts: 5_000 } as const;

const kinds = ['part', 'type'] as const;

const plainKinds = new Set(['full', 'voice', 'mobile', 'cellphone', 'work', 'home', 'individual']);

type Open = {
  name: string;
  label: string;
  path: string;
  text: string;
  asked: string | undefined;
  counts: Map<string, number>;
  isLeaf: boolean;
};

/** Tells whether a text looks like XML, and not like HTML. */
export function isXml(text: string): boolean {
  return (
    /^\ufeff?\s{0,100}<(?:\?|!--|[a-z])/i.test(text) &&
    !/^\ufeff?\s{0,100}<(?:!doctype html|html|table|div|p|body)\b/i.test(text)
  );
}

/**
 * Reads the texts of an XML document, with the names of its elements as path; of elements that repeat, with their number. ADF's
 * customer keeps the labels of its parts (`first name`). One that ends early says what it said until then.
 *
 * @returns `isCut`: more was said than is read; undefined for what has no text in an element.
 */
export function readXmlTexts(text: string): { texts: DeliveryText[]; isCut: boolean } | undefined {
  const found: DeliveryText[] = [];
  const stack: Open[] = [
    { name: '', label: '', path: '', text: '', asked: undefined, counts: new Map(), isLeaf: false },
  ];
  const parser = sax.parser(true, { position: false });
  let nodes = 0;
  let isTooDeep = false;
  const isFull = () => nodes > most.nodes || found.length >= most.texts;
  parser.onopentag = ({ name, attributes }) => {
    nodes++;
    const parent = stack.at(-1);
    if (!parent || isFull()) return;
    parent.isLeaf = false;
    const plain = name.replace(/^.*:/, '');
    if (parent.text !== '' && /^(?:br|p|div|li)$/i.test(plain)) parent.text += '\n';
    const count = parent.counts.get(plain) ?? 0;
    parent.counts.set(plain, count + 1);
    const kind = kinds
      .map((key) => attributes[key])
      .find((value): value is string => typeof value === 'string' && !plainKinds.has(value.toLowerCase()));
    if (count === 1 && !isList(plain)) numberFirst(found, parent.path, plain);
    const place = count > 0 || isList(plain) ? `${plain}.${count}` : plain;
    const path = parent.path ? `${parent.path}.${place}` : place;
    stack.push({
      name,
      label: kind ? `${kind} ${plain}` : plain,
      path,
      text: '',
      asked: questionOf(attributes),
      counts: new Map(),
      isLeaf: true,
    });
    for (const [key, value] of Object.entries(attributes)) {
      if (typeof value !== 'string' || !isTold(key)) continue;
      found.push({ path: `${path}.${key}`, label: key, text: value, isAnswer: key === 'interest' });
    }
  };
  const addText = (piece: string) => {
    const open = stack.at(-1);
    if (open && !isFull()) open.text += piece;
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = (name) => {
    const open = stack.at(-1);
    if (!open || open.name !== name || stack.length === 1) return;
    stack.pop();
    if (!open.text.trim()) return;
    if (stack.length > most.depth) {
      isTooDeep = true;
      return;
    }
    const { path, label, asked } = open;
    const attribute = found.findIndex((each) => asked === each.text && each.path.startsWith(`${path}.`));
    if (attribute !== -1) found.splice(attribute, 1);
    found.push({ path, label: asked ?? label, text: open.text.trim(), isAnswer: true });
  };
  parser.onerror = () => {
    parser.resume();
  };
  parser.write(text.replace(/^\ufeff/, '')).close();
  return found.length > 0 ? { texts: found, isCut: isFull() || isTooDeep } : undefined;
}

/** The first of elements that repeat has a number as well, where it holds others. */
function numberFirst(found: DeliveryText[], parent: string, name: string): void {
  const path = parent ? `${parent}.${name}` : name;
  const isInside = (text: DeliveryText) => text.path.startsWith(`${path}.`);
  if (!found.some((text) => text.isAnswer && isInside(text))) return;
  for (const text of found) if (isInside(text)) text.path = `${path}.0${text.path.slice(path.length)}`;
}

/** Attributes that say what an element's text answers: `<field name="phone">`. */
const questions = ['name', 'label', 'question', 'title', 'key'] as const;

function questionOf(attributes: Record<string, unknown>): string | undefined {
  return questions
    .map((key) => attributes[key])
    .find((value): value is string => typeof value === 'string' && value.trim() !== '');
}

// What ADF and others repeat for each enquiry: always numbered, so that a mapping fits one and several.
function isList(name: string): boolean {
  return /^(?:prospect|lead|enquiry|inquiry|entry|record|item|row)$/i.test(name);
}

function isTold(key: string): boolean {
  return !/^(?:xmlns|xsi|xml|version|encoding|part|type|time|preferredcontact|id|status|sequence|line|currency|units)\b/i.test(
    key,
  );
}
