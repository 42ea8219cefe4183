import type { FieldMapping } from '#contract/intake/connections.ts';
import type { EnquiryField } from '#contract/intake/deliveries.ts';
import type { LeadChannel } from '#contract/leads/lead-source.ts';
import { createLeadBody } from '#contract/leads/leads.ts';
import { isFillerText } from '#contract/text/missing-value.ts';
import { findPhones, readPhones } from '#contract/text/phone.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import type { DeliveryText } from './delivery-text.ts';
import { recogniseField, recogniseNameHalf } from './enquiry-fields.ts';
import { getPathDistance, getTextOwner } from './text-paths.ts';

/**
 * Finds the texts of an enquiry that fill a field: those at the paths that the mapping names or, where it names none, those whose label
 * says so.
 */
export function findTextsOfField(
  texts: readonly DeliveryText[],
  field: EnquiryField,
  mapping: FieldMapping,
): DeliveryText[] {
  const paths = mapping[field];
  if (!paths) return texts.filter(({ label }) => recogniseField(label) === field);
  return paths.flatMap((path) => texts.filter((each) => each.path === path));
}

// `typed`: what was written, if no number is in it; `from`: where the number stood; `others`: what goes into the notes.
type FoundPhone = {
  phone: string | null;
  typed: string | null;
  from: DeliveryText | undefined;
  used: DeliveryText[];
  others: DeliveryText[];
};

/**
 * Finds the first phone number that is one and not the dealer's own: in the fields for it, in a company's, or in the message.
 *
 * @returns it with the texts that were used and those that go into the notes.
 */
export function findPersonPhone(
  texts: readonly DeliveryText[],
  written: readonly string[],
  by: { kind: LeadChannel; mapping: FieldMapping },
  catalogue: { phoneCountry: string; own: readonly string[] },
): FoundPhone {
  const isOwn = (number: string) => isOwnNumber(number, catalogue.own);
  const fields = ordered(findTextsOfField(texts, 'phone', by.mapping), by.mapping.phone !== undefined);
  const others: DeliveryText[] = [];
  const unread: DeliveryText[] = [];
  let phone: string | null = null;
  let from: DeliveryText | undefined;
  for (const each of fields) {
    if (isFillerText(each.text)) continue;
    if (by.kind === 'whatsapp' && isWhatsAppId(each.text)) {
      phone ??= each.text;
      continue;
    }
    const numbers = readPhones(each.text, catalogue.phoneCountry);
    if (numbers.length === 0) unread.push(each);
    for (const number of numbers) {
      if (isOwn(number)) others.push(each);
      else if (phone === null) [phone, from] = [number, each];
      else if (number !== phone) others.push({ ...each, text: numbers.length > 1 ? number : each.text });
    }
  }
  const used = [...fields];
  const told = written
    .flatMap((text) => findPhones(text, catalogue.phoneCountry))
    .find((number) => !isOwn(number));
  if (phone === null && told) phone = told;
  if (phone !== null) return { phone, typed: phone, from, used, others: [...others, ...unread] };
  const [typed, ...more] = unread;
  return { phone: null, typed: typed?.text ?? null, from, used, others: [...others, ...more] };
}

const fewestDigits = 7;
const longestExtension = 3;

/** Tells whether a number is one of the dealer's, also without its area code or with an extension behind it. */
export function isOwnNumber(number: string, own: readonly string[]): boolean {
  const digits = significant(number);
  return own.some((each) => {
    const known = significant(each);
    const extension = digits.length - known.length;
    const isExtended = extension > 0 && extension <= longestExtension && digits.startsWith(known);
    return digits === known || (digits.length >= fewestDigits && (known.endsWith(digits) || isExtended));
  });
}

function significant(number: string): string {
  return number.replace(/\D/g, '').replace(/^0+/, '');
}

function ordered(texts: readonly DeliveryText[], isChosen: boolean): DeliveryText[] {
  if (isChosen) return [...texts];
  const of = (owner: 'person' | 'company') => texts.filter(({ path }) => getTextOwner(path) === owner);
  const people = of('person');
  return people.length > 0 ? people : of('company');
}

/**
 * Finds the name that stands nearest to the phone. A name may have several parts, if somebody has chosen them, and halves.
 *
 * @returns null without one; `used` and `others`: the texts that made it, and those that go into the notes.
 */
export function findPersonName(
  texts: readonly DeliveryText[],
  mapping: FieldMapping,
  phonePath: string | undefined,
): { value: string | null; used: DeliveryText[]; others: DeliveryText[] } {
  const read = (text: string) =>
    isFillerText(text) || isOtherThanName(text) ? undefined : nameSchema.safeParse(text).data;
  const found = findTextsOfField(texts, 'name', mapping);
  if (mapping.name) {
    const value = read(found.map(({ text }) => text).join(' ')) ?? null;
    return { value, used: found, others: value === null ? found : [] };
  }
  const halves = texts.filter(({ label }) => recogniseNameHalf(label));
  const inPlace = (path: string) => (phonePath === undefined ? 0 : getPathDistance(path, phonePath));
  const near = [...found, ...halves]
    .flatMap((each) => {
      const far = getTextOwner(each.path) === 'person' ? inPlace(each.path) : undefined;
      return far === undefined ? [] : [{ each, far }];
    })
    .sort((one, other) => one.far - other.far)
    .map(({ each }) => each);
  const whole = near.find(({ label, text }) => !recogniseNameHalf(label) && read(text) !== undefined);
  const half = (which: 'first' | 'last') => near.find(({ label }) => recogniseNameHalf(label) === which);
  const [first, last] = [half('first'), half('last')];
  const value =
    (whole && read(whole.text)) ?? read([first?.text, last?.text].filter(Boolean).join(' ').trim()) ?? null;
  const taken = whole ? [whole, ...halves] : halves;
  const rest = found.filter(
    (each) => each !== whole && each.text.trim() !== value && !isFillerText(each.text),
  );
  const isFormName = ({ path }: DeliveryText) =>
    getTextOwner(path) === 'other' || !near.some((each) => each.path === path);
  const others = rest.map((each) => (isFormName(each) ? { ...each, label: each.path } : each));
  return { value, used: [...taken, ...found], others: others.filter(({ isAnswer }) => isAnswer) };
}

const nameSchema = createLeadBody.shape.name;

// A number, an address or a link is nobody's name.
function isOtherThanName(text: string): boolean {
  return !/\p{L}/u.test(text) || /^[^\s@]+@\S+$/.test(text) || /^https?:/i.test(text);
}
