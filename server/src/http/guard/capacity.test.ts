import { expect, test } from 'vitest';
import { poolSize } from '#server/db/pool.ts';
import { openRoom } from './capacity.ts';

const most = 4 * poolSize;
const slow = 500;

test('fewer calls may be under way while they are slow, never fewer than connections, and as many as ever afterwards (F10.12)', () => {
  const room = openRoom(most, slow);
  expect(room.size()).toBe(most);
  // Many that end together are one sign.
  for (let call = 0; call < 50; call++) room.learn(slow + 1, most, 1_000);
  expect(room.size()).toBe(most * 0.7);
  for (let time = 1; time <= 50; time++) room.learn(slow + 1, most, 1_000 + time * 200);
  expect(room.size()).toBe(poolSize);
  // Nobody was refused, so nothing is learned.
  for (let call = 0; call < 5_000; call++) room.learn(slow, 1);
  expect(room.size()).toBe(poolSize);
  for (let call = 0; call < 5_000; call++) room.learn(slow, Math.ceil(room.size()));
  expect(room.size()).toBe(most);
});
