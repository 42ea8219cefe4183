import type { Reply } from '#contract/call/endpoint.ts';
import type * as contract from '#contract/intake/meta.ts';
import type { ActorContext } from '#server/context.ts';
import { findConnections } from '#server/intake/connections.db.ts';
import { notFound } from '#server/lib/refusal.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { type Graph, GraphError } from './graph.ts';
import { unsealKeys } from './meta-keys.service.ts';

/** Holds no place among calls while Meta is asked. @throws Refusal 404 unless the connection is Meta's and can be read. */
export async function subscribePage(
  { db, aside = (wait) => wait() }: ActorContext,
  sealing: Sealing,
  graph: Graph,
  id: string,
): Promise<Reply<typeof contract.subscribePage>> {
  const [connection] = await findConnections(db, [id]);
  const keys = connection && unsealKeys(sealing, connection);
  if (!keys) throw notFound();
  try {
    return { page: await aside(() => graph.subscribePage(keys)), failure: null };
  } catch (error) {
    if (error instanceof GraphError) return { page: null, failure: error.failure };
    throw error;
  }
}
