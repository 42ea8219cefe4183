import { lostFollowUps, maxFollowUpDates, maxFollowUps } from '#contract/business.ts';
import { fillPlaceholders, messages } from '#contract/call/messages.ts';

/** The statuses in their usual order. */
export const leadStatuses = ['pending', 'potential', 'booked', 'completed', 'lostCustomer'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

type MoveNeed = 'nextFollowUpDate' | 'appointmentDate' | 'lostReason';

// `restarts`: the follow-up count becomes 0.
type Move = {
  readonly needs?: MoveNeed;
  readonly restarts?: boolean;
  readonly managementOnly?: boolean;
};

/** The moves from each status; nothing returns to pending. */
const moves: Readonly<Record<LeadStatus, Readonly<Partial<Record<LeadStatus, Move>>>>> = {
  pending: {
    potential: { needs: 'nextFollowUpDate' },
    booked: { needs: 'appointmentDate' },
    completed: {},
    lostCustomer: { needs: 'lostReason' },
  },
  potential: {
    booked: { needs: 'appointmentDate' },
    completed: {},
    lostCustomer: { needs: 'lostReason' },
  },
  booked: {
    potential: { needs: 'nextFollowUpDate' },
    completed: {},
    lostCustomer: { needs: 'lostReason' },
  },
  completed: {
    booked: { needs: 'appointmentDate', managementOnly: true },
  },
  lostCustomer: {
    potential: { needs: 'nextFollowUpDate', restarts: true },
    booked: { needs: 'appointmentDate', restarts: true },
  },
};

/** The fields of a lead that a change of its status sets. */
export type LeadProgress = {
  status: LeadStatus;
  followUpCount: number;
  nextFollowUpDates: string[];
  appointmentDate: string | null;
  appointmentTime: string | null;
  lostReason: string | null;
  jobId: string | null;
  notes: string | null;
};

/** The fields of a lead's progress that a change sets; absent ones stay. */
export type LeadProgressChange = Partial<LeadProgress>;

/** The circumstances of a change: today and the last day that can be booked, both `YYYY-MM-DD`, and whether management asks. */
export type MoveContext = { today: string; farthest: string; isManagement: boolean };

/** The progress after a change or, if the rules refuse it, a contract message per field; 403 where only management may. */
export type MoveResult =
  | { ok: true; next: LeadProgress }
  | { ok: false; status: 400 | 403; fields: Partial<Record<keyof LeadProgress, string>> };

type Refusal = Extract<MoveResult, { ok: false }>;
type Fields = Refusal['fields'];

const refuse = (fields: Fields, status: 400 | 403 = 400): Refusal => ({ ok: false, status, fields });

/** Tells whether a lead is shown as lost: by its status, or because it has as many follow-ups as lose a lead. */
export function isShownAsLost(lead: Pick<LeadProgress, 'status' | 'followUpCount'>): boolean {
  return lead.status === 'lostCustomer' || lead.followUpCount >= maxFollowUps;
}

/** Returns true once a lead's day is an appointment; before it is booked, it is the day that the customer asked for. */
export function hasAppointment(status: LeadStatus): boolean {
  return status === 'booked' || status === 'completed';
}

/** @returns the statuses that a lead may move to. */
export function listAllowedStatuses(status: LeadStatus, isManagement: boolean): LeadStatus[] {
  return leadStatuses.filter((to) => {
    const move = moves[status][to];
    return move !== undefined && (isManagement || !move.managementOnly);
  });
}

/** @returns the dates of `after` not in `before`; a date listed twice counts twice. */
export function findAddedDates(before: readonly string[], after: readonly string[]): string[] {
  const left = [...before];
  return after.filter((date) => {
    const at = left.indexOf(date);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/**
 * Decides a change of a lead's progress, for the dialog and the server. It returns the progress after it, with the newest
 * `maxFollowUpDates`, or a refusal with a message per field; it never throws.
 */
export function decideMove(
  current: LeadProgress,
  change: LeadProgressChange,
  context: MoveContext,
): MoveResult {
  const wished: LeadProgress = { ...current, ...change };
  const isLost = wished.status === 'lostCustomer' || (change.followUpCount ?? 0) >= maxFollowUps;
  if (isLost) wished.status = 'lostCustomer';
  const move = moves[current.status][wished.status];
  const isMove = wished.status !== current.status;

  if (isMove && !move) {
    return refuse({
      status: fillPlaceholders(messages.moveNotAllowed, { from: current.status, to: wished.status }),
    });
  }
  if (isMove && move?.managementOnly && !context.isManagement) {
    return refuse({ status: messages.reopenNotAllowed }, 403);
  }
  const next = settle(current, wished, isMove && move?.restarts === true);
  const fields = {
    ...missing(current, next, context, isMove),
    ...dateFaults(current, next, context, isMove),
  };
  if (Object.keys(fields).length > 0) return refuse(fields);
  return { ok: true, next: { ...next, nextFollowUpDates: next.nextFollowUpDates.slice(-maxFollowUpDates) } };
}

function settle(current: LeadProgress, wished: LeadProgress, restarts: boolean): LeadProgress {
  if (wished.status === 'lostCustomer') {
    return { ...wished, followUpCount: lostFollowUps, nextFollowUpDates: [] };
  }
  const lostReason = current.status === 'lostCustomer' ? null : wished.lostReason;
  return { ...wished, lostReason, followUpCount: restarts ? 0 : wished.followUpCount };
}

/**
 * A booking is made for, or moved to, a day still to come, even if an old one is set. Before that the day is the
 * customer's wish, and may have passed.
 */
function dateFaults(
  current: LeadProgress,
  next: LeadProgress,
  { today, farthest }: MoveContext,
  isMove: boolean,
): Fields {
  const fields: Fields = {};
  const fault = (date: string, mayBePast = false) => {
    if (date < today && !mayBePast) return messages.dateInPast;
    return date > farthest ? messages.dateTooFar : undefined;
  };
  const isBooking = next.status === 'booked';
  const isChosen = next.appointmentDate !== current.appointmentDate || (isMove && isBooking);
  if (next.appointmentDate && isChosen) {
    const message = fault(next.appointmentDate, !isBooking);
    if (message) fields.appointmentDate = message;
  }
  for (const date of findAddedDates(current.nextFollowUpDates, next.nextFollowUpDates)) {
    const message = fault(date);
    if (message) fields.nextFollowUpDates = message;
  }
  return fields;
}

function missing(current: LeadProgress, next: LeadProgress, { today }: MoveContext, isMove: boolean): Fields {
  const fields: Fields = {};
  const gained = findAddedDates(current.nextFollowUpDates, next.nextFollowUpDates).some(
    (date) => date >= today,
  );
  const countRises = next.status === 'potential' && next.followUpCount > current.followUpCount;
  const restarted = current.status === 'lostCustomer';

  if (next.status === 'potential') {
    const owesDate = isMove || (countRises && !restarted);
    if ((owesDate && !gained) || next.nextFollowUpDates.length === 0) {
      fields.nextFollowUpDates = messages.followUpDateMissing;
    }
  } else if (next.status !== 'lostCustomer' && !restarted && next.followUpCount !== current.followUpCount) {
    fields.followUpCount = messages.followUpOutsidePotential;
  }
  if (next.status === 'booked' && !next.appointmentDate)
    fields.appointmentDate = messages.appointmentDateMissing;
  if (next.status === 'lostCustomer' && !next.lostReason) fields.lostReason = messages.lostReasonMissing;
  return fields;
}
