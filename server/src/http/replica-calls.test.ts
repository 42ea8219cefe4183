import { expect, test } from 'vitest';
import { endpoints } from '#contract/call/endpoints.ts';
import { replicaExports, replicaReads } from './replica-calls.ts';

test('a replica may be read by all reports, and only by calls that change nothing', () => {
  const named = [...replicaReads, ...replicaExports];
  expect(new Set(named.map(({ method }) => method))).toEqual(new Set(['GET']));
  const reports = Object.values(endpoints).filter(({ path }) => path.startsWith('/management/reports/'));
  expect(reports.length).toBeGreaterThan(8);
  expect(reports.filter((report) => !named.includes(report))).toEqual([]);
});
