import type { Lead } from '#contract/leads/leads.ts';

/** @returns where and for what a lead would be booked; its own booking takes no place. */
export function toWantedPlace({ _id, serviceCenter, serviceOrCampaign }: Lead) {
  return { serviceCenter: serviceCenter._id, offering: serviceOrCampaign?._id, lead: _id };
}
