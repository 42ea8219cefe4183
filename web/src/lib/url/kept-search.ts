type Search = Record<string, unknown>;

/** Names of dialogs in a list's URL. */
const dialogParams = [
  'new',
  'edit',
  'lead',
  'found',
  'step',
  'work',
  'move',
  'correct',
  'view',
  'erase',
  'mergeCustomers',
  'version',
  'assign',
  'centers',
  'deactivate',
  'handOver',
  'delivery',
  'map',
  'gets',
  'form',
  'forms',
  'check',
  'earlier',
  'mergeLeads',
  'pair',
] as const;
const isDialogParam = new Set<string>(dialogParams);

/** A list's URL without its dialogs. */
export function withoutDialogs<S extends Search>(search: S): Omit<S, (typeof dialogParams)[number]> {
  const entries = Object.entries(search).filter(([name]) => !isDialogParam.has(name));
  return Object.fromEntries(entries) as Omit<S, (typeof dialogParams)[number]>;
}

/**
 * For a link from a list to its neighbour: keeps filters, goes to page 1.
 *
 * @param names of the filters that both have.
 */
export function keepFilters(...names: readonly string[]): (search: Search) => Search {
  return (search) =>
    Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
}

/** Between lists of different things. */
export const keepSearch = keepFilters('search');

/** Between lists of one screen: keeps whatever narrows, goes to page 1 in the usual order. */
export function keepNarrowing(search: Search): Search {
  const { page: _page, sort: _sort, order: _order, ...narrowing } = withoutDialogs(search);
  return narrowing;
}
