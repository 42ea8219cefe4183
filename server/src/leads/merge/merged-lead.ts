import { maxFollowUpDates } from '#contract/business.ts';
import { leadStages } from '#contract/leads/management-lead-filters.ts';
import { getFurthestStatus, type LeadMergeChoice } from '#contract/leads/merge-proposal.ts';
import { listIdsWithJoined } from '#server/leads/record/get-lead.service.ts';
import { type LeadChange, pickColumns } from '#server/leads/record/lead-change.ts';
import type { ResponseClock } from '#server/leads/record/lead-response.ts';
import { isDayBooked, type LeadRow } from '#server/leads/record/lead-rows.ts';
import { computeMergedResponse, findEarliest, findRestartTime } from './merged-response.ts';

/**
 * Returns what the kept one of some leads becomes when they are merged; writes nothing. Its follow-up count, recorder and source stay:
 * they are of one enquiry.
 *
 * @param leads all of them, the kept one included.
 */
export function planMergedLead(
  clock: ResponseClock,
  kept: LeadRow,
  leads: readonly LeadRow[],
  choice: LeadMergeChoice,
): LeadChange & Pick<LeadRow, 'service_center_id' | 'advisor_id'> {
  const { service_center_id, advisor_id } = kept;
  const chosen: LeadChange = Object.assign(
    {},
    ...Object.entries(choice).map(([field, id]) =>
      pickColumns(
        leads.find((lead) => lead.id === id) ?? kept,
        field === 'appointment' ? ['appointmentDate', 'appointmentTime'] : [field],
      ),
    ),
  );
  const booked = leads.find(({ id }) => id === choice.appointment) ?? kept;
  const status = getFurthestStatus(leads.map((lead) => lead.status));
  const reached = leads.filter((lead) => lead.status === status);
  const change = {
    ...{ service_center_id, advisor_id, ...chosen, status },
    next_follow_up_dates: datesOf(leads, status),
    joined_ids: [
      ...new Set([...kept.joined_ids, ...leads.filter((lead) => lead !== kept).flatMap(listIdsWithJoined)]),
    ],
    created_at: findEarliest(leads.map((lead) => lead.created_at)) ?? kept.created_at,
    response_restarted_at: findRestartTime(leads),
    status_at: findEarliest(reached.map((lead) => lead.status_at)) ?? kept.status_at,
    furthest_status: furthestStage(leads),
    first_follow_up_at: findEarliest(leads.flatMap((lead) => lead.first_follow_up_at ?? [])),
    first_booked_at: findEarliest(leads.flatMap((lead) => lead.first_booked_at ?? [])),
    is_day_booked: isDayBooked(booked),
    arrived_for: booked.arrived_for,
    ...contactsOf(leads),
    reminded_for: remindedFor(leads, chosen.appointment_date) ?? kept.reminded_for,
  };
  return { ...change, ...computeMergedResponse(clock, leads, { ...kept, ...change }) };
}

function datesOf(leads: readonly LeadRow[], status: LeadRow['status']): string[] {
  const dates = new Set(leads.flatMap((lead) => lead.next_follow_up_dates));
  const promised = leads.flatMap((lead) =>
    lead.status === 'potential' ? lead.next_follow_up_dates.slice(-1) : [],
  );
  const [next] = status === 'potential' ? promised.sort() : [];
  const others = [...dates].filter((date) => date !== next).sort();
  return [...others, ...(next ? [next] : [])].slice(-maxFollowUpDates);
}

function furthestStage(leads: readonly LeadRow[]): LeadRow['furthest_status'] {
  return leadStages[Math.max(...leads.map((lead) => leadStages.indexOf(lead.furthest_status)))] ?? 'pending';
}

function contactsOf(leads: readonly LeadRow[]) {
  const last = leads.flatMap(({ last_contact_at }) => last_contact_at ?? []);
  return {
    contact_attempts: leads.reduce((sum, { contact_attempts }) => sum + contact_attempts, 0),
    last_contact_at: last.reduce<Date | null>((one, at) => (one === null || at > one ? at : one), null),
    try_again_at: findEarliest(leads.flatMap(({ try_again_at }) => try_again_at ?? [])),
  };
}

function remindedFor(leads: readonly LeadRow[], appointment: string | null | undefined): string | null {
  return leads.find((lead) => lead.reminded_for === appointment)?.reminded_for ?? null;
}
