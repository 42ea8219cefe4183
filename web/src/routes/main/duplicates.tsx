import { Button } from '@mantine/core';
import { IconArrowBackUp, IconEqualNot, IconPlayerPlay } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import {
  countDuplicates,
  type DuplicatePair,
  duplicateKinds,
  duplicateReasons,
  listDuplicates,
} from '#contract/duplicates.ts';
import { useDismissDuplicate } from '#web/features/duplicates/dismissals.ts';
import { DuplicatePairPanel } from '#web/features/duplicates/pair-panel.tsx';
import { DuplicateReasons, useDescribePair } from '#web/features/duplicates/pair-text.tsx';
import { undecidedPairsQuery } from '#web/features/duplicates/pairs.queries.ts';
import { CenterSelect } from '#web/features/frame/menu/center-select.tsx';
import { centerFilter } from '#web/features/leads/lists/lead-list.tsx';
import { LeadTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { endpointPage, endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { listRouteOptions, pageSearch, recordId } from '#web/lib/url/list-search.ts';
import { useDialogs } from '#web/lib/url/use-dialogs.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { choiceFilter } from '#web/ui/filter/choice-filter.tsx';
import type { Filter } from '#web/ui/filter/filters.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { CardHead, RowAction, RowName, RowText } from '#web/ui/rows/row-parts.tsx';

const duplicatesSearch = pageSearch.extend({
  reason: z.enum(duplicateReasons).optional().catch(undefined),
  kind: z.enum(duplicateKinds).optional().catch(undefined),
  dismissed: z.literal('true').optional().catch(undefined),
  pair: recordId,
});
type Search = z.output<typeof duplicatesSearch> & {
  serviceCenter?: string;
  dialog?: string;
};

const narrowingOf = ({ serviceCenter, reason, kind }: Search) => ({ serviceCenter, reason, kind });

const pairsQuery = (url: Search) =>
  endpointPage(listDuplicates, {
    query: { ...narrowingOf(url), dismissed: url.dismissed, page: url.page },
  });

export const Route = createFileRoute('/main/duplicates')({
  ...listRouteOptions(
    duplicatesSearch,
    pairsQuery,
    (queryClient) => void queryClient.prefetchQuery(endpointQuery(countDuplicates)),
  ),
  component: Duplicates,
});

function Duplicates() {
  const url: Search = Route.useSearch();
  const t = useTranslations('duplicates');
  const ui = useTranslations('ui');
  const formats = useFormats();
  const { open } = useListUrl();
  const { openDialog } = useDialogs();
  const list = useQuery(pairsQuery(url));
  const narrowing = narrowingOf(url);
  // So that the first pair is there at once.
  useInfiniteQuery({ ...undecidedPairsQuery(narrowing), enabled: !url.dismissed });
  const { dismiss, restore, restoring } = useDismissDuplicate();
  const isDismissed = url.dismissed === 'true';
  const onOpen = ({ _id }: DuplicatePair) => open({ pair: _id });
  const nameOf = useDescribePair();
  const [first] = list.data?.rows ?? [];

  const who = (pair: DuplicatePair) => {
    const name = nameOf(pair);
    return isDismissed ? <RowText>{name}</RowText> : <RowName onOpen={() => onOpen(pair)}>{name}</RowName>;
  };
  const at = ({ dismissed, foundAt }: DuplicatePair) =>
    dismissed
      ? t('dismissedBy', { name: dismissed.by.name, at: formats.moment(dismissed.at) })
      : formats.moment(foundAt);
  const action = (pair: DuplicatePair) =>
    isDismissed ? (
      <RowAction
        icon={IconArrowBackUp}
        label={t('takeBackOf', { pair: nameOf(pair) })}
        isBusy={restoring === pair._id}
        onClick={() => void restore(pair._id).then((isBack) => isBack && toast.success(t('takenBack')))}
      />
    ) : (
      <RowAction
        icon={IconEqualNot}
        label={t('notSameOf', { pair: nameOf(pair) })}
        onClick={() => void dismiss(pair)}
      />
    );
  return (
    <ListScreen
      title={t('title')}
      action={
        first &&
        !isDismissed && (
          <Button leftSection={<IconPlayerPlay size={16} stroke={1.75} />} onClick={() => onOpen(first)}>
            {t('through')}
          </Button>
        )
      }
      tabs={<LeadTabs current="more" />}
      filters={useDuplicateFilters(url)}
      list={list}
      page={url.page}
      onOpen={isDismissed ? undefined : onOpen}
      openId={url.pair}
      columns={[
        { key: 'who', header: t('columns.who'), cell: who },
        { key: 'what', header: t('columns.what'), width: '176px', cell: ({ kind }) => t(`kinds.${kind}`) },
        {
          key: 'why',
          header: t('columns.why'),
          width: '272px',
          cell: ({ reasons }) => reasons.map((reason) => t(`reasons.${reason}`)).join(' · '),
        },
        {
          key: 'at',
          header: t(isDismissed ? 'columns.dismissed' : 'columns.found'),
          width: '200px',
          cell: at,
        },
        { key: 'actions', header: ui('actions'), width: '80px', align: 'end', cell: action },
      ]}
      card={(pair) => (
        <>
          <CardHead>
            {who(pair)}
            {action(pair)}
          </CardHead>
          <DuplicateReasons of={pair.reasons} />
          <p className="quiet">
            {t(`kinds.${pair.kind}`)} · {at(pair)}
          </p>
        </>
      )}
      empty={<EmptyState why={t('emptyWhy')} />}
    >
      {url.pair && !isDismissed && (
        <DuplicatePairPanel
          id={url.pair}
          narrowing={narrowing}
          isMerging={url.dialog !== undefined}
          onMerge={({ kind, one, other }) =>
            openDialog(kind === 'lead' ? 'leads.merge' : 'customers.merge', `${one._id}.${other._id}`)
          }
        />
      )}
    </ListScreen>
  );
}

function useDuplicateFilters({ reason, kind, dismissed, ...url }: Search): Filter[] {
  const t = useTranslations('duplicates');
  const reasons = duplicateReasons.map((one) => ({ value: one, label: t(`reasons.${one}`) }));
  const kinds = duplicateKinds.map((one) => ({ value: one, label: t(`kinds.${one}`) }));
  const states = [{ value: 'true', label: t('states.dismissed') }];
  return [
    centerFilter(url, <CenterSelect />),
    choiceFilter({
      name: 'reason',
      label: t('reason'),
      all: t('anyReason'),
      options: reasons,
      value: reason,
    }),
    choiceFilter({ name: 'kind', label: t('kind'), all: t('anyKind'), options: kinds, value: kind }, 'more'),
    choiceFilter(
      { name: 'dismissed', label: t('state'), all: t('states.open'), options: states, value: dismissed },
      'more',
    ),
  ];
}
