import { type LeadStatus, leadStatuses } from './lead-status.ts';
import type { CreateLeadBody, Lead } from './leads.ts';

/** A field that a merge takes from one of its leads; `appointment` is date and time together. */
export type LeadMergeField =
  | Exclude<keyof CreateLeadBody, 'appointmentDate' | 'appointmentTime'>
  | 'appointment'
  | 'jobId'
  | 'advisor';

/** Choices of a lead: the one whose text is longer, the one whose status is furthest, or the one changed last. */
const proposals: Readonly<Record<LeadMergeField, 'longer' | 'worked' | 'newest'>> = {
  name: 'longer',
  phone: 'newest',
  email: 'newest',
  serviceCenter: 'worked',
  serviceOrCampaign: 'newest',
  platform: 'newest',
  vehicleNumber: 'newest',
  appointment: 'worked',
  jobId: 'worked',
  notes: 'longer',
  advisor: 'worked',
};

/** All fields that a merge takes from one of its leads. */
export const leadMergeFields = Object.keys(proposals) as LeadMergeField[];

/** The id of the lead from which each field is taken. */
export type LeadMergeChoice = Record<LeadMergeField, string>;

/** The fields of a lead that a merge looks at. */
export type MergeableLead = Pick<Lead, '_id' | 'status' | 'createdAt' | 'updatedAt'> & {
  readonly [F in Exclude<LeadMergeField, 'appointment'>]: Lead[F];
} & Pick<Lead, 'appointmentDate'>;

/** Returns the status that is furthest in the usual order. */
export function getFurthestStatus(statuses: readonly LeadStatus[]): LeadStatus {
  return leadStatuses[Math.max(...statuses.map((status) => leadStatuses.indexOf(status)))] ?? 'pending';
}

/** @returns the lead to keep: the furthest, of several the oldest. */
export function proposeKeptLead<L extends Pick<Lead, '_id' | 'status' | 'createdAt'>>(
  leads: readonly L[],
): L | undefined {
  const furthest = getFurthestStatus(leads.map(({ status }) => status));
  const [kept] = leads
    .filter(({ status }) => status === furthest)
    .sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  return kept;
}

/**
 * Proposes the longer of names and notes, and otherwise the value of the lead changed last; what says where an enquiry is worked comes
 * from the furthest lead, the kept one if it is. A field that no lead has is the kept one's.
 */
export function proposeMergeFields(leads: readonly MergeableLead[], kept: string): LeadMergeChoice {
  const furthest = getFurthestStatus(leads.map(({ status }) => status));
  const newest = [...leads].sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
  const propose = (field: LeadMergeField): string => {
    const said = newest.filter((lead) => mergedValue(lead, field) !== null);
    const reached = proposals[field] === 'worked' ? said.filter(({ status }) => status === furthest) : [];
    reached.sort((one, other) => Number(other._id === kept) - Number(one._id === kept));
    const [first] =
      proposals[field] === 'longer'
        ? said.toSorted((one, other) => lengthOf(other, field) - lengthOf(one, field))
        : [...reached, ...said];
    return first?._id ?? kept;
  };
  return Object.fromEntries(leadMergeFields.map((field) => [field, propose(field)])) as LeadMergeChoice;
}

function mergedValue(lead: MergeableLead, field: LeadMergeField): MergeableLead[keyof MergeableLead] | null {
  return lead[field === 'appointment' ? 'appointmentDate' : field] ?? null;
}

function lengthOf(lead: MergeableLead, field: LeadMergeField): number {
  const value = mergedValue(lead, field);
  return typeof value === 'string' ? value.length : 0;
}
