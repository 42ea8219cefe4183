import type { CreateLeadBody, Lead } from '#contract/leads/leads.ts';

export function getBodyValue(lead: Lead, field: keyof CreateLeadBody): string | null {
  const value = lead[field];
  return typeof value === 'object' ? (value?._id ?? null) : value;
}
