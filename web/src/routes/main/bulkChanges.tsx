import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { BulkChange } from '#contract/leads/lead-bulk.ts';
import { bulkChangesQuery } from '#web/features/leads/bulk/bulk.queries.ts';
import { useDescribeBulkChange, useFollowBulkChange } from '#web/features/leads/bulk/use-bulk-changes.ts';
import { LeadTabs } from '#web/features/leads/lists/lead-tabs.tsx';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { listRouteOptions, pageSearch } from '#web/lib/url/list-search.ts';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { EmptyState } from '#web/ui/list/list-states.tsx';
import { rowFocusProps } from '#web/ui/rows/data-list.tsx';
import { RowActions } from '#web/ui/rows/row-parts.tsx';

export const Route = createFileRoute('/main/bulkChanges')({
  ...listRouteOptions(pageSearch, bulkChangesQuery),
  component: BulkChanges,
});

function BulkChanges() {
  const url = Route.useSearch();
  const t = useTranslations('leadBulk');
  const ui = useTranslations('ui');
  const formats = useFormats();
  const textOf = useDescribeBulkChange();
  const list = useQuery(bulkChangesQuery(url));
  const undo = useMutation({ mutationFn: useFollowBulkChange().undo });

  const target = ({ action, advisor, shares, serviceCenter, followUp }: BulkChange) =>
    [
      serviceCenter?.name,
      advisor?.name ?? (action === 'assign' ? t('nobody') : undefined),
      shares.length > 0 &&
        formats.list(shares.map(({ advisor, leads }) => t('share', { name: advisor.name, count: leads }))),
      followUp && formats.date(followUp),
    ].filter((part) => typeof part === 'string');
  const what = (bulk: BulkChange) => {
    // What was asked for stays, also once it is taken back.
    const { state, leads, changed } = bulk;
    const isBack = state === 'undoing' || state === 'undone';
    const asked = textOf(isBack ? { ...bulk, state: 'done', changed: leads } : { ...bulk, changed });
    return [asked, ...target(bulk), ...(isBack ? [textOf(bulk)] : [])].join(' · ');
  };
  const story = (bulk: BulkChange) => (
    <div tabIndex={-1} {...rowFocusProps}>
      {what(bulk)}
      {bulk.refused > 0 && <Left bulk={bulk} />}
    </div>
  );
  const undoButton = (bulk: BulkChange) =>
    bulk.undoUntil && (
      <RowActions>
        <Button
          variant="default"
          aria-label={t('undoOf', { what: what(bulk) })}
          loading={undo.isPending && undo.variables === bulk._id}
          onClick={() => undo.mutate(bulk._id)}
        >
          {ui('undo')}
        </Button>
      </RowActions>
    );
  return (
    <ListScreen
      title={t('title')}
      tabs={<LeadTabs current="more" />}
      list={list}
      page={url.page}
      columns={[
        {
          key: 'at',
          header: t('columns.at'),
          width: '200px',
          cell: (bulk) => formats.moment(bulk.createdAt),
        },
        { key: 'by', header: t('columns.by'), width: '20%', cell: (bulk) => bulk.by.name },
        { key: 'what', header: t('columns.what'), cell: story },
        { key: 'actions', header: ui('actions'), width: '104px', align: 'end', cell: undoButton },
      ]}
      card={(bulk) => (
        <>
          {story(bulk)}
          <p className="quiet">
            {bulk.by.name} · {formats.moment(bulk.createdAt)}
          </p>
          {undoButton(bulk)}
        </>
      )}
      empty={<EmptyState why={t('emptyWhy')} />}
    />
  );
}

function Left({ bulk: { refused, refusals } }: { bulk: BulkChange }) {
  const t = useTranslations('leadBulk');
  return (
    <details>
      <summary>{t('left', { count: refused })}</summary>
      <ul className="quiet">
        {refusals.map(({ _id, name, reason }) => (
          <li key={_id}>
            {name ?? t('unknownLead')}: {t(`reasons.${reason}`)}
          </li>
        ))}
      </ul>
    </details>
  );
}
