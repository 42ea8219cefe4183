import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listOfferingsByType } from '#contract/offerings.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { type LeadForm, useLeadCenters } from './lead-inputs.tsx';

/** Unsets a center or offering of a new lead that is offered no longer, and preselects the only center. */
export function usePreselectOffered({ getValues, resetField }: LeadForm): void {
  const centers = useLeadCenters();
  const [type] = useState(() => getValues('type'));
  const { data: offerings } = useQuery({
    ...endpointQuery(listOfferingsByType, { query: { type: type || 'service' } }),
    enabled: type !== '',
  });
  useEffect(() => {
    const chosen = getValues('serviceCenter');
    if (!centers || centers.some(({ _id }) => _id === chosen)) return;
    const defaultValue = centers.length === 1 ? (centers[0]?._id ?? '') : '';
    if (defaultValue !== chosen) resetField('serviceCenter', { defaultValue });
  }, [centers, getValues, resetField]);
  useEffect(() => {
    const chosen = getValues('serviceOrCampaign');
    if (!offerings || !chosen || getValues('type') !== type) return;
    if (!offerings.some(({ _id }) => _id === chosen)) resetField('serviceOrCampaign', { defaultValue: '' });
  }, [offerings, type, getValues, resetField]);
}
