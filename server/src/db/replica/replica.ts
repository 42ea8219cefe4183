import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { isDatabaseAway, isDatabaseBusy, isDiskFull } from '#server/db/failures.ts';
import { type OnStatement, openDatabase, openExportPool } from '#server/db/pool.ts';
import type { Db } from '#server/db/transaction.ts';
import { createSharedReads } from '#server/lib/reads/shared-reads.ts';
import {
  createAskOnClient,
  createAskThroughDb,
  hasReplayed,
  type Position,
  readPosition,
} from './position.ts';
import { type ReplicaState, watchReplica } from './watch-replica.ts';

const mostReads = 5;
const connectMs = 500;

// What a read waits for the replica to catch up, in steps, in milliseconds; all together a tenth of a second.
const pauses = [2, 5, 10, 20, 30, 33];

/** Where a call was read. */
export type ReadFrom = 'replica' | 'leader';

/** A streaming replica that some calls read. What it answers is never older than what was saved before it was asked. */
export type Replica = {
  read<T>(leader: Db, work: (db: Db) => Promise<T>): Promise<T>;
  connect(leader: Db): Promise<pg.PoolClient | undefined>;
  state(): ReplicaState;
  pools: readonly [pg.Pool, pg.Pool];
  close(): Promise<void>;
};

type ReplicaParts = {
  leader: Db;
  log: Pick<Logger, 'warn'>;
  prepare: boolean;
  exports: number;
  onStatement?: OnStatement;
  onRead?: (from: ReadFrom) => void;
};

/** Tells whether the leader may answer what the replica did not: it was away or full, or its replay was in the way. */
export function isReplicaAtFault(error: unknown): boolean {
  return isDatabaseAway(error) || isDatabaseBusy(error) || isDiskFull(error);
}

/** Opens the way to a replica, which may be away at first; until it answers, everything is read from the leader. */
export function openReplica(config: PoolConfig, parts: ReplicaParts): Replica {
  const { onRead = () => undefined } = parts;
  const limited = { connectionTimeoutMillis: connectMs, ...config };
  const calls = openDatabase(
    { ...limited, max: mostReads, application_name: 'pitlane replica' },
    parts.prepare,
    parts.onStatement,
  );
  const exportPool = openExportPool(limited, parts.exports);
  // Exports under way are not ended: they may only be slow, and cannot go on elsewhere.
  const busy = clientsInUse(calls.pool);
  const watch = watchReplica(config, parts, () => {
    // Nobody waits for a server that fell silent: they read the leader.
    for (const client of busy) void endNow(client);
  });
  const positions = createSharedReads<Db, Position>();
  const positionOf = (leader: Db) => positions(leader, 'position', () => readPosition(leader));
  let isLate = false;

  async function catchesUp(check: () => Promise<boolean>): Promise<boolean> {
    let isThere = await check();
    for (const pause of isLate ? [] : pauses) {
      if (isThere) break;
      await wait(pause);
      isThere = await check();
    }
    isLate = !isThere;
    return isThere;
  }

  async function onReplica<T>(leader: Db, work: (db: Db) => Promise<T>): Promise<{ value: T } | undefined> {
    const position = await positionOf(leader);
    return calls.db.connection().execute(async (db) => {
      const ask = createAskThroughDb(db);
      return (await catchesUp(() => hasReplayed(ask, position))) ? { value: await work(db) } : undefined;
    });
  }

  async function read<T>(leader: Db, work: (db: Db) => Promise<T>): Promise<T> {
    const found = watch.state().isRead ? await onReplica(leader, work).catch(passOver) : undefined;
    onRead(found ? 'replica' : 'leader');
    return found ? found.value : work(leader);
  }

  async function connect(leader: Db): Promise<pg.PoolClient | undefined> {
    const client = watch.state().isRead ? await connectFresh(leader).catch(passOver) : undefined;
    onRead(client ? 'replica' : 'leader');
    return client;
  }

  async function connectFresh(leader: Db): Promise<pg.PoolClient | undefined> {
    const position = await positionOf(leader);
    const client = await exportPool.connect();
    busy.add(client);
    try {
      const ask = createAskOnClient(client);
      if (await catchesUp(() => hasReplayed(ask, position))) return client;
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    } finally {
      busy.delete(client);
    }
    return undefined;
  }

  return {
    read,
    connect,
    state: watch.state,
    pools: [calls.pool, exportPool],
    close: async () => {
      await watch.stop();
      await calls.pool.end();
      await exportPool.end();
    },
  };
}

function passOver(error: unknown): undefined {
  if (!isReplicaAtFault(error)) throw error;
}

function clientsInUse(pool: pg.Pool): Set<pg.PoolClient> {
  const busy = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => busy.add(client));
  pool.on('release', (_error, client) => busy.delete(client));
  return busy;
}

function endNow(client: pg.PoolClient): Promise<void> {
  return client.end().catch(() => undefined);
}
