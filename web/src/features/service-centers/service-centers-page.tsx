import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { editServiceCenter } from '#contract/service-centers.ts';
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
import { serviceCenterListQuery } from './service-centers.queries.ts';
import { ServiceCentersTable } from './service-centers-table.tsx';

const ServiceCenterDialog = lazy(() =>
  import('./service-center-dialog.tsx').then((module) => ({ default: module.ServiceCenterDialog })),
);

/** The dealer's service centers: search, active and inactive ones, switching, creating and updating. */
export function ServiceCentersPage({ search: shown }: { search: ActiveSearch }) {
  const t = useTranslations('serviceCenters');
  const { search, status, page, edit } = shown;
  const { narrow, open, close } = useListUrl();
  const list = useQuery(serviceCenterListQuery(activeFilters(shown)));
  const { rows, totalPages, total } = list.data ?? {};
  const turn = useCallback((to: number) => narrow({ page: to }), [narrow]);
  const switchActive = useSwitchActive('serviceCenters', (id, isActive) =>
    call(editServiceCenter, { params: { id }, body: { isActive } }),
  );
  const create = () => open({ new: 'record' });
  useShortcut('c', t('create'), create);

  const button = (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={create}>
      {t('create')}
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
      <ServiceCentersTable
        centers={table.rows}
        isRefreshing={table.isRefreshing}
        onEdit={(id) => open({ edit: id })}
        onSwitch={(center, isActive) => void switchActive(center, isActive)}
        instead={table.instead}
      />
      <PageBar page={page} totalPages={totalPages} totalRows={total} onPage={turn} />
      <Suspense>
        {shown.new && <ServiceCenterDialog onClose={() => close('new')} />}
        {edit && <ServiceCenterDialog key={edit} id={edit} onClose={() => close('edit')} />}
      </Suspense>
    </Page>
  );
}
