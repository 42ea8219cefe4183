import type { MetaCredentials } from '#contract/intake/meta.ts';
import type { Graph, GraphPage } from './graph.ts';
import { GraphError } from './graph-call.ts';

// Milliseconds: a page that is given to a token later is known then.
const keptMs = 600_000;
const mostKept = 100;

/** Asks Meta for the pages of a token: its own, or all that a system user may use. @throws GraphError */
export async function listPagesOfToken(graph: Graph, keys: MetaCredentials): Promise<GraphPage[]> {
  const pages = await graph.listPages(keys);
  return pages.length > 0 ? pages : [await graph.readPage(keys)];
}

/**
 * Says which keys read the leads of a page; `page`: Meta's id of it, undefined where a notification does not name it.
 *
 * @throws GraphError when it may not be read.
 */
type PageKeys = (
  keys: MetaCredentials,
  page: string | undefined,
  stopping?: AbortSignal,
) => Promise<MetaCredentials>;

/**
 * Makes a function that returns the keys of a page, and throws a GraphError for one that the token does not reach. It asks Meta at
 * most every ten minutes for each token.
 *
 * @param now milliseconds since 1970.
 */
export function openPageKeys(graph: Graph, now: () => number): PageKeys {
  const known = new Map<string, { pages: GraphPage[]; until: number }>();
  return async (keys, page, stopping) => {
    let kept = known.get(keys.pageToken);
    if (!kept || kept.until <= now()) {
      kept = { pages: await graph.listPages(keys, stopping), until: now() + keptMs };
      if (known.size >= mostKept) known.clear();
      known.set(keys.pageToken, kept);
    }
    const { pages } = kept;
    if (pages.length === 0) return keys;
    const found = page === undefined ? pages[0] : pages.find(({ id }) => id === page);
    if (!found) throw new GraphError('refused');
    return found.keys;
  };
}
