import { useQuery } from '@tanstack/react-query';
import type { Control } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { Lead } from '#contract/leads/leads.ts';
import { listOfferingsByType } from '#contract/offerings.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { failureOf } from '#web/ui/choice/choice.tsx';
import { SelectField } from '#web/ui/field/fields.tsx';
import type { LeadFormInput, LeadFormOutput } from './lead-form.ts';

type OfferingFieldProps = {
  control: Control<LeadFormInput, unknown, LeadFormOutput>;
  /** '' while none is chosen. */
  type: LeadFormInput['type'];
  /** Available even when no longer offered. */
  before: Lead['serviceOrCampaign'];
};

export function OfferingField({ control, type, before }: OfferingFieldProps) {
  const t = useTranslations('leads');
  const isChosen = type !== '';
  const query = useQuery({
    ...endpointQuery(listOfferingsByType, { query: { type: isChosen ? type : 'service' } }),
    enabled: isChosen,
  });
  const { data, isLoading } = query;
  const offered = isChosen ? (data ?? []) : [];
  const isGone = before?.type === type && !offered.some(({ _id }) => _id === before._id);
  const choices = isGone ? [...offered, before] : offered;
  const hint = () => {
    if (!isChosen) return t('offeringFirst');
    return data && choices.length === 0 ? t('nothingOffered') : t(`chooseOffering.${type}`);
  };
  return (
    <SelectField
      control={control}
      name="serviceOrCampaign"
      label={t(isChosen ? `types.${type}` : 'inputs.serviceOrCampaign')}
      placeholder={hint()}
      data={choices.map(({ _id, name }) => ({ value: _id, label: name }))}
      disabled={!isChosen}
      isLoading={isLoading}
      failure={isChosen ? failureOf(query) : undefined}
      clearable
    />
  );
}
