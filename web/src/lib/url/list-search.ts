import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { redirect, type SearchMiddleware, stripSearchParams } from '@tanstack/react-router';
import { z } from 'zod';
import { maxPageNumber, searchParam as searchText } from '#contract/call/paging.ts';
import { omitRecordParams } from './preserved-search.ts';

/** The page in a list's URL, which counts from 1. One that is too far away for any list leads to the last page. */
export const pageSearch = z.object({
  page: z.coerce
    .number<number>()
    .min(1)
    .transform((page) => Math.floor(Math.min(page, maxPageNumber)))
    .default(1)
    .catch(1),
});

/** The search and page of a list's URL, to be extended by filters and dialogs. */
export const listSearch = pageSearch.extend({
  search: z
    .string()
    .trim()
    .refine((text) => searchText.safeParse(text).success)
    .default('')
    .catch(''),
});

/** The id of a record in the URL; undefined for anything that is none. */
export const recordId = z.uuid().optional().catch(undefined);

type Middleware = <S>(context: Parameters<SearchMiddleware<S>>[0]) => S;

/** Makes the options of a list's route, which reads its URL by a schema and leaves defaults out. */
export function listUrlOptions<Schema extends z.ZodObject>(schema: Schema) {
  const usual: Record<string, unknown> = schema.parse({});
  const leaveOutUsual = stripSearchParams<Record<string, unknown>>(usual) as Middleware;
  return { validateSearch: schema, search: { middlewares: [leaveOutUsual] } };
}

/** Makes the options of a list's route, which reads its URL by a schema and starts to fetch its query while the screen loads. */
export function listRouteOptions<Schema extends z.ZodObject, Page, Key extends QueryKey>(
  schema: Schema,
  query: (search: z.output<Schema> & { serviceCenter?: string }) => FetchQueryOptions<Page, Error, Page, Key>,
  fetchBeside?: (queryClient: QueryClient, search: { serviceCenter?: string }) => void,
) {
  type Search = z.output<Schema>;
  return {
    ...listUrlOptions(schema),
    loaderDeps: ({ search }: { search: Search }) => omitRecordParams(search) as Search,
    loader({
      context: { queryClient },
      deps,
    }: {
      context: { queryClient: QueryClient };
      deps: Search;
    }): void {
      void queryClient.prefetchQuery(query(deps));
      fetchBeside?.(queryClient, deps);
    },
  };
}

/**
 * Goes, in `beforeLoad`, to the address without what its screen cannot read, such as `?limit=7` or an unknown filter, so that it
 * neither reaches the server nor stays in the address.
 */
export function redirectToReadableUrl({
  location,
  matches,
}: {
  location: { pathname: string; search: Record<string, unknown> };
  matches: readonly { _strictSearch: Record<string, unknown> }[];
}): void {
  const known = matches.at(-1)?._strictSearch ?? {};
  // A search is trimmed as it is read: the blank that somebody types next stays in the address.
  const isUnknown = ([name, value]: [string, unknown]) =>
    value !== '' && `${known[name] ?? ''}`.trim() !== `${value}`.trim();
  const wrong = Object.entries(location.search).filter(isUnknown);
  if (wrong.length > 0) throw redirect({ to: location.pathname, search: known, hash: true, replace: true });
}

/** Redirects to the path in its own case: the router ignores case, guards and menu do not. */
export function redirectToCanonicalCase(
  path: '/main/dataEntry' | '/main/serviceCenters' | '/main/servicesAndCampaign',
) {
  return ({ location }: { location: { pathname: string } }): void => {
    if (!location.pathname.startsWith(path)) throw redirect({ to: path, search: true, replace: true });
  };
}

/** The URL of a list of things that are switched on and off. */
export const activeSearch = listSearch.extend({
  status: z.enum(['all', 'active', 'inactive']).default('all').catch('all'),
});
export type ActiveSearch = z.output<typeof activeSearch>;

/** Returns the query of a list of things that are switched on and off, from its URL. */
export function getActiveFilters({ search, status, page }: Pick<ActiveSearch, 'search' | 'status' | 'page'>) {
  const active = { all: undefined, active: 'true', inactive: 'false' } as const;
  return { search, page, active: active[status] };
}
