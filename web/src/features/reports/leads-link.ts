import type { LeadNarrowing } from '#contract/leads/lead-narrowing.ts';

/** To management's list of exactly the leads that a query counts. */
export function leadsLink({ status, ...narrowing }: LeadNarrowing) {
  return {
    to: '/main/manageMentLead/$status',
    params: { status: status ?? 'all' },
    // Named even when undefined, so that the screen's center does not narrow the list.
    search: { ...narrowing, serviceCenter: narrowing.serviceCenter },
  } as const;
}
