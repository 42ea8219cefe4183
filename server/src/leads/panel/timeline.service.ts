import { timelinePageSize } from '#contract/business.ts';
import type { Comment } from '#contract/comments.ts';
import type { Contact } from '#contract/contacts.ts';
import type { CustomerMessage, CustomerMessageKind } from '#contract/customer-messages/customer-message.ts';
import type { LeadVersion } from '#contract/leads/lead-history.ts';
import type { LeadOffer } from '#contract/leads/lead-offers.ts';
import type {
  IntakeEntry,
  LeadBooking,
  OutcomeEntry,
  Timeline,
  TimelineEntry,
} from '#contract/leads/lead-panel.ts';
import type { ActorContext } from '#server/context.ts';
import { listVersions } from '#server/leads/history/lead-history.service.ts';
import { getVisibleLead, type VisibleLead } from '#server/leads/record/get-lead.service.ts';

const newest = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type Source<Entry> = (
  context: ActorContext,
  lead: VisibleLead,
  page: { before: string; limit: number },
) => Promise<Entry[]>;

/** The parts of a lead's panel that other nouns own; `app.ts` hands them in. */
export type TimelineSources = {
  listContacts: Source<Contact>;
  listComments: Source<Comment>;
  listEnquiries: Source<IntakeEntry['delivery']>;
  listBookingOutcomes: Source<OutcomeEntry>;
  listMessages: Source<CustomerMessage>;
  listStopped: (context: ActorContext, lead: VisibleLead) => Promise<CustomerMessageKind[]>;
  findSent: (context: ActorContext, contacts: readonly string[]) => Promise<ReadonlyMap<string, Sent>>;
  findConversation: (context: ActorContext, lead: VisibleLead) => Promise<{ openUntil: string } | null>;
  listOffers: (context: ActorContext, lead: VisibleLead) => Promise<LeadOffer[]>;
  findBooking: (context: ActorContext, lead: VisibleLead) => Promise<LeadBooking | null>;
};

type Sent = Pick<Extract<TimelineEntry, { kind: 'contact' }>, 'message' | 'isFromPhone'>;

const notSent: Sent = { message: null, isFromPhone: false };

/** Lists the timeline, newest first. @throws Refusal 404. */
export async function listTimeline(
  context: ActorContext,
  leadId: string,
  { before }: { before?: string | undefined },
  sources: TimelineSources,
): Promise<Timeline> {
  return readTimeline(context, await getVisibleLead(context, leadId), sources, before);
}

/**
 * Reads a page of the timeline, newest first. IDs are in order of time: they merge the sources and mark the pages.
 *
 * @param before the id of the entry that the page follows; the first page by default.
 */
export async function readTimeline(
  context: ActorContext,
  lead: VisibleLead,
  { listContacts, listComments, listEnquiries, listBookingOutcomes, listMessages, findSent }: TimelineSources,
  before: string = newest,
): Promise<Timeline> {
  const page = { before, limit: timelinePageSize + 1 };
  const [versions, contacts, comments, enquiries, outcomes, automatic] = await Promise.all([
    listVersions(context, lead, page),
    listContacts(context, lead, page),
    listComments(context, lead, page),
    listEnquiries(context, lead, page),
    listBookingOutcomes(context, lead, page),
    listMessages(context, lead, page),
  ]);
  const messages = contacts.filter(({ isMessage }) => isMessage);
  const sent = await findSent(
    context,
    messages.map(({ _id }) => _id),
  );
  const all: TimelineEntry[] = [
    ...versions.map(
      (version, at): TimelineEntry => ({
        kind: 'version',
        _id: version._id,
        version,
        before: toldAgainst(versions.slice(at + 1).find(({ entryId }) => entryId === version.entryId)),
      }),
    ),
    ...contacts.map((contact): TimelineEntry => {
      const { _id } = contact;
      return { kind: 'contact', _id, contact, ...(sent.get(_id) ?? notSent) };
    }),
    ...comments.map((comment): TimelineEntry => ({ kind: 'comment', _id: comment._id, comment })),
    ...enquiries.map((delivery): TimelineEntry => ({ kind: 'intake', _id: delivery._id, delivery })),
    ...outcomes,
    ...automatic.map((message): TimelineEntry => ({ kind: 'message', _id: message._id, message })),
  ];
  all.sort((one, other) => (one._id < other._id ? 1 : -1));
  const entries = all.slice(0, timelinePageSize);
  return { entries, next: all.length > entries.length ? (entries.at(-1)?._id ?? null) : null };
}

function toldAgainst(version: LeadVersion | undefined) {
  if (!version) return null;
  const { status, nextFollowUpDates, joinedLeads } = version;
  return { status, nextFollowUpDates, joinedLeads };
}
