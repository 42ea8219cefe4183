import { queryOptions } from '@tanstack/react-query';
import { getSecondFactor } from '#contract/login/second-factor.ts';
import { call } from '#web/lib/api/api.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'secondFactor'],
  queryFn: ({ signal }) => call(getSecondFactor, { signal }),
});
