const day = 86_400_000;
const oldAfter = 365 * day;

// The days of minor releases, which all supported major versions share, from 15.15, 16.11, 17.7 and 18.1 on:
// https://www.postgresql.org/support/versioning
const releaseDays = ['2025-11-13', '2026-02-12', '2026-02-26', '2026-05-14', '2026-08-13'];
const firstMinors: Record<string, number> = { 15: 15, 16: 11, 17: 7, 18: 1 };

/** Returns the day on which that version of PostgreSQL was released; null where it is not known: it may be newer than Pitlane. */
export function getPostgresReleaseDay(version: string): string | null {
  return releaseDays[indexOf(version) ?? -1] ?? null;
}

/**
 * Tells whether that version of PostgreSQL is more than a year old, so that it lacks a year of security fixes; false for one that is
 * not known.
 */
export function isPostgresOld(version: string, now: Date): boolean {
  const index = indexOf(version);
  const released = index !== undefined && releaseDays[Math.max(index, 0)];
  return Boolean(released) && now.getTime() - Date.parse(`${released}T00:00:00Z`) > oldAfter;
}

function indexOf(version: string): number | undefined {
  const [, major = '', minor = ''] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  const first = firstMinors[major];
  return first === undefined ? undefined : Number(minor) - first;
}
