import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { editOffering, listOfferings } from '#contract/offerings.ts';
import { call } from '#web/lib/api/api.ts';
import { endpointPage } from '#web/lib/api/endpoint-query.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import {
  type ActiveSearch,
  activeSearch,
  getActiveFilters,
  listRouteOptions,
  redirectToCanonicalCase,
} from '#web/lib/url/list-search.ts';
import { ActiveScreen, useSwitchActive } from '#web/ui/list/active-screen.tsx';

const offeringListQuery = (url: Pick<ActiveSearch, 'search' | 'status' | 'page'>) =>
  endpointPage(listOfferings, { query: getActiveFilters(url) });

export const Route = createFileRoute('/main/servicesAndCampaign')({
  ...listRouteOptions(activeSearch, offeringListQuery),
  beforeLoad: redirectToCanonicalCase('/main/servicesAndCampaign'),
  component: Offerings,
});

function Offerings() {
  const url = Route.useSearch();
  const t = useTranslations('offerings');
  const types = useTranslations('leads.types');
  const none = useTranslations('ui')('none');
  const formats = useFormats();
  const onSwitch = useSwitchActive(listOfferings, (id, isActive) =>
    call(editOffering, { params: { id }, body: { isActive } }),
  );
  const today = useToday();
  const hasEnded = ({ endDate }: { endDate: string | null }) => endDate !== null && endDate < today;
  const day = (date: string | null) => (date ? formats.date(date) : undefined);
  return (
    <ActiveScreen
      url={url}
      title={t('title')}
      add={t('add')}
      searchHint={t('searchHint')}
      list={useQuery(offeringListQuery(url))}
      onSwitch={onSwitch}
      note={(offering) => hasEnded(offering) && t('ended')}
      columns={({ name, toggle, actions }) => [
        name,
        { key: 'type', header: t('columns.type'), width: '112px', cell: ({ type }) => types(type) },
        {
          key: 'startDate',
          header: t('columns.startDate'),
          width: '128px',
          cell: (offering) => (
            <span className={hasEnded(offering) ? 'dimmed' : undefined}>
              {day(offering.startDate) ?? none}
            </span>
          ),
        },
        {
          key: 'endDate',
          header: t('columns.endDate'),
          width: '128px',
          cell: (offering) => (
            <span className={hasEnded(offering) ? 'dimmed' : undefined}>{day(offering.endDate) ?? none}</span>
          ),
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
          <span className="quiet one-line">
            {[[day(startDate), day(endDate)].filter(Boolean).join(' – '), location]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      )}
      dialogs={{ add: 'offering.new', edit: 'offering.edit' }}
    />
  );
}
