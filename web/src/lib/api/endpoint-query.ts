import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Endpoint, EndpointQueryInput, EndpointReply } from '#contract/call/endpoint.ts';
import { type CallInput, type CallParts, call, readSynchronously } from './api.ts';
import { type EndpointKey, queryKeyOf, type ReadEndpoint } from './query-keys.ts';

type Parts<E extends Endpoint> = object extends CallParts<E> ? [parts?: CallParts<E>] : [parts: CallParts<E>];

/** Makes the query of an endpoint that reads: its key begins with the endpoint's cache tag. */
export function endpointQuery<E extends ReadEndpoint>(endpoint: E, ...[parts]: Parts<E>) {
  return queryOptions(read(endpoint, (parts ?? {}) as CallParts<E>, (reply) => reply));
}

/** A page of a list; `isTotalCapped`: there are more rows than `total`. */
export type ListPage<Row> = {
  rows: Row[];
  totalPages: number;
  total: number;
  isTotalCapped?: boolean;
};

type RowOf<R> = { [K in keyof R]: R[K] extends (infer Row)[] ? Row : never }[keyof R];
type PageOf<R> = ListPage<RowOf<R>> & {
  [K in keyof R as R[K] extends unknown[] ? never : K extends `total${string}ount` ? never : K]: R[K];
};

/**
 * {@link endpointQuery} of an endpoint that replies page by page: one list and `total…Count`. While another page is read, the
 * one before stays on screen.
 *
 * @param apart fields of the query that make it another list, for which nothing stays.
 */
export function endpointPage<E extends ReadEndpoint>(
  endpoint: E,
  parts: CallParts<E> & { query?: object },
  apart: readonly (keyof EndpointQueryInput<E>)[] = [],
) {
  const listOf = ({ params, query }: { params?: unknown; query?: Partial<Record<PropertyKey, unknown>> }) =>
    JSON.stringify([params, apart.map((name) => query?.[name])]);
  const readPage = (page: number, limit: number) => {
    const reply = readSynchronously(endpoint, {
      ...parts,
      query: { ...parts.query, page, limit },
    } as CallParts<E>);
    return reply && pageOf(reply);
  };
  return queryOptions({
    ...read(endpoint, parts, pageOf),
    meta: { readPage },
    placeholderData: (previous, before) =>
      before && listOf(before.queryKey[2]) === listOf(parts) ? previous : undefined,
  });
}

/**
 * Reads another page of a query's list at once; it is in the query's `meta`.
 *
 * @returns undefined where that cannot be read.
 */
type PageReader<Row> = (page: number, limit: number) => ListPage<Row> | undefined;

const longestPage = 100;

/**
 * Reads at once all of the list of which `shown` is a page.
 *
 * @param most as many rows of it.
 * @returns undefined where they cannot be read.
 */
export function readWholeList<Row>(
  client: QueryClient,
  shown: ListPage<Row>,
  most: number,
): Row[] | undefined {
  const [source] = client.getQueryCache().findAll({ predicate: ({ state }) => state.data === shown });
  const readPage = source?.meta?.readPage as PageReader<Row> | undefined;
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= pages && rows.length < most; page++) {
    const read = readPage?.(page, longestPage);
    if (!read) return undefined;
    rows.push(...read.rows);
    pages = read.totalPages;
  }
  return rows.slice(0, most);
}

function read<E extends ReadEndpoint, Data>(
  endpoint: E,
  parts: CallParts<E>,
  shown: (reply: EndpointReply<E>) => Data,
) {
  const { freshSeconds } = endpoint;
  const queryKey: readonly [...EndpointKey, CallParts<E>] = [...queryKeyOf(endpoint), parts];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => shown(await call(endpoint, { ...parts, signal } as CallInput<E>)),
    ...(freshSeconds !== undefined && { staleTime: freshSeconds * 1_000 }),
  });
}

function pageOf<R>(reply: R): PageOf<R> {
  const page: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(reply as object)) {
    if (Array.isArray(value)) page.rows = value;
    else page[/^total\w+count$/i.test(name) ? 'total' : name] = value;
  }
  return page as PageOf<R>;
}
