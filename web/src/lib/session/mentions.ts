import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listMentions, readMentions } from '#contract/comments.ts';
import { change } from '#web/lib/api/change.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useSession } from './session.ts';

/** Comments that name the user, and how many are unread; undefined: unknown. */
export function useMentions() {
  const mayRead = mayCall(listMentions, useSession()?.level);
  return useQuery({ ...endpointQuery(listMentions), enabled: mayRead }).data;
}

/** While mounted, a lead's comments that name the user count as read. */
export function useReadMentions(lead: string): void {
  const isUnread = useMentions()?.mentions.some((mention) => mention.lead._id === lead && !mention.isRead);
  useEffect(() => {
    if (!isUnread) return;
    // On failure the next visit tries again.
    change(readMentions, { body: { lead } }).catch(() => undefined);
  }, [isUnread, lead]);
}
