import type { CreateLeadBody, Lead } from '#contract/leads/leads.ts';

/** Returns the value of a lead's field as calls take it: the id of a center or offering. */
export function getBodyValue(lead: Lead, field: keyof CreateLeadBody): string | null {
  const value = lead[field];
  return typeof value === 'object' ? (value?._id ?? null) : value;
}
