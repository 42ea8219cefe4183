import { createElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { type SegmentOption, Segments } from '#web/ui/choice/segments.tsx';
import classes from './filters.module.css';
import { SearchBox } from './search-box.tsx';

/** Above a list: narrows it, or chooses another. */
export type Filter = {
  /** In the URL, for 'Clear filters'; none where it chooses another list. */
  names: readonly string[];
  /** Narrows now: without rows, nothing matches. */
  isOn: boolean;
  control: ReactNode;
};

/** The controls of a list's filters. */
export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  return createElement('div', { className: classes.filters }, ...filters.map(({ control }) => control));
}

/** The URL's `search`. `hint`: what is searched; `least`: the characters from which it narrows. */
export function searchFilter(value: string, hint: string, least = 1): Filter {
  const control = <SearchFilter value={value} hint={hint} least={least} />;
  return { names: ['search'], isOn: value !== '', control };
}

function SearchFilter({ value, hint, least }: { value: string; hint: string; least: number }) {
  const { narrow } = useListUrl();
  return (
    <SearchBox value={value} least={least} onSearch={(search) => narrow({ search })} placeholder={hint} />
  );
}

type ActiveStatus = 'all' | 'active' | 'inactive';

/** The URL's `status`, else `usual`. */
export function activeFilter(value: ActiveStatus, usual: ActiveStatus = 'all'): Filter {
  return { names: ['status'], isOn: value !== usual, control: <ActiveFilter value={value} /> };
}

function ActiveFilter({ value }: { value: ActiveStatus }) {
  const t = useTranslations('ui.active');
  const options = (['all', 'active', 'inactive'] as const).map((one) => ({ value: one, label: t(one) }));
  return <SegmentFilter name="status" label={t('filter')} value={value} options={options} />;
}

type SegmentFilterProps<Value extends string> = {
  name: string;
  /** For screen readers. */
  label: string;
  value: Value;
  options: readonly SegmentOption<Value>[];
};

/** A few views of a list; the first is all of it. */
export function segmentFilter<Value extends string>(props: SegmentFilterProps<Value>): Filter {
  const isOn = props.value !== props.options[0]?.value;
  return { names: [props.name], isOn, control: <SegmentFilter {...props} /> };
}

/** The control of a {@link segmentFilter}, also for another list. */
export function SegmentFilter<Value extends string>({ name, ...rest }: SegmentFilterProps<Value>) {
  const { narrow } = useListUrl();
  return <Segments {...rest} onChange={(value) => narrow({ [name]: value })} />;
}

/** A control that chooses another list, or leads away. */
export function besideFilters(control: ReactNode): Filter {
  return { names: [], isOn: false, control };
}
