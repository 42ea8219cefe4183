import { offeredFields } from '#contract/leads/differing-fields.ts';
import { isOpenStatus } from '#contract/leads/lead-lists.ts';
import type { LeadOffer } from '#contract/leads/lead-panel.ts';
import { dateIn } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { idsWithJoined, type VisibleLead } from '#server/leads/record/get-lead.service.ts';
import { fieldValue } from '#server/leads/record/incoming-values.service.ts';
import type { StoredEnquiry } from './deliveries.db.ts';
import { findDiffering } from './lead-offers.db.ts';

/** Enquiries that are compared. */
const maxCompared = 20;

/**
 * Lists what further enquiries said instead of what an open lead says, of each field the newest. A field that has another value than when the
 * enquiry came has been dealt with; one whose change was undone has not.
 */
export async function listOffers(context: ActorContext, lead: VisibleLead): Promise<LeadOffer[]> {
  if (!lead.is_active || !isOpenStatus(lead.status) || lead.merged_into !== null) return [];
  const enquiries = await findDiffering(context.db, idsWithJoined(lead), maxCompared);
  const today = dateIn(context.dealer.timeZone, context.clock.now());
  return offeredFields.flatMap((field) => {
    const newest = enquiries.find(({ enquiry: { leadHad = {} } }) => field in leadHad);
    if (!newest || newest.enquiry.leadHad?.[field] !== fieldValue(lead, field)) return [];
    const value = saidIn(newest.enquiry, field);
    if (value === null || value === fieldValue(lead, field)) return [];
    if (field === 'appointment' && value < today) return [];
    const name = field === 'serviceOrCampaign' ? (newest.enquiry.serviceOrCampaign?.name ?? null) : null;
    return { field, value, name, at: newest.receivedAt.toISOString() };
  });
}

function saidIn(enquiry: StoredEnquiry, field: LeadOffer['field']): string | null {
  if (field === 'serviceOrCampaign') return enquiry.serviceOrCampaign?._id ?? null;
  if (field !== 'appointment') return enquiry[field];
  return [enquiry.appointmentDate, enquiry.appointmentTime].filter(Boolean).join(' ') || null;
}
