import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { editOffering } from '#contract/offerings.ts';
import { type ActiveSearch, activeFilters } from '#web/lib/active-search.ts';
import { call } from '#web/lib/api.ts';
import { useListUrl } from '#web/lib/use-list-url.ts';
import { ActiveFilter } from '#web/ui/active-filter.tsx';
import { EmptyState } from '#web/ui/list-states.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageBar } from '#web/ui/page-bar.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { useShortcut } from '#web/ui/shortcuts.tsx';
import { useRows } from '#web/ui/use-rows.tsx';
import { useSwitchActive } from '#web/ui/use-switch-active.ts';
import { offeringListQuery } from './offerings.queries.ts';
import { OfferingsTable } from './offerings-table.tsx';

const OfferingDialog = lazy(() =>
  import('./offering-dialog.tsx').then((module) => ({ default: module.OfferingDialog })),
);

/** The dealer's services, campaigns and parts: search, active and inactive ones, switching, adding and updating. */
export function OfferingsPage({ search: shown }: { search: ActiveSearch }) {
  const t = useTranslations('offerings');
  const { search, status, page, edit } = shown;
  const { narrow, open, close } = useListUrl();
  const list = useQuery(offeringListQuery(activeFilters(shown)));
  const { rows, totalPages, total } = list.data ?? {};
  const turn = useCallback((to: number) => narrow({ page: to }), [narrow]);
  const switchActive = useSwitchActive('serviceOrCampaign', (id, isActive) =>
    call(editOffering, { params: { id }, body: { isActive } }),
  );
  const create = () => open({ new: 'record' });
  useShortcut('c', t('add'), create);

  const button = (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={create}>
      {t('add')}
    </Button>
  );
  const table = useRows({
    list,
    rows,
    page,
    turn,
    isNarrowed: search !== '' || status !== 'all',
    onClear: () => narrow({ search: undefined, status: undefined }),
    empty: <EmptyState title={t('empty')} why={t('emptyWhy')} action={button} />,
  });
  return (
    <Page
      title={t('title')}
      total={total}
      action={button}
      filters={
        <>
          <SearchBox
            value={search}
            onSearch={(text) => narrow({ search: text })}
            placeholder={t('searchHint')}
          />
          <ActiveFilter value={status} onChange={(value) => narrow({ status: value })} />
        </>
      }
    >
      <OfferingsTable
        offerings={table.rows}
        isRefreshing={table.isRefreshing}
        onEdit={(id) => open({ edit: id })}
        onSwitch={(offering, isActive) => void switchActive(offering, isActive)}
        instead={table.instead}
      />
      <PageBar page={page} totalPages={totalPages} totalRows={total} onPage={turn} />
      <Suspense>
        {shown.new && <OfferingDialog onClose={() => close('new')} />}
        {edit && <OfferingDialog key={edit} id={edit} onClose={() => close('edit')} />}
      </Suspense>
    </Page>
  );
}
