import { totalmem } from 'node:os';
import { expect, test } from 'vitest';
import { getMemorySettings, getUsableMemory } from './memory.ts';

const gib = 2 ** 30;

test.each([
  [0.5 * gib, ['shared_buffers=128MB', 'effective_cache_size=512MB', 'maintenance_work_mem=64MB']],
  [8 * gib, ['shared_buffers=512MB', 'effective_cache_size=4096MB', 'maintenance_work_mem=128MB']],
  [512 * gib, ['shared_buffers=2048MB', 'effective_cache_size=65536MB', 'maintenance_work_mem=512MB']],
])('of %d bytes PostgreSQL takes its share, within limits', (memory, settings) => {
  expect(getMemorySettings(memory)).toEqual(settings);
});

test('what may be used is part of the machine', () => {
  expect(getUsableMemory()).toBeGreaterThan(0);
  expect(getUsableMemory()).toBeLessThanOrEqual(totalmem());
});
