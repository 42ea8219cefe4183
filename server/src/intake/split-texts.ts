import { normaliseFieldName } from '#contract/intake/field-names.ts';
import type { DeliveryText } from './delivery-text.ts';
import { recogniseNameHalf } from './enquiry-fields.ts';
import { getLastKey, splitPath } from './text-paths.ts';

type PersonField = (text: DeliveryText) => 'name' | 'phone' | 'email' | undefined;

/** The texts of a body, one list for each enquiry in it. `isMixed`: it holds several that could not be told apart. */
export type SplitTexts = { parts: DeliveryText[][]; isMixed: boolean };

const lists = [
  ...[
    '',
    'leads',
    'lead',
    'entries',
    'entry',
    'data',
    'enquiries',
    'inquiries',
    'submissions',
    'records',
    'rows',
  ],
  ...['results', 'items', 'contacts', 'customers', 'people', 'persons', 'prospect', 'prospects', 'payload'],
];

const maxParts = 1_000;

/** Says what senders call several people, whatever the keys of each are: their ids, words. */
const keyed = new Set(
  [
    ...['leads', 'entries', 'enquiries', 'inquiries', 'submissions', 'records', 'rows', 'results'],
    ...['contacts', 'customers', 'people', 'persons', 'prospects'],
  ].map(normaliseFieldName),
);

type Group = { key: string; index: string; texts: DeliveryText[] };

/**
 * Divides what a post says into its enquiries: the elements of a list, objects with numbered keys, fields with numbers (`name_2`), and
 * fields that are repeated. Paths are those of the first, so that a mapping fits each; what is said of none in particular is said of
 * all.
 *
 * @returns one part for those of one person; `isMixed`: several people, and nothing tells whose is what.
 */
export function splitTexts(texts: readonly DeliveryText[], fieldOf: PersonField): SplitTexts {
  for (const divide of [byElements, byNumberedFields, byRepeatedFields]) {
    const split = divide(texts, fieldOf);
    if (!split || (split.parts.length < 2 && !split.isMixed)) continue;
    if (split.isMixed || split.parts.length > maxParts) return { parts: [[...texts]], isMixed: true };
    const deeper = split.parts.map((part) => splitTexts(part, fieldOf));
    return { parts: deeper.flatMap(({ parts }) => parts), isMixed: deeper.some(({ isMixed }) => isMixed) };
  }
  return { parts: [[...texts]], isMixed: isOfSeveral(texts, fieldOf) };
}

function byElements(texts: readonly DeliveryText[], fieldOf: PersonField): SplitTexts | undefined {
  const groups = Map.groupBy(
    texts.flatMap((text) => elementsAround(text).map((around) => ({ ...around, text }))),
    ({ key }) => key,
  );
  const keys = [...groups.keys()].sort((one, other) => one.length - other.length);
  for (const key of keys) {
    const all = groups.get(key) ?? [];
    const elements = Map.groupBy(all, ({ index }) => index);
    const people = [...elements].filter(([, inside]) =>
      isPerson(
        inside.map(({ text }) => text),
        key,
        fieldOf,
      ),
    );
    if (people.length < 2) continue;
    const indices = new Set(people.map(([index]) => index));
    const inside = new Set(all.filter(({ index }) => indices.has(index)).map(({ text }) => text));
    const around = texts.filter((text) => !inside.has(text));
    const fields = new Set(around.filter((text) => !all.some((each) => each.text === text)).map(fieldOf));
    const hasNames = people.some(([, own]) => own.some(({ text }) => fieldOf(text) === 'name'));
    // A person with a list of numbers.
    if (fields.has('name') && !hasNames) continue;
    // A person with a list of what has names, too, such as products.
    const canBeCalled = people.some(([, own]) =>
      own.some(({ text }) => ['phone', 'email'].includes(fieldOf(text) ?? '')),
    );
    if (fields.has('name') && fields.has('phone') && !canBeCalled) continue;
    if (fields.has('phone')) return { parts: [], isMixed: true };
    const [first = ''] = people[0] ?? [];
    const parts = people.map(([, own]) => [
      ...around,
      ...own.map(({ text, place }) => ({ ...text, path: withIndex(text.path, place, first) })),
    ]);
    return { parts, isMixed: false };
  }
  return undefined;
}

function elementsAround({ path }: DeliveryText): { key: string; index: string; place: number }[] {
  const parts = splitPath(path);
  return parts.slice(0, -1).flatMap((part, place) => {
    const [, base = '', number] = /^(.{0,60}?)[\s_-]?(\d{1,6})$/.exec(part) ?? [];
    const above = parts[place - 1];
    if (above !== undefined && keyed.has(normaliseFieldName(above)))
      return [{ key: parts.slice(0, place).join('.'), index: part, place }];
    if (number === undefined) return [];
    const key = [...parts.slice(0, place), ...(base ? [`${base}#`] : [])].join('.');
    return [{ key, index: part, place }];
  });
}

function isPerson(texts: readonly DeliveryText[], key: string, fieldOf: PersonField): boolean {
  // The field of a question is asked by its label, in a list of questions.
  const own = texts.filter(
    ({ path, label }) => normaliseFieldName(label) === normaliseFieldName(getLastKey(path)) || halved(label),
  );
  const fields = new Set(own.map(fieldOf));
  if (fields.has('name') && fields.has('phone')) return true;
  const isList = lists.includes(normaliseFieldName(key.split('.').at(-1) ?? ''));
  if (isList && ['name', 'phone', 'email'].some((field) => fields.has(field as 'name'))) return true;
  // Each element has questions of its own.
  const asked = new Set(texts.map(fieldOf));
  return asked.has('name') && asked.has('phone');
}

function halved(label: string): boolean {
  return label.includes(' ');
}

function withIndex(path: string, place: number, index: string): string {
  const parts = splitPath(path);
  parts[place] = index;
  return parts.join('.');
}

/** `name_1`, `phone_1`, `name_2`, `phone_2`, also with the number in front; those of the first may have no number. */
function byNumberedFields(texts: readonly DeliveryText[], fieldOf: PersonField): SplitTexts | undefined {
  const groups = new Map<string, Group>();
  for (const text of texts) {
    const { base, number } = numbered(getLastKey(text.path));
    const parent = splitPath(text.path).slice(0, -1).join('.');
    const key = `${parent} ${number}`;
    const group = groups.get(key) ?? { key: parent, index: number, texts: [] };
    const isInFront = numberInFront.test(text.label);
    const label = isInFront ? numbered(text.label).base : text.label;
    group.texts.push({ ...text, label, path: parent ? `${parent}.${base}` : base });
    groups.set(key, group);
  }
  for (const all of Map.groupBy(groups.values(), ({ key }) => key).values()) {
    const people = all.filter((group) => {
      const fields = new Set(group.texts.map(fieldOf));
      return fields.has('name') && fields.has('phone');
    });
    if (people.length < 2) continue;
    const others = [...groups.values()].filter((group) => !people.includes(group));
    return {
      parts: people.map((group) => [...others.flatMap(({ texts }) => texts), ...group.texts]),
      isMixed: false,
    };
  }
  return undefined;
}

const numberInFront = /^(\d{1,3})[\s_.-]{1,3}(\D.{0,60})$/;

function numbered(key: string): { base: string; number: string } {
  const [, front, rest] = numberInFront.exec(key) ?? [];
  if (front !== undefined && rest !== undefined) return { base: rest, number: front };
  const [, base = '', number = ''] = /^(.{1,60}?)[\s_-]?(\d{0,3})$/.exec(key) ?? [];
  return { base, number };
}

function byRepeatedFields(texts: readonly DeliveryText[], fieldOf: PersonField): SplitTexts | undefined {
  const byPath = Map.groupBy(texts, ({ path }) => path.replace(/[.[]\d{1,6}\]?$/, '').replace(/\[\]$/, ''));
  const repeated = (field: string) =>
    [...byPath.values()].find(
      (all) =>
        all.length > 1 &&
        all.every((text) => fieldOf(text) === field) &&
        new Set(all.map(({ text }) => text)).size > 1,
    );
  const names = repeated('name');
  const halves = (which: 'first' | 'last') =>
    names?.filter(({ label }) => recogniseNameHalf(label) === which) ?? [];
  // ADF's `<name part="first">` and `<name part="last">` are one name.
  if (halves('first').length === 1 || halves('last').length === 1) return undefined;
  const phones = repeated('phone');
  if (!names) return undefined;
  // One person has several numbers, but not several names.
  const count = phones?.length ?? byCount(byPath, fieldOf);
  if (count !== names.length) return { parts: [], isMixed: phones !== undefined || count > 0 };
  const parts = names.map((_, at) =>
    [...byPath].flatMap(([path, all]) =>
      (all.length === count ? [all[at]] : all).flatMap((text) => (text ? [{ ...text, path }] : [])),
    ),
  );
  return { parts, isMixed: false };
}

function byCount(byPath: ReadonlyMap<string, readonly DeliveryText[]>, fieldOf: PersonField): number {
  return [...byPath.values()].find((all) => all.some((text) => fieldOf(text) === 'phone'))?.length ?? 0;
}

function isOfSeveral(texts: readonly DeliveryText[], fieldOf: PersonField): boolean {
  const groups = Map.groupBy(texts, ({ path }) => splitPath(path).slice(0, -1).join('.'));
  const numbers = [...groups.values()].flatMap((all) => {
    const phone = all
      .find((text) => fieldOf(text) === 'phone')
      ?.text.replace(/\D/g, '')
      .slice(-9);
    return phone && all.some((text) => fieldOf(text) === 'name') ? [phone] : [];
  });
  return new Set(numbers).size > 1;
}
