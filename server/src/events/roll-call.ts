import { randomUUID } from 'node:crypto';
import type { QueryResult } from 'pg';

/** The channel on which processes ask each other whether they have heard everything, `?id`, and answer, `!id`. */
export const rollChannel = 'pitlane_heard';

/** What a listening connection is called, so that those who must answer can be counted. */
export const listenerName = 'pitlane events';

/** Asks the database on the connection that listens, one thing after the other. */
export type Ask = (text: string, values?: unknown[]) => Promise<QueryResult>;

/**
 * Knows whether this process has heard every notice, and finds out whether all of them have. PostgreSQL tells a listener of
 * what was committed before it answers what that connection asks afterwards, so each answer proves that everything
 * committed before the question has been heard.
 */
export type RollCall = {
  /** Whether everything has been heard that was committed until `trustMs` ago. */
  isCurrent(): boolean;
  /** Resolves once each process has heard of all that is committed by now, or is no longer current. */
  heardByAll(): Promise<void>;
  /** The connection listens from now on. */
  join(ask: Ask): void;
  /** It does not any more. */
  leave(): void;
  /** Passes on what came on {@link rollChannel}. */
  hear(payload: string): void;
  /** An answer came to what was asked at `askedAt`, of `performance.now()`. */
  prove(askedAt: number): void;
};

export function openRollCall(trustMs: number): RollCall {
  let provenAt = Number.NEGATIVE_INFINITY;
  let joined = Promise.withResolvers<Ask>();
  let listener: Ask | undefined;
  const calls = new Map<string, (answered: { heard?: true; listeners?: number }) => void>();

  function heardByAll(): Promise<void> {
    const id = randomUUID();
    return new Promise((resolve) => {
      let heard = 0;
      let expected = Number.POSITIVE_INFINITY;
      const end = () => {
        clearTimeout(giveUp);
        calls.delete(id);
        resolve();
      };
      // By then whoever has not answered does not count as current.
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
        [rollChannel, `?${id}`, listenerName],
      );
      calls.get(id)?.({ listeners: rows[0].listeners });
    } catch {
      // The connection broke: nobody can be asked, and time alone makes sure.
    }
  }

  return {
    isCurrent: () => performance.now() - provenAt < trustMs,
    heardByAll,
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
        listener?.('select pg_notify($1, $2)', [rollChannel, `!${id}`]).catch(() => undefined);
    },
    prove: (askedAt) => {
      provenAt = askedAt;
    },
  };
}
