import { setTimeout as wait } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { openDatabase } from '#server/db/pool.ts';
import type { Db } from '#server/db/transaction.ts';
import { withTimeout } from '#server/db/with-timeout.ts';
import { createAskThroughDb, type Lag, readLag, readPosition } from './position.ts';

const lookEvery = 1_000;
const mostSeconds = 5;

/** The state of a replica: whether calls read it now, and how far it is behind; null when that is not known. */
export type ReplicaState = { isRead: boolean; lag: Pick<Lag, 'bytes' | 'seconds'> | null };

type Parts = { leader: Db; log: Pick<Logger, 'warn'> };

/**
 * Checks every second how far the replica is behind, and logs when that changes whether it is read.
 *
 * @param onAway told when it stops answering.
 * @returns `state`, and `close`.
 */
export function watchReplica(config: PoolConfig, { leader, log }: Parts, onAway: () => void) {
  const own = openDatabase({ ...config, max: 1, application_name: 'pitlane replica', query_timeout: 5_000 });
  const ask = createAskThroughDb(own.db);
  const stopping = new AbortController();
  let state: ReplicaState = { isRead: false, lag: null };
  let isTold = false;
  const done = keepLooking();

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look();
      await wait(lookEvery, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  async function look(): Promise<void> {
    const position = await withTimeout(readPosition(leader));
    // Without the leader nothing can be told of the replica.
    if (!position) return;
    let reason = 'it does not answer';
    const lag = await withTimeout(
      readLag(ask, position).catch((error: unknown) => {
        reason = error instanceof Error ? error.message : String(error);
        return undefined;
      }),
    );
    if (stopping.signal.aborted) return;
    if (!lag) {
      state = { isRead: false, lag: null };
      onAway();
      tell(reason);
    } else if (!lag.isReplica) {
      state = { isRead: false, lag: null };
      tell('it is no replica of this database, or has not followed it yet to the server that leads now');
    } else {
      const { bytes, seconds } = lag;
      state = { isRead: seconds < mostSeconds, lag: { bytes, seconds } };
      tell(state.isRead ? '' : `it is more than ${mostSeconds} s behind`);
    }
  }

  function tell(reason: string): void {
    if (isTold === (reason !== '')) return;
    isTold = !isTold;
    if (reason) log.warn({ reason }, 'the replica is not read: calls read the leading database');
    else log.warn('the replica is read again');
  }

  return {
    state: () => state,
    stop: async () => {
      stopping.abort();
      await Promise.race([done, wait(100)]);
      await own.pool.end();
    },
  };
}
