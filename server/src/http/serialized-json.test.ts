import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isWorthBrotli } from './compression.ts';
import { createSharedSerializer } from './serialized-json.ts';

const rows = Array.from({ length: 2_000 }, (_, n) => ({ name: `Row ${n}` }));

test('a value that several callers share is serialized and compressed once for them all', async () => {
  const serialize = createSharedSerializer(z.array(z.object({ name: z.string() })));
  const one = serialize(rows);
  expect(serialize(rows)).toBe(one);
  expect(serialize([...rows])).not.toBe(one);
  expect(await one.compress()).toBe(await serialize(rows).compress());
  expect(JSON.parse(brotliDecompressSync(await one.compress()).toString())).toEqual(rows);
});

test.each([
  ['gzip, deflate, br', true],
  ['br', true],
  ['gzip', false],
  ['br;q=0, gzip', false],
  [undefined, false],
])('a long reply is sent as Brotli to whoever takes it: %s', (accepted, isSent) => {
  expect(isWorthBrotli(Buffer.alloc(14_600), accepted)).toBe(isSent);
  expect(isWorthBrotli(Buffer.alloc(14_599), accepted)).toBe(false);
});
