type Search = Record<string, unknown>;

/** What the URL of a list names that lies open above the list. */
const above = [
  'new',
  'edit',
  'lead',
  'correct',
  'view',
  'version',
  'assign',
  'centers',
  'deactivate',
  'handOver',
] as const;
const isAbove = new Set<string>(above);

/** @returns the URL of a list as it is below what lies open above it. */
export function keepPlace<S extends Search>(search: S): Omit<S, (typeof above)[number]> {
  const entries = Object.entries(search).filter(([name]) => !isAbove.has(name));
  return Object.fromEntries(entries) as Omit<S, (typeof above)[number]>;
}

/**
 * For the `search` of a link from one list to its neighbour: what narrows the one narrows the other, from its first page on.
 *
 * @param names of the filters that both have.
 */
export function keepFilters(...names: readonly string[]): (search: Search) => Search {
  return (search) =>
    Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
}

/** As {@link keepFilters}, between lists of different things: only what was searched for. */
export const keepSearch = keepFilters('search');

/** As {@link keepFilters}, between the lists of leads by status. */
export const keepStatusFilters = keepFilters('search', 'startDate', 'endDate', 'serviceID', 'days');
