import type { FastifyBaseLogger } from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import pg, { type PoolConfig } from 'pg';
import { createStatementPool } from './connections/prepared.ts';
import { StallGuard } from './connections/stall-guard.ts';
import type { DB } from './types.ts';

/** How many connections a process has besides those of exports and live events. */
export const poolSize = 20;

/** Limits in milliseconds; the server ends what takes longer. */
export const serverLimits = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
} as const;

const DATE = 1082;
const DATE_ARRAY = 1182;
const INSTANT = 1184;
const INT8 = 20;
const INT8_ARRAY = 1016;

/** An open database: its pool, what queries are built with, and what notices that it does not answer. */
export interface Database {
  pool: pg.Pool;
  db: Kysely<DB>;
  stallGuard: StallGuard;
}

/**
 * Opens the database, to which the first statement connects. A day is read as YYYY-MM-DD, an instant as a Date, a bigint as a number.
 * A broken connection fails its statement, never the process.
 *
 * @param onStatement hears of each statement that `db` has run.
 */
export function openDatabase(config: PoolConfig, prepare = true, onStatement?: OnStatement): Database {
  const pool = openPool(config);
  const silence = new StallGuard();
  return {
    pool,
    stallGuard: silence,
    db: new Kysely<DB>({
      dialect: new PostgresDialect({ pool: createStatementPool(pool, prepare, silence) }),
      ...(onStatement && {
        log: ({ query, queryDurationMillis }) => onStatement(query.sql, queryDurationMillis),
      }),
    }),
  };
}

/** Opens a pool for exports alone, which hold a connection as long as somebody reads. */
export function openExportPool(config: PoolConfig, connections: number): pg.Pool {
  return openPool({
    max: connections,
    application_name: 'pitlane exports',
    query_timeout: 0,
    idleTimeoutMillis: 10_000,
    ...config,
  });
}

function openPool(config: PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    max: poolSize,
    application_name: 'pitlane',
    connectionTimeoutMillis: 5_000,
    ...serverLimits,
    query_timeout: 35_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: { getTypeParser },
    ...config,
  });
  // Without a handler the error of a broken connection would end the process; the pool drops it by itself.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
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

function readInstant(text: string): Date {
  const isUtc = text.endsWith('+00') && text[10] === ' ';
  return isUtc ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readAnyInstant(text);
}

function readItems(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}

function readDates(text: string): (string | null)[] {
  return readItems(text).map((item) => (item === 'NULL' ? null : item));
}

function readNumbers(text: string): (number | null)[] {
  return readItems(text).map((item) => (item === 'NULL' ? null : Number(item)));
}

const longestText = 1_000;

/**
 * Makes a handler that logs a statement that took at least so many milliseconds, by its text: its values stand apart from it, so
 * nothing personal is logged.
 */
export function createSlowStatementLog(log: Pick<FastifyBaseLogger, 'warn'>, slowMs: number): OnStatement {
  return (text, milliseconds) => {
    if (milliseconds < slowMs) return;
    const statement = text.replace(/\s+/g, ' ').trim().slice(0, longestText);
    log.warn({ statement, milliseconds: Math.round(milliseconds) }, 'a slow statement');
  };
}

/** Hears of each statement that ended, well or not: its text with placeholders, and how long the database took. */
export type OnStatement = (text: string, milliseconds: number) => void;
