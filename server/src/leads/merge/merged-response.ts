import { countWorkingMinutes } from '#contract/working-time.ts';
import {
  isAnswered,
  isTimed,
  type LeadResponse,
  type ResponseClock,
  responseDue,
  responseOfNew,
  waitsSince,
} from '#server/leads/record/lead-response.ts';
import type { LeadRow } from '#server/leads/record/lead-rows.ts';

/** Finds the moment from which a merged lead is timed, if not from its first enquiry. */
export function askedAgainAt(leads: readonly LeadRow[]): Date | null {
  const timed = leads.filter(isTimed);
  const isPlain = timed.length === leads.length && timed.every((lead) => lead.asked_again_at === null);
  return isPlain ? null : earliest(timed.map(waitsSince));
}

/** The customer has waited since the first enquiry that is timed, until anybody answered one. `after`: the lead that all become. */
export function responseOfMerged(
  clock: ResponseClock,
  leads: readonly LeadRow[],
  after: LeadRow,
): LeadResponse {
  if (!leads.some(isAnswered)) return responseOfNew(clock, after);
  const timed = leads.filter(isTimed);
  const first = (timed.length > 0 ? timed : leads).reduce(
    (one, other) => (waitsSince(other) < waitsSince(one) ? other : one),
    after,
  );
  const moments = leads.flatMap(({ responded_at }) => responded_at ?? []);
  return responseAt(clock, first, earliest(moments));
}

/** Restores the response of a kept lead that becomes `own` again; `merged`: as the merge left it; `now`: what it has. */
export function responseOfParted(
  clock: ResponseClock,
  own: LeadRow,
  { merged, now }: { merged: LeadRow; now: LeadRow },
): LeadResponse {
  if (!isAnswered(own)) return responseOfNew(clock, own);
  const isSame = now.responded_at?.getTime() === merged.responded_at?.getTime();
  return responseAt(clock, own, isSame ? (own.responded_at ?? now.responded_at) : now.responded_at);
}

function responseAt(clock: ResponseClock, lead: LeadRow, at: Date | null): LeadResponse {
  const { response_due_at, responded_at, response_minutes } = lead;
  if (at?.getTime() === responded_at?.getTime()) return { response_due_at, responded_at, response_minutes };
  if (at === null) return { response_due_at: null, responded_at: null, response_minutes: null };
  const { hours, timeZone } = clock;
  const { service_center_id: center } = lead;
  const from = waitsSince(lead);
  const to = at < from ? from : at;
  return {
    response_due_at: response_due_at ?? responseDue(clock, lead),
    responded_at: to,
    response_minutes: countWorkingMinutes(hours, { timeZone, center, from, to }),
  };
}

export function earliest(moments: readonly Date[]): Date | null {
  return moments.reduce<Date | null>((first, at) => (first === null || at < first ? at : first), null);
}
