import type { LeadSource } from '#contract/leads/lead-source.ts';

/** Milliseconds: whoever asked longer ago is not told that somebody is about to call, and nobody can answer them in time. */
const longestAge = 24 * 3_600_000;

export function isLate(askedAt: Date, at: Date): boolean {
  return askedAt.getTime() <= at.getTime() - longestAge;
}

/** When the first of some enquiries was asked that came in time, if one did; `now` at the latest. */
export function firstInTime(
  asked: readonly { source: LeadSource; askedAt: Date }[],
  now: Date,
): Date | undefined {
  const times = asked.flatMap(({ source, askedAt }) => (source.isLate ? [] : askedAt.getTime()));
  return times.length === 0 ? undefined : new Date(Math.min(...times, now.getTime()));
}

/** What is fetched long after it was sent stays old; what waits here for a person does not become so. */
export function sourceAt(
  source: LeadSource,
  { askedAt, receivedAt }: { askedAt: Date; receivedAt: Date },
): LeadSource {
  return { ...source, isLate: isLate(askedAt, receivedAt) };
}
