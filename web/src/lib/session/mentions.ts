import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listMentions, readMentions } from '#contract/comments.ts';
import { call } from '#web/lib/api/api.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from './session.ts';

const mentionsQuery = queryOptions({
  queryKey: ['mentions'],
  queryFn: ({ signal }) => call(listMentions, { signal }),
  staleTime: 60_000,
});

/** Comments that name the user, and how many are unread; undefined: unknown. */
export function useMentions() {
  const mayRead = mayCall(listMentions, useSession()?.level);
  return useQuery({ ...mentionsQuery, enabled: mayRead }).data;
}

/** While mounted, a lead's comments that name the user count as read. */
export function useReadMentions(lead: string): void {
  const client = useQueryClient();
  const isUnread = useMentions()?.mentions.some((mention) => mention.lead._id === lead && !mention.isRead);
  useEffect(() => {
    if (!isUnread) return;
    // On failure the next visit tries again.
    call(readMentions, { body: { lead } }).then(
      () => client.invalidateQueries({ queryKey: mentionsQuery.queryKey }),
      () => undefined,
    );
  }, [client, isUnread, lead]);
}
