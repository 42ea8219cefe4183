import type { Context } from '#server/context.ts';
import { announceConnection, countRefusedDelivery } from './connections.db.ts';

// Milliseconds between notices of a connection: strangers cause the refusals.
const tellEvery = 3_000;

const untold = new Set<string>();

/**
 * Counts a refused delivery. Browsers are notified a little later, once for all that are refused meanwhile. It does nothing where
 * there is no such connection.
 */
export async function countRefusal({ db, clock }: Context, connection: string): Promise<void> {
  const isCounted = await countRefusedDelivery(db, connection, clock.now());
  if (!isCounted || untold.has(connection)) return;
  untold.add(connection);
  const tell = () => {
    untold.delete(connection);
    // Screens count it when they are read again.
    announceConnection(db, connection).catch(() => undefined);
  };
  setTimeout(tell, tellEvery).unref();
}
