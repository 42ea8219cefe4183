import { useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { leadStatuses } from '#contract/leads/lead-status.ts';
import { recordId } from '#web/lib/url/list-search.ts';

// The form above the panel: a move to a status, another day for a booked lead, or the lead's own.
const panelStep = z.enum([...leadStatuses, 'reschedule', 'edit']);
export type PanelStep = z.infer<typeof panelStep>;

/** The panel in a list's URL. Above it is a step or `version`; `correct`: the correction form above the step. */
export const panelSearch = {
  lead: recordId,
  step: panelStep.optional().catch(undefined),
  correct: z.literal('lead').optional().catch(undefined),
  version: z.coerce.number<number>().int().min(1).optional().catch(undefined),
};
export type PanelSearch = { lead?: string; step?: PanelStep; correct?: 'lead'; version?: number };
export type PanelSearchName = keyof PanelSearch;

export function usePanelSearch(): PanelSearch {
  return useSearch({ strict: false });
}
