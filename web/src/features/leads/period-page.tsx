import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Period } from '#contract/lead-oversight.ts';
import { editLead, type Lead } from '#contract/leads.ts';
import { mayCall } from '#web/lib/may-call.ts';
import { useListUrl } from '#web/lib/use-list-url.ts';
import { useSession } from '#web/lib/use-session.ts';
import { EmptyState } from '#web/ui/list-states.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageBar } from '#web/ui/page-bar.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { useRows } from '#web/ui/use-rows.tsx';
import { LeadTabs } from './lead-tabs.tsx';
import { periodListQuery } from './period.queries.ts';
import type { PeriodSearch } from './period-search.ts';
import { PeriodTable } from './period-table.tsx';

const LeadDetailsDialog = lazy(() =>
  import('./lead-details-dialog.tsx').then((module) => ({ default: module.LeadDetailsDialog })),
);
const EditLeadDialog = lazy(() =>
  import('./edit-lead-dialog.tsx').then((module) => ({ default: module.EditLeadDialog })),
);
const PeriodDeleteDialog = lazy(() =>
  import('./period-delete-dialog.tsx').then((module) => ({ default: module.PeriodDeleteDialog })),
);

type PeriodPageProps = {
  period: Period;
  search: PeriodSearch & { serviceCenter?: string };
  /** Narrows the list to a center. */
  centerSelect: ReactNode;
};

/** The leads entered today, within the last 7 or the last 30 days, to view, update and delete. */
export function PeriodPage({ period, search: shown, centerSelect }: PeriodPageProps) {
  const t = useTranslations('periodLeads');
  const leadTexts = useTranslations('leads');
  const { search, page, serviceCenter, view, edit } = shown;
  const { narrow, open, close } = useListUrl();
  const level = useSession()?.level;
  const list = useQuery(periodListQuery({ period, search, page, serviceCenter }));
  const [deleting, setDeleting] = useState<Lead>();
  const { leads, totalPages, totalLeadsCount, isTotalCapped } = list.data ?? {};
  const turn = useCallback((to: number) => narrow({ page: to }), [narrow]);
  const isNarrowed = search !== '' || serviceCenter !== undefined;
  const table = useRows({
    list,
    rows: leads,
    page,
    turn,
    isNarrowed,
    onClear: () => narrow({ search: '', serviceCenter: undefined }),
    empty: <NoneInPeriod period={period} />,
  });

  return (
    <Page
      title={t(`titles.${period}`)}
      total={totalLeadsCount}
      isTotalCapped={isTotalCapped}
      tabs={<LeadTabs />}
      filters={
        <>
          <SearchBox
            value={search}
            onSearch={(text) => narrow({ search: text })}
            placeholder={leadTexts('searchHint')}
          />
          {/* The service level has the choice in its menu. */}
          {level !== 'service' && centerSelect}
        </>
      }
    >
      <PeriodTable
        label={t(`titles.${period}`)}
        leads={table.rows}
        isRefreshing={table.isRefreshing}
        onView={(id) => open({ view: id })}
        onEdit={(id) => open({ edit: id })}
        onDelete={setDeleting}
        instead={table.instead}
      />
      <PageBar
        page={page}
        totalPages={totalPages}
        totalRows={totalLeadsCount}
        isTotalCapped={isTotalCapped}
        onPage={turn}
      />
      <Suspense>
        {view && <LeadDetailsDialog key={view} id={view} onClose={() => close('view')} />}
        {edit && mayCall(editLead, level) && (
          <EditLeadDialog key={edit} id={edit} onClose={() => close('edit')} />
        )}
        {deleting && <PeriodDeleteDialog lead={deleting} onClose={() => setDeleting(undefined)} />}
      </Suspense>
    </Page>
  );
}

function NoneInPeriod({ period }: { period: Period }) {
  const t = useTranslations('periodLeads');
  const longer = { daily: 'weekly', weekly: 'monthly', monthly: undefined } as const;
  const next = longer[period];
  return (
    <EmptyState
      title={t('empty')}
      why={t(`emptyWhy.${period}`)}
      action={
        next &&
        period !== 'monthly' && (
          <Button variant="default" renderRoot={(props) => <Link to={`/main/${next}`} {...props} />}>
            {t(`longer.${period}`)}
          </Button>
        )
      }
    />
  );
}
