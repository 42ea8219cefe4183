import type { FirstSteps } from '#contract/first-steps.ts';

/** Lists what is open and, before the first lead, also what is done: a new dealer sees it ticked. */
export function listShownSteps({ steps, hasLeads }: FirstSteps): FirstSteps['steps'] {
  return steps.filter(({ state }) => state === 'open' || (state === 'done' && !hasLeads));
}
