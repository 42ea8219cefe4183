import type { Reply } from '#contract/call/endpoint.ts';
import { fill, messages } from '#contract/call/messages.ts';
import {
  type findEarlierLeads as findCall,
  type MetaKeys,
  metaKeepsDays,
  type subscribePage as subscribeCall,
} from '#contract/intake/meta.ts';
import { addDays, dateIn, instantIn } from '#contract/text/dates.ts';
import type { ActorContext } from '#server/context.ts';
import { findConnections } from '#server/intake/connections.db.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { type Graph, GraphError } from './graph.ts';
import { unsealKeys } from './meta-keys.service.ts';
import { namedLead } from './meta-texts.ts';
import { storeLeads } from './receive-meta.service.ts';

/** Milliseconds for a call by a person, who can ask again for the rest. */
const patience = 25_000;

/** Holds no place among calls while Meta is asked. @throws Refusal 404 unless the connection is Meta's and can be read. */
export async function subscribePage(
  { db, aside = (wait) => wait() }: ActorContext,
  sealing: Sealing,
  graph: Graph,
  id: string,
): Promise<Reply<typeof subscribeCall>> {
  const keys = await keysOf(db, sealing, id);
  try {
    return { page: await aside(() => graph.subscribePage(keys)), failure: null };
  } catch (error) {
    if (error instanceof GraphError) return { page: null, failure: error.failure };
    throw error;
  }
}

/**
 * Stores those that have not come, as if they came now; they are fetched and worked afterwards. Holds no place as
 * {@link subscribePage}.
 *
 * @throws Refusal 400 beside `since`, 404.
 */
export async function findEarlierLeads(
  context: ActorContext,
  sealing: Sealing,
  graph: Graph,
  id: string,
  since: string,
): Promise<Reply<typeof findCall>> {
  const { db, clock, dealer, aside = (wait) => wait() } = context;
  const today = dateIn(dealer.timeZone, clock.now());
  if (since > today || since < addDays(today, -metaKeepsDays))
    throw invalid({ since: fill(messages.notKeptByMeta, { days: metaKeepsDays }) });
  const keys = await keysOf(db, sealing, id);
  const from = instantIn(dealer.timeZone, since, '00:00');
  let found = 0;
  try {
    await aside(async () => {
      for await (const ids of graph.listLeads(keys, from, AbortSignal.timeout(patience)))
        if (ids.length > 0) found += await storeLeads(context, id, ids.map(namedLead));
    });
  } catch (error) {
    if (error instanceof GraphError) return { found, failure: error.failure };
    throw error;
  }
  return { found, failure: null };
}

async function keysOf(db: ActorContext['db'], sealing: Sealing, id: string): Promise<MetaKeys> {
  const [connection] = await findConnections(db, [id]);
  const keys = connection && unsealKeys(sealing, connection);
  if (!keys) throw notFound();
  return keys;
}
