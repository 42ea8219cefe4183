import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader } from './byte-reader.ts';

async function* piecesOf(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0;
  for (const size of sizes) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
  yield bytes.subarray(at);
}

test('bytes are the same whatever pieces they come in, also where a piece ends exactly (F106)', async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), sizes, sizes, async (made, pieces, taken) => {
      const bytes = Buffer.from(made);
      const reader = new ByteReader(piecesOf(bytes, pieces));
      let at = 0;
      for (const size of taken) {
        expect(await reader.upTo(size)).toEqual(bytes.subarray(at, at + size));
        at += size;
      }
      const rest: Buffer[] = [];
      for await (const piece of reader.rest()) rest.push(piece);
      expect(Buffer.concat(rest)).toEqual(bytes.subarray(at));
    }),
    { numRuns: 1_000 },
  );
});

test('a line ends at its break, at a border of pieces as well, and is not looked for without end (F106)', async () => {
  for (let cut = 0; cut <= 9; cut++) {
    const reader = new ByteReader(piecesOf(Buffer.from('head\nrest'), [cut]));
    expect(await reader.line(4)).toBe('head');
    expect((await reader.take(4)).toString()).toBe('rest');
    await expect(reader.take(1)).rejects.toThrow('The bytes end early');
  }
  expect(await new ByteReader(piecesOf(Buffer.from('no break'), [3])).line(100)).toBeUndefined();
});
