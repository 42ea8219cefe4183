type Search = Record<string, unknown>;

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

export function omitDialogParams<S extends Search>(search: S): Omit<S, (typeof dialogParams)[number]> {
  const entries = Object.entries(search).filter(([name]) => !isDialogParam.has(name));
  return Object.fromEntries(entries) as Omit<S, (typeof dialogParams)[number]>;
}

/**
 * Keeps filters in a link from a list to its neighbour, and goes to page 1.
 *
 * @param names of the filters that both have.
 */
export function preserveFilters(...names: readonly string[]): (search: Search) => Search {
  return (search) =>
    Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
}

/** Keeps the search between lists of different things. */
export const preserveSearch = preserveFilters('search');

/** Keeps all filters between lists of one screen, and goes to page 1 in the usual order. */
export function preserveAllFilters(search: Search): Search {
  const { page: _page, sort: _sort, order: _order, ...narrowing } = omitDialogParams(search);
  return narrowing;
}
