import { hasAppointment } from '#contract/leads/lead-status.ts';
import { type LeadStage, leadStages } from '#contract/leads/management-lead-filters.ts';
import { isDayBooked, type LeadRow } from './lead-rows.ts';

/** The columns that follow from a lead's changes: what figures count, and whether it has been booked for its day. */
export type LeadMilestones = Pick<
  LeadRow,
  'status_at' | 'furthest_status' | 'first_follow_up_at' | 'first_booked_at' | 'is_day_booked'
>;

type Progress = Pick<LeadRow, 'status' | 'follow_up_count' | 'appointment_date' | 'appointment_time'>;

/** Makes the milestones of a lead that is new at a moment. */
export function createMilestones(at: Date, status: LeadRow['status'] = 'pending'): LeadMilestones {
  return {
    status_at: at,
    furthest_status: further('pending', status),
    first_follow_up_at: null,
    first_booked_at: null,
    is_day_booked: hasAppointment(status),
  };
}

/** Returns the milestones of a lead after a change: first moments stay, and the furthest status only advances. */
export function advanceMilestones(
  before: LeadMilestones & Progress,
  after: Progress,
  at: Date,
): LeadMilestones {
  const isFollowedUp = after.status === 'potential' && after.follow_up_count > 0;
  const isMove = after.status !== before.status;
  const isSameDay =
    after.appointment_date === before.appointment_date && after.appointment_time === before.appointment_time;
  return {
    status_at: isMove ? at : before.status_at,
    furthest_status: further(before.furthest_status, after.status),
    first_follow_up_at: before.first_follow_up_at ?? (isFollowedUp ? at : null),
    first_booked_at: before.first_booked_at ?? (isMove && after.status === 'booked' ? at : null),
    is_day_booked: hasAppointment(after.status) || (isSameDay && isDayBooked(before)),
  };
}

/** Returns the milestones that a version had, for an undo; what versions of an earlier schema lack comes from the lead as it is now. */
export function restoreMilestones(
  now: LeadMilestones,
  version: LeadMilestones & Pick<LeadRow, 'updated_at'>,
): LeadMilestones {
  const { first_follow_up_at, first_booked_at } = version;
  const kept: { [K in keyof LeadMilestones]: LeadMilestones[K] | null } = version;
  const isWhole = kept.furthest_status !== null;
  return {
    status_at: kept.status_at ?? version.updated_at,
    furthest_status: kept.furthest_status ?? now.furthest_status,
    first_follow_up_at: isWhole ? first_follow_up_at : now.first_follow_up_at,
    first_booked_at: isWhole ? first_booked_at : now.first_booked_at,
    is_day_booked: version.is_day_booked ?? null,
  };
}

function further(reached: LeadStage, status: LeadRow['status']): LeadStage {
  const stage = leadStages.find((each) => each === status);
  return stage && leadStages.indexOf(stage) > leadStages.indexOf(reached) ? stage : reached;
}
