import { Button } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { addComment, listColleagues } from '#contract/comments.ts';
import { listLeadHistory } from '#contract/leads/lead-history.ts';
import { listTimeline, type Timeline } from '#contract/leads/lead-panel.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { isLeadChangeable } from '#web/features/leads/record/may-change.ts';
import { call } from '#web/lib/api/api.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mayCall } from '#web/lib/api/may-call.ts';
import { mutateAndRefetch } from '#web/lib/api/mutate.ts';
import { queryKeyOf } from '#web/lib/api/query-keys.ts';
import { useErrorText } from '#web/lib/i18n/use-texts.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useBackLinkState } from '#web/lib/url/back-link.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { useField } from '#web/ui/field/fields.tsx';
import { clearSentText } from '#web/ui/form/leave.ts';
import { omitFieldErrors } from '#web/ui/form/refusals.tsx';
import { useForm } from '#web/ui/form/use-form.tsx';
import { submitOnCtrlEnter } from '#web/ui/keys/keys.ts';
import { Conversation, splitMessages } from './conversation.tsx';
import classes from './lead-timeline.module.css';
import { MentionField } from './mention-field.tsx';
import { findMentionedPeople } from './mentions.ts';
import { TimelineItem } from './timeline-item.tsx';

type LeadTimelineProps = {
  lead: Lead;
  first: Timeline;
  openUntil: string | undefined;
  chatPlace: HTMLElement | null | undefined;
};

/**
 * Shows what happened to a lead.
 *
 * @param openUntil when WhatsApp stops taking replies, for whoever may write them: the messages then stand together, above the timeline.
 * @param chatPlace where they stand instead, null until it is there.
 */
export function LeadTimeline({ lead, first, openUntil, chatPlace }: LeadTimelineProps) {
  const timeline = useTimeline(lead._id, first);
  if (openUntil === undefined) return <TimelineEntries lead={lead} {...timeline} />;
  const [messages, others] = splitMessages(timeline.entries);
  const chat = (
    <Conversation key={lead._id} lead={lead} openUntil={openUntil} {...timeline} entries={messages} />
  );
  return (
    <>
      {chatPlace === undefined ? chat : chatPlace && createPortal(chat, chatPlace)}
      <TimelineEntries lead={lead} {...timeline} entries={others} />
    </>
  );
}

type LoadedTimeline = ReturnType<typeof useTimeline>;

function TimelineEntries({ lead, entries, isMore, isLoading, showEarlier }: LoadedTimeline & { lead: Lead }) {
  const t = useTranslations('leadPanel');
  const mayOpenVersions = mayCall(listLeadHistory, useSession()?.level);
  const cameFrom = useBackLinkState();
  const { openDialog } = useDialogs();
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
            onVersion={
              mayOpenVersions ? (version) => openDialog('lead.version', `${lead._id}.${version}`) : undefined
            }
          />
        ))}
      </ol>
      {isMore && (
        <Button variant="default" loading={isLoading} onClick={showEarlier}>
          {t('earlier')}
        </Button>
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

const commentForm = z.object({ text: z.string() });

function CommentForm({ id }: { id: string }) {
  const t = useTranslations('leadPanel');
  const errorText = useErrorText();
  const client = useQueryClient();
  const { form, submit, isSaving, error } = useForm({
    schema: commentForm,
    record: { text: '' },
    draft: `commentForm:${id}`,
    draftOutlivesClosing: true,
    async save({ text }, { form }) {
      if (!text.trim()) return;
      const colleagues = text.includes('@')
        ? (await client.ensureQueryData(endpointQuery(listColleagues, { params: { id } }))).colleagues
        : [];
      const mentions = findMentionedPeople(text, colleagues).map(({ _id }) => _id);
      await mutateAndRefetch(addComment, { params: { id }, body: { text, mentions } });
      clearSentText(form, text);
    },
  });
  const field = useField({ control: form.control, name: 'text' });
  const rest = omitFieldErrors(error, form);
  return (
    <form noValidate className={classes.form} onSubmit={submit} onKeyDown={submitOnCtrlEnter}>
      <MentionField
        id={id}
        label={t('comment')}
        placeholder={t('commentHint')}
        maxLength={textLength.notes}
        value={field.value}
        error={field.error ?? (rest ? errorText(rest) : undefined)}
        onChange={field.onChange}
      />
      {field.value.trim() && (
        <Button type="submit" size="xs" className={classes.send} loading={isSaving}>
          {t('addComment')}
        </Button>
      )}
    </form>
  );
}
