import { randomUUID } from 'node:crypto';
import type { QueryResult } from 'pg';

/** Processes ask each other here whether they have heard everything, `?id`, and answer `!id`. */
export const barrierChannel = 'pitlane_heard';

/** The application name by which listening processes are counted. */
export const listenerName = 'pitlane events';

/** Runs a query on the connection that listens to notices. */
export type BarrierQuery = (text: string, values?: unknown[]) => Promise<QueryResult>;

/**
 * Knows whether this process has heard every notice, and finds out whether all have. PostgreSQL delivers notices of earlier
 * commits before it answers a query on the same connection, so each answer proves that everything committed before the query
 * has been heard.
 */
export type InvalidationBarrier = {
  isCurrent(): boolean;
  awaitInvalidation(): Promise<void>;
  join(ask: BarrierQuery): void;
  leave(): void;
  hear(payload: string): void;
  confirmAll(askedAt: number): void;
};

/**
 * Makes the barrier of a process, which trusts nothing before `join`.
 *
 * @param trustMs how long this process trusts its caches after the last proof, and so how long `awaitInvalidation` waits at most.
 */
export function openInvalidationBarrier(trustMs: number): InvalidationBarrier {
  let provenAt = Number.NEGATIVE_INFINITY;
  let joined = Promise.withResolvers<BarrierQuery>();
  let listener: BarrierQuery | undefined;
  const calls = new Map<string, (answered: { heard?: true; listeners?: number }) => void>();

  function awaitInvalidation(): Promise<void> {
    const id = randomUUID();
    return new Promise((resolve) => {
      let heard = 0;
      let expected = Number.POSITIVE_INFINITY;
      const end = () => {
        clearTimeout(giveUp);
        calls.delete(id);
        resolve();
      };
      // By then, whoever has not answered no longer trusts what they keep.
      const giveUp = setTimeout(end, trustMs);
      calls.set(id, ({ heard: one, listeners }) => {
        if (one) heard++;
        if (listeners !== undefined) expected = listeners;
        if (heard >= expected) end();
      });
      void askAll(id);
    });
  }

  async function askAll(id: string): Promise<void> {
    try {
      const ask = await joined.promise;
      const { rows } = await ask(
        `select pg_notify($1, $2), (select count(*)::int from pg_stat_activity
          where datname = current_database() and application_name = $3) as listeners`,
        [barrierChannel, `?${id}`, listenerName],
      );
      calls.get(id)?.({ listeners: rows[0].listeners });
    } catch {
      // Without a connection nobody can be asked; time decides.
    }
  }

  return {
    isCurrent: () => performance.now() - provenAt < trustMs,
    awaitInvalidation,
    join: (ask) => {
      listener = ask;
      joined.resolve(ask);
    },
    leave: () => {
      listener = undefined;
      provenAt = Number.NEGATIVE_INFINITY;
      joined = Promise.withResolvers();
    },
    hear: (payload) => {
      const id = payload.slice(1);
      const own = calls.get(id);
      if (own) own({ heard: true });
      else if (payload.startsWith('?'))
        listener?.('select pg_notify($1, $2)', [barrierChannel, `!${id}`]).catch(() => undefined);
    },
    confirmAll: (askedAt) => {
      provenAt = askedAt;
    },
  };
}
