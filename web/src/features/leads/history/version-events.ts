import type { LeadVersion } from '#contract/leads/lead-history.ts';
import { findAddedDates, type LeadStatus } from '#contract/leads/lead-status.ts';

/** The event that a version of a lead records, for the sentence in its history. */
export type VersionEvent =
  | { kind: 'recorded' }
  | { kind: 'moved'; from: LeadStatus; to: LeadStatus; date?: string; time?: string; detail?: string }
  | { kind: 'archived' | 'unarchived' }
  | { kind: 'followedUp'; count: number; date?: string }
  | { kind: 'scheduled'; date: string }
  | { kind: 'appointed'; date: string; time?: string }
  | { kind: 'unappointed' }
  | { kind: 'joined' | 'parted'; count: number }
  | { kind: 'joinedInto' | 'partedFrom' }
  | { kind: 'edited' };

/** The fields of the version before that tell what a version changed. */
export type PreviousVersion = Pick<LeadVersion, 'status' | 'nextFollowUpDates' | 'joinedLeads'>;

type Story = { happening: VersionEvent; also: string[] };

/** Returns the event that a version records, and which other fields it changed. */
export function describeVersion(version: LeadVersion, before: PreviousVersion | undefined): Story {
  const changed = version.changedFields;
  if (!before) return { happening: { kind: 'recorded' }, also: [] };
  const has = (...fields: string[]) => fields.some((field) => changed.includes(field));
  const tell = (happening: VersionEvent, ...told: string[]): Story => ({
    happening,
    also: changed.filter((field) => !told.includes(field)),
  });
  const nextDate = findAddedDates(before.nextFollowUpDates, version.nextFollowUpDates).at(-1);

  if (has('joinedLeads')) {
    const count = version.joinedLeads.length - before.joinedLeads.length;
    return tell({ kind: count > 0 ? 'joined' : 'parted', count: Math.abs(count) }, 'joinedLeads');
  }
  if (has('mergedInto'))
    return tell({ kind: version.mergedInto ? 'joinedInto' : 'partedFrom' }, 'mergedInto', 'isActive');
  if (has('status')) {
    const always = ['status', 'followUpCount', 'nextFollowUpDates', 'lostReason'];
    return tell(happeningOfMove(version, before, nextDate), ...always, ...toldByMove[version.status]);
  }
  if (has('isActive')) return tell({ kind: version.isActive ? 'unarchived' : 'archived' }, 'isActive');
  if (has('followUpCount')) {
    const happening = { kind: 'followedUp', count: version.followUpCount, date: nextDate } as const;
    return tell(happening, 'followUpCount', 'nextFollowUpDates');
  }
  if (nextDate) return tell({ kind: 'scheduled', date: nextDate }, 'nextFollowUpDates');
  if (has('appointmentDate', 'appointmentTime')) {
    const { appointmentDate: date, appointmentTime: time } = version;
    return tell(
      date ? { kind: 'appointed', date, time: time ?? undefined } : { kind: 'unappointed' },
      'appointmentDate',
      'appointmentTime',
    );
  }
  return tell({ kind: 'edited' });
}

const toldByMove: Record<LeadStatus, string[]> = {
  pending: [],
  potential: [],
  booked: ['appointmentDate', 'appointmentTime'],
  completed: ['jobId'],
  lostCustomer: [],
};

function happeningOfMove(
  version: LeadVersion,
  before: PreviousVersion,
  nextDate: string | undefined,
): VersionEvent {
  const move = { kind: 'moved', from: before.status, to: version.status } as const;
  switch (version.status) {
    case 'potential':
      return { ...move, date: nextDate };
    case 'booked':
      return {
        ...move,
        date: version.appointmentDate ?? undefined,
        time: version.appointmentTime ?? undefined,
      };
    case 'completed':
      return { ...move, detail: version.jobId ?? undefined };
    case 'lostCustomer':
      return { ...move, detail: version.lostReason ?? undefined };
    default:
      return move;
  }
}
