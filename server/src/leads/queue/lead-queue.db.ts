import { type RawBuilder, sql } from 'kysely';
import { countLimit } from '#contract/business.ts';
import type { Db } from '#server/db/transaction.ts';
import type { DB } from '#server/db/types.ts';
import { joined } from '#server/leads/lists/lead-filter.db.ts';
import { columnsOfFound, type FoundLead } from '#server/leads/record/leads.db.ts';
import { type Counted, exactly, type RowRange, upToLimit } from '#server/lib/counted.ts';

export type DueKind = 'followUp' | 'new' | 'tryAgain' | 'appointment' | 'reminded';

/**
 * `from` is included, `before` is not; `by` response: they are moments by which an enquiry should be answered. `missedBefore`: it
 * should have been by then, or nothing says when.
 */
export type DueSpan = {
  kinds: readonly DueKind[];
  from?: string;
  before?: string;
  by?: 'response';
  missedBefore?: string;
};

/** Absent parts do not narrow; `advisor` null: nobody's. */
export type QueueScope = { centers?: readonly string[]; offering?: string; advisor?: string | null };

const fromStart = (limit: number): RowRange => ({ limit, offset: 0, isFromEnd: false });

/** @returns the first leads and the count of each span that has any. */
export async function findQueue(
  db: Db,
  spans: readonly DueSpan[],
  scope: QueueScope,
  limit: number,
): Promise<(FoundLead & { place: number; total: number })[]> {
  const parts = spans.map(
    (span, place) => sql`
      select ${sql.lit(place)} as place, id, due_at, (${totalOf(span, scope)}) as total
      from ${dueLeads(span, scope, fromStart(limit))} due`,
  );
  const { rows } = await sql<FoundLead & { place: number; total: number }>`
    select place, total, ${columnsOfFound} from (${sql.join(parts, sql` union all `)}) due join leads l using (id)
    order by place, l.due_at, l.id`.execute(db);
  return rows;
}

export async function countDue(db: Db, span: DueSpan, scope: QueueScope): Promise<Counted> {
  const { rows } = await sql<{ total: number }>`select (${totalOf(span, scope)}) as total`.execute(db);
  return countedIn(scope, rows[0]?.total ?? 0);
}

/** Due longest first. */
export async function findDue(
  db: Db,
  span: DueSpan,
  scope: QueueScope,
  range: RowRange,
): Promise<FoundLead[]> {
  const { rows } = await sql<FoundLead>`
    select ${columnsOfFound} from ${dueLeads(span, scope, range)} due join leads l using (id)
    order by l.due_at, l.id`.execute(db);
  return rows;
}

/** In any of the scopes, due longest first. */
export async function findDueIds(
  db: Db,
  span: DueSpan,
  scopes: readonly QueueScope[],
  limit: number,
): Promise<string[]> {
  const parts = scopes.map(
    (scope) => sql`select id, due_at from ${dueLeads(span, scope, fromStart(limit))} due`,
  );
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(parts, sql` union all `)}) due order by due_at, id limit ${sql.lit(limit)}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** @param total of `totalOf`, whose counting stops unless a counter knows it. */
export function countedIn(scope: QueueScope, total: number): Counted {
  return isOfCounter(scope) ? exactly(total) : upToLimit(total);
}

export function isOfCounter({ offering, advisor }: QueueScope): boolean {
  return offering === undefined && advisor === undefined;
}

export function totalOf(span: DueSpan, scope: QueueScope): RawBuilder<number> {
  const ofKinds =
    span.kinds.length === 1
      ? sql`= ${sql.lit(span.kinds[0])}`
      : sql`in (${sql.join(span.kinds.map((kind) => sql.lit(kind)))})`;
  if (isOfCounter(scope) && isCounted(span)) {
    const conditions = [sql`kind ${ofKinds}`, ...within(span, 'due_from'), inCenters(scope.centers)];
    return sql<number>`select coalesce(sum(leads), 0)::int from lead_due_counts where ${joined(conditions)}`;
  }
  const conditions = [sql`due_kind ${ofKinds}`, ...within(span, columnOf(span)), ...ownParts(scope)];
  const limit = sql`limit ${sql.lit(countLimit + 1)}`;
  if (isOneWalk(scope, span))
    return sql<number>`select count(*)::int from (
      select from leads where ${joined([...conditions, inCenters(scope.centers)])} ${limit}) counted`;
  if (span.by === 'response')
    return sql<number>`select count(*)::int from (
      select from unnest(${centersOf(scope)}) center cross join lateral (
        select from leads where service_center_id = center and ${joined(conditions)} ${limit}) found ${limit}) counted`;
  return sql<number>`select count(*)::int from (select from leads
    where ${joined([...conditions, sql`service_center_id = any(${centersOf(scope)})`])} ${limit}) counted`;
}

/** Counters know neither by when an enquiry should be answered nor when it was recorded, and of appointments the day alone. */
export function isCounted({ kinds, from, before, by, missedBefore }: DueSpan): boolean {
  if (by !== undefined || missedBefore !== undefined) return false;
  const isCut = [from, before].some((at) => at?.includes('T'));
  if (isCut && (kinds.includes('appointment') || kinds.includes('reminded'))) return false;
  return !kinds.includes('new') || (from === undefined && before === undefined);
}

/** In order. An index holds those of one kind and center, of one advisor, of nobody, or of all in order; several are walked and merged. */
export function dueLeads(
  span: DueSpan,
  scope: QueueScope,
  { limit, offset, isFromEnd }: RowRange,
): RawBuilder<unknown> {
  const isOneIndex = isOneWalk(scope, span);
  const at = sql.ref(columnOf(span));
  const direction = isFromEnd ? sql`desc` : sql`asc`;
  const order = sql`order by due_at ${direction}, id ${direction}`;
  // PostgreSQL does not see that the index by advisor holds those without one in order, unless asked for the order by advisor too.
  const orderOfWalk =
    isOneIndex && scope.advisor === null
      ? sql`order by advisor_id ${direction}, due_at ${direction}, id ${direction}`
      : sql`order by ${at} ${direction}, id ${direction}`;
  const rows = sql`limit ${sql.lit(limit)} offset ${offset}`;
  const walk = (kind: RawBuilder<unknown>, center: RawBuilder<unknown> | undefined) =>
    sql`select id, ${at} as due_at from leads where ${joined([
      sql`due_kind = ${kind}`,
      ...within(span, columnOf(span)),
      center,
      ...ownParts(scope),
    ])} ${orderOfWalk}`;

  const kinds = span.kinds.map((kind) => sql.lit(kind));
  const [kind] = kinds;
  if (kind && kinds.length === 1 && isOneIndex) return sql`(${walk(kind, inCenters(scope.centers))} ${rows})`;
  const one = isOneIndex
    ? walk(sql`walked.kind`, inCenters(scope.centers))
    : walk(sql`walked.kind`, sql`service_center_id = center`);
  const centers = isOneIndex ? sql`` : sql`cross join unnest(${centersOf(scope)}) center`;
  return sql`(select id, due_at from (values ${sql.join(kinds.map((each) => sql`(${each})`))}) walked (kind) ${centers}
    cross join lateral (${one} limit ${sql.lit(limit)} + ${offset}::bigint) found ${order} ${rows})`;
}

/** One person has few: their centers and offerings are looked up in them. */
function isOneWalk({ advisor, centers, offering }: QueueScope, { by }: DueSpan): boolean {
  if (typeof advisor === 'string') return true;
  return by === undefined && centers === undefined && offering === undefined;
}

function columnOf({ by }: DueSpan): 'due_at' | 'response_due_at' {
  return by === 'response' ? 'response_due_at' : 'due_at';
}

function centersOf({ centers }: QueueScope): RawBuilder<unknown> {
  return centers ? sql`${centers}::uuid[]` : sql`array(select id from service_centers)`;
}

function inCenters(centers: readonly string[] | undefined): RawBuilder<unknown> | undefined {
  return centers && sql`service_center_id = any(${centers}::uuid[])`;
}

function ownParts({ offering, advisor }: QueueScope): RawBuilder<unknown>[] {
  return [
    ...(offering === undefined ? [] : [sql`offering_id = ${offering}`]),
    ...(advisor === undefined
      ? []
      : [advisor === null ? sql`advisor_id is null` : sql`advisor_id = ${advisor}`]),
  ];
}

function within(
  { from, before, missedBefore }: DueSpan,
  column: 'due_at' | 'due_from' | 'response_due_at',
): RawBuilder<unknown>[] {
  const at = sql.ref(column);
  const type = sql.raw(column === 'response_due_at' ? 'timestamptz' : 'timestamp');
  return [
    ...(from === undefined ? [] : [sql`${at} >= ${from}::${type}`]),
    ...(before === undefined ? [] : [sql`${at} < ${before}::${type}`]),
    ...(missedBefore === undefined
      ? []
      : [sql`(response_due_at < ${missedBefore}::timestamptz or response_due_at is null)`]),
  ];
}

/** Deletes counters whose slots add up to nothing. Locks and rechecks only them; writers that add meanwhile begin anew. */
export async function deleteEmptyDueCounts(db: Db): Promise<void> {
  await deleteEmptyCounts(db, 'lead_due_counts', ['kind', 'service_center_id', 'due_from']);
  await deleteEmptyCounts(db, 'lead_advisor_counts', ['status', 'service_center_id', 'advisor_id', 'due_on']);
}

async function deleteEmptyCounts(db: Db, table: keyof DB, columns: readonly string[]): Promise<void> {
  const counts = sql.table(table);
  const keys = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    with seen as (select ${keys} from ${counts} group by ${keys} having sum(leads) = 0),
    locked as (select c.* from ${counts} c join seen using (${keys}) order by ${keys}, slot for update of c),
    empty as (select ${keys} from locked group by ${keys} having sum(leads) = 0),
    emptied as (select l.* from locked l join empty using (${keys}))
    delete from ${counts} c using emptied e where (c.slot, ${of('c', columns)}) = (e.slot, ${of('e', columns)})`.execute(
    db,
  );
}

function of(table: string, columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));
}
