import { useLocation } from '@tanstack/react-router';
import { keepPlace } from './kept-search.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

/** @returns the history state of a link to a record: its list, without dialogs. */
export function useCameFrom(): { cameFrom: string } {
  const cameFrom = useLocation({
    select: ({ pathname, searchStr }) => pathname + stringifySearch(keepPlace(parseSearch(searchStr))),
  });
  return { cameFrom };
}

/** @returns the list that a {@link useCameFrom} link was on. */
export function useWayBack(): { to: string; search: Record<string, string> } | undefined {
  const cameFrom = useLocation({ select: ({ state }) => state.cameFrom });
  if (!cameFrom) return undefined;
  const [to = '/', search = ''] = cameFrom.split('?');
  return { to, search: parseSearch(search) };
}
