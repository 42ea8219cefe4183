import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const retries = 2;

/** A refusal stays a refusal; only a missing answer or an overloaded server is worth another try. */
function shouldRetry(failures: number, error: Error): boolean {
  const passing = !(error instanceof ApiError) || error.status === 0 || error.status === 503;
  return passing && failures < retries;
}

function retryDelay(failures: number, error: Error): number {
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  return asked ? Math.min(asked, 10) * 1000 : 500 * 2 ** failures;
}

/** All server state of the app. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: shouldRetry, retryDelay, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
