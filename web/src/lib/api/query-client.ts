import { QueryClient } from '@tanstack/react-query';
import { serverConnectionStore } from '#web/lib/live/connection.ts';
import { ApiError } from './api-error.ts';

const retries = 2;

function shouldRetry(failures: number, error: Error): boolean {
  const passing = !(error instanceof ApiError) || error.status === 0 || error.status === 503;
  return passing && failures < retries && serverConnectionStore.get().state !== 'offline';
}

function retryDelay(failures: number, error: Error): number {
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  const delay = asked ? Math.min(asked, 10) * 1000 : 500 * 2 ** failures;
  return delay * (1 + Math.random() / 2);
}

/** Tells whether a failed call is tried again: once, if the server was too busy (503). */
export function retryWhenBusy(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && error.status === 503;
}

/** The cache of all that was read from the server. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: shouldRetry, retryDelay, networkMode: 'always' },
    mutations: { networkMode: 'always', retryDelay },
  },
});
