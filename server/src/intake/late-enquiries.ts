import type { LeadSource } from '#contract/leads/lead-source.ts';

/** Milliseconds: whoever asked longer ago is not told that somebody is about to call, and nobody can answer them in time. */
const longestAge = 24 * 3_600_000;

/** Tells whether somebody asked a day or longer before the moment `at`: then no answer can be in time. */
export function isLateEnquiry(askedAt: Date, at: Date): boolean {
  return askedAt.getTime() <= at.getTime() - longestAge;
}

/** Finds when the first of some enquiries was asked that did not come late, at the latest `now`; undefined when all came late. */
export function findFirstInTime(
  asked: readonly { source: LeadSource; askedAt: Date }[],
  now: Date,
): Date | undefined {
  const times = asked.flatMap(({ source, askedAt }) => (source.isLate ? [] : askedAt.getTime()));
  return times.length === 0 ? undefined : new Date(Math.min(...times, now.getTime()));
}

/**
 * Returns the source of an enquiry, marked as late when it was fetched long after it was sent; one that waits here for a person does
 * not become late.
 */
export function markLateSource(
  source: LeadSource,
  { askedAt, receivedAt }: { askedAt: Date; receivedAt: Date },
): LeadSource {
  return { ...source, isLate: isLateEnquiry(askedAt, receivedAt) };
}
