import { workingMinutesBetween } from '#contract/working-time.ts';
import {
  isAnswered,
  type LeadResponse,
  type ResponseClock,
  responseDue,
  responseOfNew,
} from '#server/leads/record/lead-response.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';

/** The customer has waited since the first enquiry, until anybody answered one. `after`: the lead that all become. */
export function responseOfMerged(
  clock: ResponseClock,
  leads: readonly LeadRow[],
  after: LeadRow,
): LeadResponse {
  if (!leads.some(isAnswered)) return responseOfNew(clock, after);
  const first = leads.reduce((one, other) => (other.created_at < one.created_at ? other : one), after);
  const moments = leads.flatMap(({ responded_at }) => responded_at ?? []);
  return responseAt(clock, first, earliest(moments));
}

/** Of a kept lead that becomes `own` again; `merged`: as the merge left it; `now`: what it has. */
export function responseOfParted(
  clock: ResponseClock,
  own: LeadRow,
  { merged, now }: { merged: LeadRow; now: LeadRow },
): LeadResponse {
  if (!isAnswered(own)) return responseOfNew(clock, own);
  const isSame = now.responded_at?.getTime() === merged.responded_at?.getTime();
  return responseAt(clock, own, isSame ? (own.responded_at ?? now.responded_at) : now.responded_at);
}

/** Answered at `at`, which may be before it was recorded, or unknown; what it has for that moment stays. */
function responseAt(clock: ResponseClock, lead: LeadRow, at: Date | null): LeadResponse {
  const { response_due_at, responded_at, response_minutes } = lead;
  if (at?.getTime() === responded_at?.getTime()) return { response_due_at, responded_at, response_minutes };
  if (at === null) return { response_due_at: null, responded_at: null, response_minutes: null };
  const { hours, timeZone } = clock;
  const { service_center_id: center, created_at: from } = lead;
  const to = at < from ? from : at;
  return {
    response_due_at: response_due_at ?? responseDue(clock, lead),
    responded_at: to,
    response_minutes: workingMinutesBetween(hours, { timeZone, center, from, to }),
  };
}

export function earliest(moments: readonly Date[]): Date | null {
  return moments.reduce<Date | null>((first, at) => (first === null || at < first ? at : first), null);
}
