import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { listCustomers } from '#contract/customers.ts';
import { endpointPage } from '#web/lib/api/endpoint-query.ts';
import { SearchChoice } from '#web/ui/choice/search-choice.tsx';

const pause = 250;

type CustomerSearchProps = {
  label: string;
  /** Ids that are not offered. */
  without: readonly string[];
  isFocused: boolean;
  onChoose: (id: string) => void;
};

/** Finds a customer by name, phone or email. */
export function CustomerSearch({ label, without, isFocused, onChoose }: CustomerSearchProps) {
  const t = useTranslations('customers.merge');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), pause);
  const { data } = useQuery(endpointPage(listCustomers, { query: { search, limit: 25 } }));
  const found = (data?.rows ?? []).filter(({ _id }) => !without.includes(_id));
  return (
    <SearchChoice
      label={label}
      placeholder={t('with')}
      data-autofocus={isFocused || undefined}
      openOnFocus={false}
      data={found.map(({ _id, name, mobile, email }) => ({
        value: _id,
        label: [name, mobile, email].filter(Boolean).join(' · '),
      }))}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        if (!id) return;
        setTyped('');
        onChoose(id);
      }}
      // The server has searched, by every number too.
      filter={({ options }) => options}
      nothingFoundMessage={t('none')}
    />
  );
}
