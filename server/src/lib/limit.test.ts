import { expect, test } from 'vitest';
import { limitConcurrency, TooBusyError } from './limit.ts';

test('so many run, so many wait in their order, more are refused; a failure makes room too', async () => {
  const limited = limitConcurrency(2, 2);
  const started: number[] = [];
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<number>());
  const running = ends.map(({ promise }, place) =>
    limited(() => {
      started.push(place);
      return promise;
    }),
  );
  await expect(limited(async () => 'never')).rejects.toBeInstanceOf(TooBusyError);
  expect(started).toEqual([0, 1]);

  ends[1]?.reject(new Error('broken'));
  await expect(running[1]).rejects.toThrow('broken');
  expect(started).toEqual([0, 1, 2]);
  for (const [place, { resolve }] of ends.entries()) resolve(place);
  expect(await Promise.all([running[0], running[2], running[3]])).toEqual([0, 2, 3]);
  expect(await limited(async () => 'next')).toBe('next');
});
