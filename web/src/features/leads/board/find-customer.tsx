import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { textLength } from '#contract/business.ts';
import { type FoundLead, type FoundPerson, findPeople } from '#contract/leads/lead-find.ts';
import { formatPhones } from '#web/features/leads/record/found-lead.ts';
import { useDescribeDue } from '#web/features/leads/record/use-found-due.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { StatusDot } from '#web/ui/feedback/status-dot.tsx';
import classes from './book-dialog.module.css';

// Milliseconds: fast typing asks once for several keys.
const debounceMs = 80;

/** The customer to book: by one of their open leads; a known one, with a new lead; or somebody new, as they were typed. */
export type BookedCustomer =
  | { kind: 'lead'; lead: FoundLead }
  | { kind: 'known'; person: FoundPerson }
  | { kind: 'new'; text: string };

/** The name of the input in which a customer is typed. */
export const findCustomerField = 'customer';

type CustomerOption = { key: string; person?: FoundPerson; customer: BookedCustomer };

type FindCustomerProps = {
  center: string;
  typed: string;
  onType: (typed: string) => void;
  onChoose: (customer: BookedCustomer) => void;
};

/** The field that finds a customer while one types; arrows and Enter choose one of their open leads, or a new one. */
export function FindCustomer({ center, typed, onType, onChoose }: FindCustomerProps) {
  const t = useTranslations('bookings.dialog');
  const [at, setAt] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const text = typed.trim();
  const [asked] = useDebouncedValue(text, debounceMs);
  const found = useQuery({
    ...endpointQuery(findPeople, { body: { text: asked } }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  const isLoading = text !== '' && (asked !== text || found.isFetching);
  const people = text === '' ? [] : (found.data?.people ?? []);
  const options = listOptions(people, text);
  const active = Math.min(at, options.length - 1);
  const isEnterHeld = useRef(false);
  const choose = (option: CustomerOption | undefined) => option && onChoose(option.customer);
  const chooseHeld = useEffectEvent(() => choose(options[active]));
  // Enter waits for the people that are looked for.
  useEffect(() => {
    if (isLoading || !isEnterHeld.current) return;
    isEnterHeld.current = false;
    chooseHeld();
  }, [isLoading]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const next = (active + step + options.length) % options.length;
      setAt(next);
      list.current?.querySelector(`[data-at="${next}"]`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    else if (isLoading) isEnterHeld.current = true;
    else choose(options[active]);
    event.preventDefault();
  };
  return (
    <div className="stack">
      <TextInput
        name={findCustomerField}
        label={t('find')}
        placeholder={t('findHint')}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        maxLength={textLength.search}
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={`${listId}${active}`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          onType(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      {found.isError && <p role="alert">{t('failed')}</p>}
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('found')}
        aria-busy={isLoading}
        className={classes.list}
      >
        {options.map((option, place) => (
          <button
            key={option.key}
            type="button"
            role="option"
            tabIndex={-1}
            id={`${listId}${place}`}
            data-at={place}
            aria-selected={place === active}
            className={classes.option}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            <OptionText option={option} center={center} isFirst={isFirstOf(options, place)} />
          </button>
        ))}
      </div>
      <span role="status" className="visually-hidden">
        {isLoading ? t('searching') : text === '' ? '' : t('results', { count: options.length })}
      </span>
    </div>
  );
}

const isFirstOf = (options: readonly CustomerOption[], place: number) =>
  options[place]?.person !== undefined && options[place].person !== options[place - 1]?.person;

function listOptions(people: readonly FoundPerson[], text: string): CustomerOption[] {
  return [...listKnownCustomers(people), { key: 'new', customer: { kind: 'new', text } }];
}

/** Lists the open leads of people and a new one for each. */
export function listKnownCustomers(people: readonly FoundPerson[]): CustomerOption[] {
  return people.flatMap((person) => [
    ...person.open.map((lead) => ({ key: lead._id, person, customer: { kind: 'lead', lead } as const })),
    { key: person.phone, person, customer: { kind: 'known', person } as const },
  ]);
}

type OptionTextProps = { option: CustomerOption; center: string; isFirst: boolean };

/** Describes an option of the list of customers. */
export function OptionText({ option: { person, customer }, center, isFirst }: OptionTextProps) {
  const t = useTranslations('bookings.dialog');
  const statuses = useTranslations('leads.statuses');
  const describeDue = useDescribeDue();
  if (customer.kind === 'new')
    return <strong>{customer.text ? t('newNamed', { text: customer.text }) : t('newCustomer')}</strong>;
  const { lead } = customer.kind === 'lead' ? customer : {};
  const facts = lead && [
    lead.serviceOrCampaign?.name,
    lead.vehicleNumber,
    lead.serviceCenter._id !== center && t('elsewhere', { center: lead.serviceCenter.name }),
    describeDue(lead).text,
  ];
  return (
    <>
      {isFirst && person && (
        <strong>
          {t('person', { name: person.name, phone: formatPhones(person.phone, person.otherPhones) })}
        </strong>
      )}
      {lead && facts ? (
        <span className={classes.lead}>
          <StatusDot status={lead.status}>{statuses(lead.status)}</StatusDot>
          <span className="quiet">{facts.filter(Boolean).join(' · ')}</span>
        </span>
      ) : (
        person && <span className={classes.lead}>{t('newFor', { name: person.name })}</span>
      )}
    </>
  );
}
