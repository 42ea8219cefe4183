import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'use-intl';
import { editOffering } from '#contract/offerings.ts';
import { call } from '#web/lib/api/api.ts';
import { formatDate } from '#web/lib/format/format.ts';
import type { ActiveSearch } from '#web/lib/url/active-search.ts';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { ActiveScreen } from '#web/ui/list/active-screen.tsx';
import { useSwitchActive } from '#web/ui/list/use-switch-active.ts';
import cells from '#web/ui/rows/record-cells.module.css';
import { offeringListQuery } from './offerings.queries.ts';

const useOfferingTitle = () => useTranslations('offerings')('title');
const OfferingDialog = lazyDialog(
  () => import('./offering-dialog.tsx').then((module) => module.OfferingDialog),
  useOfferingTitle,
  2,
);

/** The dealer's services, campaigns and parts (specification, 'Services & Campaigns'). */
export function OfferingsPage({ search }: { search: ActiveSearch }) {
  const t = useTranslations('offerings');
  const types = useTranslations('leads.types');
  const none = useTranslations('ui')('none');
  const locale = useLocale();
  const onSwitch = useSwitchActive('serviceOrCampaign', (id, isActive) =>
    call(editOffering, { params: { id }, body: { isActive } }),
  );
  const day = (date: string | null) => (date ? formatDate(date, locale) : undefined);
  return (
    <ActiveScreen
      url={search}
      title={t('title')}
      add={t('add')}
      searchHint={t('searchHint')}
      emptyWhy={t('emptyWhy')}
      list={useQuery(offeringListQuery(search))}
      onSwitch={onSwitch}
      columns={({ name, toggle, actions }) => [
        name,
        { key: 'type', header: t('columns.type'), width: '112px', cell: ({ type }) => types(type) },
        {
          key: 'startDate',
          header: t('columns.startDate'),
          width: '128px',
          cell: ({ startDate }) => day(startDate) ?? none,
        },
        {
          key: 'endDate',
          header: t('columns.endDate'),
          width: '128px',
          cell: ({ endDate }) => day(endDate) ?? none,
        },
        {
          key: 'location',
          header: t('columns.location'),
          width: '22%',
          cell: ({ location }) => location ?? none,
        },
        { ...toggle, header: t('columns.toggle'), width: '84px' },
        { ...actions, width: '84px' },
      ]}
      about={({ type, startDate, endDate, location }) => (
        <>
          <span>{types(type)}</span>
          <span className={cells.quiet}>
            {[[day(startDate), day(endDate)].filter(Boolean).join(' – '), location]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      )}
      Dialog={OfferingDialog}
    />
  );
}
