type Search = Record<string, unknown>;

const recordParams = ['dialog', 'lead', 'found', 'work', 'pair'] as const;
const isRecordParam = new Set<string>(recordParams);

/** Leaves out which records are open. */
export function omitRecordParams<S extends Search>(search: S): Omit<S, (typeof recordParams)[number]> {
  const entries = Object.entries(search).filter(([name]) => !isRecordParam.has(name));
  return Object.fromEntries(entries) as Omit<S, (typeof recordParams)[number]>;
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
  const { page: _page, sort: _sort, order: _order, ...narrowing } = omitRecordParams(search);
  return narrowing;
}

/** Tells whether a search or filter narrows a list, apart from its service center, and from whether it is the one of what is archived. */
export function hasFilters(search: Search): boolean {
  const { serviceCenter: _center, filter: _list, ...rest } = preserveAllFilters(search);
  return Object.values(rest).some((value) => value !== undefined && value !== '');
}
