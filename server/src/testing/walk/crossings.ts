import { setTimeout as wait } from 'node:timers/promises';
import type { TestApp } from '../test-app.ts';

const blocked = `select pid, query_start::text as since, clock_timestamp() - query_start < interval '700 ms' as "isFresh"
  from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`;

type Blocked = { pid: number; since: string; isFresh: boolean };

const looks = 60;

/**
 * Holds the row of a lead while two pieces of work begin, the second once the first waits for it or has ended.
 *
 * @param isKilled the connections of those that wait are ended instead of going on.
 * @returns what each answered, and whether the first is known to come first. On a slow machine it may be overtaken: a shared transaction that has
 *   waited for a row for a second begins anew, behind whoever waits by then.
 */
export async function cross<First, Second>(
  app: TestApp,
  lead: string,
  [first, second]: [() => Promise<First>, () => Promise<Second>],
  isKilled: boolean,
): Promise<{ answers: [First, Second]; isInOrder: boolean }> {
  const holder = await app.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from leads where id = $1 for update', [lead]);
    // Outside of the transaction, in which PostgreSQL names the sessions that it saw first.
    const readBlocked = async () => (await app.pool.query<Blocked>(blocked)).rows;
    const begin = async <T>(work: () => Promise<T>) => {
      const before = new Set((await readBlocked()).map(({ pid }) => pid));
      let hasEnded = false;
      const running = work().finally(() => {
        hasEnded = true;
      });
      // It is awaited below.
      running.catch(() => undefined);
      // What the process itself holds back waits for nothing in the database.
      let waits: Blocked[] = [];
      for (let look = 0; look <= looks && !hasEnded && waits.length === 0; look++) {
        if (look > 0) await wait(5);
        waits = (await readBlocked()).filter(({ pid }) => !before.has(pid));
      }
      return { running, hasEnded, waits };
    };
    const one = await begin(first);
    const other = await begin(second);
    const waitsStill = await readBlocked();
    const isInOrder =
      one.hasEnded ||
      one.waits.some(({ pid, since }) =>
        waitsStill.some((each) => each.pid === pid && each.since === since && each.isFresh),
      );
    if (isKilled)
      await app.pool.query('select pg_terminate_backend(pid) from unnest($1::integer[]) pid', [
        waitsStill.map(({ pid }) => pid),
      ]);
    await holder.query('commit');
    return { answers: await Promise.all([one.running, other.running]), isInOrder };
  } finally {
    holder.release(true);
  }
}
