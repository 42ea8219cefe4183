import type { Readable } from 'node:stream';
import type { RawBuilder } from 'kysely';
import type { PoolClient } from 'pg';
import { CopyOut } from '#server/db/copy/copy-out.ts';
import { withLiterals } from '#server/db/literals.ts';
import type { CsvLines } from '#server/lib/csv/csv-lines.ts';

/** The database at one moment, on a connection of its own. */
export type Snapshot = {
  find: <T>(query: RawBuilder<T>) => Promise<T[]>;
  /** Read as fast as taken; one copy at a time. */
  copy: (query: RawBuilder<unknown>, lines: CsvLines) => Readable;
  /** Ends the connection if a copy is under way. */
  release: () => void;
};

/** One core per export, which may idle while a slow reader catches up; days and moments in one format on any server. */
const begin = `begin isolation level repeatable read read only;
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local max_parallel_workers_per_gather = 0; set local jit = off;
  set local idle_in_transaction_session_timeout = '10min'`;

/** A connection that breaks fails its reads and is still released. */
export async function openSnapshot(client: PoolClient): Promise<Snapshot> {
  let copying: CopyOut | undefined;
  let isReleased = false;
  try {
    await client.query(begin);
  } catch (error) {
    client.release(true);
    throw error;
  }
  return {
    find: async <T>(query: RawBuilder<T>) => (await client.query(withLiterals(query))).rows as T[],
    copy: (query, lines) => {
      // A statement lasts as long as somebody reads.
      const text = `set local statement_timeout = 0; copy (${withLiterals(query)}) to stdout (format csv)`;
      copying = client.query(new CopyOut(text, lines));
      return copying;
    },
    release: () => {
      if (isReleased) return;
      isReleased = true;
      if (copying && !copying.isOver) return client.release(true);
      client.query('commit').then(
        () => client.release(),
        () => client.release(true),
      );
    },
  };
}
