import type { LeadNarrowing } from '#contract/leads/lead-narrowing.ts';

/** @returns the link to management's list of exactly the leads that a query holds. */
export function leadsLink({ status, ...narrowing }: LeadNarrowing) {
  return {
    to: '/main/manageMentLead/$status',
    params: { status: status ?? 'all' },
    // Named even when it is none, so that the center of the present screen does not narrow the list as well.
    search: { ...narrowing, serviceCenter: narrowing.serviceCenter },
  } as const;
}
