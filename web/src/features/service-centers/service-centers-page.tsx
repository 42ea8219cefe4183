import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { editServiceCenter } from '#contract/service-centers.ts';
import { call } from '#web/lib/api/api.ts';
import type { ActiveSearch } from '#web/lib/url/active-search.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { ActiveScreen } from '#web/ui/list/active-screen.tsx';
import { useSwitchActive } from '#web/ui/list/use-switch-active.ts';
import cells from '#web/ui/rows/record-cells.module.css';
import { serviceCenterListQuery } from './service-centers.queries.ts';

const useServiceCenterTitle = () => useTranslations('serviceCenters')('title');
const ServiceCenterDialog = lazyDialog(
  () => import('./service-center-dialog.tsx').then((module) => module.ServiceCenterDialog),
  useServiceCenterTitle,
  3,
);

/** The dealer's service centers (specification, 'Service centers'). */
export function ServiceCentersPage({ search }: { search: ActiveSearch }) {
  const t = useTranslations('serviceCenters');
  const onSwitch = useSwitchActive('serviceCenters', (id, isActive) =>
    call(editServiceCenter, { params: { id }, body: { isActive } }),
  );
  return (
    <ActiveScreen
      url={search}
      title={t('title')}
      add={t('create')}
      searchHint={t('searchHint')}
      emptyWhy={t('emptyWhy')}
      list={useQuery(serviceCenterListQuery(search))}
      onSwitch={onSwitch}
      columns={({ name, toggle, actions }) => [
        {
          ...name,
          cell: (center) => (
            <>
              {name.cell(center)}
              <span className={cells.beside}>
                {[center.address, center.contactNo].filter(Boolean).join(' · ')}
              </span>
            </>
          ),
        },
        toggle,
        actions,
      ]}
      about={({ address, contactNo }) => (
        <>
          <span className={cells.quiet}>{address}</span>
          <span className={cells.quiet}>{contactNo}</span>
        </>
      )}
      Dialog={ServiceCenterDialog}
    />
  );
}
