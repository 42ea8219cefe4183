import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { levels } from '#contract/levels.ts';
import { SearchChoice } from '#web/ui/choice/search-choice.tsx';
import { peopleQuery } from './audit.queries.ts';

const pause = 250;

type EmployeeFilterProps = {
  value: string | undefined;
  /** Known once an entry names them. */
  name: string | undefined;
  onFilter: (id: string | undefined) => void;
  className?: string;
};

/** As actor or subject; loaded on first use. */
export function EmployeeFilter({ value, name, onFilter, className }: EmployeeFilterProps) {
  const t = useTranslations('audit');
  const levelNames = useTranslations('frame.levels');
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [search] = useDebouncedValue(typed.trim(), pause);
  const lists = useQueries({
    queries: levels.map((level) => ({ ...peopleQuery(level, search), enabled: isOpen })),
  });
  const groups = levels
    .map((level, at) => ({
      group: levelNames(level),
      items: (lists[at]?.data ?? []).map((one) => ({ value: one._id, label: one.name })),
    }))
    .filter(({ items }) => items.length > 0);
  const isListed = groups.some(({ items }) => items.some((item) => item.value === value));
  const label = chosen ?? name ?? t('someEmployee');

  const pick = (id: string | null, picked: string) => {
    setChosen(id ? picked : undefined);
    onFilter(id || undefined);
  };

  return (
    <SearchChoice
      className={className}
      aria-label={t('employee')}
      data={[
        { value: '', label: t('anyEmployee') },
        ...(value && !isListed ? [{ value, label }] : []),
        ...groups,
      ]}
      value={value ?? ''}
      onChange={(id, option) => pick(id, option?.label ?? '')}
      onDropdownOpen={() => {
        setTyped('');
        setOpen(true);
      }}
      onDropdownClose={() => setOpen(false)}
      onInput={(event) => setTyped(event.currentTarget.value)}
      // The server has searched, by email too.
      filter={({ options }) => options}
      nothingFoundMessage={t('noEmployee')}
    />
  );
}
