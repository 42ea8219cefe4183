import { type FetchQueryOptions, type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { EndpointQueryInput } from '#contract/call/endpoint.ts';
import { type CallList, getCallList } from '#contract/leads/call-order.ts';
import { getNeglectedWorklist } from '#contract/leads/lead-oversight.ts';
import { call } from '#web/lib/api/api.ts';
import { queryKeyOf } from '#web/lib/api/query-keys.ts';
import { getDraft } from '#web/lib/browser/drafts.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { presenceStore } from '#web/lib/live/presence.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import type { AskedOutcome, TypedOutcome } from './outcomes.ts';

/** An outcome that can be taken back: its contact, and for whom. */
export type LoggedOutcome = { lead: string; name: string; contact: string; said: string };

type RunList = {
  leads: { _id: string }[];
  isCapped: boolean;
  colleagues?: CallList['colleagues'];
};

/** The leads of a run as it started, and its outcomes, newest last. */
export type WorkRun = RunList & { logged: LoggedOutcome[] };

export type WorklistQuery<Key extends QueryKey> = FetchQueryOptions<RunList, Error, RunList, Key>;

export const queueWorklist = (query: EndpointQueryInput<typeof getCallList>) =>
  queryOptions({
    queryKey: [...queryKeyOf(getCallList), { query }],
    queryFn: ({ signal }): Promise<RunList> => call(getCallList, { query, signal }),
  });

export const neglectedWorklist = (query: EndpointQueryInput<typeof getNeglectedWorklist>) =>
  queryOptions({
    queryKey: [...queryKeyOf(getNeglectedWorklist), { query }],
    queryFn: ({ signal }): Promise<RunList> => call(getNeglectedWorklist, { query, signal }),
  });

export const workRunDraft = () => getDraft<WorkRun>('worklist');

export type OutcomeDraft = { asked: AskedOutcome | undefined; typed: TypedOutcome };

export const outcomeDraftName = (lead: string) => `work:${lead}`;

/** @param url of the screen on which the run goes on. @returns how to start, with the first lead that no colleague has open. */
export function useStartWork<Key extends QueryKey>(
  query: WorklistQuery<Key>,
  url: Record<string, unknown> = {},
): { start: () => void; isStarting: boolean } {
  const t = useTranslations('queue');
  const errorText = useErrorText();
  const client = useQueryClient();
  const { open } = useListUrl();
  const [isStarting, setStarting] = useState(false);

  const start = async () => {
    setStarting(true);
    try {
      const worklist = await client.fetchQuery({ ...query, staleTime: 0 });
      const { leads } = worklist;
      const first = leads.find(({ _id }) => presenceStore.at(_id).length === 0) ?? leads[0];
      if (!first) return void toast(t('theirs'));
      workRunDraft().save({ ...worklist, logged: [] });
      open({ ...url, work: first._id, lead: undefined });
    } catch (error) {
      toast.error(errorText(error));
    } finally {
      setStarting(false);
    }
  };
  return { start: () => void start(), isStarting };
}
