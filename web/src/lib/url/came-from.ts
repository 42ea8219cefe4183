import { useLocation } from '@tanstack/react-router';
import { keepPlace } from './kept-search.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

/** @returns the history state for a link to one record: the list it is on, without open dialogs. */
export function useCameFrom(): { cameFrom: string } {
  const cameFrom = useLocation({
    select: ({ pathname, searchStr }) => pathname + stringifySearch(keepPlace(parseSearch(searchStr))),
  });
  return { cameFrom };
}

/** @returns the list that a link with {@link useCameFrom} was on; undefined for other ways here. */
export function useWayBack(): { to: string; search: Record<string, string> } | undefined {
  const cameFrom = useLocation({ select: ({ state }) => state.cameFrom });
  if (!cameFrom) return undefined;
  const [to = '/', search = ''] = cameFrom.split('?');
  return { to, search: parseSearch(search) };
}
