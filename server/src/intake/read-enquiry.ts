import { textLength } from '#contract/business.ts';
import type { FieldMapping } from '#contract/intake/connections.ts';
import type { Enquiry, EnquiryField, PlacingReason } from '#contract/intake/deliveries.ts';
import { normaliseFieldName } from '#contract/intake/field-names.ts';
import type { LeadChannel, LeadSource } from '#contract/leads/lead-source.ts';
import { type CreateLeadBody, createLeadBody, type Platform } from '#contract/leads/leads.ts';
import type { OfferingType } from '#contract/offerings.ts';
import { findNamed } from '#contract/text/find-named.ts';
import { isFillerText, isMissingValue } from '#contract/text/missing-value.ts';
import { normalisePhone } from '#contract/text/phone.ts';
import { readTimeOfDay } from '#contract/text/read-time.ts';
import type { ConnectionSource } from './connections.db.ts';
import type { DeliveryText } from './delivery-text.ts';
import { isSourceName, mapField, sourceFieldNames } from './enquiry-fields.ts';
import { formatNotesLine, joinNotes } from './enquiry-notes.ts';
import { isOutlookMail, isPicture } from './mail-files.ts';
import { findCustomerMail } from './mail-sender.ts';
import { listOmittedParts, listUnreadableFiles } from './mail-texts.ts';
import type { IgnoredReason, ParsedDelivery } from './parse-delivery.ts';
import { findPersonName, findPersonPhone, findTextsOfField, isOwnNumber } from './person-fields.ts';
import { readWish } from './read-wish.ts';
import { isReturnedMail } from './returned-mail.ts';
import { isFilledForm, readMailTexts } from './texts-of-mail.ts';
import { readGivenNumber } from './whatsapp/given-number.ts';

type Named = { _id: string; name: string };
type NamedOffering = Named & { type: OfferingType };

/** The rules by which enquiries of a connection are read: the mapping of fields, and what applies where an enquiry names nothing. */
export type ReadingRules = {
  kind: LeadChannel;
  mapping: FieldMapping;
  platform: Platform;
  serviceCenter: Named | null;
  serviceOrCampaign: NamedOffering | null;
  sources: readonly ConnectionSource[];
};

/**
 * Active centers and offerings; `today` and `timeZone`: the dealer's. `own`: numbers in stored form and addresses in lower case of
 * its centers, connections and employees, which are never a customer's; `sender`: the address that Pitlane sends from.
 */
export type Catalogue = {
  centers: readonly Named[];
  offerings: readonly NamedOffering[];
  phoneCountry: string;
  today: string;
  timeZone: string;
  own: { phones: readonly string[]; emails: readonly string[]; sender?: string | undefined };
};

/**
 * An enquiry as it was read. `body`: of the lead, unless `reason` says why there is none; `phone`: in stored form; `user`: WhatsApp's
 * id of them; `given`: the number that they give for themselves in a message; `answers`: the message that it answers, as WhatsApp
 * calls it; `askedAt`: when somebody asked, where that is told; `ignored`: why it is none.
 */
export type ReadEnquiry = {
  texts: readonly DeliveryText[];
  enquiry: Enquiry | null;
  reason: PlacingReason | null;
  phone: string | null;
  user: string | null;
  given: string | null;
  answers: string | null;
  body: CreateLeadBody | null;
  source: LeadSource;
  askedAt: Date | null;
  ignored: IgnoredReason | null;
};

/**
 * Reads an enquiry out of what was parsed; writes nothing. What does not fit its field goes into the notes.
 *
 * @param parsed what `parseDelivery` made of a body, which may have been stored meanwhile.
 */
export function readEnquiry(parsed: ParsedDelivery, by: ReadingRules, catalogue: Catalogue): ReadEnquiry {
  const { place, user, answers = null } = parsed;
  const askedAt = parsed.askedAt === null ? null : new Date(parsed.askedAt);
  const { ignored: automatic, ...told } = textsIn(parsed, by, catalogue);
  const { note, aside, ending, files, isCut, unsure } = told;
  const texts = told.texts ?? [];
  const ignored = automatic ?? (isOwnMessage(texts, by, catalogue) ? 'ownNumber' : null);
  const source = sourceOf(texts, by.kind);
  const of = { user, given: givenIn(parsed, catalogue), answers, source, askedAt, ignored };
  if (texts.length === 0 && ending === '')
    return { texts, enquiry: null, reason: 'unreadable', phone: null, body: null, ...of };
  const own = by.sources.find((each) => each.externalId === place);
  const asides: string[] = [];
  const used = new Set<DeliveryText>();
  const setAside = ({ label, text, isHint }: DeliveryText) => {
    if (!isHint) asides.push(label ? `${label}: ${text}` : text);
  };
  const take = <Value>(
    field: EnquiryField,
    read: (text: string) => Value | undefined,
    isSame: (one: Value, other: Value) => boolean = Object.is,
  ): { value: Value; from: DeliveryText } | undefined => {
    let taken: { value: Value; from: DeliveryText } | undefined;
    for (const each of findTextsOfField(texts, field, by.mapping)) {
      if (used.has(each)) continue;
      used.add(each);
      if (isFillerText(each.text)) continue;
      const value = read(each.text);
      if (value === undefined) setAside(each);
      else if (!taken) taken = { value, from: each };
      else if (each.isAnswer && !isSame(taken.value, value)) setAside(each);
    }
    return taken;
  };
  const { shape } = createLeadBody;
  const said = findTextsOfField(texts, 'notes', by.mapping);
  for (const each of said) used.add(each);
  const written = said.map(({ text }) => text).filter((text) => !isMissingValue(text));
  const found = findPersonPhone(texts, written, by, { ...catalogue, own: catalogue.own.phones });
  for (const each of found.used) used.add(each);
  found.others.forEach(setAside);
  const { phone, typed, from } = found;
  const name = findPersonName(texts, by.mapping, from?.path);
  for (const each of name.used) used.add(each);
  name.others.forEach(setAside);
  const email = take('email', (text) => emailIn(text, catalogue))?.value ?? null;
  const vehicleNumber =
    take('vehicleNumber', (text) => shape.vehicleNumber.safeParse(text).data ?? undefined)?.value ?? null;
  const center =
    take('serviceCenter', (text) => findNamed(catalogue.centers, text))?.value ??
    own?.serviceCenter ??
    by.serviceCenter;
  const offering =
    take('serviceOrCampaign', (text) => findNamed(catalogue.offerings, text))?.value ??
    own?.serviceOrCampaign ??
    by.serviceOrCampaign;
  const wish = take(
    'appointmentDate',
    (text) => readWish(text, catalogue.today, catalogue.timeZone),
    (one, other) => one.date === other.date,
  );
  if (wish && !wish.value.isWhole) setAside(wish.from);
  const appointmentDate = wish?.value.date ?? null;
  const time = take('appointmentTime', (text) => (appointmentDate ? readTimeOfDay(text) : undefined));
  const appointmentTime = time?.value ?? wish?.value.time ?? null;
  const isChosenElsewhere = ({ label }: DeliveryText) => by.mapping.name && mapField({}, label) === 'name';
  const others = texts.filter(
    (each) => each.isAnswer && !used.has(each) && !isMissingValue(each.text) && !isChosenElsewhere(each),
  );
  asides.push(...others.map(({ label, text }) => (label ? `${label.replaceAll('_', ' ')}: ${text}` : text)));
  const all = [note, ...written, ...asides, aside].filter(Boolean).join('\n');
  const notes = shape.notes.safeParse(joinNotes(all, ending)).data ?? null;
  const enquiry: Enquiry = {
    ...{
      name: name.value,
      phone: phone ?? typed,
      email,
      vehicleNumber,
      notes,
      appointmentDate,
      appointmentTime,
    },
    serviceCenter: center && nameOf(center),
    serviceOrCampaign: offering && { ...nameOf(offering), type: offering.type },
    source,
  };
  // A person has to say whose it is, whatever number is in it.
  if (unsure) return { texts, enquiry, reason: unsure, phone: null, body: null, ...of };
  const without = files.length > 0 ? 'attachedFile' : isCut ? 'tooLarge' : 'noPhone';
  const reason = typed === null ? without : phone === null ? 'badPhone' : center === null ? 'noCenter' : null;
  if (reason || !phone || !center) return { texts, enquiry, reason, phone, body: null, ...of };
  const body: CreateLeadBody = {
    // Somebody without a name is called by their number.
    ...{ name: name.value ?? phone, phone, email, vehicleNumber, notes, appointmentDate, appointmentTime },
    ...{ platform: by.platform, serviceCenter: center._id, serviceOrCampaign: offering?._id ?? null },
  };
  return { texts, enquiry, reason: null, phone, body, ...of };
}

type Texts = {
  texts: readonly DeliveryText[] | null;
  ignored: IgnoredReason | null;
  note: string;
  aside: string;
  /** Says what the notes say of files and of what is left out. */
  ending: string;
  // Names of files that cannot be read.
  files: readonly string[];
  isCut: boolean;
  unsure: PlacingReason | null;
};

function textsIn(parsed: ParsedDelivery, by: ReadingRules, catalogue: Catalogue): Texts {
  const { mail, ignored, isMixed } = parsed;
  const unsure = isMixed ? 'severalPeople' : null;
  if (!mail) {
    const { texts, isCut } = parsed;
    const ending = isCut ? formatNotesLine('Not read', ['the rest, which is too long']) : '';
    return { ...{ texts, ignored, note: '', aside: '', ending, files: [] }, isCut, unsure };
  }
  const fieldOf = (label: string) => mapField(by.mapping, label);
  const hasPhone = (all: readonly DeliveryText[]) => all.some(({ label }) => fieldOf(label) === 'phone');
  const theirs = findCustomerMail(
    mail,
    { team: new Set(catalogue.own.emails), sender: catalogue.own.sender },
    hasPhone,
  );
  const { texts, fields } = readMailTexts(theirs, fieldOf, isSourceName);
  const isForm = isFilledForm(fields) || theirs.document !== null;
  const { note, isFromTeam, sentBy, replyTo } = theirs;
  // An answer of ours may repeat what somebody filled in.
  const automatic = isReturnedMail(mail, catalogue.own.sender)
    ? (mail.automatic ?? 'ownMail')
    : isForm
      ? null
      : mail.automatic;
  const files = listUnreadableFiles(mail);
  const leftOut = listOmittedParts(mail);
  const isCut = leftOut.length > 0;
  // Of who attaches an enquiry the mail itself has nothing but their own signature.
  const isInFile = isFromTeam
    ? isCut || files.some(isOutlookMail)
    : sentBy === 'mailbox' &&
      !replyTo &&
      fields.size === 0 &&
      (isCut || files.some((name) => !isPicture(name)));
  const isUnsure = isFromTeam && !(fields.has('name') && fields.has('phone'));
  const isElsewhere = theirs.document === null && (isInFile || isUnsure);
  const reason = files.length > 0 ? 'attachedFile' : isCut ? 'tooLarge' : 'fromTeam';
  return {
    ...{ texts, ignored: ignored ?? automatic, note, aside: theirs.aside, files, isCut },
    ending: [formatNotesLine('Not read', leftOut), formatNotesLine('Attached file', files)]
      .filter(Boolean)
      .join('\n'),
    unsure: unsure ?? (isElsewhere ? reason : null),
  };
}

function isOwnMessage(
  texts: readonly DeliveryText[],
  { kind }: ReadingRules,
  { own, phoneCountry }: Catalogue,
): boolean {
  const sender = kind === 'whatsapp' ? texts.find(({ path }) => path === 'phone') : undefined;
  const phone = sender && normalisePhone(sender.text, phoneCountry);
  return phone !== undefined && isOwnNumber(phone, own.phones);
}

function givenIn({ given, texts }: ParsedDelivery, { phoneCountry, own }: Catalogue): string | null {
  if (!given) return null;
  const name = texts?.find(({ path }) => path === 'name')?.text ?? null;
  const number = readGivenNumber(given.text, name, phoneCountry);
  const isOwn =
    number === normalisePhone(given.to, phoneCountry) ||
    (number !== undefined && isOwnNumber(number, own.phones));
  return number && !isOwn ? number : null;
}

function emailIn(text: string, { own }: Catalogue): string | undefined {
  const address = createLeadBody.shape.email.safeParse(text).data ?? undefined;
  const isOwn = [...own.emails, own.sender].includes(address?.toLowerCase());
  return address && isOwn ? undefined : address;
}

// Addresses without what follows a `?` or `#`: it may say who somebody is.
function sourceOf(texts: readonly DeliveryText[], channel: LeadChannel): LeadSource {
  const clean = (text: string | undefined) =>
    text
      ?.replace(/[?#].*$/s, '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, textLength.line) || null;
  const said = (names: readonly string[]) =>
    clean(texts.find(({ label }) => names.includes(normaliseFieldName(label)))?.text);
  const { form, campaign, ad, page, site, medium, term } = sourceFieldNames;
  return {
    ...{ channel, form: said(form), campaign: said(campaign), ad: said(ad), page: said(page) },
    ...{ site: said(site), medium: said(medium), term: said(term), isLate: false },
  };
}

function nameOf({ _id, name }: Named): Named {
  return { _id, name };
}
