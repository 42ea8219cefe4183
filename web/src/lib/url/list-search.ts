import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { redirect, type SearchMiddleware, stripSearchParams } from '@tanstack/react-router';
import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { keepPlace } from './kept-search.ts';

/** The page of a list in the URL, from 1. */
export const pageSearch = z.object({
  page: z.coerce.number<number>().int().min(1).default(1).catch(1),
});

/** What the URL of every list with a search says; a list extends it by its filters and by what lies open above it. */
export const listSearch = pageSearch.extend({
  search: z.string().trim().max(textLength.search).default('').catch(''),
});

/** The id of a record in the URL. */
export const recordId = z.uuid().optional().catch(undefined);

/** In the URL: the modal that adds a record is open. */
export const newRecord = z.literal('record').optional().catch(undefined);

/** Fits the route of any list. */
type Middleware = <S>(context: Parameters<SearchMiddleware<S>>[0]) => S;

/** For the route of a list: reads the URL by a schema, and leaves out of it what the schema says by itself. */
export function listUrl<Schema extends z.ZodObject>(schema: Schema) {
  const usual: Record<string, unknown> = schema.parse({});
  const leaveOutUsual = stripSearchParams<Record<string, unknown>>(usual) as Middleware;
  return { validateSearch: schema, search: { middlewares: [leaveOutUsual] } };
}

/** As {@link listUrl}, for a route that also begins to read the page that its URL asks for. */
export function listRoute<Schema extends z.ZodObject, Page, Key extends QueryKey>(
  schema: Schema,
  query: (search: z.output<Schema> & { serviceCenter?: string }) => FetchQueryOptions<Page, Error, Page, Key>,
) {
  type Search = z.output<Schema>;
  return {
    ...listUrl(schema),
    loaderDeps: ({ search }: { search: Search }) => keepPlace(search) as Search,
    loader: ({ context, deps }: { context: { queryClient: QueryClient }; deps: Search }) =>
      void context.queryClient.prefetchQuery(query(deps)),
  };
}

/** For the `beforeLoad` of a route: the router takes its path in any case; the guards and the menu know it as it is spelled here. */
export function spelledAs(path: '/main/dataEntry' | '/main/serviceCenters' | '/main/servicesAndCampaign') {
  return ({ location }: { location: { pathname: string } }): void => {
    if (!location.pathname.startsWith(path)) throw redirect({ to: path, search: true, replace: true });
  };
}
