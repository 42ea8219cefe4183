import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { dayRanges } from '#contract/business.ts';
import { listAdvisors } from '#contract/leads/lead-advisors.ts';
import { followUpDueFilters, getLeadSorts, type LeadSort, leadSorts } from '#contract/leads/lead-lists.ts';
import type { LeadStatus } from '#contract/leads/lead-status.ts';
import type { Lead } from '#contract/leads/leads.ts';
import { OfferingFilter } from '#web/features/leads/record/offering-filter.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { localStorageValue, useStore } from '#web/lib/browser/store.ts';
import { useToday } from '#web/lib/dealer/dealer.queries.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import { ChoiceFilter } from '#web/ui/filter/choice-filter.tsx';
import { DaysFilter } from '#web/ui/filter/days-filter.tsx';
import type { Filter } from '#web/ui/filter/filters.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import type { SortDirection, Sorting } from '#web/ui/rows/sort-header.tsx';
import {
  getApplicableFilters,
  getDefaultSort,
  getEffectiveSort,
  type LeadFilterName,
  leadFilterParams,
  type StatusListSearch,
  type WorklistSearch,
} from './lead-search.ts';
import classes from './lists.module.css';

type Url = Pick<StatusListSearch, 'serviceCenter'> &
  Partial<Pick<StatusListSearch, 'days' | 'followUpDue' | 'advisor' | 'serviceID' | 'startDate' | 'endDate'>>;

const controls: { readonly [Name in LeadFilterName]: (props: { url: Url }) => ReactNode } = {
  days: RangeFilter,
  followUpDue: FollowUpFilter,
  advisor: AdvisorFilter,
  offering: OfferingOfUrl,
  entered: EntryFilter,
};

/** Makes one of the filters of a list of leads, with its control. */
export function leadFilter(name: LeadFilterName, url: Url, place?: Filter['place']): Filter {
  const names = Object.keys(leadFilterParams[name]) as (keyof Url)[];
  const Control = controls[name];
  const isOn = names.some((one) => url[one] !== undefined);
  return { names, isOn, control: <Control url={url} />, place };
}

function RangeFilter({ url: { days: value } }: { url: Url }) {
  const t = useTranslations('leadStatus');
  const { setFilters: narrow } = useListUrl();
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

function FollowUpFilter({ url: { followUpDue } }: { url: Url }) {
  const t = useTranslations('leadWork');
  return (
    <ChoiceFilter
      name="followUpDue"
      label={t('followUpDue')}
      all={t('anyFollowUp')}
      options={followUpDueFilters.map((due) => ({ value: due, label: t(`followUpsDue.${due}`) }))}
      value={followUpDue}
    />
  );
}

// `mine`, `nobody` or an employee; none: everybody's.
function AdvisorFilter({ url: { advisor: value, serviceCenter } }: { url: Url }) {
  const t = useTranslations('leadWork');
  const { setFilters: narrow } = useListUrl();
  const { data: advisors = [], isLoading } = useQuery(
    endpointQuery(listAdvisors, { query: { serviceCenter } }),
  );
  const isKnown = !value || ['mine', 'nobody', ...advisors.map(({ _id }) => _id)].includes(value);
  const people = advisors.map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <Choice
      className="filter"
      aria-label={t('advisor')}
      data={[
        { value: '', label: t('everybodys') },
        { value: 'mine', label: t('mine') },
        { value: 'nobody', label: t('nobodys') },
        ...(isKnown || isLoading ? [] : [{ value, label: t('someAdvisor') }]),
        ...(people.length > 0 ? [{ group: t('advisors'), items: people }] : []),
      ]}
      value={isKnown || !isLoading ? (value ?? '') : ''}
      onChange={(advisor) => narrow({ advisor: advisor || undefined })}
    />
  );
}

function OfferingOfUrl({ url }: { url: Url }) {
  const { setFilters: narrow } = useListUrl();
  const onFilter = (serviceID: string | undefined) => narrow({ serviceID });
  return <OfferingFilter className="filter" value={url.serviceID} onFilter={onFilter} />;
}

function EntryFilter({ url: { startDate, endDate } }: { url: Url }) {
  const { setFilters: narrow } = useListUrl();
  return <DaysFilter value={{ startDate, endDate }} today={useToday()} onFilter={narrow} />;
}

/** Makes the sorting of a status list's headers; a choice goes to the URL. */
export function useStatusListSorting(
  status: LeadStatus | undefined,
  search: WorklistSearch,
): Sorting & { initial: LeadSort } {
  const { setFilters: narrow } = useListUrl();
  const initial = getDefaultSort(status);
  const usual = Object.fromEntries(getLeadSorts(status).map((sort) => [sort, leadSorts[sort]]));
  const onSort: Sorting['onSort'] = (sort, order) => {
    const isUsual = sort === initial && order === leadSorts[initial];
    narrow(isUsual ? { sort: undefined, order: undefined } : { sort, order });
  };
  return { ...getEffectiveSort(getApplicableFilters(status, search)), defaults: usual, onSort, initial };
}

const withoutColumn: readonly string[] = ['statusSince', 'waiting'] satisfies LeadSort[];

const byColumn = 'column';

/** Offers the sorts as a choice: on a phone all of them, else those that no header offers. */
export function useSortFilter(sorting: Sorting & { initial: LeadSort }): Filter[] {
  const isPhone = useIsPhone();
  const sorts = Object.keys(sorting.defaults).filter((sort) => isPhone || withoutColumn.includes(sort));
  if (sorts.length === 0) return [];
  const isOn = sorting.sort !== sorting.initial && sorts.includes(sorting.sort);
  const control = <SortChoice sorting={sorting} sorts={sorts} />;
  return [{ names: ['sort', 'order'], isOn, control, place: 'more' }];
}

type SortChoiceProps = { sorting: Sorting; sorts: readonly string[] };

function SortChoice({ sorting, sorts }: SortChoiceProps) {
  const t = useTranslations('leadWork');
  const { sort: current, order: currentOrder, defaults: usual, onSort } = sorting;
  const offered = sorts.flatMap((sort) => {
    const orders: SortDirection[] = usual[sort] === 'desc' ? ['desc', 'asc'] : ['asc', 'desc'];
    return orders.map((order) => ({ sort: sort as LeadSort, order, key: `${sort} ${order}` }));
  });
  const isOffered = sorts.includes(current);
  const choose = (key: string) => {
    const found = offered.find((one) => one.key === key);
    onSort(found?.sort ?? 'entered', found?.order ?? 'desc');
  };
  return (
    <Choice
      className="filter"
      aria-label={t('sort')}
      // The head of the column says it on paper.
      data-unprinted={isOffered ? undefined : ''}
      data={[
        ...(sorts.includes('entered') ? [] : [{ value: byColumn, label: t('byColumn') }]),
        ...offered.map(({ sort, order, key }) => ({ value: key, label: t(`sorts.${sort}.${order}`) })),
      ]}
      value={isOffered ? `${current} ${currentOrder}` : byColumn}
      onChange={choose}
    />
  );
}

const extraColumns = ['advisor', 'source'] as const;
type ExtraColumn = (typeof extraColumns)[number];

const leadColumn = localStorageValue(() => 'leadColumn');

/**
 * Chooses the columns that a list shows beside its own: both on a phone, whose cards have room, else the one that this browser remembers.
 * The first of the `leads` that came in by itself shows where they came from, until somebody chooses.
 */
export function useExtraColumns(leads: readonly Lead[] = []): readonly ExtraColumn[] {
  const isPhone = useIsPhone();
  const shown = useStore(leadColumn);
  const isNews = shown === null && leads.some(({ source }) => source !== null);
  useEffect(() => {
    if (isNews) leadColumn.set('source');
  }, [isNews]);
  return isPhone ? extraColumns : extraColumns.filter((name) => name === (isNews ? 'source' : shown));
}

/** Shows buttons that add a column, of which there is room for one. */
export function ExtraColumnSwitches() {
  const t = useTranslations('leadWork');
  const [shown] = useExtraColumns();
  const isPhone = useIsPhone();
  if (isPhone) return null;
  return extraColumns.map((name) => (
    <Button
      key={name}
      variant={name === shown ? 'light' : 'default'}
      aria-pressed={name === shown}
      onClick={() => leadColumn.set(name === shown ? 'none' : name)}
    >
      {t(`show.${name}`)}
    </Button>
  ));
}
