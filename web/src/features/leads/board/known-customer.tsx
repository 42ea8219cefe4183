import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { findKnownPeople } from '#contract/leads/lead-find.ts';
import type { LeadForm } from '#web/features/leads/form/lead-inputs.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { useStableWhilePressed } from '#web/lib/browser/press.ts';
import classes from './book-dialog.module.css';
import { type BookedCustomer, listKnownCustomers, OptionText } from './find-customer.tsx';

const debounceMs = 150;

type KnownCustomerProps = {
  form: LeadForm;
  center: string;
  onChoose: (customer: BookedCustomer) => void;
};

/** Says who has exactly the phone or vehicle that is typed of somebody new, and offers to book for them instead. */
export function KnownCustomer({ form, center, onChoose }: KnownCustomerProps) {
  const t = useTranslations('bookings.dialog');
  const [phone = '', vehicleNumber = ''] = useWatch({
    control: form.control,
    name: ['phone', 'vehicleNumber'],
  });
  const [asked] = useDebouncedValue(`${phone}\n${vehicleNumber}`, debounceMs);
  const [ofPhone = '', ofVehicle = ''] = asked.split('\n');
  const isAsked = asked.trim() !== '';
  const { data } = useQuery({
    ...endpointQuery(findKnownPeople, { body: { phone: ofPhone, vehicleNumber: ofVehicle } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const people = useStableWhilePressed(isAsked ? data?.people : undefined) ?? [];
  if (people.length === 0) return null;
  const options = listKnownCustomers(people);
  return (
    <div role="status" className={classes.known}>
      <p className="quiet">{t('known')}</p>
      {options.map((option, at) => (
        <button
          key={option.key}
          type="button"
          className={classes.option}
          onClick={() => onChoose(option.customer)}
        >
          <OptionText option={option} center={center} isFirst={option.person !== options[at - 1]?.person} />
        </button>
      ))}
    </div>
  );
}
