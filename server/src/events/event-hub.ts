import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg, { type PoolConfig } from 'pg';
import { channel, type Notice, parseNotice } from '#server/events/notices.ts';

const firstPause = 100;
const longestPause = 5_000;

/** The one place of a process where the database's notices arrive. */
export type EventHub = {
  /** @returns a function that ends the subscription. */
  subscribe(hear: (notice: Notice) => void): () => void;
  close(): Promise<void>;
};

/**
 * Listens to the database on a connection of its own and passes every notice on. After a lost connection it connects
 * again, and tells a `refresh`, since notices may have been missed.
 */
export function openEventHub(config: PoolConfig, log: FastifyBaseLogger): EventHub {
  const listeners = new Set<(notice: Notice) => void>();
  const closing = new AbortController();
  const tell = (notice: Notice) => {
    for (const hear of listeners) hear(notice);
  };
  const done = keepListening(config, closing.signal, tell, log);
  return {
    subscribe: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    close: async () => {
      closing.abort();
      await done;
    },
  };
}

async function keepListening(
  config: PoolConfig,
  closing: AbortSignal,
  tell: (notice: Notice) => void,
  log: FastifyBaseLogger,
): Promise<void> {
  let pause = firstPause;
  let isFirst = true;
  while (!closing.aborted) {
    try {
      await listenOnce(config, closing, tell, () => {
        if (!isFirst) tell({ kind: 'refresh', data: {}, scope: {} });
        isFirst = false;
        pause = firstPause;
      });
    } catch {
      isFirst = false;
      log.warn('the connection for live events was lost');
    }
    await wait(pause, undefined, { signal: closing }).catch(() => undefined);
    pause = Math.min(pause * 2, longestPause);
  }
}

/** Resolves when closed, rejects when the connection breaks. */
async function listenOnce(
  config: PoolConfig,
  closing: AbortSignal,
  tell: (notice: Notice) => void,
  onListening: () => void,
): Promise<void> {
  const client = new pg.Client({ ...config, keepAlive: true, application_name: 'pitlane events' });
  const ended = new Promise<void>((resolve, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('ended')));
    closing.addEventListener('abort', () => resolve(), { once: true });
  });
  ended.catch(() => undefined);
  client.on('notification', ({ payload }) => {
    const notice = parseNotice(payload ?? '');
    if (notice) tell(notice);
  });
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    onListening();
    await ended;
  } finally {
    await client.end().catch(() => undefined);
  }
}
