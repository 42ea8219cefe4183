import { expect, test } from 'vitest';
import { openLimiter, TooBusyError } from './limit.ts';

test('runs and queues calls up to its limits, in order, refuses more, and frees the place of a failed one', async () => {
  const limited = openLimiter(2, 2).run;
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

function queueBehindOne(waiting: number, waitingPerGroup?: number) {
  const limited = openLimiter(1, waiting, waitingPerGroup).run;
  const gate = Promise.withResolvers<void>();
  const ran: string[] = [];
  const refused: string[] = [];
  const calls = [limited(() => gate.promise, 'first')];
  const add = (group: string, name: string) => {
    const call = limited(async () => void ran.push(name), group).catch((error: unknown) => {
      expect(error).toBeInstanceOf(TooBusyError);
      refused.push(name);
    });
    calls.push(call);
  };
  const finish = async () => {
    gate.resolve();
    await Promise.all(calls);
    return { ran, refused };
  };
  return { add, finish };
}

test('groups take turns, each in its own order (F10.4)', async () => {
  const { add, finish } = queueBehindOne(10);
  for (const name of ['a1', 'a2', 'a3', 'a4']) add('a', name);
  for (const name of ['b1', 'b2']) add('b', name);
  add('c', 'c1');
  expect((await finish()).ran).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('a group has its own limit, and makes limiter for a smaller one when no more may wait (F10.4)', async () => {
  const { add, finish } = queueBehindOne(4, 3);
  for (const name of ['a1', 'a2', 'a3', 'a4']) add('a', name);
  for (const name of ['b1', 'b2', 'b3']) add('b', name);
  add('c', 'c1');
  const { ran, refused } = await finish();
  expect(ran).toEqual(['a1', 'b1', 'c1', 'b2']);
  expect(refused.sort()).toEqual(['a2', 'a3', 'a4', 'b3']);
});

test('whoever leaves to wait for something else lets another in, and comes back without queueing (F46)', async () => {
  const limiter = openLimiter(1, 2);
  await limiter.acquire('a');
  const order: string[] = [];
  const next = limiter.acquire('b').then(() => order.push('b'));
  limiter.release();
  await next;
  limiter.reacquire();
  const last = limiter.acquire('c').then(() => order.push('c'));
  limiter.release();
  await Promise.resolve();
  expect(order).toEqual(['b']);
  limiter.release();
  await last;
  expect(order).toEqual(['b', 'c']);
});
