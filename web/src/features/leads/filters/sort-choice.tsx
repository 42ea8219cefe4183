import { useTranslations } from 'use-intl';
import type { LeadSort } from '#contract/leads/lead-lists.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import type { Direction, Sorting } from '#web/ui/rows/sort-header.tsx';
import classes from './filters.module.css';

/** The sorts as one choice, for those without a column and for phones. */
export function SortChoice({ sorting }: { sorting: Sorting }) {
  const t = useTranslations('leadWork');
  const { sort: current, order: currentOrder, usual, onSort } = sorting;
  const both = Object.entries(usual).flatMap(([sort, first]) => {
    const other = first === 'asc' ? 'desc' : 'asc';
    return [first, other].map((order) => ({ sort: sort as LeadSort, order: order as Direction }));
  });
  const keyOf = (sort: string, order: string) => `${sort} ${order}`;
  return (
    <Choice
      className={classes.choice}
      aria-label={t('sort')}
      data={both.map(({ sort, order }) => ({
        value: keyOf(sort, order),
        label: t(`sorts.${sort}.${order}`),
      }))}
      value={keyOf(current, currentOrder)}
      onChange={(chosen) => {
        const found = both.find(({ sort, order }) => keyOf(sort, order) === chosen);
        if (found) onSort(found.sort, found.order);
      }}
    />
  );
}
