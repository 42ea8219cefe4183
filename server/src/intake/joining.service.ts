import type { Enquiry } from '#contract/intake/deliveries.ts';
import type { LeadSource } from '#contract/leads/lead-source.ts';
import type { CreateLeadBody } from '#contract/leads/leads.ts';
import { isWhatsAppId } from '#contract/text/whatsapp-id.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import { readJoinsOpenLeads } from '#server/dealer/dealer-rules.service.ts';
import { lockLeadsUntilCommit } from '#server/leads/bulk/fill-leads.service.ts';
import {
  type DescribedPerson,
  findRecordsOfPerson,
  isOtherPerson,
} from '#server/lib/compare/other-person.ts';
import type { ConnectionRow } from './connections.db.ts';
import {
  type Conversation,
  findConversations,
  findOpenLeadsByPhone,
  lockPhones,
  type OpenLead,
} from './deliveries.db.ts';

/**
 * An enquiry of a delivery that may become a lead. `sender`: whom its text names, in stored form; `user`: WhatsApp's id of them;
 * `phone`: of the lead, which is another one where somebody has learned it; `given`: the number that they give for themselves. Without
 * a `body`, for want of a center, it can only join a lead. `answers`: the message that it answers, as WhatsApp calls it. `isNotice`: WhatsApp says it of them, such as another number.
 */
export type MatchableEnquiry = {
  id: string;
  sender: string;
  user: string | null;
  given: string | null;
  phone: string;
  summary: string | null;
  connection: ConnectionRow;
  body: CreateLeadBody | null;
  enquiry: Enquiry | null;
  source: LeadSource;
  askedAt: Date;
  answers?: string | null;
  isNotice?: boolean;
};

/** An enquiry that can become a lead. */
export type NewLeadEnquiry = MatchableEnquiry & { body: CreateLeadBody };

type Candidates = { each: MatchableEnquiry; talk: Conversation | undefined; open: readonly OpenLead[] };

/**
 * Decides for each enquiry whether it joins an existing lead, joins one created earlier in this batch, or becomes a new lead; writes
 * nothing. By the dealer's choice an enquiry joins the person's only open lead at its center, of several the only one of its vehicle
 * or name; else it is one beside what is open there, as is that of another person with the number. A message of a conversation joins
 * the lead that the one before did or, once that is closed, the newest open one, at any center: nobody says the same at two. Leads
 * that may be joined are locked until commit, so that they stay open.
 *
 * @returns `joined`: a lead's id or an enquiry of `fresh`, by enquiry; `fresh`: they become leads; `beside`: those of `fresh` that
 *   become one despite an open lead; `lost`: they have no center, and no lead to join.
 */
export async function matchToLeads(
  { db }: Context,
  ready: readonly MatchableEnquiry[],
): Promise<{
  joined: Map<MatchableEnquiry, string | NewLeadEnquiry>;
  fresh: NewLeadEnquiry[];
  beside: Set<MatchableEnquiry>;
  lost: MatchableEnquiry[];
}> {
  const known = await lockCandidates(db, ready);
  const isJoining = await readJoinsOpenLeads(db);
  const joined = new Map<MatchableEnquiry, string | NewLeadEnquiry>();
  const fresh: NewLeadEnquiry[] = [];
  const lost: MatchableEnquiry[] = [];
  const beside = new Set<MatchableEnquiry>();
  for (const { talk, each, open: all } of known) {
    const { body } = each;
    const center = body?.serviceCenter;
    const here = all.filter((lead) => lead.center === center);
    const before = fresh.filter(
      ({ phone, body }) => phone === each.phone && (isWhatsAppMessage(each) || body.serviceCenter === center),
    );
    const told = describePerson(each);
    const own = isWhatsAppMessage(each) ? here : findRecordsOfPerson(here, told);
    const earlier = before.findLast(
      (one) => isWhatsAppMessage(each) || !isOtherPerson(describePerson(one), told),
    );
    const lead = isWhatsAppMessage(each)
      ? (talk?.openLead ?? here[0]?.id ?? all[0]?.id)
      : own.length === 1
        ? own[0]?.id
        : undefined;
    const to = lead ?? (isWhatsAppMessage(each) || own.length === 0 ? earlier : undefined);
    if (to && (isJoining || isWhatsAppMessage(each))) {
      joined.set(each, to);
      continue;
    }
    if (!body) {
      lost.push(each);
      continue;
    }
    const lone = { ...each, body };
    if (here.length > 0 || before.length > 0) beside.add(lone);
    fresh.push(lone);
  }
  return { joined, fresh, beside, lost };
}

/**
 * Locks until commit the leads that enquiries may join, before customers, as every writer does. They are looked for again once they are locked: while they were waited for
 * they may have been closed, archived, erased or merged.
 */
async function lockCandidates(db: Db, ready: readonly MatchableEnquiry[]): Promise<Candidates[]> {
  const given = ready.flatMap(({ given }) => given ?? []);
  await lockPhones(db, [...new Set([...ready.flatMap(listSenderIds), ...given])]);
  const locked = new Set<string>();
  for (;;) {
    const found = await findCandidates(db, ready);
    const ids = found.flatMap(({ talk, open }) => [talk?.openLead ?? [], open.map(({ id }) => id)].flat());
    const missing = [...new Set(ids)].filter((id) => !locked.has(id));
    if (missing.length === 0) return found;
    await lockLeadsUntilCommit({ db }, missing);
    for (const id of missing) locked.add(id);
  }
}

async function findCandidates(db: Db, ready: readonly MatchableEnquiry[]): Promise<Candidates[]> {
  const written = new Set(ready.filter(isWhatsAppMessage).flatMap(listSenderIds));
  const talks = new Map((await findConversations(db, [...written])).map((talk) => [talk.person, talk]));
  const numbers = new Map(
    ready.flatMap(({ user, phone }) => (user && user !== phone ? [[user, phone] as const] : [])),
  );
  const known = ready.map((each) => {
    const own = isWhatsAppMessage(each) ? listSenderIds(each).flatMap((name) => talks.get(name) ?? []) : [];
    // A number and an id may each have had a talk of its own.
    const [talk] = own.toSorted((one, other) => ((one.last ?? '') < (other.last ?? '') ? 1 : -1));
    const number = numbers.get(each.phone) ?? own.find(({ mobile }) => mobile)?.mobile;
    return { talk, each: number && isWhatsAppId(each.phone) ? withPhone(each, number) : each };
  });
  const phones = [...new Set(known.map(({ each }) => each.phone))];
  await lockPhones(db, phones);
  const open = Map.groupBy(await findOpenLeadsByPhone(db, phones), ({ phone }) => phone);
  return known.map(({ talk, each }) => ({ talk, each, open: open.get(each.phone) ?? [] }));
}

/**
 * Lists under what a sender is known: their number and WhatsApp's id, which are one person, so that who hides the number later is
 * found by the id.
 */
export function listSenderIds({ sender, user }: Pick<MatchableEnquiry, 'sender' | 'user'>): string[] {
  return user && user !== sender ? [sender, user] : [sender];
}

/** Tells whether an enquiry came by WhatsApp. */
export function isWhatsAppMessage({ connection }: Pick<MatchableEnquiry, 'connection'>): boolean {
  return connection.kind === 'whatsapp';
}

function describePerson({ body, phone }: Pick<MatchableEnquiry, 'body' | 'phone'>): DescribedPerson {
  return {
    name: !body || body.name === phone ? null : body.name,
    vehicleNumber: body?.vehicleNumber ?? null,
  };
}

function withPhone(each: MatchableEnquiry, phone: string): MatchableEnquiry {
  return { ...each, phone, body: each.body && { ...each.body, phone } };
}
