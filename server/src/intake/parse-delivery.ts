import type { Mapping } from '#contract/intake/connections.ts';
import type { EnquiryField } from '#contract/intake/deliveries.ts';
import { fieldNames, nameForm } from '#contract/intake/field-names.ts';
import { testLead } from '#contract/intake/meta.ts';
import type { PassedOver } from '#contract/intake/whatsapp.ts';
import type { LeadChannel } from '#contract/leads/lead-source.ts';
import { type DeliveryText, textsOf } from './delivery-texts.ts';
import { type ReadMail, readMail } from './mail-texts.ts';
import { textsOfMeta } from './meta/meta-texts.ts';
import { textsOfWhatsApp } from './whatsapp/whatsapp-texts.ts';

/** Why a delivery is no enquiry. */
export type Ignored = typeof testLead | PassedOver;

/** What a body, or one of several enquiries in it, says; the same after a way through JSON. */
export type ParsedDelivery = {
  /** The part of the body that says it, where the body holds several enquiries. */
  piece: { contentType: string; body: string } | null;
  /** Null of a mail, and of what cannot be read. */
  texts: readonly DeliveryText[] | null;
  /** Its texts depend on the connection's mapping. */
  mail: ReadMail | null;
  ignored: Ignored | null;
  /** The number or form that it came by, as its sender calls it. */
  place: string | null;
  /** WhatsApp's id of the sender. */
  user: string | null;
  /** An instant in ISO form. */
  askedAt: string | null;
};

const nothing: ParsedDelivery = {
  ...{ piece: null, texts: null, mail: null, ignored: null, place: null, user: null, askedAt: null },
};

const fieldOfName = new Map(
  Object.entries(fieldNames).flatMap(([field, all]) => all.map((name) => [nameForm(name), field] as const)),
);

/** @returns where a text goes by its label, in English or Bangla; undefined: into the notes. */
export function fieldCalled(label: string): EnquiryField | undefined {
  return fieldOfName.get(nameForm(label)) as EnquiryField | undefined;
}

/** @returns one element per enquiry in the body; none if it cannot be read. */
export async function parseDelivery(
  { contentType, body }: { contentType: string | null; body: Buffer },
  { kind }: { kind: LeadChannel; mapping: Mapping },
): Promise<ParsedDelivery[]> {
  if (kind === 'whatsapp') {
    const { texts = null, ignored, number: place, user } = textsOfWhatsApp(body);
    return [{ ...nothing, texts, ignored, place, user }];
  }
  if (kind === 'meta') {
    const { texts = null, form: place = null, askedAt, isTest } = textsOfMeta(body);
    const ignored = isTest ? testLead : null;
    return [{ ...nothing, texts, ignored, place, askedAt: askedAt?.toISOString() ?? null }];
  }
  const mail = kind === 'email' ? await readMail(contentType, body) : undefined;
  if (mail) return [{ ...nothing, mail }];
  const texts = textsOf(contentType, body, fieldCalled);
  return texts ? [{ ...nothing, texts }] : [];
}

/** What is said by a body that cannot be read. */
export const unreadable = nothing;
