import type { Lead } from '#contract/leads/leads.ts';

/** @returns the query for free places of a lead: its center and offering, without the place that its own booking takes. */
export function toWantedPlace({ _id, serviceCenter, serviceOrCampaign }: Lead) {
  return { serviceCenter: serviceCenter._id, offering: serviceOrCampaign?._id, lead: _id };
}
