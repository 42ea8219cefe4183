import { type FetchQueryOptions, type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { EndpointQueryInput } from '#contract/call/endpoint.ts';
import { getCallList } from '#contract/leads/call-order.ts';
import { getNeglectedWorklist } from '#contract/leads/lead-oversight.ts';
import { call } from '#web/lib/api/api.ts';
import { queryKeyOf } from '#web/lib/api/query-keys.ts';
import { getDraft } from '#web/lib/browser/drafts.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { presenceStore } from '#web/lib/live/presence.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import type { AskingOutcome, TypedOutcome } from './outcomes.ts';

/** An outcome that can be taken back: for whom, and its contact or, of a booking, the version of the lead that it made, if any. */
export type LoggedOutcome = { lead: string; name: string; said: string } & (
  | { contact: string }
  | { bookingVersion: number | null }
);

type RunList = {
  leads: { _id: string }[];
  isCapped: boolean;
};

/** A run: the leads as it started, and its outcomes, newest last. */
export type WorkRun = RunList & { logged: LoggedOutcome[] };

/** The query of the leads that a run goes through. */
export type WorklistQuery<Key extends QueryKey> = FetchQueryOptions<RunList, Error, RunList, Key>;

/** Reads the leads of the queue for a run, in the order of calls. */
export const queueWorklist = (query: EndpointQueryInput<typeof getCallList>) =>
  queryOptions({
    queryKey: [...queryKeyOf(getCallList), { query }],
    queryFn: ({ signal }): Promise<RunList> => call(getCallList, { query, signal }),
  });

/** Reads the neglected leads for a run, those that wait longest first. */
export const neglectedWorklist = (query: EndpointQueryInput<typeof getNeglectedWorklist>) =>
  queryOptions({
    queryKey: [...queryKeyOf(getNeglectedWorklist), { query }],
    queryFn: ({ signal }): Promise<RunList> => call(getNeglectedWorklist, { query, signal }),
  });

/** Returns the storage of the run of this tab, which outlives a reload. */
export const workRunDraft = () => getDraft<WorkRun>('worklist');

/** The draft of a lead's outcome: which one is asked about, and what is typed. */
export type OutcomeDraft = { asked: AskingOutcome | undefined; typed: TypedOutcome };

/** Returns the name of the draft of a lead's outcome. */
export const outcomeDraftName = (lead: string) => `work:${lead}`;

/** Turns the leads of a run so that it begins with one of them and ends with those before it. */
export function rotateToLead(leads: RunList['leads'], id: string | undefined): RunList['leads'] {
  const at = Math.max(
    0,
    leads.findIndex(({ _id }) => _id === id),
  );
  return [...leads.slice(at), ...leads.slice(0, at)];
}

function findFocusedLead(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
}

/**
 * @param url of the screen on which the run goes on. @returns how to start: with the lead that has the focus or is open beside the list,
 * else with the first one that no colleague has open.
 */
export function useStartWork<Key extends QueryKey>(
  query: WorklistQuery<Key>,
  url: Record<string, unknown> = {},
): { start: () => void; isStarting: boolean } {
  const t = useTranslations('queue');
  const errorText = useErrorText();
  const client = useQueryClient();
  const { open } = useListUrl();
  const { lead: openLead, found } = useSearch({ strict: false });
  const [isStarting, setStarting] = useState(false);

  const start = async () => {
    const wanted = [findFocusedLead(), openLead, found];
    setStarting(true);
    try {
      const worklist = await client.fetchQuery({ ...query, staleTime: 0 });
      const { leads } = worklist;
      const isFree = ({ _id }: (typeof leads)[number]) => presenceStore.at(_id).length === 0;
      const listed = wanted.map((id) => leads.find(({ _id }) => _id === id)).find((lead) => lead);
      const first = listed ?? leads.find(isFree) ?? leads[0];
      if (!first) return void toast(t('theirs'));
      workRunDraft().save({ ...worklist, leads: rotateToLead(leads, first._id), logged: [] });
      open({ ...url, work: first._id, lead: undefined });
    } catch (error) {
      toast.error(errorText(error));
    } finally {
      setStarting(false);
    }
  };
  return { start: () => void start(), isStarting };
}
