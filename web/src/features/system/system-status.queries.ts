import { queryOptions } from '@tanstack/react-query';
import { getSystemStatus } from '#contract/system/system-status.ts';
import { call } from '#web/lib/api/api.ts';

/** Polled while on screen. */
export const systemStatusQuery = queryOptions({
  queryKey: ['systemStatus'],
  queryFn: ({ signal }) => call(getSystemStatus, { signal }),
  staleTime: 0,
  refetchInterval: 30_000,
});
