import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';

const EVERY_MS = 2_000;

/** Phases of pg_stat_progress_create_index as people read them, and what their progress is counted in. */
const phases: [start: string, words: string, unit: 'blocks' | 'tuples' | undefined][] = [
  ['waiting', 'waiting for older transactions to end', undefined],
  ['building index: scanning table', 'reading the table', 'blocks'],
  ['building index: sorting', 'sorting', 'tuples'],
  ['building index: loading', 'writing the index', 'tuples'],
  ['building index', 'building', 'blocks'],
  ['index validation: scanning index', 'checking the index', 'blocks'],
  ['index validation: sorting', 'checking the index', 'tuples'],
  ['index validation: scanning table', 'checking the table', 'blocks'],
];

/** What PostgreSQL says of an index that is being built; `holder` is the backend whose lock it waits for. */
export type Progress = {
  phase: string | null;
  blocks_done: number;
  blocks_total: number;
  tuples_done: number;
  tuples_total: number;
  holder: number | null;
};

/**
 * Says every two seconds, when it changed, how far the index is that the backend `pid` builds, or for whom it waits. An
 * abort of `signal` cancels what that backend does.
 *
 * @param pool asks on a connection of its own; when it cannot, nothing is said.
 */
export async function tellProgress<T>(
  pool: Pool,
  pid: number,
  { say, signal }: { say: (line: string) => void; signal?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const cancel = () => void pool.query('select pg_cancel_backend($1)', [pid]).catch(() => undefined);
  signal?.addEventListener('abort', cancel, { once: true });
  const telling = tellUntil(done.signal, pool, pid, say);
  try {
    return await work();
  } finally {
    signal?.removeEventListener('abort', cancel);
    done.abort();
    await telling;
  }
}

async function tellUntil(done: AbortSignal, pool: Pool, pid: number, say: (line: string) => void) {
  let last: string | undefined;
  for (;;) {
    await wait(EVERY_MS, undefined, { signal: done }).catch(() => undefined);
    if (done.aborted) return;
    const line = await readLine(pool, pid).catch(() => undefined);
    if (!line || line === last || done.aborted) continue;
    last = line;
    say(line);
  }
}

async function readLine(pool: Pool, pid: number): Promise<string | undefined> {
  const { rows } = await pool.query<Progress>(
    `select phase, blocks_done, blocks_total, tuples_done, tuples_total,
       case wait_event_type when 'Lock' then (pg_blocking_pids(pid))[1] end as holder
     from pg_stat_activity left join pg_stat_progress_create_index using (pid) where pid = $1`,
    [pid],
  );
  return rows[0] && progressLine(rows[0]);
}

/** @returns a line for people; undefined when there is nothing to say yet. */
export function progressLine({ phase, holder, ...counts }: Progress): string | undefined {
  if (holder) return `    waiting for the transaction of process ${holder} of the database to end`;
  const [, words, unit] = phases.find(([start]) => phase?.startsWith(start)) ?? [];
  if (!words) return undefined;
  const total = unit ? counts[`${unit}_total`] : 0;
  if (!unit || !total) return `    ${words}`;
  return `    ${words}, ${Math.floor((counts[`${unit}_done`] / total) * 100)} %`;
}
