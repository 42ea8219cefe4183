import type { LeadSource } from '#contract/leads/lead-source.ts';

/** Returns what of a source is said in a line: form, campaign and ad or, where links name no campaign, the site that has them. */
export function listSourceParts({ form, campaign, ad, site }: LeadSource): string[] {
  return [form, campaign ?? site, ad].filter((part) => part !== null);
}
