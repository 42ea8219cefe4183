import { messages } from '#contract/call/messages.ts';
import { offeredFields } from '#contract/leads/differing-fields.ts';
import { isOpenStatus } from '#contract/leads/lead-lists.ts';
import { type DeclinedOffer, type LeadOffer, undoDecliningMinutes } from '#contract/leads/lead-offers.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { requireMayCorrect } from '#server/leads/record/edit-leads.service.ts';
import {
  getVisibleLead,
  listIdsWithJoined,
  type VisibleLead,
} from '#server/leads/record/get-lead.service.ts';
import { fieldValue } from '#server/leads/record/incoming-values.service.ts';
import { newId } from '#server/lib/ids.ts';
import { forbidden, notFound } from '#server/lib/refusal.ts';
import type { StoredEnquiry } from './deliveries.db.ts';
import {
  type DeclinedOfferRow,
  findDeclinedOffer,
  findDeclinedOffers,
  findDifferingEnquiries,
  findStandingDecline,
  insertDeclinedOffer,
  markOfferRestored,
} from './lead-offers.db.ts';

const maxCompared = 20;

type OfferChoice = Pick<LeadOffer, 'enquiry' | 'field'>;

/**
 * Lists what further enquiries said instead of what an open lead says, of each field the newest. A field that has another value than when the
 * enquiry came has been dealt with, and so has one whose offer was declined; one whose change was undone has not.
 */
export async function listLeadOffers(context: ActorContext, lead: VisibleLead): Promise<LeadOffer[]> {
  if (!lead.is_active || !isOpenStatus(lead.status) || lead.merged_into !== null) return [];
  const enquiries = await findDifferingEnquiries(context.db, listIdsWithJoined(lead), maxCompared);
  const today = dateInTimeZone(context.dealer.timeZone, context.clock.now());
  return offeredFields.flatMap((field) => {
    const newest = enquiries.find(({ enquiry: { leadHad = {} } }) => field in leadHad);
    if (!newest || newest.enquiry.leadHad?.[field] !== fieldValue(lead, field)) return [];
    if (newest.declined.includes(field)) return [];
    const value = valueIn(newest.enquiry, field);
    if (value === null || value === fieldValue(lead, field)) return [];
    if (field === 'appointment' && value < today) return [];
    const name = field === 'serviceOrCampaign' ? (newest.enquiry.serviceOrCampaign?.name ?? null) : null;
    return { enquiry: newest.id, field, value, name, at: newest.receivedAt.toISOString() };
  });
}

/**
 * Declines what an enquiry offers, so that the lead keeps its own value: it is offered to nobody any more, unless a later enquiry says
 * it again.
 *
 * @throws Refusal 403 for who may not correct the field, 404 for an enquiry that offers the lead nothing there.
 */
export async function declineOffer(
  context: ActorContext,
  leadId: string,
  { enquiry, field }: OfferChoice,
): Promise<DeclinedOffer> {
  const { actor, clock, db } = context;
  const lead = await getVisibleLead(context, leadId);
  if (field !== 'appointment') requireMayCorrect(context);
  const at = clock.now();
  const declined = { id: newId(at), enquiry, field, by: actor._id, at };
  if (!(await insertDeclinedOffer(db, declined, listIdsWithJoined(lead)))) throw notFound();
  const row = await findStandingDecline(db, { enquiry, field });
  // Its author has just undone it.
  if (!row) throw notFound();
  return withInstants(row);
}

/**
 * Undoes the actor's decline, so that the offer is made again.
 *
 * @throws Refusal 403 for what somebody else declined or after an hour, 404.
 */
export async function restoreOffer(context: ActorContext, id: string): Promise<DeclinedOffer> {
  const { actor, clock, db } = context;
  const found = await findDeclinedOffer(db, id);
  if (!found) throw notFound();
  const { lead, ...row } = found;
  await getVisibleLead(context, lead);
  const now = clock.now();
  const isRecent = now.getTime() - row.createdAt.getTime() <= undoDecliningMinutes * 60_000;
  if (row.by._id !== actor._id || !isRecent) throw forbidden(messages.undoNotAllowed);
  await markOfferRestored(db, id, now);
  return withInstants({ ...row, undoneAt: row.undoneAt ?? now });
}

/** Lists which offers of enquiries were declined, undone or not, by enquiry. */
export async function listDeclinedOffers(
  { db }: Pick<ActorContext, 'db'>,
  enquiries: readonly string[],
): Promise<Map<string, DeclinedOffer[]>> {
  const rows = enquiries.length > 0 ? await findDeclinedOffers(db, enquiries) : [];
  return Map.groupBy(rows.map(withInstants), ({ enquiry }) => enquiry);
}

function withInstants({ createdAt, undoneAt, ...row }: DeclinedOfferRow): DeclinedOffer {
  return { ...row, createdAt: createdAt.toISOString(), undoneAt: undoneAt?.toISOString() ?? null };
}

function valueIn(enquiry: StoredEnquiry, field: LeadOffer['field']): string | null {
  if (field === 'serviceOrCampaign') return enquiry.serviceOrCampaign?._id ?? null;
  if (field !== 'appointment') return enquiry[field];
  return [enquiry.appointmentDate, enquiry.appointmentTime].filter(Boolean).join(' ') || null;
}
