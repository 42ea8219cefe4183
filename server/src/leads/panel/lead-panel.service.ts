import type { LeadPanel, OtherLead } from '#contract/leads/lead-panel.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { dateIn } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import type { LeadRow } from '#server/leads/lead-rows.ts';
import { findLead } from '#server/leads/leads.db.ts';
import { asSeenBy, centersOf, maySeeCenter } from '#server/leads/leads.policy.ts';
import { nameLead, nameLeads } from '#server/leads/named-leads.ts';
import { notFound } from '#server/lib/refusal.ts';
import { findOtherLeads, hasLeadsOutside } from './lead-panel.db.ts';
import { readTimeline } from './timeline.service.ts';

/** @throws Refusal 404, also for a lead that this employee may not see. */
export async function getLeadPanel(context: ActorContext, id: string): Promise<LeadPanel> {
  const { actor, db } = context;
  const row = await findLead(db, id);
  if (!row || !maySeeCenter(actor, row.service_center_id)) throw notFound();
  const centers = centersOf(actor);
  const [lead, timeline, others, hasOtherCenters] = await Promise.all([
    nameLead(context, row),
    readTimeline(context, id),
    findOtherLeads(db, row, centers),
    centers && row.customer_id ? hasLeadsOutside(db, row.customer_id, centers) : false,
  ]);
  return {
    lead: asSeenBy(actor, lead),
    timeline,
    otherLeads: await nameOthers(context, others),
    hasOtherCenters,
  };
}

async function nameOthers(context: ActorContext, rows: readonly LeadRow[]): Promise<OtherLead[]> {
  const { timeZone } = context.dealer;
  const dates = new Map(rows.map((row) => [row.id, row.appointment_date ?? dateIn(timeZone, row.status_at)]));
  const leads = await nameLeads(context, rows);
  return leads.map((lead) => toOther(lead, dates.get(lead._id) ?? ''));
}

function toOther(lead: Lead, date: string): OtherLead {
  const { _id, jobId, serviceOrCampaign, vehicleNumber, serviceCenter, status, isActive } = lead;
  const center = { _id: serviceCenter._id, name: serviceCenter.name };
  return { _id, date, jobId, serviceOrCampaign, vehicleNumber, serviceCenter: center, status, isActive };
}
