import { setTimeout as wait } from 'node:timers/promises';
import type { TestApp } from '../test-app.ts';

const blocked = `select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`;

const looks = 60;

/**
 * Holds the row of a lead while two pieces of work begin, the second once the first waits for it or has ended.
 *
 * @param isKilled the connections of those that wait are ended instead of going on.
 * @returns what each answered, and whether the first was seen to come first: on a slow machine it may be overtaken.
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
    const countBlocked = async () => (await holder.query(blocked)).rows.length;
    const begin = async <T>(work: () => Promise<T>) => {
      const before = await countBlocked();
      let hasEnded = false;
      const running = work().finally(() => {
        hasEnded = true;
      });
      // It is awaited below.
      running.catch(() => undefined);
      // What the process itself holds back waits for nothing in the database.
      const isMet = async () => hasEnded || (await countBlocked()) > before;
      let isSeen = await isMet();
      for (let look = 0; look < looks && !isSeen; look++) {
        await wait(5);
        isSeen = await isMet();
      }
      return { running, isSeen };
    };
    const one = await begin(first);
    const other = await begin(second);
    if (isKilled) await holder.query(`select pg_terminate_backend(pid) from (${blocked}) waiting`);
    await holder.query('commit');
    return { answers: await Promise.all([one.running, other.running]), isInOrder: one.isSeen };
  } finally {
    holder.release(true);
  }
}
