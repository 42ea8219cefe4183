import { type HistoryState, useLocation } from '@tanstack/react-router';
import { withoutDialogs } from './kept-search.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

type Way = Required<Pick<HistoryState, 'cameFrom'>>;

/** @returns the history state of a link to a record: the way there, with this place, without its dialogs. */
export function useCameFrom(): Way {
  const here = useLocation({
    select: ({ pathname, searchStr }) => pathname + stringifySearch(withoutDialogs(parseSearch(searchStr))),
  });
  const before = useLocation({ select: ({ state }) => state.cameFrom }) ?? [];
  return wayOn(before, here);
}

function wayOn(before: readonly string[], here: string): Way {
  const loop = before.indexOf(here);
  return { cameFrom: [...(loop < 0 ? before : before.slice(0, loop)), here] };
}

type WayBack = {
  link: { to: string; search: Record<string, string>; state: Way };
  isOneLead: boolean;
};

export function useWayBack(): WayBack | undefined {
  const places = useLocation({ select: ({ state }) => state.cameFrom }) ?? [];
  const place = places.at(-1);
  if (!place) return undefined;
  const [to = '/', search = ''] = place.split('?');
  const link = { to, search: parseSearch(search), state: { cameFrom: places.slice(0, -1) } };
  return { link, isOneLead: /^\/main\/lead(History)?\//.test(to) };
}
