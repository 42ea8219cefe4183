import type { LeadPanel, OtherLead } from '#contract/leads/lead-panel.ts';
import { dateInTimeZone } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { findUndoableMerge } from '#server/leads/merge/merges.service.ts';
import { getCallGroup } from '#server/leads/queue/call-queue.service.ts';
import {
  getVisibleLead,
  listIdsWithJoined,
  listVisibleCenters,
  loadNamesFor,
  toNamedLead,
} from '#server/leads/record/get-lead.service.ts';
import { type LeadRow, toLead } from '#server/leads/record/lead-rows.ts';
import { findLeadRows } from '#server/leads/record/leads.db.ts';
import { findOtherLeads, hasLeadsOutside } from './lead-panel.db.ts';
import { readTimeline, type TimelineSources } from './timeline.service.ts';

/**
 * Reads all that the panel of a lead shows: the lead, the first page of its timeline, the customer's other leads, and what can be done
 * with it.
 *
 * @throws Refusal 404, also for a lead that this employee may not see.
 */
export async function getLeadPanel(
  context: ActorContext,
  id: string,
  sources: TimelineSources,
): Promise<LeadPanel> {
  const { actor, db } = context;
  const row = await getVisibleLead(context, id);
  const centers = listVisibleCenters(actor);
  const [, ...joinedIds] = listIdsWithJoined(row);
  const [
    lead,
    group,
    timeline,
    others,
    hasOtherCenters,
    joined,
    merge,
    conversation,
    offers,
    booking,
    stopped,
  ] = await Promise.all([
    toNamedLead(context, row),
    getCallGroup(context, row),
    readTimeline(context, row, sources),
    findOtherLeads(db, row, centers),
    centers && row.customer_id ? hasLeadsOutside(db, row.customer_id, centers) : false,
    joinedIds.length > 0
      ? findLeadRows(
          db,
          joinedIds.map((id) => ({ id, xmin: '' })),
        )
      : [],
    findUndoableMerge(context, row),
    sources.findConversation(context, row),
    sources.listOffers(context, row),
    sources.findBooking(context, row),
    sources.listStopped(context, row),
  ]);
  return {
    ...{ lead, group, timeline, otherLeads: await nameOthers(context, others), hasOtherCenters },
    joined: await nameOthers(context, joined),
    ...{ merge, conversation, offers, booking, stoppedMessages: stopped },
  };
}

async function nameOthers(context: ActorContext, rows: readonly LeadRow[]): Promise<OtherLead[]> {
  const names = await loadNamesFor(context, rows);
  return rows.map((row) => {
    const { _id, jobId, serviceOrCampaign, vehicleNumber, serviceCenter, status, isActive } = toLead(
      row,
      names,
    );
    const date = row.appointment_date ?? dateInTimeZone(context.dealer.timeZone, row.status_at);
    const center = { _id: serviceCenter._id, name: serviceCenter.name };
    return { _id, date, jobId, serviceOrCampaign, vehicleNumber, serviceCenter: center, status, isActive };
  });
}
