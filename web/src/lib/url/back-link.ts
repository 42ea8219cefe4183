import { type HistoryState, useLocation } from '@tanstack/react-router';
import { omitRecordParams } from './preserved-search.ts';
import { parseSearch, stringifySearch } from './search-params.ts';

type BackLinkState = Required<Pick<HistoryState, 'cameFrom'>>;

/** @returns the history state of a link to a record: how one came there, with this place, without its dialogs. */
export function useBackLinkState(): BackLinkState {
  const here = useLocation({
    select: ({ pathname, searchStr }) => pathname + stringifySearch(omitRecordParams(parseSearch(searchStr))),
  });
  const before = useLocation({ select: ({ state }) => state.cameFrom }) ?? [];
  return extendBackLink(before, here);
}

function extendBackLink(before: readonly string[], here: string): BackLinkState {
  const loop = before.indexOf(here);
  return { cameFrom: [...(loop < 0 ? before : before.slice(0, loop)), here] };
}

type WayBack = {
  link: { to: string; search: Record<string, string>; state: BackLinkState };
  isOneLead: boolean;
};

/** Returns the link to the place from which the user came to a record; undefined where that is not known. */
export function useBackLink(): WayBack | undefined {
  const places = useLocation({ select: ({ state }) => state.cameFrom }) ?? [];
  const place = places.at(-1);
  if (!place) return undefined;
  const [to = '/', search = ''] = place.split('?');
  const link = { to, search: parseSearch(search), state: { cameFrom: places.slice(0, -1) } };
  return { link, isOneLead: /^\/main\/lead(History)?\//.test(to) };
}
