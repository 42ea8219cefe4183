import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg, { type PoolConfig } from 'pg';
import { getErrorCode } from '#server/lib/errors.ts';
import {
  type BarrierQuery,
  barrierChannel,
  type InvalidationBarrier,
  listenerName,
  openInvalidationBarrier,
} from './invalidation-barrier.ts';
import { type Notice, noticeChannel, parseNotice } from './notices.ts';

const firstPause = 100;
const longestPause = 1_000;
const farewellMs = 500;

/**
 * Milliseconds: between questions to the database, until a question counts as unanswered, and after an answer during which
 * the process trusts that it has heard everything.
 */
const usualPings = { every: 1_000, patience: 5_000, trust: 3_000 };
type Pings = typeof usualPings;
type Roll = Omit<InvalidationBarrier, 'isCurrent' | 'awaitInvalidation'>;

/** Passes every notice of the database on to subscribers of this process. `subscribe` returns what ends the subscription. */
export type EventHub = {
  subscribe(hear: (notice: Notice) => void): () => void;
  close(): Promise<void>;
} & Pick<InvalidationBarrier, 'isCurrent' | 'awaitInvalidation'>;

/**
 * Listens to PostgreSQL's notices on a connection of its own, and passes each on. After a lost or silent connection it reconnects and
 * passes on a `refresh`, since notices may have been missed.
 */
export function openEventHub(
  config: PoolConfig,
  log: Pick<FastifyBaseLogger, 'warn'>,
  pings: Pings = usualPings,
): EventHub {
  const listeners = new Set<(notice: Notice) => void>();
  const closing = new AbortController();
  const tell = (notice: Notice) => {
    for (const hear of listeners) hear(notice);
  };
  const { isCurrent, awaitInvalidation, ...roll } = openInvalidationBarrier(pings.trust);
  const done = keepListening(config, pings, closing.signal, tell, roll, log);
  return {
    subscribe: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    isCurrent,
    awaitInvalidation,
    close: async () => {
      closing.abort();
      await done;
    },
  };
}

async function keepListening(
  config: PoolConfig,
  pings: Pings,
  closing: AbortSignal,
  tell: (notice: Notice) => void,
  roll: Roll,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  let pause = firstPause;
  let isFirst = true;
  let said: string | undefined;
  while (!closing.aborted) {
    try {
      await listenOnce(config, pings, closing, tell, roll, () => {
        if (!isFirst) tell({ kind: 'refresh', data: {}, scope: {} });
        isFirst = false;
        pause = firstPause;
        said = undefined;
      });
    } catch (error) {
      isFirst = false;
      const reason = getErrorCode(error) || String(error);
      if (reason !== said) log.warn({ reason }, 'the connection for live events was lost; connecting again');
      said = reason;
    }
    await wait(pause, undefined, { signal: closing }).catch(() => undefined);
    pause = Math.min(pause * 2, longestPause);
  }
}

async function listenOnce(
  config: PoolConfig,
  { every, patience }: Pings,
  closing: AbortSignal,
  tell: (notice: Notice) => void,
  roll: Roll,
  onListening: () => void,
): Promise<void> {
  const socket = new Socket();
  const client = new pg.Client({
    ...config,
    stream: () => socket,
    keepAlive: true,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    application_name: 'pitlane',
  });
  const over = new AbortController();
  const ended = new Promise<never>((_resolve, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('ended')));
  });
  ended.catch(() => undefined);
  const closed = new Promise<void>((resolve) => {
    closing.addEventListener('abort', () => resolve(), { once: true, signal: over.signal });
  });
  client.on('notification', ({ channel: on, payload = '' }) => {
    if (on === barrierChannel) return roll.hear(payload);
    const notice = parseNotice(payload);
    if (notice) tell(notice);
  });
  try {
    await Promise.race([client.connect(), closed]);
    if (closing.aborted) return;
    await client.query(
      `listen ${noticeChannel}; listen ${barrierChannel}; set application_name to '${listenerName}'`,
    );
    onListening();
    const ask = inTurn(client);
    roll.join(ask);
    await Promise.race([ended, closed, keepAsking(ask, every, roll, over.signal)]);
    // A silent database does not say goodbye either.
    await Promise.race([client.end(), wait(farewellMs, undefined, { signal: over.signal })]);
  } finally {
    over.abort();
    roll.leave();
    socket.destroy();
  }
}

function inTurn(client: pg.Client): BarrierQuery {
  let last: Promise<unknown> = Promise.resolve();
  return (text, values) => {
    const answer = last.then(() => client.query(text, values));
    last = answer.catch(() => undefined);
    return answer;
  };
}

async function keepAsking(
  ask: BarrierQuery,
  every: number,
  { confirmAll: prove }: Roll,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const askedAt = performance.now();
    await ask('select 1');
    prove(askedAt);
    await wait(every, undefined, { signal: over, ref: false });
  }
}
