import { type RawBuilder, sql } from 'kysely';
import { erasedLeadTexts } from '#contract/leads/erased-lead.ts';
import { isOpenLead } from '#server/db/fragments.ts';
import { countRows } from '#server/db/page-of.ts';
import type { Db } from '#server/db/transaction.ts';

const ofCustomer = (id: string) =>
  sql<boolean>`customer_id = any(array(select ${id}::uuid union all select id from customers where merged_into = ${id}))`;

/** Locks leads of a customer, and of those merged into them, until commit. @returns their ids in order, at most `most`. */
export async function lockLeadIdsOfCustomer(db: Db, customerId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from leads where ${ofCustomer(customerId)} order by id limit ${most} for update`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts the leads of a customer and of those merged into them: all, and open ones. */
export async function countLeadsOfCustomer(
  db: Db,
  customerId: string,
): Promise<{ leads: number; open: number }> {
  const { rows } = await sql<{ leads: number; open: number }>`
    select count(*)::int as leads, (count(*) filter (where ${isOpenLead()}))::int as open
    from leads where ${ofCustomer(customerId)}`.execute(db);
  return rows[0] ?? { leads: 0, open: 0 };
}

/** Finds the newest open leads of a customer and of those merged into them, at most `most`. */
export async function findOpenLeadsOfCustomer(db: Db, customerId: string, most: number) {
  return db
    .selectFrom('leads')
    .select(['id as _id', 'name', 'status'])
    .where(ofCustomer(customerId))
    .where(isOpenLead())
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute();
}

/** Allows this transaction to overwrite stored versions of leads, which the database refuses otherwise. */
export async function allowErasure(db: Db): Promise<void> {
  await sql`select set_config('pitlane.erasing', 'on', true)`.execute(db);
}

function keptReason(reason: RawBuilder<unknown>, customer: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${reason} is null or exists (
      select from dealer, jsonb_array_elements(lost_reasons) listed
      where lost_reason_key(listed ->> 'en') = lost_reason_key(${reason})) or exists (
      select from leads other where other.is_active and other.status = 'lostCustomer'
        and lost_reason_key(other.lost_reason) = lost_reason_key(${reason}) and other.customer_id is distinct from ${customer})
    then ${reason} else ${sql.lit(erasedLeadTexts.reason)} end`;
}

function erasedSnapshot(customer: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`v.snapshot - 'search_key' - 'search_grams' || jsonb_build_object(
    'name', ${sql.lit(erasedLeadTexts.name)}, 'phone', '', 'email', null, 'vehicle_number', null, 'notes', null, 'job_id', null,
    'source', null, 'customer_id', null, 'lost_reason', ${keptReason(sql`(v.snapshot ->> 'lost_reason')`, customer)})`;
}

/** Erases the personal data in all versions of these leads; `allowErasure` was called in the transaction. */
export async function eraseVersions(db: Db, leadIds: readonly string[]): Promise<void> {
  await sql`
    update lead_versions v set snapshot = ${erasedSnapshot(sql`l.customer_id`)}
    from leads l where l.id = v.lead_id and l.id = any(${leadIds}::uuid[])`.execute(db);
}

const takenAlong = { name: erasedLeadTexts.name, email: null, vehicle_number: null, notes: null };

/**
 * Erases from the versions of leads that had these phone numbers before. Their later versions lose what came from the former customer,
 * unless the lead still says it: then it is the new customer's.
 */
export async function eraseFormerVersions(db: Db, phones: readonly string[]): Promise<void> {
  const erased = Object.entries(takenAlong).map(
    ([field, text]) => sql`
      || case when v.snapshot ->> ${sql.lit(field)} = any(f.${sql.ref(field)})
          and l.${sql.ref(field)} is distinct from v.snapshot ->> ${sql.lit(field)}
        then jsonb_build_object(${sql.lit(field)}, ${text === null ? sql`null` : sql.lit(text)}) else '{}' end`,
  );
  const said = Object.keys(takenAlong).map(
    (field) => sql`array_agg(snapshot ->> ${sql.lit(field)}) as ${sql.ref(field)}`,
  );
  await sql`
    with former as (
      select lead_id, ${sql.join(said)} from lead_versions
      where lead_id in (select lead_id from lead_versions where 'phone' = any(changed_fields))
        and snapshot ->> 'phone' = any(${phones}::text[]) group by lead_id)
    update lead_versions v set snapshot = v.snapshot - 'search_key' - 'search_grams' ${sql.join(erased, sql``)}
    from former f join leads l on l.id = f.lead_id
    where v.lead_id = f.lead_id and v.snapshot ->> 'phone' <> all(${phones}::text[])`.execute(db);
  await sql`
    update lead_versions v set snapshot = ${erasedSnapshot(sql`(v.snapshot ->> 'customer_id')::uuid`)}
    where v.lead_id in (select lead_id from lead_versions where 'phone' = any(changed_fields))
      and v.snapshot ->> 'phone' = any(${phones}::text[])`.execute(db);
}

/** Says what a lead that others are joined with has of theirs, with what replaces it. */
const joinedFields = { ...takenAlong, job_id: null };

/**
 * Erases what these leads brought into the leads they were joined with from the versions of those; `allowErasure` was called in the
 * transaction.
 */
export async function eraseJoinedVersions(db: Db, leadIds: readonly string[]): Promise<void> {
  const said = (field: string) => sql`v.snapshot ->> ${sql.lit(field)}`;
  const erased = Object.entries(joinedFields).map(([field, text]) => {
    const isTheirs =
      field === 'notes'
        ? sql`exists (select from unnest(j.notes) theirs where theirs <> '' and strpos(${said(field)}, theirs) > 0)`
        : sql`${said(field)} = any(j.${sql.ref(field)})`;
    return sql`
      || case when ${isTheirs} and l.${sql.ref(field)} is distinct from ${said(field)}
        then jsonb_build_object(${sql.lit(field)}, ${text === null ? sql`null` : sql.lit(text)}) else '{}' end`;
  });
  const theirs = Object.keys(joinedFields).map(
    (field) => sql`array_agg(${said(field)}) filter (
      where ${said(field)} is distinct from before.snapshot ->> ${sql.lit(field)}) as ${sql.ref(field)}`,
  );
  await sql`
    with pairs as (
      select distinct lead_id as gone, (snapshot ->> 'merged_into')::uuid as kept from lead_versions
      where lead_id = any(${leadIds}::uuid[]) and snapshot ->> 'merged_into' is not null),
    joined as (
      select v.lead_id, min(v.version) as since, ${sql.join(theirs)}
      from pairs p
      join lead_versions v on v.lead_id = p.kept and v.snapshot -> 'joined_ids' ? p.gone::text
      join lateral (
        select snapshot from lead_versions
        where lead_id = v.lead_id and version < v.version
          and not coalesce(snapshot -> 'joined_ids' ? p.gone::text, false)
        order by version desc limit 1) before on true
      where p.kept <> all(${leadIds}::uuid[])
      group by v.lead_id)
    update lead_versions v set snapshot = v.snapshot - 'search_key' - 'search_grams' ${sql.join(erased, sql``)}
    from joined j join leads l on l.id = j.lead_id
    where v.lead_id = j.lead_id and v.version >= j.since`.execute(db);
}

/**
 * Finds the lost reason that remains once each lead is erased: one of the dealer's list, or one that other customers' lost leads
 * share; else the text that stands for an erased one.
 *
 * @returns reasons by lead id.
 */
export async function findKeptReasons(db: Db, ids: readonly string[]): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ id: string; reason: string | null }>`
    select id, ${keptReason(sql`l.lost_reason`, sql`l.customer_id`)} as reason from leads l
    where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

/** Clears the body hash of the idempotency keys that made these leads: a repeated request is then refused, and makes no second lead. */
export async function eraseKeysOfLeads(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update idempotency_keys set body_hash = '' where employee_id in (
      select recorded_by from leads
      where id = any(${ids}::uuid[])) and lead_id = any(${ids}::uuid[])`.execute(db);
}

/**
 * Deletes counters whose slots add up to nothing: they name a reason. Locks and rechecks only them; writers that add meanwhile
 * begin anew.
 */
export async function deleteEmptyReasonCounts(db: Db): Promise<void> {
  const days = sql`time_zone, entered_on, service_center_id, figure, key`;
  const totals = sql`figure, key, service_center_id`;
  const isReason = sql`figure = 'lostReason'`;
  for (const [table, keys, names] of [
    [sql`lead_figures`, days, isReason],
    [sql`lead_totals`, totals, isReason],
  ] as const) {
    await sql`
      with seen as (select ${keys} from ${table} where ${names} group by ${keys} having sum(leads) = 0),
      locked as (select c.* from ${table} c join seen using (${keys}) order by ${keys}, slot for update of c),
      empty as (select ${keys} from locked group by ${keys} having sum(leads) = 0)
      delete from ${table} where (${keys}) in (select ${keys} from empty)`.execute(db);
  }
}

/** A merged lead is part of another one, and is erased with it or after it. No lead is older than when it was touched: the index of the plain list knows its age. */
const isKeptArchived = (
  before: Date,
) => sql`not is_active and customer_id is not null and created_at < ${before} and touched_at < ${before}
  and not exists (select from leads kept where kept.id = leads.merged_into and kept.customer_id is not null
    and (kept.is_active or kept.touched_at >= ${before}))`;

/**
 * Locks archived leads with personal data that nobody has touched since `before`, the oldest first, at most `most`; skips leads that
 * another transaction has locked.
 */
export async function lockArchivedLeads(
  db: Db,
  before: Date,
  most: number,
): Promise<{ id: string; customerId: string }[]> {
  const { rows } = await sql<{ id: string; customerId: string }>`
    select id, customer_id as "customerId" from leads where ${isKeptArchived(before)}
    order by created_at, id limit ${most} for update skip locked`.execute(db);
  return rows;
}

/** Counts the archived leads with personal data that nobody has touched since `before`, up to `most`. */
export async function countArchivedBefore(db: Db, before: Date, most: number): Promise<number> {
  return countRows(
    db,
    sql`select from leads where ${isKeptArchived(before)} order by created_at limit ${most}`,
  );
}
