import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { dayRanges } from '#contract/business.ts';
import type { LeadStatus } from '#contract/lead-status.ts';
import { useToday } from '#web/lib/dealer.ts';
import { Choice } from '#web/ui/choice.tsx';
import { DaysFilter } from '#web/ui/days-filter.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { useIsPhone } from '#web/ui/use-is-phone.ts';
import { OfferingFilter } from './offering-filter.tsx';
import classes from './status-filters.module.css';
import type { StatusNarrowing } from './status-view.ts';

type StatusFiltersProps = {
  status: LeadStatus;
  value: StatusNarrowing;
  onFilter: (change: Partial<StatusNarrowing>) => void;
  /** The selector among service centers, where it stands in the filter bar. */
  centerSelect: ReactNode;
};

/** The filter bar of a status list; on a phone everything but the search waits behind a button. */
export function StatusFilters({ status, value, onFilter, centerSelect }: StatusFiltersProps) {
  const t = useTranslations('leadStatus');
  const leads = useTranslations('leads');
  const today = useToday();
  const isPhone = useIsPhone();
  const inForce = [value.startDate, value.endDate, value.serviceID, value.days].filter(Boolean).length;
  const [isOpen, setOpen] = useState(inForce > 0);
  const rest = useId();
  const { startDate, endDate } = value;

  return (
    <>
      <SearchBox
        value={value.search}
        onSearch={(search) => onFilter({ search })}
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
          onFilter={(serviceID) => onFilter({ serviceID })}
        />
        <DaysFilter value={{ startDate, endDate }} today={today} onFilter={onFilter} />
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
            value={String(value.days ?? '')}
            onChange={(chosen) => onFilter({ days: dayRanges.find((days) => String(days) === chosen) })}
          />
        )}
        {centerSelect}
      </div>
    </>
  );
}
