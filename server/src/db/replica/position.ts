import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Db } from '#server/db/transaction.ts';

/**
 * A position that a replica must have replayed: everything that anybody has been told is saved. `lineage` tells the cluster, its
 * timeline and the database, since positions of different histories cannot be compared.
 */
export type Position = { lsn: string; lineage: string };

/** How far a replica is behind. `seconds`: the age of the newest change that it has replayed, 0 when there is nothing left to replay. */
export type Lag = { isReplica: boolean; bytes: number; seconds: number };

type Ask = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>;

const lineage = (timeline: string) =>
  `(select concat_ws('/', system_identifier, ${timeline}, (select oid from pg_database where datname = current_database()))
    from pg_control_system())`;

const written = `select case current_setting('synchronous_commit') when $1 then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end::text as lsn,
  ${lineage(`('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int`)} as lineage`;

// Each of both may be behind after a takeover, never ahead.
const replayedTimeline = `greatest((select timeline_id from pg_control_checkpoint()),
  (select min_recovery_end_timeline from pg_control_recovery()))`;

const isReplica = `(pg_is_in_recovery() and ${lineage(replayedTimeline)} = $2)`;

const replayed = `select ${isReplica} and pg_last_wal_replay_lsn() >= $1::pg_lsn as "isThere"`;

const behind = `select ${isReplica} as "isReplica",
  greatest(0, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()))::float8 as bytes,
  case when pg_last_wal_replay_lsn() >= $1::pg_lsn then 0
    else greatest(0, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())) end::float8 as seconds`;

/** Makes a function that asks through Kysely, by prepared statements where they are allowed. */
export function createAskThroughDb(db: Db): Ask {
  return async <Row>(text: string, values: unknown[]) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
}

/** Makes a function that asks on one connection. */
export function createAskOnClient(client: pg.PoolClient): Ask {
  return async <Row extends object>(text: string, values: unknown[]) =>
    (await client.query<Row>(text, values)).rows;
}

/** Reads how far the leader has written. */
export async function readPosition(leader: Db): Promise<Position> {
  const [position] = await createAskThroughDb(leader)<Position>(written, ['off']);
  if (!position) throw new Error('The database did not say how far it has written');
  return position;
}

/** Tells whether a replica has replayed all up to a position; false for another history. */
export async function hasReplayed(ask: Ask, { lsn, lineage }: Position): Promise<boolean> {
  const [answer] = await ask<{ isThere: boolean | null }>(replayed, [lsn, lineage]);
  return answer?.isThere === true;
}

/** Reads how far a replica is behind a position; `isReplica` is false for anything that is none of the leader's. */
export async function readLag(ask: Ask, { lsn, lineage }: Position): Promise<Lag> {
  const [lag] = await ask<Lag>(behind, [lsn, lineage]);
  return lag ?? { isReplica: false, bytes: 0, seconds: 0 };
}
