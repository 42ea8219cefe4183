import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { dayRanges } from '#contract/business.ts';
import { takeLead } from '#contract/leads/lead-advisors.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import { AdvisorFilter } from '#web/features/leads/filters/advisor-filter.tsx';
import { FollowUpFilter } from '#web/features/leads/filters/follow-up-filter.tsx';
import { SortChoice } from '#web/features/leads/filters/sort-choice.tsx';
import { useSorting } from '#web/features/leads/filters/use-sorting.ts';
import { OfferingFilter } from '#web/features/leads/record/offering-filter.tsx';
import { mayCall } from '#web/lib/api/may-call.ts';
import { useToday } from '#web/lib/session/dealer.ts';
import { useSession } from '#web/lib/session/use-session.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { DaysFilter } from '#web/ui/filter/days-filter.tsx';
import { SearchBox } from '#web/ui/filter/search-box.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import type { StatusSearch } from './lead-search.ts';
import classes from './status-filters.module.css';

type StatusFiltersProps = {
  status: LeadStatus;
  value: StatusSearch;
  children: ReactNode;
};

/** On a phone all but the search waits behind a button. */
export function StatusFilters({ status, value, children }: StatusFiltersProps) {
  const t = useTranslations('leadStatus');
  const leads = useTranslations('leads');
  const { narrow } = useListUrl();
  const today = useToday();
  const isPhone = useIsPhone();
  const days = status === 'pending' ? value.days : undefined;
  const due = status === 'potential' ? value.followUpDue : undefined;
  const inForce = [value.startDate, value.endDate, value.serviceID, days, due, value.advisor].filter(
    Boolean,
  ).length;
  const sorting = useSorting(status, value);
  const mayHaveAdvisors = mayCall(takeLead, useSession()?.level);
  const [isOpen, setOpen] = useState(inForce > 0);
  const rest = useId();
  const { startDate, endDate } = value;

  return (
    <>
      <SearchBox
        value={value.search}
        onSearch={(search) => narrow({ search })}
        placeholder={leads('searchHint')}
      />
      {isPhone && (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} />}
          aria-expanded={isOpen}
          aria-controls={rest}
          onClick={() => setOpen((open) => !open)}
        >
          {inForce > 0 ? t('filtersInForce', { count: inForce }) : t('filters')}
        </Button>
      )}
      <div id={rest} className={classes.rest} hidden={isPhone && !isOpen}>
        <OfferingFilter
          className={classes.offering}
          value={value.serviceID}
          onFilter={(serviceID) => narrow({ serviceID })}
        />
        <DaysFilter value={{ startDate, endDate }} today={today} onFilter={narrow} />
        {status === 'pending' && (
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
            value={String(days ?? '')}
            onChange={(chosen) => narrow({ days: dayRanges.find((days) => String(days) === chosen) })}
          />
        )}
        {status === 'potential' && <FollowUpFilter value={value.followUpDue} />}
        {mayHaveAdvisors && <AdvisorFilter value={value.advisor} serviceCenter={value.serviceCenter} />}
        {children}
        <SortChoice sorting={sorting} />
      </div>
    </>
  );
}
