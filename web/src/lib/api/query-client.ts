import { QueryClient } from '@tanstack/react-query';
import { connectionStore } from '#web/lib/live/connection.ts';
import { ApiError } from './api-error.ts';

const retries = 2;

function shouldRetry(failures: number, error: Error): boolean {
  const passing = !(error instanceof ApiError) || error.status === 0 || error.status === 503;
  return passing && failures < retries && connectionStore.get().state !== 'offline';
}

function retryDelay(failures: number, error: Error): number {
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  const delay = asked ? Math.min(asked, 10) * 1000 : 500 * 2 ** failures;
  return delay * (1 + Math.random() / 2);
}

export function retryWhenBusy(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && error.status === 503;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: shouldRetry, retryDelay, networkMode: 'always' },
    mutations: { networkMode: 'always', retryDelay },
  },
});
