import type { LeadVersion } from '#contract/leads/lead-history.ts';

const someone = { _id: '019a0000-0000-7000-8000-000000000001', name: 'Rafi' };

/** A version of a pending lead for unit tests. */
export function version(over: Partial<LeadVersion> = {}): LeadVersion {
  return {
    _id: '019a0000-0000-7000-8000-0000000000aa',
    entryId: '019a0000-0000-7000-8000-0000000000bb',
    version: 1,
    customer: '019a0000-0000-7000-8000-0000000000cc',
    name: 'Nadia',
    email: null,
    phone: '01712345678',
    platform: null,
    vehicleNumber: null,
    notes: null,
    status: 'pending',
    jobId: null,
    isActive: true,
    isErased: false,
    createdAt: '2026-11-20T06:00:00.000Z',
    updatedAt: '2026-11-20T06:00:00.000Z',
    statusAt: '2026-11-20T06:00:00.000Z',
    serviceCenter: {
      _id: '019a0000-0000-7000-8000-000000000002',
      name: 'North',
      address: null,
      contactNo: null,
    },
    serviceOrCampaign: null,
    appointmentDate: null,
    appointmentTime: null,
    followUpCount: 0,
    nextFollowUpDates: [],
    lostReason: null,
    employee: someone,
    advisor: null,
    employees: [someone],
    editedBy: [],
    lastModifiedBy: someone,
    changedFields: [],
    contactTries: 0,
    lastContactAt: null,
    tryAgainAt: null,
    responseDueAt: null,
    respondedAt: null,
    responseMinutes: null,
    source: null,
    mergedInto: null,
    joinedLeads: [],
    ...over,
  };
}
