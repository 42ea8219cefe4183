import { queryOptions } from '@tanstack/react-query';
import { listOfferingsByType, type OfferingType, offeringTypes } from '#contract/offerings.ts';
import { listActiveServiceCenters, listOwnServiceCenters } from '#contract/service-centers.ts';
import { call } from '#web/lib/api/api.ts';

const staleTime = 60_000;

/** To filter lists by. */
export const ownCentersQuery = queryOptions({
  queryKey: ['serviceCenters', 'own'],
  queryFn: ({ signal }) => call(listOwnServiceCenters, { signal }),
  staleTime,
});

/** For forms. */
export const activeCentersQuery = queryOptions({
  queryKey: ['serviceCenters', 'active'],
  queryFn: ({ signal }) => call(listActiveServiceCenters, { signal }),
  staleTime,
});

/** For forms. */
export const offeringsQuery = (type: OfferingType) =>
  queryOptions({
    queryKey: ['serviceOrCampaign', 'byType', type],
    queryFn: ({ signal }) => call(listOfferingsByType, { query: { type }, signal }),
    staleTime,
  });

/** In the order of the types. */
export const offeringQueries = offeringTypes.map(offeringsQuery);
