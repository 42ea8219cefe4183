import { useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { recordId } from '#web/lib/url/list-search.ts';

/** The form that is open above the panel: a move to a status, or the lead's own. */
export const panelStep = z.enum([...leadStatuses, 'edit']);
export type PanelStep = z.infer<typeof panelStep>;

/**
 * What the URL of a list keeps of the panel beside it. Above the panel are a step or a `version` of the lead; `correct`:
 * the correction form is open above the step.
 */
export const panelSearch = {
  lead: recordId,
  step: panelStep.optional().catch(undefined),
  correct: z.literal('lead').optional().catch(undefined),
  version: z.coerce.number<number>().int().min(1).optional().catch(undefined),
};
export type PanelSearch = { lead?: string; step?: PanelStep; correct?: 'lead'; version?: number };
export type PanelName = keyof PanelSearch;

/** @returns what the URL says of the panel, on any screen that has one. */
export function usePanelSearch(): PanelSearch {
  return useSearch({ strict: false });
}
