import { sql } from 'kysely';
import type { Db } from '#server/db/transaction.ts';

/** The deliveries of an hour, by their number and their bytes. */
export type DeliveryVolume = { deliveries: number; bytes: number };

type VolumeOfConnection = DeliveryVolume & { connection: string };

/** Locks what these connections have brought in the hour until commit, in one order, and returns it. */
export async function lockHourlyVolumes(
  db: Db,
  connections: readonly string[],
  hour: Date,
): Promise<VolumeOfConnection[]> {
  const { rows } = await sql<VolumeOfConnection>`
    insert into connection_volumes as volume (connection_id, hour)
    select distinct connection, ${hour}::timestamptz from unnest(${connections}::uuid[]) connection order by 1
    on conflict (connection_id) do update set hour = excluded.hour,
      deliveries = case when volume.hour = excluded.hour then volume.deliveries else 0 end,
      bytes = case when volume.hour = excluded.hour then volume.bytes else 0 end
    returning connection_id as connection, deliveries, bytes`.execute(db);
  return rows;
}

/** Adds to what connections have brought in this hour. The caller has locked their hours. */
export async function addToHourlyVolumes(db: Db, brought: readonly VolumeOfConnection[]): Promise<void> {
  if (brought.length === 0) return;
  await sql`
    update connection_volumes v set deliveries = v.deliveries + given.deliveries, bytes = v.bytes + given.bytes
    from unnest(
      ${brought.map(({ connection }) => connection)}::uuid[], ${brought.map(({ deliveries }) => deliveries)}::integer[],
      ${brought.map(({ bytes }) => bytes)}::bigint[]) given (connection, deliveries, bytes)
    where v.connection_id = given.connection`.execute(db);
}

/** Reads what all connections have brought in an hour, and what of each is stored. */
export async function readVolumes(
  db: Db,
  hour: Date,
): Promise<{ brought: DeliveryVolume; stored: VolumeOfConnection[] }> {
  const brought = await sql<DeliveryVolume>`
    select coalesce(sum(deliveries), 0)::integer as deliveries, coalesce(sum(bytes), 0)::bigint as bytes
    from connection_volumes where hour = ${hour}`.execute(db);
  const stored = await sql<VolumeOfConnection>`
    select connection_id as connection, sum(deliveries)::bigint as deliveries, sum(bytes)::bigint as bytes
    from stored_volumes group by 1`.execute(db);
  return { brought: brought.rows[0] ?? { deliveries: 0, bytes: 0 }, stored: stored.rows };
}

/** Stores when a connection's quota last refused something. */
export async function markQuotaRefusal(db: Db, connection: string, at: Date): Promise<void> {
  await sql`update connection_volumes set refused_at = ${at} where connection_id = ${connection}`.execute(db);
}

/** Finds when any quota last refused something; null when none has. */
export async function findLastQuotaRefusal(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(refused_at) as at from connection_volumes`.execute(db);
  return rows[0]?.at ?? null;
}

/** Finds which of the deliveries have come before, by the keys of their connections. @returns the given ids of these. */
export async function findKnownDeliveryKeys(
  db: Db,
  deliveries: readonly { id: string; connection: string; key: string }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select given.id from unnest(
      ${deliveries.map(({ id }) => id)}::uuid[], ${deliveries.map(({ connection }) => connection)}::uuid[],
      ${deliveries.map(({ key }) => key)}::text[]) given (id, connection, key)
    join deliveries d on d.connection_id = given.connection and d.key = given.key`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
