import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { redirect, type SearchMiddleware, stripSearchParams } from '@tanstack/react-router';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { keepPlace } from './kept-search.ts';

/** From 1. */
export const pageSearch = z.object({
  page: z.coerce.number<number>().int().min(1).default(1).catch(1),
});

/** A list adds its filters and dialogs. */
export const listSearch = pageSearch.extend({
  search: z.string().trim().max(textLength.search).default('').catch(''),
});

export const recordId = z.uuid().optional().catch(undefined);

export const newRecord = z.literal('record').optional().catch(undefined);

/** Fits the route of any list. */
type Middleware = <S>(context: Parameters<SearchMiddleware<S>>[0]) => S;

/** For a list's route: reads the URL by a schema, and leaves the schema's defaults out of it. */
export function listUrl<Schema extends z.ZodObject>(schema: Schema) {
  const usual: Record<string, unknown> = schema.parse({});
  const leaveOutUsual = stripSearchParams<Record<string, unknown>>(usual) as Middleware;
  return { validateSearch: schema, search: { middlewares: [leaveOutUsual] } };
}

/** As {@link listUrl}, and starts to fetch the page that the URL asks for, and what `fetchBeside` does for the filters. */
export function listRoute<Schema extends z.ZodObject, Page, Key extends QueryKey>(
  schema: Schema,
  query: (search: z.output<Schema> & { serviceCenter?: string }) => FetchQueryOptions<Page, Error, Page, Key>,
  fetchBeside?: (queryClient: QueryClient, search: { serviceCenter?: string }) => void,
) {
  type Search = z.output<Schema>;
  return {
    ...listUrl(schema),
    loaderDeps: ({ search }: { search: Search }) => keepPlace(search) as Search,
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

/** For `beforeLoad`: the router ignores a path's case, but guards and menu need this spelling. */
export function spelledAs(path: '/main/dataEntry' | '/main/serviceCenters' | '/main/servicesAndCampaign') {
  return ({ location }: { location: { pathname: string } }): void => {
    if (!location.pathname.startsWith(path)) throw redirect({ to: path, search: true, replace: true });
  };
}
