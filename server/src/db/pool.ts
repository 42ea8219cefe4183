import { Kysely, PostgresDialect } from 'kysely';
import pg, { type PoolConfig } from 'pg';
import { StartError } from '#server/lib/start-error.ts';
import { preparing } from './prepared.ts';
import type { DB } from './types.ts';

const OLDEST_VERSION = 15;
/** Connections of a process, beside those of exports and live events. */
export const poolSize = 20;

const DATE = 1082;
const DATE_ARRAY = 1182;
const INSTANT = 1184;
const INT8 = 20;
const INT8_ARRAY = 1016;

/** The pool for statements written out, and Kysely on the same pool. `db.destroy()` and `pool.end()` both end it. */
export interface Database {
  pool: pg.Pool;
  db: Kysely<DB>;
}

/**
 * Opens the connections to the database; the first one is made with the first statement. A day is read as YYYY-MM-DD,
 * an instant as a Date, a bigint as a number. A connection that breaks fails its statement, never the process. What Kysely
 * asks often is prepared unless `prepare` is false.
 */
export function openDatabase(config: PoolConfig, prepare = true): Database {
  const pool = openPool(config);
  return {
    pool,
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: prepare ? preparing(pool) : pool }) }),
  };
}

/**
 * Opens connections for exports alone, which keep them for as long as somebody reads: the others are never short of one.
 * A transaction may rest while a slow reader takes what was read, and a statement be read for as long as it takes.
 */
export function openExportPool(config: PoolConfig, connections: number): pg.Pool {
  return openPool({
    max: connections,
    application_name: 'pitlane exports',
    query_timeout: 0,
    idle_in_transaction_session_timeout: 600_000,
    idleTimeoutMillis: 10_000,
    ...config,
  });
}

function openPool(config: PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    max: poolSize,
    application_name: 'pitlane',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    query_timeout: 35_000,
    idle_in_transaction_session_timeout: 60_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: { getTypeParser },
    ...config,
  });
  // Without a handler a broken connection's error, idle or in use, would end the process; the pool drops it by itself.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Refuses, by StartError, a database that cannot be reached, is older than PostgreSQL 15 or cannot hold all of Unicode. */
export async function checkServer(config: PoolConfig): Promise<void> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, query_timeout: 5_000, ...config });
  client.on('error', () => undefined);
  const where = `The database ${client.database} at ${client.host}:${client.port}`;
  let version: string;
  let encoding: string;
  try {
    await client.connect();
    version = await readSetting(client, 'server_version');
    encoding = await readSetting(client, 'server_encoding');
  } catch (error) {
    throw new StartError(`${where} cannot be reached: ${reasonOf(error)}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
  if (Number.parseInt(version, 10) < OLDEST_VERSION) {
    throw new StartError(`${where} is PostgreSQL ${version}; Pitlane needs ${OLDEST_VERSION} or newer.`);
  }
  if (encoding !== 'UTF8') throw new StartError(`${where} has the encoding ${encoding}; Pitlane needs UTF8.`);
}

async function readSetting(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<Record<string, string>>(`show ${name}`);
  return rows[0]?.[name] ?? '';
}

/** What went wrong, in one line; several addresses of one host that failed answer with the first. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replace(/\s+/g, ' ').replace(/\.$/, '');
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
  if (oid === DATE) return (text: string) => text;
  if (oid === DATE_ARRAY) return readDates;
  if (oid === INSTANT) return readInstant;
  if (oid === INT8) return Number;
  if (oid === INT8_ARRAY) return readNumbers;
  return pg.types.getTypeParser(oid, 'text');
}

const readAnyInstant = pg.types.getTypeParser(INSTANT, 'text');

/** Years of four digits in UTC are nearly ISO 8601, which is read quicker than what else PostgreSQL may write. */
function readInstant(text: string): Date {
  const isUtc = text.endsWith('+00') && text[10] === ' ';
  return isUtc ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readAnyInstant(text);
}

function readItems(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}

/** Days have no comma, quote or space in them, so their list needs no more than this. */
function readDates(text: string): (string | null)[] {
  return readItems(text).map((item) => (item === 'NULL' ? null : item));
}

function readNumbers(text: string): (number | null)[] {
  return readItems(text).map((item) => (item === 'NULL' ? null : Number(item)));
}
