import { z } from 'zod';
import type { FieldMapping } from '#contract/intake/connections.ts';
import { type AutomaticMail, automaticMails } from '#contract/intake/mails.ts';
import { metaTestLead } from '#contract/intake/meta.ts';
import type { SkippedEchoReason, SkippedMessageReason } from '#contract/intake/whatsapp.ts';
import type { LeadChannel } from '#contract/leads/lead-source.ts';
import { parseExactJson } from '#server/lib/exact-json.ts';
import type { DeliveryText } from './delivery-text.ts';
import { decodeBody, readDeliveryTexts } from './delivery-texts.ts';
import { mapField } from './enquiry-fields.ts';
import { limitNames } from './left-out.ts';
import { splitBlocks } from './line-blocks.ts';
import { listOmittedParts, listUnreadableFiles, type ReadMail, readMail } from './mail-texts.ts';
import { readMetaTexts } from './meta/meta-texts.ts';
import { splitTexts } from './split-texts.ts';
import { getTextOwner } from './text-paths.ts';
import { readEchoTexts } from './whatsapp/echoes.ts';
import type { SentPicture } from './whatsapp/message-parts.ts';
import { readWhatsAppTexts } from './whatsapp/whatsapp-texts.ts';

/** Why a delivery is no enquiry. */
export type IgnoredReason = typeof metaTestLead | SkippedMessageReason | SkippedEchoReason | AutomaticMail;

/**
 * Says what an enquiry of a delivery says, as it is stored: texts or, of a mail, its parts. `piece`: of several in one body, what is
 * stored as the body of its own delivery. `isMixed`: it is about several people, and nothing tells whose is what. `isCut`: it says more
 * than is read. `given`: of a message words in which its sender may give their number, and the dealer's number that they wrote to.
 * `isEcho`: somebody of the dealer's wrote it, in the WhatsApp Business app. `media`: the picture that it is.
 * `answers`: the message that it answers by a button or quotes, as WhatsApp calls it.
 */
export type ParsedDelivery = {
  piece: { contentType: string; body: string } | null;
  texts: readonly DeliveryText[] | null;
  mail: ReadMail | null;
  isMixed: boolean;
  isCut: boolean;
  ignored: IgnoredReason | null;
  place: string | null;
  user: string | null;
  given: { text: string; to: string } | null;
  askedAt: string | null;
  isEcho?: true;
  media?: SentPicture;
  answers?: string;
};

/** The content type of a delivery that is one of several enquiries in one body. */
export const partContentType = 'application/vnd.pitlane.part+json';

/** The reading that is stored of a delivery that says nothing. */
export const unreadableDelivery: ParsedDelivery = {
  piece: null,
  texts: null,
  mail: null,
  isMixed: false,
  isCut: false,
  ignored: null,
  place: null,
  user: null,
  given: null,
  askedAt: null,
};

/**
 * Parses the bytes of a delivery: pure, and without the dealer's data, so that a worker may do it.
 *
 * @returns its enquiries, of which all but the first are deliveries of their own; one that says nothing for what cannot be read.
 */
export async function parseDelivery(
  { contentType, body }: { contentType: string | null; body: Buffer },
  { kind, mapping }: { kind: LeadChannel; mapping: FieldMapping },
): Promise<ParsedDelivery[]> {
  if (kind === 'whatsapp') {
    const echo = readEchoTexts(body);
    if (echo) return [{ ...unreadableDelivery, ...echo, isEcho: true }];
    const { texts = null, ignored, number, user, given, sentAt, media, answers } = readWhatsAppTexts(body);
    const askedAt = sentAt?.toISOString() ?? null;
    const told = { texts, ignored, place: number, user, given, askedAt };
    return [{ ...unreadableDelivery, ...told, ...(media && { media }), ...(answers && { answers }) }];
  }
  if (kind === 'meta') {
    const { texts = null, form = null, askedAt, isTest } = readMetaTexts(body);
    const at = askedAt?.toISOString() ?? null;
    return [
      { ...unreadableDelivery, texts, ignored: isTest ? metaTestLead : null, place: form, askedAt: at },
    ];
  }
  const piece = contentType === partContentType ? pieceIn(body) : undefined;
  if (piece) return [{ ...unreadableDelivery, ...piece }];
  const fieldOf = (label: string) => mapField(mapping, label);
  const mail = kind === 'email' ? await readMail(contentType, body, fieldOf) : undefined;
  if (mail) return withPieces(mailsIn(mail, fieldOf));
  const isLines = !/^\s*[[{<]/.test(decodeBody(body.subarray(0, 1_000))) && !/form/i.test(contentType ?? '');
  if (isLines) {
    const { blocks, isMixed, isCut } = splitBlocks(decodeBody(body), fieldOf);
    const texts = blocks.map(
      (block) => readDeliveryTexts('text/plain', Buffer.from(block), fieldOf)?.texts ?? null,
    );
    return withPieces(
      withRest(texts.map((each) => ({ ...unreadableDelivery, texts: each, isMixed, isCut }))),
    );
  }
  const said = readDeliveryTexts(contentType, body, fieldOf);
  if (!said) return [unreadableDelivery];
  // Pitlane's own form asks for one person.
  const { isCut } = said;
  if (kind === 'form') return [{ ...unreadableDelivery, texts: said.texts, isCut }];
  const { parts, isMixed } = splitTexts(said.texts, (text) => personField(text, mapping));
  return withPieces(withRest(parts.map((texts) => ({ ...unreadableDelivery, texts, isMixed, isCut }))));
}

/** Returns those that a mail holds: of its blocks of lines, of files such as ADF, or several mails that are attached to it. */
function mailsIn(mail: ReadMail, fieldOf: (label: string) => ReturnType<typeof mapField>): ParsedDelivery[] {
  const one = (each: ReadMail, isMixed = false) => ({ ...unreadableDelivery, mail: each, isMixed });
  const { people, others } = peopleIn(mail.documents);
  if (people.length > 1)
    return withRest(people.map((texts) => one({ ...mail, documents: [texts, ...others] })));
  const { blocks, isMixed, isCut } = mail.isReply
    ? { blocks: [mail.lines], isMixed: false, isCut: false }
    : splitBlocks(mail.lines, fieldOf);
  const whole = isCut ? { ...mail, leftOut: [...(mail.leftOut ?? []), 'the rest of the mail'] } : mail;
  if (blocks.length > 1) return withRest(blocks.map((lines) => one({ ...whole, lines })));
  const chains = attachedChains(whole);
  if (chains.length > 1) return withRest(chains.map((attached) => one({ ...whole, attached: [attached] })));
  return [one(whole, isMixed)];
}

/** The people of attached files such as ADF, and the files that name none. */
function peopleIn(documents: ReadMail['documents']): {
  people: DeliveryText[][];
  others: ReadMail['documents'];
} {
  const read = documents.map((texts) => splitTexts(texts, (text) => personField(text, {})));
  const isPerson = (texts: readonly DeliveryText[]) =>
    texts.some((text) => personField(text, {}) === 'phone');
  return {
    people: read.flatMap(({ parts }) => (parts.length > 1 ? parts : parts.filter(isPerson))),
    others: documents.filter((texts, at) => (read[at]?.parts.length ?? 0) < 2 && !isPerson(texts)),
  };
}

/** Attached mails, each within those that it is attached to. */
function attachedChains({ attached }: ReadMail): ReadMail[] {
  return attached.flatMap((mail) =>
    mail.attached.length === 0
      ? [mail]
      : attachedChains(mail).map((inner) => ({ ...mail, attached: [inner] })),
  );
}

function withRest(all: readonly ParsedDelivery[]): ParsedDelivery[] {
  const [first] = all;
  if (!first || all.length < 2) return [...all];
  const { mail } = first;
  const leftOut = mail ? listOmittedParts(mail) : [];
  if (leftOut.length === 0 && !first.isCut) return [...all];
  const pieces = all.map((each) => ({ ...each, isCut: false, mail: each.mail && withoutLeftOut(each.mail) }));
  const rest = mail && { ...mail, lines: '', attached: [], documents: [], leftOut };
  return [...pieces, { ...unreadableDelivery, mail: rest, isCut: true }];
}

function withoutLeftOut({ leftOut: _, ...mail }: ReadMail): ReadMail {
  return { ...mail, attached: mail.attached.map(withoutLeftOut) };
}

/** The limit, in characters, for all enquiries of one body together, each with what they have in common. */
const maxPieceCharacters = 2_000_000;

// Where they would take many times what came, they stay together and a person places them.
function withPieces(all: readonly ParsedDelivery[]): ParsedDelivery[] {
  const [first] = all;
  if (!first || all.length < 2) return [...all];
  const characters = all.reduce((sum, each) => sum + countCharacters(each), 0);
  if (characters > maxPieceCharacters) return [{ ...first, isMixed: true }];
  return all.map((each) => {
    const { texts, mail, isMixed, isCut } = each;
    const body = JSON.stringify({ texts, mail, isMixed, isCut }, null, 1);
    return { ...each, piece: { contentType: partContentType, body } };
  });
}

/** Counts the characters of what was read. */
export function countCharacters({ texts, mail }: Pick<ParsedDelivery, 'texts' | 'mail'>): number {
  const inTexts = (some: readonly DeliveryText[]) =>
    some.reduce((sum, { path, label, text }) => sum + path.length + label.length + text.length, 0);
  const inMail = (one: ReadMail): number =>
    one.lines.length +
    one.documents.reduce((sum, each) => sum + inTexts(each), 0) +
    one.attached.reduce((sum, each) => sum + inMail(each), 0);
  return inTexts(texts ?? []) + (mail ? inMail(mail) : 0);
}

/** Returns what was parsed, without the files of a mail that would take more than a reading may, which it names. */
export function limitParsedSize(parsed: ParsedDelivery): ParsedDelivery {
  const { mail } = parsed;
  if (!mail || countCharacters(parsed) <= maxPieceCharacters / 2) return parsed;
  const { attached, documents } = mail;
  const leftOut = [
    ...listOmittedParts(mail),
    ...attached.map(({ subject }) => subject || 'an attached mail'),
    ...(documents.length > 0 ? ['attached files'] : []),
  ];
  const files = listUnreadableFiles(mail);
  return { ...parsed, mail: { ...mail, documents: [], attached: [], files, leftOut: limitNames(leftOut) } };
}

function personField(text: DeliveryText, mapping: FieldMapping): 'name' | 'phone' | 'email' | undefined {
  const chosen = (['name', 'phone', 'email'] as const).find((field) => mapping[field]?.includes(text.path));
  if (chosen) return chosen;
  if (getTextOwner(text.path) !== 'person') return undefined;
  const field = mapField({}, text.label);
  return field === 'name' || field === 'phone' || field === 'email' ? field : undefined;
}

const texts = z.array(
  z.object({ path: z.string(), label: z.string(), text: z.string(), isAnswer: z.boolean().exactOptional() }),
);
const sender = z.object({ name: z.string(), address: z.string() }).nullable();
const mail = z.object({
  ...{
    lines: z.string(),
    subject: z.string(),
    from: sender,
    replyTo: sender,
    receivers: z.array(z.string()),
  },
  ...{ isForward: z.boolean(), isReply: z.boolean(), automatic: z.enum(automaticMails).nullable() },
  documents: z.array(texts),
  files: z.array(z.string()).exactOptional(),
  leftOut: z.array(z.string()).exactOptional(),
});
const mailWithin: z.ZodType<ReadMail> = mail.extend({ attached: z.array(z.lazy(() => mailWithin)) });
const storedPiece = z.object({
  ...{ texts: texts.nullable(), mail: mailWithin.nullable(), isMixed: z.boolean() },
  isCut: z.boolean().default(false),
});

function pieceIn(body: Buffer): z.infer<typeof storedPiece> | undefined {
  return storedPiece.safeParse(parseExactJson(decodeBody(body))).data;
}

/** Writes one of several enquiries of a body as lines for people; any other body stays as it is. */
export function formatPartLines(body: string): string {
  const { data } = storedPiece.safeParse(parseExactJson(body));
  if (!data) return body;
  const said = (data.texts ?? []).map(({ label, text }) => (label ? `${label}: ${text}` : text));
  return [data.mail?.subject, data.mail?.lines, ...said].filter(Boolean).join('\n');
}
