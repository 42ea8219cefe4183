import { createHash } from 'node:crypto';
import {
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely';
import type pg from 'pg';

/** Each connection keeps the plans of so many statements; further ones are planned each time. */
const mostStatements = 200;

/** What is asked more rarely than this is not worth a plan in each connection. */
const usualAfter = 3;

/** Statements that are counted at once; when there are more, counting begins anew. */
const mostCounted = 1_000;

const eachTime = '/* plan each time */';

/**
 * Stands in a statement whose best plan depends on its values, as that of a search: prepared, PostgreSQL may settle for one
 * that is good for none of them.
 */
export const planEachTime = sql.raw(eachTime);

/** Whether a statement is prepared once it is asked often. */
export function isPreparable(text: string): boolean {
  return !text.includes(eachTime);
}

/** A prepared statement that the server no longer has, has twice, or whose tables have changed; nothing of it was done. */
const outdated = ['26000', '42P05', '0A000'];

/** @returns the pool for Kysely, with statements that are asked often prepared by name on each connection. */
export function preparing(pool: pg.Pool): PostgresPool {
  const nameOf = openNames();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? preparingClient(client, nameOf);
      clients.set(client, known);
      return known;
    },
  };
}

function preparingClient(
  client: pg.PoolClient & PostgresPoolClient,
  nameOf: (text: string) => string | undefined,
): PostgresPoolClient {
  // Names that went wrong once are left behind.
  let generation = 0;
  async function run(text: string, values: readonly unknown[]) {
    const plain = { text, values: [...values] };
    const name = values.length > 0 ? nameOf(text) : undefined;
    if (!name) return client.query(plain);
    try {
      return await client.query({ ...plain, name: `${name}_${generation}` });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      generation++;
      // Within a transaction the server takes nothing more; whoever began it is told.
      if (client.getTransactionStatus() !== 'I') throw error;
      return client.query(plain);
    }
  }
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  function query(asked: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    return typeof asked === 'string' ? run(asked, values) : client.query(asked);
  }
  return {
    get processID() {
      return client.processID;
    },
    query,
    release: (destroy) => client.release(destroy),
  };
}

/** Names for texts, each the same as long as the process lives; none for what is rare, or is to be planned each time. */
function openNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const asked = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known || names.size >= mostStatements || !isPreparable(text)) return known;
    const times = (asked.get(text) ?? 0) + 1;
    if (times < usualAfter) {
      if (asked.size >= mostCounted) asked.clear();
      asked.set(text, times);
      return undefined;
    }
    asked.delete(text);
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    names.set(text, name);
    return name;
  };
}

function isOutdated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && outdated.includes(String(error.code));
}
