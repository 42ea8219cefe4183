import { Button } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import type { EndpointBodyInput } from '#contract/call/endpoint.ts';
import { addComment, listColleagues } from '#contract/comments.ts';
import { listLeadHistory } from '#contract/leads/lead-history.ts';
import { listTimeline, type Timeline } from '#contract/leads/lead-panel.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { isLeadChangeable } from '#web/features/leads/record/may-change.ts';
import { usePanelSearch } from '#web/features/leads/record/panel-search.ts';
import { call } from '#web/lib/api/api.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { queryKeyOf } from '#web/lib/api/query-keys.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useBackLinkState } from '#web/lib/url/back-link.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { useDraftText } from '#web/ui/form/drafts.tsx';
import { submitOnCtrlEnter } from '#web/ui/keys/keys.ts';
import classes from './lead-timeline.module.css';
import { MentionField } from './mention-field.tsx';
import { findMentionedPeople } from './mentions.ts';
import { TimelineItem } from './timeline-item.tsx';

const HistoryVersionDialog = lazyDialog(
  () => import('#web/features/leads/history/history-version-dialog.tsx'),
  'LeadVersionDialog',
  'leadDetails.title',
  5,
);

export function LeadTimeline({ lead, first }: { lead: Lead; first: Timeline }) {
  const t = useTranslations('leadPanel');
  const mayOpenVersions = mayCall(listLeadHistory, useSession()?.level);
  const cameFrom = useBackLinkState();
  const { version } = usePanelSearch();
  const { open, replaceRecord: swap, close } = useListUrl();
  const { entries, isMore, isLoading, showEarlier } = useTimeline(lead._id, first);
  return (
    <section className={classes.timeline}>
      <div className={classes.top}>
        <h3 className="heading">{t('timeline')}</h3>
        {mayOpenVersions && (
          <Link to="/main/leadHistory/$entryId" params={{ entryId: lead._id }} state={cameFrom}>
            {t('history')}
          </Link>
        )}
      </div>
      {isLeadChangeable(lead) && <CommentForm key={lead._id} id={lead._id} />}
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <TimelineItem
            key={entry._id}
            entry={entry}
            lead={lead._id}
            onVersion={mayOpenVersions ? (version) => open({ version }) : undefined}
          />
        ))}
      </ol>
      {isMore && (
        <Button variant="default" loading={isLoading} onClick={showEarlier}>
          {t('earlier')}
        </Button>
      )}
      {version !== undefined && mayOpenVersions && (
        <HistoryVersionDialog
          current={lead}
          version={version}
          onVersion={(version) => swap({ version })}
          onClose={() => close('version')}
        />
      )}
    </section>
  );
}

const timelineQuery = (id: string, first: Timeline) =>
  infiniteQueryOptions({
    queryKey: [...queryKeyOf(listTimeline), { params: { id } }],
    queryFn: ({ pageParam, signal }) =>
      call(listTimeline, { params: { id }, query: { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    initialData: { pages: [first], pageParams: [undefined] },
    staleTime: Number.POSITIVE_INFINITY,
  });

function useTimeline(id: string, first: Timeline) {
  const client = useQueryClient();
  const [hasEarlier, setHasEarlier] = useState(false);
  const options = timelineQuery(id, first);
  const query = useInfiniteQuery({ ...options, enabled: hasEarlier });
  const pages = hasEarlier ? query.data.pages : [first];
  return {
    entries: pages.flatMap(({ entries }) => entries),
    isMore: pages.at(-1)?.next != null,
    isLoading: query.isFetchingNextPage,
    showEarlier() {
      if (!hasEarlier) client.setQueryData(options.queryKey, { pages: [first], pageParams: [undefined] });
      setHasEarlier(true);
      void query.fetchNextPage();
    },
  };
}

function CommentForm({ id }: { id: string }) {
  const t = useTranslations('leadPanel');
  const errorText = useErrorText();
  const client = useQueryClient();
  const [text, setText, takeOut] = useDraftText(`comment:${id}`);
  const [failure, setFailure] = useState<string>();
  const add = useMutation({
    mutationFn: (body: EndpointBodyInput<typeof addComment>) =>
      mutateAndRefetch(addComment, { params: { id }, body }),
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || add.isPending) return;
    setFailure(undefined);
    try {
      const colleagues = text.includes('@')
        ? (await client.ensureQueryData(endpointQuery(listColleagues, { params: { id } }))).colleagues
        : [];
      const mentions = findMentionedPeople(text, colleagues).map(({ _id }) => _id);
      await add.mutateAsync({ text, mentions });
      takeOut(text);
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} onKeyDown={submitOnCtrlEnter}>
      <MentionField
        id={id}
        label={t('comment')}
        placeholder={t('commentHint')}
        maxLength={textLength.notes}
        value={text}
        error={failure}
        onChange={setText}
      />
      {text.trim() && (
        <Button type="submit" size="xs" className={classes.send} loading={add.isPending}>
          {t('addComment')}
        </Button>
      )}
    </form>
  );
}
