import { percentile } from '../load.ts';

/** The calls that are compared, in this order: those that write come behind those whose replies they would change. */
export const comparedCalls: readonly ComparedCall[] = [
  { name: 'list of one center and status' },
  { name: 'counts by status' },
  { name: 'search' },
  { name: 'whom to call first', formerly: 'queue of all' },
  { name: 'contact report' },
  { name: 'edit' },
  { name: 'status change' },
  { name: 'create' },
  // The newest leads are now those that were created, whose names nobody searches for: the dearest case.
  { name: 'find by a name and digits' },
];

/** @property formerly the call that did this before the other was there. */
type ComparedCall = { name: string; formerly?: string };

/**
 * One measurement of a call: processor milliseconds of server and PostgreSQL per call that was answered, the time within which 99 of 100
 * users had their reply, and how many calls were refused for want of capacity.
 */
export type Sample = { cpuMs: number; usersP99Ms: number; refused: number };

/** The samples of a call on both sides. */
export type CallSamples = { name: string; older: readonly Sample[]; own: readonly Sample[] };

// Measured in turn on a busy machine, the same commit differs from itself by less.
const noticeableRatio = 1.1;

/** Finds the call on a side that has these. @returns undefined when that side has no such call. */
export function findCall(names: readonly string[], { name, formerly }: ComparedCall): string | undefined {
  return [name, formerly].find((one) => one !== undefined && names.includes(one));
}

/** Writes a Markdown table of the medians, for calls that both sides have with their ratio. */
export function writeComparison(commit: string, calls: readonly CallSamples[]): string {
  const head = [
    'call',
    `CPU ms, ${commit}`,
    'CPU ms now',
    'ratio',
    '',
    `p99 ms of 50 users, ${commit}`,
    'now',
    'refused then, now',
  ];
  const rows = calls.map(({ name, older, own }) => {
    const [cpuOlder, cpuOwn] = [older, own].map((samples) => median(samples.map(({ cpuMs }) => cpuMs)));
    const [p99Older, p99Own] = [older, own].map((samples) =>
      median(samples.map(({ usersP99Ms }) => usersP99Ms)),
    );
    const refused = [older, own].map((samples) => samples.reduce((sum, each) => sum + each.refused, 0));
    const ratio = cpuOlder && cpuOwn ? cpuOwn / cpuOlder : undefined;
    return [
      name,
      cpuOlder?.toFixed(2) ?? '',
      cpuOwn?.toFixed(2) ?? '',
      ratio?.toFixed(2) ?? '',
      ratio !== undefined && ratio > noticeableRatio ? 'above' : '',
      p99Older?.toFixed(1) ?? '',
      p99Own?.toFixed(1) ?? '',
      refused.some((calls) => calls > 0) ? refused.join(', ') : '',
    ];
  });
  const ruler = head.map((_, column) => (column === 0 || column === 4 ? '---' : '--:'));
  return [head, ruler, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function median(values: readonly number[]): number | undefined {
  return values.length === 0
    ? undefined
    : percentile(
        values.toSorted((one, other) => one - other),
        0.5,
      );
}
