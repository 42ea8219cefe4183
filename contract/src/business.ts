/** Rows per page, unless a list takes `limit` (specification, section 9). */
export const pageSize = 10;

export const pageSizes = [10, 25, 50, 100] as const;

/** Where no counter knows the total, as for a search, counting stops here. */
export const countLimit = 1_000;

/** Where counting the entries of the audit log stops. */
export const auditCountLimit = 10_000;

/** Follow-up slots of a potential lead; a count that reaches this many means lost. */
export const followUpSlots = 3;

/** The follow-up count saved with a lost lead. */
export const lostFollowUpCount = 4;

/** A lead keeps this many of its newest follow-up dates; its versions keep the older ones. */
export const keptFollowUpDates = 20;

/** Days that the pending list can be narrowed to. */
export const dayRanges = [3, 7] as const;

/** Days in each reporting window, today included. */
export const reportWindows = { threeDays: 3, sevenDays: 7, fifteenDays: 15, thirtyDays: 30 } as const;

/** Management's search applies only to texts longer than this many characters. */
export const managementSearchMinimum = 1;

export const passwordLength = { min: 8, max: 24 } as const;

/** Most characters of each kind of text; `pastedPhone` leaves room for a link or words around the number. */
export const textLength = {
  name: 120,
  email: 254,
  phone: 32,
  pastedPhone: 200,
  line: 200,
  notes: 4000,
  message: 1000,
  search: 100,
} as const;

/** Entries of a lead's timeline per page. */
export const timelinePageSize = 20;

/** Colleagues that one comment may name. */
export const mostMentions = 20;

/** How far ahead an appointment or a follow-up may lie, in days. */
export const farthestAppointmentDays = 730;

/** Most days that a dealer may let an open lead wait before it is neglected. */
export const longestNeglect = 365;

/** Days after which an open lead is neglected, until the dealer says otherwise. */
export const usualNeglect = { pending: 1, potential: 7, booked: 3 } as const;

/** Leads of one bulk change: done within the call, at most, and named when they were left as they are. */
export const bulkLimits = { atOnce: 200, most: 10_000, named: 50 } as const;
