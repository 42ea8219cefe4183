import { textLength } from '#contract/business.ts';
import type { Mapping } from '#contract/intake/connections.ts';
import {
  type Enquiry,
  type EnquiryField,
  enquiryFields,
  type PlacingReason,
} from '#contract/intake/deliveries.ts';
import { nameForm } from '#contract/intake/field-names.ts';
import type { LeadChannel, LeadSource } from '#contract/leads/lead-source.ts';
import { type CreateLeadBody, createLeadBody, type Platform } from '#contract/leads/leads.ts';
import type { OfferingType } from '#contract/offerings.ts';
import { findPhone, normalisePhone } from '#contract/text/phone.ts';
import { readTimeOfDay } from '#contract/text/read-time.ts';
import { searchForm } from '#contract/text/search-form.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import type { PlaceOfConnection } from './connections.db.ts';
import { type DeliveryText, textsOfMail } from './delivery-texts.ts';
import { fieldCalled, type Ignored, type ParsedDelivery } from './parse-delivery.ts';
import { readWish } from './read-wish.ts';

type Named = { _id: string; name: string };
type NamedOffering = Named & { type: OfferingType };

/** What of the connection a delivery is read by. */
export type ReadBy = {
  kind: LeadChannel;
  mapping: Mapping;
  platform: Platform;
  serviceCenter: Named | null;
  serviceOrCampaign: NamedOffering | null;
  places: readonly PlaceOfConnection[];
};

/** Active centers and offerings; `today` and `timeZone`: the dealer's. */
export type Dealt = {
  centers: readonly Named[];
  offerings: readonly NamedOffering[];
  phoneCountry: string;
  today: string;
  timeZone: string;
};

/** `body`: of the lead, unless `reason` says why there is none; `phone`: in stored form; `user`: WhatsApp's id of them; `askedAt`: when somebody asked, where that is told; `ignored`: why it is none. */
export type ReadEnquiry = {
  texts: readonly DeliveryText[];
  enquiry: Enquiry | null;
  reason: PlacingReason | null;
  phone: string | null;
  user: string | null;
  body: CreateLeadBody | null;
  source: LeadSource;
  askedAt: Date | null;
  ignored: Ignored | null;
};

const halves = { first: nameForm('first name'), last: nameForm('last name') };

/**
 * @param parsed what {@link parseDelivery} made of a body, which may have been stored meanwhile.
 * @returns what a delivery says about an enquiry; what does not fit its field is written into the notes.
 */
export function readEnquiry(parsed: ParsedDelivery, by: ReadBy, dealt: Dealt): ReadEnquiry {
  const { mail, ignored, place, user } = parsed;
  const askedAt = parsed.askedAt === null ? null : new Date(parsed.askedAt);
  const texts = mail ? textsOfMail(mail, (label) => fieldBy(by.mapping, label), isSourceName) : parsed.texts;
  const source = sourceOf(texts ?? [], by.kind);
  const of = { user, source, askedAt, ignored };
  const nothing = { texts: texts ?? [], enquiry: null, phone: null, body: null, ...of };
  if (!texts || texts.length === 0) return { ...nothing, reason: 'unreadable' };
  const own = by.places.find((each) => each.place === place);
  const asides: string[] = [];
  const used = new Set<DeliveryText>();
  const found = (field: EnquiryField) => {
    const all = findTexts(texts, field, by.mapping);
    for (const each of all) used.add(each);
    return all;
  };
  const setAside = ({ label, text }: DeliveryText) => asides.push(`${label}: ${text}`);
  /** A name may have several parts; of another field what comes after the first goes aside. */
  const oneText = (field: EnquiryField): DeliveryText | undefined => {
    const [first, ...more] = found(field);
    if (field === 'name')
      return first && { ...first, text: [first, ...more].map(({ text }) => text).join(' ') };
    more.forEach(setAside);
    return first;
  };
  /** What `read` makes of what is told; what it can make nothing of goes aside. */
  const take = <Value>(field: EnquiryField, read: (text: string) => Value | undefined): Value | null => {
    const first = oneText(field);
    const value = first && read(first.text);
    if (first && value === undefined) setAside(first);
    return value ?? null;
  };
  const { shape } = createLeadBody;
  const said = found('notes').map(({ text }) => text);
  const typedPhone =
    oneText('phone')?.text ?? said.map((text) => findPhone(text, dealt.phoneCountry)).find(Boolean) ?? null;
  const isId = by.kind === 'whatsapp' && typedPhone !== null && isWhatsAppId(typedPhone);
  const phone = isId ? typedPhone : ((typedPhone && phoneIn(typedPhone, dealt.phoneCountry)) ?? null);
  const name = take('name', (text) => shape.name.safeParse(text).data) ?? wholeName(texts);
  const email = take('email', (text) => shape.email.safeParse(text).data ?? undefined);
  const vehicleNumber = take(
    'vehicleNumber',
    (text) => shape.vehicleNumber.safeParse(text).data ?? undefined,
  );
  const center =
    take('serviceCenter', (text) => named(dealt.centers, text)) ?? own?.serviceCenter ?? by.serviceCenter;
  const offering =
    take('serviceOrCampaign', (text) => named(dealt.offerings, text)) ??
    own?.serviceOrCampaign ??
    by.serviceOrCampaign;
  const wish = take('appointmentDate', (text) => {
    const found = readWish(text, dealt.today, dealt.timeZone);
    if (found && !found.isWhole) asides.push(`date: ${text}`);
    return found;
  });
  const appointmentDate = wish?.date ?? null;
  const appointmentTime =
    take('appointmentTime', (text) => (appointmentDate ? readTimeOfDay(text) : undefined)) ??
    wish?.time ??
    null;
  const others = texts.filter((each) => each.isAnswer && !used.has(each) && !isPartOfName(each));
  asides.push(...others.map(({ label, text }) => (label ? `${label.replaceAll('_', ' ')}: ${text}` : text)));
  const written = [...said, ...asides].join('\n').slice(0, textLength.notes);
  const notes = shape.notes.safeParse(written).data ?? null;
  const enquiry: Enquiry = {
    ...{ name, phone: phone ?? typedPhone, email, vehicleNumber, notes, appointmentDate, appointmentTime },
    serviceCenter: center && nameOf(center),
    serviceOrCampaign: offering && { ...nameOf(offering), type: offering.type },
    source,
  };
  const reason =
    typedPhone === null ? 'noPhone' : phone === null ? 'badPhone' : center === null ? 'noCenter' : null;
  if (reason || !phone || !center) return { texts, enquiry, reason, phone, body: null, ...of };
  const body: CreateLeadBody = {
    // Somebody without a name is called by their number.
    ...{ name: name ?? phone, phone, email, vehicleNumber, notes, appointmentDate, appointmentTime },
    ...{ platform: by.platform, serviceCenter: center._id, serviceOrCampaign: offering?._id ?? null },
  };
  return { texts, enquiry, reason: null, phone, body, ...of };
}

/** What senders call where an enquiry came from, in the forms of {@link nameForm}. */
const sourceNames = {
  form: ['formname', 'form', 'formtitle'],
  campaign: ['utmcampaign', 'campaignname', 'adcampaign'],
  ad: ['adname', 'ad', 'utmcontent'],
  page: ['page', 'pageurl', 'landingpage', 'sourceurl', 'referrer', 'url'],
  site: ['utmsource'],
  medium: ['utmmedium'],
  term: ['utmterm'],
} as const;

function isSourceName(label: string): boolean {
  const form = nameForm(label);
  return Object.values(sourceNames).some((names) => names.some((name) => name === form));
}

/** Addresses without what follows a `?` or `#`: it may say who somebody is. */
function sourceOf(texts: readonly DeliveryText[], channel: LeadChannel): LeadSource {
  const said = (names: readonly string[]) => {
    const text = texts.find(({ label }) => names.includes(nameForm(label)))?.text;
    return (
      text
        ?.replace(/[?#].*$/s, '')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, textLength.line) || null
    );
  };
  const { form, campaign, ad, page, site, medium, term } = sourceNames;
  return {
    ...{ channel, form: said(form), campaign: said(campaign), ad: said(ad), page: said(page) },
    ...{ site: said(site), medium: said(medium), term: said(term), isLate: false },
  };
}

function nameOf({ _id, name }: Named): Named {
  return { _id, name };
}

/** As {@link fieldCalled}, where the mapping does not choose another; a part of a name counts as one. */
function fieldBy(mapping: Mapping, label: string): EnquiryField | undefined {
  const chosen = enquiryFields.find((field) => mapping[field]?.includes(label));
  return chosen ?? fieldCalled(label) ?? (isPartOfName({ label }) ? 'name' : undefined);
}

/** Those that the mapping names or, without it, what is called so: of notes all, of others the first. */
function findTexts(texts: readonly DeliveryText[], field: EnquiryField, mapping: Mapping): DeliveryText[] {
  const paths = mapping[field];
  const found = paths
    ? paths.flatMap((path) => texts.filter((each) => each.path === path))
    : texts.filter(({ label }) => fieldCalled(label) === field);
  return paths || field === 'notes' ? found : found.slice(0, 1);
}

function isPartOfName({ label }: Pick<DeliveryText, 'label'>): boolean {
  return Object.values(halves).includes(nameForm(label));
}

function wholeName(texts: readonly DeliveryText[]): string | null {
  const half = (form: string) => texts.find(({ label }) => nameForm(label) === form)?.text ?? '';
  const whole = `${half(halves.first)} ${half(halves.last)}`.trim();
  return createLeadBody.shape.name.safeParse(whole).data ?? null;
}

function phoneIn(text: string, country: string): string | undefined {
  return normalisePhone(text, country) ?? findPhone(text, country);
}

/** The one with this name or id or, failing that, the only one whose name is part of the text or the other way round. */
function named<One extends Named>(all: readonly One[], text: string): One | undefined {
  const form = searchForm(text);
  const exact = all.find(({ _id, name }) => searchForm(name) === form || _id === text);
  if (exact || form.length < 3) return exact;
  const near = all.filter(({ name }) => form.includes(searchForm(name)) || searchForm(name).includes(form));
  return near.length === 1 ? near[0] : undefined;
}
