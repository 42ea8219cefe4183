/** Rows a page, unless a list takes `limit` (specification, section 9). */
export const pageSize = 10;

/** Values that `limit` takes. */
export const pageSizes = [10, 25, 50, 100] as const;

/** Rows that no counter knows, as of a search, are counted no further than this. */
export const countLimit = 10_000;

/** Follow-up slots of a potential lead; a count that reaches this many means lost. */
export const followUpSlots = 3;

/** The follow-up count saved with a lost lead. */
export const lostFollowUpCount = 4;

/** A lead carries its newest follow-up dates, this many; its versions keep the older ones. */
export const keptFollowUpDates = 20;

/** Days that the pending list can be narrowed to. */
export const dayRanges = [3, 7] as const;

/** Days in each reporting window, today included. */
export const reportWindows = { threeDays: 3, sevenDays: 7, fifteenDays: 15, thirtyDays: 30 } as const;

/** Management search counts only when longer than this many characters. */
export const managementSearchMinimum = 1;

/** Characters of a password, fewest and most. */
export const passwordLength = { min: 8, max: 24 } as const;

/** Most characters of each kind of text; `pastedPhone`: a phone number with a link or words around it. */
export const textLength = {
  name: 120,
  email: 254,
  phone: 32,
  pastedPhone: 200,
  line: 200,
  notes: 4000,
  search: 100,
} as const;

/** How far ahead an appointment or a follow-up may lie, in days. */
export const farthestAppointmentDays = 730;
