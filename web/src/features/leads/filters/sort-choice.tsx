import { useTranslations } from 'use-intl';
import type { LeadSort } from '#contract/leads/lead-lists.ts';
import { Choice } from '#web/ui/choice/choice.tsx';
import type { Filter } from '#web/ui/filter/filters.tsx';
import { useIsPhone } from '#web/ui/frame/use-is-phone.ts';
import type { Direction, Sorting } from '#web/ui/rows/sort-header.tsx';

/** No list of one status has a column for these. */
const withoutColumn: readonly string[] = ['statusSince', 'waiting'] satisfies LeadSort[];

const byColumn = 'column';

/** The sorts as a choice: on a phone all of them, else those that no header offers. */
export function useSortFilter(sorting: Sorting): Filter[] {
  const isPhone = useIsPhone();
  const sorts = Object.keys(sorting.usual).filter((sort) => isPhone || withoutColumn.includes(sort));
  if (sorts.length === 0) return [];
  const control = <SortChoice sorting={sorting} sorts={sorts} />;
  return [
    {
      names: ['sort', 'order'],
      isOn: sorting.sort !== 'entered' && sorts.includes(sorting.sort),
      control,
      place: 'more',
    },
  ];
}

type SortChoiceProps = { sorting: Sorting; sorts: readonly string[] };

function SortChoice({ sorting, sorts }: SortChoiceProps) {
  const t = useTranslations('leadWork');
  const { sort: current, order: currentOrder, usual, onSort } = sorting;
  const offered = sorts.flatMap((sort) => {
    const orders: Direction[] = usual[sort] === 'desc' ? ['desc', 'asc'] : ['asc', 'desc'];
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
      data={[
        ...(sorts.includes('entered') ? [] : [{ value: byColumn, label: t('byColumn') }]),
        ...offered.map(({ sort, order, key }) => ({ value: key, label: t(`sorts.${sort}.${order}`) })),
      ]}
      value={isOffered ? `${current} ${currentOrder}` : byColumn}
      onChange={choose}
    />
  );
}
