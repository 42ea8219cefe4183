import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Ref, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Employee } from '#contract/employees.ts';
import { customerCallingLevels } from '#contract/levels.ts';
import type { Person } from '#contract/people.ts';
import { employeesByLevelQuery } from '#web/lib/dealer/employees.queries.ts';
import { SearchChoice } from '#web/ui/choice/search-choice.tsx';
import classes from './departure.module.css';

const receiving = customerCallingLevels.toReversed();

type ReceiverChoiceProps = {
  from: Employee;
  value: Person | undefined;
  onChange: (receiver: Person | undefined) => void;
  placeholder: string;
  error?: string;
  ref?: Ref<HTMLInputElement>;
};

export function ReceiverChoice({ from, value, onChange, placeholder, error, ref }: ReceiverChoiceProps) {
  const t = useTranslations('employees');
  const levelNames = useTranslations('frame.levels');
  const [search, setSearch] = useState('');
  const { data: found = [] } = useQuery(employeesByLevelQuery(receiving, search, 'true'));
  const nameOf = ({ name, serviceCenter }: Employee) =>
    serviceCenter.length > 0 ? `${name} (${serviceCenter.map((center) => center.name).join(', ')})` : name;
  const groups = found
    .map(({ level, employees }) => ({
      group: levelNames(level),
      items: employees
        .filter(({ _id }) => _id !== from._id)
        .map((one) => ({ value: one._id, label: nameOf(one) })),
    }))
    .filter(({ items }) => items.length > 0);
  const isListed = groups.some(({ items }) => items.some((item) => item.value === value?._id));
  const people = found.flatMap(({ employees }) => employees);

  return (
    <SearchChoice
      ref={ref}
      label={t('receiver')}
      placeholder={placeholder}
      error={error}
      clearable
      data-autofocus
      openOnFocus={false}
      data={[...(value && !isListed ? [{ value: value._id, label: value.name }] : []), ...groups]}
      value={value?._id ?? null}
      onChange={(id) => onChange(people.find(({ _id }) => _id === id))}
      onSearch={setSearch}
      nothingFoundMessage={t('noReceiver')}
    />
  );
}

export function AdvisedLeadsLink({ employee: { _id, name } }: { employee: Employee }) {
  const t = useTranslations('employees');
  return (
    <Link
      className={classes.advised}
      to="/main/manageMentLead/$status"
      params={{ status: 'all' }}
      // Named, so that the screen's center does not narrow the list.
      search={{ advisor: _id, serviceCenter: undefined }}
    >
      {t('advisedLeads', { name })}
    </Link>
  );
}
