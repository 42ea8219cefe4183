import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveEvent } from '#contract/events.ts';
import { createLiveRefresh } from './live-refresh.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function browser(...answers: { says: string | Error; after?: number }[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const readAt: number[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['leads', 'list'],
    queryFn: async () => {
      readAt.push(Date.now());
      const { says, after = 10 } = answers[Math.min(readAt.length, answers.length) - 1] ?? { says: '' };
      await new Promise((resolve) => setTimeout(resolve, after));
      if (says instanceof Error) throw says;
      return says;
    },
  });
  observer.subscribe(() => undefined);
  const refresh = createLiveRefresh(client, () => undefined);
  return { client, refresh, readAt, shown: () => observer.getCurrentResult().data };
}

const change = { name: 'lead', data: { by: { _id: 'another' } } } as LiveEvent<'lead'>;
const settle = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

function busiest(moments: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const at of moments) counts.set(Math.floor(at / 100), (counts.get(Math.floor(at / 100)) ?? 0) + 1);
  return Math.max(...counts.values());
}

test('when the stream first opens, what was read before is read again (F15.3)', async () => {
  const { refresh, shown } = browser({ says: 'before the change' }, { says: 'after the change' });
  await settle(50);
  refresh.catchUp();
  await settle(5_000);
  expect(shown()).toBe('after the change');
});

test('a read under way when the stream opens is finished and repeated (F15.3)', async () => {
  const { refresh, readAt, shown } = browser({ says: 'early', after: 8_000 }, { says: 'late' });
  await settle(50);
  refresh.catchUp();
  await settle(7_000);
  expect(readAt).toHaveLength(1);
  await settle(1_500);
  expect(shown()).toBe('late');
});

test('a first read after the stream opened is not repeated (F15.3)', async () => {
  const client = new QueryClient();
  createLiveRefresh(client, () => undefined).catchUp();
  const queryFn = vi.fn(async () => 'fresh');
  new QueryObserver(client, { queryKey: ['leads'], queryFn }).subscribe(() => undefined);
  await settle(5_000);
  expect(queryFn).toHaveBeenCalledTimes(1);
});

test('many browsers read a change within a second, but not at once (F15.4)', async () => {
  const all = Array.from({ length: 200 }, () => browser({ says: '' }));
  await settle(50);
  const heardAt = Date.now();
  for (const { refresh } of all) refresh.hear(change);
  await settle(2_000);
  const asked = all.map(({ readAt }) => (readAt[1] ?? Number.POSITIVE_INFINITY) - heardAt);
  expect(Math.max(...asked)).toBeLessThan(1_000);
  expect(busiest(asked)).toBeLessThan(100);
});

test('many browsers that come back after a restart spread over seconds (F15.4)', async () => {
  const all = Array.from({ length: 200 }, () => browser({ says: '' }));
  await settle(50);
  for (const { refresh } of all) refresh.everything();
  await settle(5_000);
  const asked = all.flatMap(({ readAt }) => readAt.slice(1));
  expect(asked).toHaveLength(200);
  expect(busiest(asked)).toBeLessThan(40);
});

test('failed reads are retried when the server can be reached again (F15.4)', async () => {
  const { refresh, shown } = browser({ says: new Error('no answer') }, { says: 'here it is' });
  await settle(50);
  refresh.failed();
  await settle(1_000);
  expect(shown()).toBe('here it is');
});

test('stopped with a read planned, the next session’s changes are read (F57)', async () => {
  const { refresh, readAt } = browser({ says: '' });
  await settle(50);
  refresh.hear(change);
  refresh.everything();
  refresh.stop();
  await settle(5_000);
  expect(readAt).toHaveLength(1);
  refresh.hear(change);
  await settle(2_000);
  expect(readAt).toHaveLength(2);
  refresh.everything();
  await settle(5_000);
  expect(readAt).toHaveLength(3);
});

test('stopped while the account is read, nothing more is read for that session (F57)', async () => {
  const { client, refresh, readAt } = browser({ says: '' });
  const queryFn = () => new Promise<string>((resolve) => setTimeout(resolve, 1_000, ''));
  new QueryObserver(client, { queryKey: ['account'], queryFn }).subscribe(() => undefined);
  await settle(1_500);
  refresh.hear({ name: 'account', data: {} } as LiveEvent<'account'>);
  await settle(1_000);
  refresh.stop();
  await settle(5_000);
  expect(readAt).toHaveLength(1);
});
