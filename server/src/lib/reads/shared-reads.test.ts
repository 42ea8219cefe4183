import { expect, test } from 'vitest';
import { createSharedReads } from './shared-reads.ts';

function openSource() {
  const share = createSharedReads<object, number>();
  const ends: PromiseWithResolvers<number>[] = [];
  const read = () => {
    const end = Promise.withResolvers<number>();
    ends.push(end);
    return end.promise;
  };
  return { ends, ask: (source: object, key = 'all') => share(source, key, read) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('whoever asks while a read runs shares the next one, never one that began before they asked', async () => {
  const { ends, ask } = openSource();
  const source = {};
  const first = ask(source);
  const others = [ask(source), ask(source)];
  expect(ends).toHaveLength(1);
  ends[0]?.resolve(1);
  await settled();
  const late = ask(source);
  expect(ends).toHaveLength(2);
  ends[1]?.resolve(2);
  await settled();
  ends[2]?.resolve(3);
  expect(await Promise.all([first, ...others, late])).toEqual([1, 2, 2, 3]);
  void ask(source);
  expect(ends).toHaveLength(4);
});

test('other keys and other sources are read by themselves', () => {
  const { ends, ask } = openSource();
  const source = {};
  void ask(source);
  void ask(source, 'one center');
  void ask({});
  expect(ends).toHaveLength(3);
});

test('a failed read fails those who share it, and the next one is tried', async () => {
  const { ends, ask } = openSource();
  const source = {};
  const first = ask(source);
  const second = ask(source);
  ends[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await settled();
  ends[1]?.resolve(2);
  expect(await second).toBe(2);
});
