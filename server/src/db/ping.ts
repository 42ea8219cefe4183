import { Socket } from 'node:net';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import pg, { type PoolConfig } from 'pg';
import type { StallGuard } from './connections/stall-guard.ts';

/**
 * Milliseconds: between two checks, between two while the database is down, until one counts as unanswered, and until the
 * database counts as silent: a busy machine may be that late with a new connection or an answer.
 */
const usualTimes = {
  every: 1_000,
  everyDown: 100,
  patience: 2_000,
  silentAfter: 3_500,
  connectPatience: 5_000,
};

/** Knows whether the database answers. `looked` resolves once it was looked for the first time. */
export type DatabaseWatch = {
  looked: Promise<void>;
  isUp: () => boolean;
  close: () => Promise<void>;
};

/**
 * Checks every second whether the database answers, on a connection of its own, and tells `silence` when it falls silent. A database
 * that never answered is not silent: its start is for others to judge.
 */
export function watchDatabase(
  config: PoolConfig,
  silence: Pick<StallGuard, 'found' | 'over'>,
  times: Partial<typeof usualTimes> = {},
): DatabaseWatch {
  const { every, everyDown, patience, silentAfter, connectPatience } = { ...usualTimes, ...times };
  const closing = new AbortController();
  let connection = openConnection(config);
  let isUp = false;
  let wasUp = false;
  const looked = look();
  const done = looked.then(keepLooking);
  return {
    looked,
    isUp: () => isUp,
    close: async () => {
      closing.abort();
      connection.close();
      await done;
    },
  };

  async function keepLooking(): Promise<void> {
    while (!closing.signal.aborted) {
      await wait(isUp ? every : everyDown, undefined, { signal: closing.signal, ref: false }).catch(
        () => undefined,
      );
      if (!closing.signal.aborted) await look();
    }
  }

  async function look(): Promise<void> {
    const answer = connection.ask();
    const longest = connection.isOpen() ? silentAfter : connectPatience;
    let state = await within(patience, answer);
    if (state === 'silent' && !closing.signal.aborted) {
      isUp = false;
      state = await within(longest - patience, answer);
    }
    if (closing.signal.aborted) return;
    isUp = state === 'up';
    wasUp ||= isUp;
    if (state !== 'silent') silence.over();
    else if (wasUp) silence.found();
    if (isUp) return;
    // The next one may lead to the database that took over.
    connection.close();
    connection = openConnection(config);
  }

  async function within(milliseconds: number, answer: Promise<State>): Promise<State> {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, closing.signal]);
    const late = async (): Promise<State> => {
      await wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
      // An answer that came while the process was busy is heard first.
      await turn();
      return 'silent';
    };
    return Promise.race([answer, late()]).finally(() => over.abort());
  }
}

type State = 'up' | 'down' | 'silent';

type Connection = { ask: () => Promise<State>; isOpen: () => boolean; close: () => void };

function openConnection(config: PoolConfig): Connection {
  const socket = new Socket();
  const client = new pg.Client({
    ...config,
    stream: () => socket,
    keepAlive: true,
    application_name: 'pitlane health',
  });
  client.on('error', () => undefined);
  let connected: Promise<unknown> | undefined;
  let isOpen = false;
  return {
    ask: async () => {
      try {
        connected ??= client.connect();
        await connected;
        isOpen = true;
        const { rows } = await client.query<{ isUp: boolean }>(
          `select current_setting('transaction_read_only') = 'off' as "isUp"`,
        );
        return rows[0]?.isUp ? 'up' : 'down';
      } catch {
        return 'down';
      }
    },
    isOpen: () => isOpen,
    close: () => void socket.destroy(),
  };
}
