import { useSearch } from '@tanstack/react-router';
import { recordId } from '#web/lib/url/list-search.ts';

/** The parameter of a list's URL that names the lead that is open beside it. */
export const panelSearch = { lead: recordId };
export type PanelSearch = { lead?: string };
/** The names of the URL's parameters that {@link panelSearch} holds. */
export type PanelSearchName = keyof PanelSearch;

/** Returns which lead is open beside the list, as the URL names it. */
export function usePanelSearch(): PanelSearch {
  return useSearch({ strict: false });
}
