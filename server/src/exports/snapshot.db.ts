import type { Readable } from 'node:stream';
import type { RawBuilder } from 'kysely';
import type { Pool } from 'pg';
import { CopyOut } from '#server/db/copy-out.ts';
import { withLiterals } from '#server/db/literals.ts';
import type { CsvLines } from '#server/lib/csv/csv-lines.ts';

/** The database as it is at one moment, on a connection of its own until it is released. */
export type Snapshot = {
  /** @returns the few rows of a query. */
  find: <T>(query: RawBuilder<T>) => Promise<T[]>;
  /** @returns the lines that `lines` makes of a query's rows, read as fast as they are taken; one copy at a time. */
  copy: (query: RawBuilder<unknown>, lines: CsvLines) => Readable;
  /** Gives the connection back, or ends it when a copy is under way. */
  release: () => void;
};

/** An export takes one core at most, days and moments look the same wherever the database runs. */
const begin = `begin isolation level repeatable read read only;
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local max_parallel_workers_per_gather = 0; set local jit = off`;

/** Opens a snapshot; a connection that breaks off fails its reads and is given back all the same. */
export async function openSnapshot(pool: Pool): Promise<Snapshot> {
  const client = await pool.connect();
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
      // One statement lasts for as long as somebody reads.
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
