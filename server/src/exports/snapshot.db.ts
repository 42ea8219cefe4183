import type { Readable } from 'node:stream';
import { createQueryId, PostgresQueryCompiler, type RawBuilder } from 'kysely';
import type { PoolClient } from 'pg';
import pg from 'pg';
import { CopyOut } from '#server/db/copy/copy-out.ts';
import type { CsvLines } from '#server/lib/csv/csv-lines.ts';

/** The database at one moment, on a connection of its own. */
export type Snapshot = {
  find: <T>(query: RawBuilder<T>) => Promise<T[]>;
  copy: (query: RawBuilder<unknown>, lines: CsvLines) => Readable;
  release: () => void;
};

const begin = `begin isolation level repeatable read read only;
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local max_parallel_workers_per_gather = 0; set local jit = off;
  set local idle_in_transaction_session_timeout = '10min'`;

/** Opens a snapshot on a connection, which `release` returns. One that breaks fails its reads and is still released. */
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

function withLiterals(statement: RawBuilder<unknown>): string {
  return new LiteralCompiler().compileQuery(statement.toOperationNode(), createQueryId()).sql;
}

class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literalOf(value));
  }
}

// Quoted literals are untyped, as parameters are: PostgreSQL infers both types from context.
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.map(itemOf).join(',')}}` : textOf(value));
}

function itemOf(value: unknown): string {
  return value === null ? 'null' : `"${textOf(value).replace(/["\\]/g, '\\$&')}"`;
}

function textOf(value: unknown): string {
  // The year before 1 is called 1 BC, not 0.
  if (value instanceof Date) return value.toISOString().replace(/^0000(.*)/, '0001$1 BC');
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw new Error(`No literal is made of ${typeof value}`);
  }
  const text = String(value);
  // NUL would end the statement.
  if (text.includes('\0')) throw new Error('A text of PostgreSQL holds no NUL');
  return text;
}
