import { queryOptions } from '@tanstack/react-query';
import { listMessageTexts } from '#contract/message-texts.ts';
import { call } from '#web/lib/api/api.ts';

export const messageTextsQuery = queryOptions({
  queryKey: ['messageTexts'],
  queryFn: ({ signal }) => call(listMessageTexts, { signal }),
  staleTime: 5 * 60_000,
});
