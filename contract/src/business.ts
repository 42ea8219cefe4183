/** Rows per page without a `limit` (specification, section 9). */
export const pageSize = 10;

export const pageSizes = [10, 25, 50, 100] as const;

/** Counting stops here where no counter knows the total, as for a search. */
export const countLimit = 1_000;

export const auditCountLimit = 10_000;

/** A follow-up count of this many means lost. */
export const followUpSlots = 3;

/** Saved with a lost lead. */
export const lostFollowUpCount = 4;

/** The newest; older ones stay in the lead's versions. */
export const keptFollowUpDates = 20;

/** Narrow the pending list. */
export const dayRanges = [3, 7] as const;

/** Days, today included. */
export const reportWindows = { threeDays: 3, sevenDays: 7, fifteenDays: 15, thirtyDays: 30 } as const;

/** Management's search ignores texts no longer than this. */
export const managementSearchMinimum = 1;

export const passwordLength = { min: 8, max: 24 } as const;

/** Characters; `pastedPhone` leaves room for a link or words around the number. */
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

/**
 * Of the palette: people in a reply, their open and newest other leads, people whom a form knows, leads opened last.
 */
export const findLimits = { people: 8, open: 10, past: 3, known: 3, opened: 10 } as const;

/** Leads of known people that a form tells of; a new lead that is `meant` beside them names them. */
export const mostTold = findLimits.known * (findLimits.open + findLimits.past);

export const timelinePageSize = 20;

export const mostMentions = 20;

/** Also for follow-ups. */
export const farthestAppointmentDays = 730;

/** Most days that a dealer may let an open lead wait. */
export const longestNeglect = 365;

/** Days after which an open lead is neglected, unless the dealer sets others. */
export const usualNeglect = { pending: 1, potential: 7, booked: 3 } as const;

/** Leads of one bulk change: most within the call, most at all, most refused ones named. `listed`: most bulk changes listed. */
export const bulkLimits = { atOnce: 200, most: 10_000, named: 50, listed: 1_000 } as const;

/**
 * Leads of one merge, and joined with one lead at all; customers of one merge, and numbers of one customer at all; for how many
 * hours a merge can be undone.
 */
export const mergeLimits = { leads: 10, joined: 50, customers: 10, numbers: 50, undoHours: 24 } as const;
