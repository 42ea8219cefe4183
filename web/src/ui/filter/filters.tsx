import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { createElement, Fragment, type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { type SegmentOption, Segments } from '#web/ui/choice/segments.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import classes from './filters.module.css';
import { SearchBox } from './search-box.tsx';

/** A filter above a list, which narrows it or chooses another. */
export type Filter = {
  names: readonly string[];
  isOn: boolean;
  control: ReactNode;
  place?: 'more' | 'below';
};

/**
 * Shows a list's filters in one row. The rarer ones stand behind a button that says how many of them are on; on a phone it holds all but
 * the first, so that the list begins below a single line.
 */
export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  const isPhone = useIsPhone();
  const at = (wanted: Filter['place']) => filters.filter(({ place, control }) => place === wanted && control);
  const [frequent, rare, below] = [at(undefined), at('more'), at('below')];
  const inRow = isPhone ? frequent.slice(0, 1) : frequent;
  const folded = [...frequent.slice(inRow.length), ...rare];
  const [isOpen, setOpen] = useState(false);
  const foldedId = useId();
  const t = useTranslations('ui.filters');
  return (
    <>
      <div className={classes.frame}>
        <fieldset className={classes.filters} aria-label={t('label')} data-filters="">
          <Controls of={inRow} />
          {folded.length > 0 && (
            <MoreButton
              isOpen={isOpen}
              opens={foldedId}
              filtersOn={folded.filter(({ isOn }) => isOn).length}
              onClick={() => setOpen((open) => !open)}
            />
          )}
          {folded.length > 0 && (
            <div id={foldedId} className={classes.folded} hidden={!isOpen}>
              <Controls of={folded} />
            </div>
          )}
        </fieldset>
      </div>
      <Controls of={below} />
    </>
  );
}

function Controls({ of }: { of: readonly Filter[] }) {
  return createElement(Fragment, null, ...of.map(({ control }) => control));
}

type MoreButtonProps = {
  isOpen: boolean;
  opens: string;
  filtersOn: number;
  onClick: () => void;
};

function MoreButton({ isOpen, opens, filtersOn, onClick }: MoreButtonProps) {
  const t = useTranslations('ui.filters');
  const isPhone = useIsPhone();
  return (
    <Button
      variant="default"
      className={classes.more}
      leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} />}
      aria-expanded={isOpen}
      aria-controls={opens}
      onClick={onClick}
    >
      <span className={classes.words}>{t(isPhone ? 'all' : 'more', { count: filtersOn })}</span>
      {filtersOn > 0 && (
        <span className={classes.on} aria-hidden>
          {filtersOn}
        </span>
      )}
    </Button>
  );
}

/** Makes the filter of the URL's `search`. `hint`: what is searched; `least`: the characters from which it narrows. */
export function searchFilter(value: string, hint: string, least = 1): Filter {
  const control = <SearchFilter value={value} hint={hint} least={least} />;
  return { names: ['search'], isOn: value !== '', control };
}

function SearchFilter({ value, hint, least }: { value: string; hint: string; least: number }) {
  const { setFilters: narrow } = useListUrl();
  return (
    <SearchBox value={value} least={least} onSearch={(search) => narrow({ search })} placeholder={hint} />
  );
}

type ActiveStatus = 'all' | 'active' | 'inactive';

/** Makes the filter by active and inactive records. */
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
  label: string;
  value: Value;
  options: readonly SegmentOption<Value>[];
};

/** Makes a filter that chooses one of a few values side by side; the first one is the usual. */
export function segmentFilter<Value extends string>(props: SegmentFilterProps<Value>): Filter {
  const isOn = props.value !== props.options[0]?.value;
  return { names: [props.name], isOn, control: <SegmentFilter {...props} /> };
}

/** The control of a {@link segmentFilter}, which writes into the URL. */
export function SegmentFilter<Value extends string>({ name, ...rest }: SegmentFilterProps<Value>) {
  const { setFilters: narrow } = useListUrl();
  return <Segments {...rest} onChange={(value) => narrow({ [name]: value })} />;
}

/** Makes a control that stands among the filters of a list but narrows nothing. */
export function filterBarControl(control: ReactNode): Filter {
  return { names: [], isOn: false, control };
}

type FilterChipsProps = {
  label: string;
  chips: readonly {
    key: string;
    text: string;
    action: string;
    onRemove: () => void;
  }[];
};

/** Shows the filters that are on and have no control of their own, each with a button that removes it. */
export function FilterChips({ label, chips }: FilterChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul className="button-row" aria-label={label} data-filters="">
      {chips.map(({ key, text, action, onRemove }) => (
        <li key={key} style={{ maxWidth: '100%' }}>
          <button
            type="button"
            className={classes.chip}
            data-chip=""
            aria-label={action}
            title={action}
            onClick={onRemove}
          >
            <span className="one-line">{text}</span>
            <IconX size={14} stroke={2} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
