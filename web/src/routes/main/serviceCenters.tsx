import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { editServiceCenter, listServiceCenters } from '#contract/service-centers.ts';
import { CenterTabs } from '#web/features/working-hours/center-tabs.tsx';
import { call } from '#web/lib/api/api.ts';
import { endpointPage } from '#web/lib/api/endpoint-query.ts';
import {
  type ActiveSearch,
  activeSearch,
  getActiveFilters,
  listRouteOptions,
  redirectToCanonicalCase,
} from '#web/lib/url/list-search.ts';
import { ActiveScreen, useSwitchActive } from '#web/ui/list/active-screen.tsx';
import cells from '#web/ui/rows/record-cells.module.css';
import { RowAction } from '#web/ui/rows/row-parts.tsx';

const serviceCenterListQuery = (url: Pick<ActiveSearch, 'search' | 'status' | 'page'>) =>
  endpointPage(listServiceCenters, { query: getActiveFilters(url) });

export const Route = createFileRoute('/main/serviceCenters')({
  ...listRouteOptions(activeSearch, serviceCenterListQuery),
  beforeLoad: redirectToCanonicalCase('/main/serviceCenters'),
  component: ServiceCenters,
});

function ServiceCenters() {
  const url = Route.useSearch();
  const t = useTranslations('serviceCenters');
  const hours = useTranslations('workingHours');
  const onSwitch = useSwitchActive(listServiceCenters, (id, isActive) =>
    call(editServiceCenter, { params: { id }, body: { isActive } }),
  );
  return (
    <ActiveScreen
      url={url}
      title={t('title')}
      add={t('create')}
      tabs={<CenterTabs />}
      more={({ _id, name }) => (
        <RowAction
          icon={IconClock}
          label={hours('openOf', { name })}
          link={{ to: '/main/workingHours', search: { center: _id } }}
        />
      )}
      searchHint={t('searchHint')}
      list={useQuery(serviceCenterListQuery(url))}
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
          <span className="quiet one-line">{address}</span>
          <span className="quiet one-line">{contactNo}</span>
        </>
      )}
      dialogs={{ add: 'serviceCenter.new', edit: 'serviceCenter.edit' }}
    />
  );
}
