import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { type Lead, platforms } from '#contract/leads/leads.ts';
import type { Offered } from '#contract/offerings.ts';
import { activeCentersQuery } from '#web/lib/browser/choices.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import type { LeadField } from './lead-form.ts';

/** @returns how to write the form's values: names for ids, formatted dates and times. */
export function useWrittenField(theirs: Lead | undefined): (field: LeadField, value: string) => string {
  const t = useTranslations('leads');
  const formats = useFormats();
  const client = useQueryClient();
  const { data } = useQuery({ ...activeCentersQuery, enabled: theirs !== undefined });
  return (field, value) => {
    if (!value) return '';
    if (field === 'serviceCenter') {
      const centers = [...(theirs ? [theirs.serviceCenter] : []), ...(data?.serviceCenters ?? [])];
      return centers.find(({ _id }) => _id === value)?.name ?? value;
    }
    if (field === 'serviceOrCampaign') {
      if (theirs?.serviceOrCampaign?._id === value) return theirs.serviceOrCampaign.name;
      const lists = client.getQueriesData<Offered[]>({ queryKey: ['serviceOrCampaign', 'byType'] });
      return lists.flatMap(([, list]) => list ?? []).find(({ _id }) => _id === value)?.name ?? value;
    }
    const platform = field === 'platform' && platforms.find((one) => one === value);
    if (platform) return t(`platforms.${platform}`);
    if (field === 'appointmentDate') return formats.date(value);
    return field === 'appointmentTime' ? formats.time(value) : value;
  };
}
