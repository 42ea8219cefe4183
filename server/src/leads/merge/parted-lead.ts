import { type LeadChange, pickColumns } from '#server/leads/record/lead-change.ts';
import type { ResponseClock } from '#server/leads/record/lead-response.ts';
import { type LeadRow, type VersionedColumn, versionedFields } from '#server/leads/record/lead-rows.ts';
import { restoreResponse } from './merged-response.ts';

// What is only right together: a change of one keeps all.
const groups: readonly (readonly VersionedColumn[])[] = [
  ['status', 'follow_up_count', 'next_follow_up_dates', 'lost_reason'],
  ['appointment_date', 'appointment_time'],
];

const ofMerge: readonly VersionedColumn[] = ['merged_into', 'joined_ids'];

// `before` and `merged`: a kept lead before and after its merge; `now`: what has become of it.
type Kept = { before: LeadRow; merged: LeadRow; now: LeadRow };

/**
 * Returns what a kept lead becomes when its merge is undone: what it was before, but for what was changed since. Writes nothing.
 *
 * @returns `stayed`: the fields that were changed since and keep their values.
 */
export function planUndoneLead(clock: ResponseClock, { before, merged, now }: Kept) {
  const differs = (column: keyof LeadRow) => JSON.stringify(now[column]) !== JSON.stringify(merged[column]);
  const changed = versionedFields.filter(([column]) => !ofMerge.includes(column) && differs(column));
  const held = new Set(
    changed.flatMap(([column]) => groups.find((group) => group.includes(column)) ?? [column]),
  );
  // A booking made since is for the day that the merge brought.
  if (held.has('status') && now.status === 'booked')
    for (const column of ['appointment_date', 'appointment_time'] as const) held.add(column);
  const restored = versionedFields.flatMap(([column, field]) =>
    held.has(column) || ofMerge.includes(column) ? [] : [field],
  );
  const change: LeadChange = {
    ...pickColumns(before, restored),
    ...(held.has('status') ? factsSince(before, now) : factsOf(before)),
    ...contactsSince({ before, merged, now }),
    created_at: before.created_at,
  };
  const { response_due_at, responded_at, response_minutes } = before;
  const own = { ...now, ...change, response_due_at, responded_at, response_minutes };
  return {
    change: { ...change, ...restoreResponse(clock, own, { merged, now }) },
    stayed: changed.map(([, field]) => field as string),
  };
}

function factsOf(lead: LeadRow): LeadChange {
  const { status_at, furthest_status, first_follow_up_at, first_booked_at, is_day_booked } = lead;
  return { status_at, furthest_status, first_follow_up_at, first_booked_at, is_day_booked };
}

function factsSince({ created_at }: LeadRow, now: LeadRow): LeadChange {
  const notBefore = (at: Date | null) => (at !== null && at < created_at ? created_at : at);
  return {
    first_follow_up_at: notBefore(now.first_follow_up_at),
    first_booked_at: notBefore(now.first_booked_at),
  };
}

// Attempts made since are the kept lead's, and what was asked since.
function contactsSince({ before, merged, now }: Kept): LeadChange {
  const own = <
    C extends 'last_contact_at' | 'try_again_at' | 'reminded_for' | 'arrived_for' | 'response_restarted_at',
  >(
    column: C,
  ): LeadRow[C] =>
    JSON.stringify(now[column]) === JSON.stringify(merged[column]) ? before[column] : now[column];
  return {
    contact_attempts: before.contact_attempts + now.contact_attempts - merged.contact_attempts,
    last_contact_at: own('last_contact_at'),
    try_again_at: own('try_again_at'),
    reminded_for: own('reminded_for'),
    arrived_for: own('arrived_for'),
    response_restarted_at: own('response_restarted_at'),
  };
}
