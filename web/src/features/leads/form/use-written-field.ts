import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Lead } from '#contract/leads/leads.ts';
import { listOfferingsByType, type Offered } from '#contract/offerings.ts';
import { listActiveServiceCenters } from '#contract/service-centers.ts';
import { type LeadInput, useFieldText } from '#web/features/leads/record/lead-fields.tsx';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { keyOf } from '#web/lib/api/query-keys.ts';

/** @returns how to write the form's values: names for ids, formatted dates and times. */
export function useWrittenField(theirs: Lead | undefined): (field: LeadInput, value: string) => string {
  const text = useFieldText();
  const client = useQueryClient();
  const { data } = useQuery({ ...endpointQuery(listActiveServiceCenters), enabled: theirs !== undefined });
  return (field, value) => {
    if (!value) return '';
    if (field === 'serviceCenter') {
      const centers = [...(theirs ? [theirs.serviceCenter] : []), ...(data?.serviceCenters ?? [])];
      return centers.find(({ _id }) => _id === value)?.name ?? value;
    }
    if (field === 'serviceOrCampaign') {
      if (theirs?.serviceOrCampaign?._id === value) return theirs.serviceOrCampaign.name;
      const lists = client.getQueriesData<Offered[]>({ queryKey: keyOf(listOfferingsByType) });
      return lists.flatMap(([, list]) => list ?? []).find(({ _id }) => _id === value)?.name ?? value;
    }
    return text(field, value as Lead[typeof field]);
  };
}
