import { countWorkingMinutes } from '#contract/working-time.ts';
import {
  computeOpenResponse,
  computeResponseDue,
  getWaitingSince,
  isAnswered,
  isResponseTimed,
  type LeadResponse,
  type ResponseClock,
} from '#server/leads/record/lead-response.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';

/** Finds the moment from which a merged lead is timed, if not from its first enquiry. */
export function findRestartTime(leads: readonly LeadRow[]): Date | null {
  const timed = leads.filter(isResponseTimed);
  const isPlain = timed.length === leads.length && timed.every((lead) => lead.response_restarted_at === null);
  return isPlain ? null : findEarliest(timed.map(getWaitingSince));
}

/**
 * Works out the response of a merged lead: the customer has waited since the first enquiry that is timed, until anybody answered one.
 * `after`: the lead that all become.
 */
export function computeMergedResponse(
  clock: ResponseClock,
  leads: readonly LeadRow[],
  after: LeadRow,
): LeadResponse {
  if (!leads.some(isAnswered)) return computeOpenResponse(clock, after);
  const timed = leads.filter(isResponseTimed);
  const first = (timed.length > 0 ? timed : leads).reduce(
    (one, other) => (getWaitingSince(other) < getWaitingSince(one) ? other : one),
    after,
  );
  const moments = leads.flatMap(({ responded_at }) => responded_at ?? []);
  return responseAt(clock, first, findEarliest(moments));
}

/** Restores the response of a kept lead that becomes `own` again; `merged`: as the merge left it; `now`: what it has. */
export function restoreResponse(
  clock: ResponseClock,
  own: LeadRow,
  { merged, now }: { merged: LeadRow; now: LeadRow },
): LeadResponse {
  if (!isAnswered(own)) return computeOpenResponse(clock, own);
  const isSame = now.responded_at?.getTime() === merged.responded_at?.getTime();
  return responseAt(clock, own, isSame ? (own.responded_at ?? now.responded_at) : now.responded_at);
}

function responseAt(clock: ResponseClock, lead: LeadRow, at: Date | null): LeadResponse {
  const { response_due_at, responded_at, response_minutes } = lead;
  if (at?.getTime() === responded_at?.getTime()) return { response_due_at, responded_at, response_minutes };
  if (at === null) return { response_due_at: null, responded_at: null, response_minutes: null };
  const { hours, timeZone } = clock;
  const { service_center_id: center } = lead;
  const from = getWaitingSince(lead);
  const to = at < from ? from : at;
  return {
    response_due_at: response_due_at ?? computeResponseDue(clock, lead),
    responded_at: to,
    response_minutes: countWorkingMinutes(hours, { timeZone, center, from, to }),
  };
}

/** Returns the earliest of some moments; null when there are none. */
export function findEarliest(moments: readonly Date[]): Date | null {
  return moments.reduce<Date | null>((first, at) => (first === null || at < first ? at : first), null);
}
