import { type RawBuilder, sql } from 'kysely';
import type { FieldMapping } from '#contract/intake/connections.ts';
import { intakeLimits } from '#contract/intake/deliveries.ts';
import type { LeadChannel } from '#contract/leads/lead-source.ts';
import type { Platform } from '#contract/leads/leads.ts';
import type { OfferingType } from '#contract/offerings.ts';
import type { ConnectionCredentials } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';

type Named = { _id: string; name: string };
type NamedOffering = Named & { type: OfferingType };

/** A connection with its settings and sealed secrets. */
export type ConnectionRow = {
  id: string;
  name: string;
  kind: LeadChannel;
  platform: Platform;
  secret: Buffer;
  isPaused: boolean;
  serviceCenter: Named | null;
  serviceOrCampaign: NamedOffering | null;
  mapping: FieldMapping;
  answerText: string | null;
  appSecret: Buffer | null;
  pageToken: Buffer | null;
  tokenEndedAt: Date | null;
  tokenEndsAt: Date | null;
  sources: ConnectionSource[];
};

/** A number of WhatsApp or a form of Meta within a connection, with the center and offering of its enquiries. */
export type ConnectionSource = {
  externalId: string;
  serviceCenter: Named | null;
  serviceOrCampaign: NamedOffering | null;
};

type ConnectionDay = { day: string; accepted: number; refused: number };

type Traffic = { days: ConnectionDay[]; lastAt: string | null; failed: number; toPlace: number };

const mostCounted = 1_000;

type NewConnection = {
  id: string;
  kind: LeadChannel;
  platform: Platform;
  secret: Buffer;
  center: string | null;
  offering: string | null;
  answer: string | null;
  by: string;
  at: Date;
};

const centerOf = (row: RawBuilder<unknown>) => sql`
  (select json_build_object('_id', id, 'name', name) from service_centers where id = ${row}.service_center_id)`;
const offeringOf = (row: RawBuilder<unknown>) => sql`
  (select json_build_object('_id', id, 'name', name, 'type', type) from offerings where id = ${row}.offering_id)`;

const found = sql`
  select c.id, e.name, c.kind, c.platform, c.secret, c.is_paused as "isPaused", c.mapping,
    c.answer_text_id as "answerText",
    m.app_secret as "appSecret", m.page_token as "pageToken", m.token_ended_at as "tokenEndedAt", m.token_ends_at as "tokenEndsAt",
    (select coalesce(json_agg(json_build_object('externalId', external_id, 'serviceCenter', ${centerOf(sql`p`)},
        'serviceOrCampaign', ${offeringOf(sql`p`)}) order by external_id), '[]')
      from connection_sources p where p.connection_id = c.id) as sources,
    ${centerOf(sql`c`)} as "serviceCenter", ${offeringOf(sql`c`)} as "serviceOrCampaign"
  from connections c join employees e on e.id = c.id left join meta_connections m on m.id = c.id`;

/** Finds connections by name, all of them unless ids are given; unknown ids are missing. */
export async function findConnections(db: Db, ids?: readonly string[]): Promise<ConnectionRow[]> {
  const which = ids ? sql`where c.id = any(${ids}::uuid[])` : sql``;
  const { rows } = await sql<ConnectionRow>`${found} ${which} order by e.name collate "und-x-icu"`.execute(
    db,
  );
  return rows;
}

/** Finds the sealed secret of a connection, its kind, and whether it is paused. */
export async function findConnectionCredentials(
  db: Db,
  id: string,
): Promise<ConnectionCredentials | undefined> {
  const { rows } = await sql<ConnectionCredentials>`
    select kind, secret, is_paused as "isPaused" from connections where id = ${id}`.execute(db);
  return rows[0];
}

/**
 * Finds for each connection how much came on the newest days, oldest first, when the last delivery did, and how many deliveries have
 * failed or wait for a person.
 */
export async function findConnectionTraffic(db: Db, today: string): Promise<Map<string, Traffic>> {
  const counted = (state: 'failed' | 'toPlace') => sql`
    (select count(*)::int from (select from deliveries d where d.connection_id = c.id and d.state = ${sql.lit(state)}
      limit ${sql.lit(mostCounted)}) found)`;
  const { rows } = await sql<Omit<Traffic, 'lastAt'> & { id: string; lastAt: Date | null }>`
    select c.id,
      (select coalesce(json_agg(json_build_object('day', day, 'accepted', accepted, 'refused', refused) order by day), '[]')
        from connection_days d where d.connection_id = c.id and day > ${today}::date - ${sql.lit(intakeLimits.shownDays)}::int) as days,
      (select received_at from deliveries d where d.connection_id = c.id order by d.id desc limit 1) as "lastAt",
      ${counted('failed')} as failed, ${counted('toPlace')} as "toPlace"
    from connections c`.execute(db);
  return new Map(
    rows.map(({ id, lastAt, ...traffic }) => [id, { ...traffic, lastAt: lastAt?.toISOString() ?? null }]),
  );
}

/** Locks connections until commit: nobody else adds one. @returns how many there are. */
export async function lockConnections(db: Db): Promise<number> {
  await sql`lock table connections in share row exclusive mode`.execute(db);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from connections`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Inserts a connection; its account is inserted by itself. */
export async function insertConnection(db: Db, connection: NewConnection): Promise<void> {
  const { id, kind, platform, secret, center, offering, answer, by, at } = connection;
  await db
    .insertInto('connections')
    .values({
      ...{
        id,
        kind,
        platform,
        secret,
        service_center_id: center,
        offering_id: offering,
        answer_text_id: answer,
      },
      ...{ created_at: at, updated_at: at, last_modified_by: by },
    })
    .execute();
}

/** Updates a connection; undefined columns stay. @returns false when there is none. */
export async function updateConnection(
  db: Db,
  id: string,
  {
    mapping,
    ...changes
  }: {
    platform?: Platform | undefined;
    secret?: Buffer | undefined;
    is_paused?: boolean | undefined;
    service_center_id?: string | null | undefined;
    offering_id?: string | null | undefined;
    answer_text_id?: string | null | undefined;
    mapping?: FieldMapping | undefined;
    updated_at: Date;
    last_modified_by: string;
  },
): Promise<boolean> {
  const result = await db
    .updateTable('connections')
    .set({ ...changes, ...(mapping && { mapping: JSON.stringify(mapping) }) })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Replaces the numbers or forms of a connection. */
export async function saveConnectionSources(
  db: Db,
  connection: string,
  sources: readonly {
    externalId: string;
    serviceCenter?: string | null;
    serviceOrCampaign?: string | null;
  }[],
): Promise<void> {
  await sql`delete from connection_sources where connection_id = ${connection}`.execute(db);
  await sql`
    insert into connection_sources (connection_id, external_id, service_center_id, offering_id)
    select ${connection}, external_id, center, offering from unnest(${sources.map(({ externalId }) => externalId)}::text[],
      ${sources.map(({ serviceCenter }) => serviceCenter ?? null)}::uuid[],
      ${sources.map(({ serviceOrCampaign }) => serviceOrCampaign ?? null)}::uuid[]) given (external_id, center, offering)`.execute(
    db,
  );
}

/** Counts a refused delivery on the dealer's day. @returns whether there is such a connection. */
export async function countRefusedDelivery(db: Db, connection: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into connection_days as counted (connection_id, day, refused)
    select c.id, (${at}::timestamptz at time zone time_zone)::date, 1 from dealer, connections c where c.id = ${connection}
    on conflict (connection_id, day) do update set refused = counted.refused + 1`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Notifies browsers that a connection has changed. */
export async function announceConnection(db: Db, id: string): Promise<void> {
  await sql`select tell('connection', jsonb_build_object('_id', ${id}::uuid, 'change', 'edited'), '{}')`.execute(
    db,
  );
}
