import { listOfferingsByType, type OfferingType, offeringTypes } from '#contract/offerings.ts';
import { listActiveServiceCenters } from '#contract/service-centers.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';

/** For forms. */
export const activeCentersQuery = endpointQuery(listActiveServiceCenters);

/** For forms. */
export const offeringsQuery = (type: OfferingType) => endpointQuery(listOfferingsByType, { query: { type } });

/** In the order of the types. */
export const offeringQueries = offeringTypes.map(offeringsQuery);
