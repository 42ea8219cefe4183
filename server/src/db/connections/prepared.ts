import { createHash } from 'node:crypto';
import {
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely';
import type pg from 'pg';
import { isDatabaseAway } from '#server/db/failures.ts';
import type { StallGuard } from './stall-guard.ts';

const mostStatements = 200;

const usualAfter = 3;

const mostCounted = 1_000;

// What only begins or ends a transaction has no plan.
const planned = /^\s*(select|with)\b/i;

const eachTime = '/* plan each time */';

/**
 * Marks a statement whose best plan depends on its values, such as a search: prepared, PostgreSQL may settle on a generic
 * plan that suits none of them.
 */
export const planEachTime = sql.raw(eachTime);

/** Tells whether a statement may be prepared: not one with {@link planEachTime}. */
export function isPreparable(text: string): boolean {
  return !text.includes(eachTime);
}

// The prepared statement is gone, exists twice, or its tables have changed; nothing was executed.
const outdated = ['26000', '42P05', '0A000'];

/**
 * Makes the pool that Kysely asks. A connection on which the database did not answer, or said that it takes no writes, is closed at
 * once: nobody waits for it again, and the next one may lead to the database that took over.
 *
 * @param prepare whether what is asked often is prepared.
 */
export function createStatementPool(pool: pg.Pool, prepare: boolean, silence: StallGuard): PostgresPool {
  const nameOf = prepare ? openNames() : () => undefined;
  const clients = new WeakMap<pg.PoolClient, { known: PostgresPoolClient; since: number }>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      for (;;) {
        silence.refuse();
        const client = await pool.connect();
        const found = clients.get(client);
        if (found && found.since === silence.times) return found.known;
        if (found) {
          client.release(true);
          continue;
        }
        const known = statementClient(client, nameOf, silence);
        clients.set(client, { known, since: silence.times });
        return known;
      }
    },
  };
}

function statementClient(
  client: pg.PoolClient & PostgresPoolClient,
  nameOf: (text: string) => string | undefined,
  silence: StallGuard,
): PostgresPoolClient {
  // Failed names are left behind.
  let generation = 0;
  async function run(text: string, values: readonly unknown[]) {
    try {
      silence.refuse();
      return await silence.during(client, () => ask(text, values));
    } catch (error) {
      if (isDatabaseAway(error)) void client.end();
      throw error;
    }
  }
  async function ask(text: string, values: readonly unknown[]) {
    const plain = { text, values: [...values] };
    const name = values.length > 0 || planned.test(text) ? nameOf(text) : undefined;
    if (!name) return client.query(plain);
    try {
      return await client.query({ ...plain, name: `${name}_${generation}` });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      generation++;
      // In a transaction the server accepts nothing more, so the caller is told.
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
