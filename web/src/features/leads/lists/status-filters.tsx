import { useTranslations } from 'use-intl';
import { dayRanges } from '#contract/business.ts';
import { takeLead } from '#contract/leads/lead-advisors.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { AdvisorFilter } from '#web/features/leads/filters/advisor-filter.tsx';
import { FollowUpFilter } from '#web/features/leads/filters/follow-up-filter.tsx';
import { AdvisorSwitch } from '#web/features/leads/filters/shown-advisor.tsx';
import { useSortFilter } from '#web/features/leads/filters/sort-choice.tsx';
import { OfferingFilter } from '#web/features/leads/record/offering-filter.tsx';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useToday } from '#web/lib/session/dealer.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { DaysFilter } from '#web/ui/filter/days-filter.tsx';
import { besideFilters, type Filter, searchFilter } from '#web/ui/filter/filters.tsx';
import type { Sorting } from '#web/ui/rows/sort-header.tsx';
import type { StatusSearch } from './lead-search.ts';
import classes from './status-filters.module.css';

/** The filters of a status list. `center`: for levels without one in their menu. */
export function useStatusFilters(
  status: LeadStatus,
  url: StatusSearch,
  sorting: Sorting,
  center: Filter | undefined,
): Filter[] {
  const leads = useTranslations('leads');
  const { narrow } = useListUrl();
  const today = useToday();
  const mayHaveAdvisors = mayCall(takeLead, useSession()?.level);
  const sort = useSortFilter(sorting);
  const { startDate, endDate, serviceID, advisor, serviceCenter } = url;
  return [
    searchFilter(url.search, leads('searchHint')),
    ...(center ? [center] : []),
    ...(status === 'pending'
      ? [{ names: ['days'], isOn: url.days !== undefined, control: <RangeFilter value={url.days} /> }]
      : []),
    ...(status === 'potential'
      ? [
          {
            names: ['followUpDue'],
            isOn: url.followUpDue !== undefined,
            control: <FollowUpFilter value={url.followUpDue} />,
          },
        ]
      : []),
    ...(mayHaveAdvisors
      ? [
          {
            names: ['advisor'],
            isOn: advisor !== undefined,
            control: <AdvisorFilter value={advisor} serviceCenter={serviceCenter} />,
          },
        ]
      : []),
    {
      names: ['serviceID'],
      isOn: serviceID !== undefined,
      control: (
        <OfferingFilter className="filter" value={serviceID} onFilter={(id) => narrow({ serviceID: id })} />
      ),
      place: 'more',
    },
    {
      names: ['startDate', 'endDate'],
      isOn: startDate !== undefined || endDate !== undefined,
      control: <DaysFilter value={{ startDate, endDate }} today={today} onFilter={narrow} />,
      place: 'more',
    },
    ...sort,
    { ...besideFilters(<AdvisorSwitch />), place: 'more' },
  ];
}

function RangeFilter({ value }: { value: StatusSearch['days'] }) {
  const t = useTranslations('leadStatus');
  const { narrow } = useListUrl();
  return (
    <Choice
      className={classes.days}
      aria-label={t('days')}
      leftSection={<span className={classes.daysLabel}>{t('days')}</span>}
      leftSectionWidth={124}
      leftSectionPointerEvents="none"
      data={[
        { value: '', label: t('allDays') },
        ...dayRanges.map((days) => ({ value: String(days), label: t('lastDays', { days }) })),
      ]}
      value={String(value ?? '')}
      onChange={(chosen) => narrow({ days: dayRanges.find((days) => String(days) === chosen) })}
    />
  );
}
