import type { CreateLeadBody, Lead } from '#contract/leads/leads.ts';

/** @returns what a body says for a lead's field to be as it is: the id of what it refers to. */
export function bodyValueOf(lead: Lead, field: keyof CreateLeadBody): string | null {
  const value = lead[field];
  return typeof value === 'object' ? (value?._id ?? null) : value;
}
