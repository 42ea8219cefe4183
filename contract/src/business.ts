/** Rows per page without a `limit` (specification, section 9). */
export const defaultPageSize = 10;

/** The numbers of rows among which users choose a page's size. */
export const pageSizes = [10, 25, 50, 100] as const;

/** Counting stops here where no counter knows the total, as for a search. */
export const maxCountedRows = 1_000;

export const maxCountedAuditEntries = 10_000;

/** A lead with this many follow-ups and no booking is lost. */
export const maxFollowUps = 3;

/** The follow-up count that is stored for a lost lead. */
export const lostFollowUps = 4;

/** The newest dates are stored; older ones stay in the lead's versions. */
export const maxFollowUpDates = 20;

/** The numbers of days to which the pending list can be narrowed. */
export const dayRanges = [3, 7] as const;

/** Days of each window, today included. */
export const reportWindowDays = { threeDays: 3, sevenDays: 7, fifteenDays: 15, thirtyDays: 30 } as const;

/** Management's search ignores texts no longer than this. */
export const maxIgnoredSearchLength = 1;

/** The length of a password in characters. */
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

/** Limits of Find: people in a reply, their open and newest other leads, people that a form names, and leads opened last. */
export const findLimits = { people: 8, open: 10, past: 3, known: 3, opened: 10 } as const;

/** The most leads of known people that a form shows; a lead that is added despite them names them in `meant`. */
export const maxKnownLeads = findLimits.known * (findLimits.open + findLimits.past);

/** Entries of a lead's timeline in one reply. */
export const timelinePageSize = 20;

/** The most people that one comment can mention. */
export const maxMentionsPerComment = 20;

/** Appointments and follow-ups may lie this many days ahead. */
export const maxDaysAhead = 730;

/** The most days that a dealer may let an open lead wait. */
export const maxNeglectedAfterDays = 365;

/** Days after which an open lead is neglected, unless the dealer sets others. */
export const defaultNeglectedAfterDays = { pending: 1, potential: 7, booked: 3 } as const;

/**
 * Limits of one bulk change: leads changed within the call, leads at all, people who share them, refused leads that are named, and changes
 * that are listed.
 */
export const bulkLimits = {
  immediateLeads: 200,
  maxLeads: 10_000,
  sharers: 50,
  namedRefusals: 50,
  listedChanges: 1_000,
} as const;

/**
 * Leads of one merge, leads joined with one lead at all, customers of one merge, numbers of one customer, and the hours for which a
 * merge can be undone.
 */
export const mergeLimits = { leads: 10, joined: 50, customers: 10, numbers: 50, undoHours: 24 } as const;
