import { type RawBuilder, sql } from 'kysely';
import { maxCountedRows } from '#contract/business.ts';
import { isOpenLead, joinConditions } from '#server/db/fragments.ts';
import type { Db } from '#server/db/transaction.ts';
import type { DB } from '#server/db/types.ts';

import type { CappedCount } from '#server/lib/counted.ts';

/** Why a lead is to be called: a follow-up, a new enquiry, another attempt, a reminder of the appointment, or, once reminded, its outcome. */
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

/** Spans whose leads are walked as one, from their beginning or, `isNewestFirst`, their end. */
export type WalkedSpans = { spans: readonly DueSpan[]; isNewestFirst: boolean };

/** Narrows the queue; absent parts do not narrow, and an `advisor` of null asks for leads without one. */
export type QueueScope = { centers?: readonly string[]; offering?: string; advisor?: string | null };

/** A lead that is due. `at` in seconds: moments of the dealer's clock and of UTC meet in one walk only where days apart matter. */
export type DueLead = { id: string; kind: DueKind; at: number };

type Piece = { place: number; kind: DueKind; span: DueSpan };

/** Reads of each walk the first `most` leads in any of the scopes, in its order. */
export async function findWalkedLeads(
  db: Db,
  walks: readonly WalkedSpans[],
  scopes: readonly QueueScope[],
  most: number,
): Promise<DueLead[][]> {
  const { rows } = await sql<DueLead & { place: number }>`
    select place, id, kind, extract(epoch from at)::float8 as at
    from ${walked(walks, scopes, sql.lit(most))} due`.execute(db);
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return walks.map(({ isNewestFirst }, place) => {
    const ordered = (byPlace.get(place) ?? []).sort(
      (one, other) => one.at - other.at || (one.id < other.id ? -1 : 1),
    );
    return (isNewestFirst ? ordered.reverse() : ordered).slice(0, most);
  });
}

/**
 * Counts the leads that are due in each of the given combinations of spans and scope; those of each kind up to
 * {@link maxCountedRows} unless a counter knows them.
 *
 * @returns one count per combination, in their order.
 */
export async function countDueLeads(
  db: Db,
  asked: readonly { spans: readonly DueSpan[]; scope: QueueScope }[],
): Promise<CappedCount[]> {
  const pieces = asked.flatMap(({ spans, scope }, place) => {
    const isOfCounter = scope.offering === undefined && scope.advisor === undefined;
    return piecesOf(spans, place).map((piece) => ({
      ...piece,
      scope,
      isExact: isOfCounter && isCounted(piece.span),
    }));
  });
  const parts = alike(pieces, ({ scope, isExact }) => [scope, isExact]).map(countAlike);
  const { rows } = await sql<{ place: number; total: number; is_exact: boolean }>`
    ${withOwnLeads(asked.map(({ scope }) => scope))} ${sql.join(parts, sql` union all `)}`.execute(db);
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return asked.map((_, place) => {
    const own = byPlace.get(place) ?? [];
    return {
      count: own.reduce(
        (sum, { total, is_exact }) => sum + (is_exact ? total : Math.min(total, maxCountedRows)),
        0,
      ),
      isCapped: own.some(({ total, is_exact }) => !is_exact && total > maxCountedRows),
    };
  });
}

/**
 * Rows of `place`, `id`, `kind` and `at`, in no order: of each walk and scope at least its first `most`. Spans that an index holds
 * alike are walked by one part of the statement, with their bounds as rows: PostgreSQL plans each part by looking at all indexes
 * of leads, and finds a plan for any bounds no dearer.
 */
function walked(
  walks: readonly WalkedSpans[],
  scopes: readonly QueueScope[],
  most: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const pieces = walks.flatMap((walk, place) =>
    piecesOf(walk.spans, place).map((piece) => ({ ...piece, walk })),
  );
  const parts = alike(pieces, ({ walk }) => walk.isNewestFirst).flatMap((own) =>
    scopes.map((scope) => walkAlike(own, scope, most)),
  );
  return sql`(${withOwnLeads(scopes)} ${sql.join(parts, sql` union all `)})`;
}

/**
 * Reads what is due of the advisors once for all parts of a statement, by the index of advisors: in those of what is due it lies
 * among the leads of all others.
 */
function withOwnLeads(scopes: readonly QueueScope[]): RawBuilder<unknown> {
  const advisors = scopes.map(({ advisor }) => advisor).filter((one) => typeof one === 'string');
  return advisors.length === 0
    ? sql``
    : sql`with own_leads as materialized (
        select id, due_kind, due_at, response_due_at, service_center_id, offering_id, advisor_id from leads
        where advisor_id = any(${[...new Set(advisors)]}::uuid[]) and ${isOpenLead()} and ${isDue})`;
}

// As the index of what is due says it: nothing is of an appointment whose customer has arrived.
const hasNotArrived = sql`(due_kind not in ('appointment', 'reminded') or arrived_for is distinct from appointment_date)`;

/** A condition in SQL: the queue may show the lead `l`, since something is due of it. */
export const isDue = sql<boolean>`due_kind is not null and ${hasNotArrived}`;

function leadsOf({ advisor }: QueueScope): RawBuilder<unknown> {
  return typeof advisor === 'string' ? sql`own_leads` : sql`leads`;
}

// An index holds those of one kind and center, of one advisor, of nobody, or of all in order; several are walked and merged.
function walkAlike(
  own: Alike<Piece & { walk: WalkedSpans }>,
  scope: QueueScope,
  most: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [first, pieces] = own;
  const direction = directionOf(first.walk);
  const at = columnOf(first.span);
  // PostgreSQL does not see that the index by advisor holds those without one in order, unless asked for the order by advisor too.
  const isOfNobody = scope.advisor === null && isOneWalk(scope, first.span);
  const order = sql`order by ${isOfNobody ? sql`advisor_id ${direction},` : sql``} ${at} ${direction}, id ${direction}`;
  const places = [...new Set(pieces.map(({ place }) => place))].map((place) => sql`(${sql.lit(place)})`);
  return sql`select places.place, due.id, due.kind, due.at from (values ${sql.join(places)}) places (place) cross join lateral (
    select found.id, span.kind, found.at from ${rowsOf(own)} ${centersToWalk(scope, first.span)} cross join lateral (
      select id, ${at} as at from ${leadsOf(scope)} where ${conditionsOf(scope, first.span)} ${order} limit ${most}) found
    where span.place = places.place order by found.at ${direction}, found.id ${direction} limit ${most}) due`;
}

function countAlike(own: Alike<Piece & { scope: QueueScope; isExact: boolean }>): RawBuilder<unknown> {
  const [first] = own;
  const { scope, isExact, span } = first;
  const limit = sql`limit ${sql.lit(maxCountedRows + 1)}`;
  const found = sql`select from ${leadsOf(scope)} where ${conditionsOf(scope, first.span)} ${limit}`;
  const counts = isExact
    ? sql`select coalesce(sum(leads), 0)::int as total from lead_due_counts where ${joinConditions([
        sql`kind = span.kind and due_from >= span.since and due_from < span.until`,
        inCenters(scope.centers),
      ])}`
    : sql`select count(*)::int as total from (${
        isOneWalk(scope, span)
          ? found
          : sql`select from unnest(${centersOf(scope)}) center cross join lateral (${found}) of_center ${limit}`
      }) found`;
  return sql`select span.place, counted.total, ${sql.lit(isExact)} as is_exact
    from ${rowsOf(own)} cross join lateral (${counts}) counted`;
}

function isCounted({ kinds, from, before, by, missedBefore }: DueSpan): boolean {
  if (by !== undefined || missedBefore !== undefined) return false;
  const isCut = [from, before].some((at) => at?.includes('T'));
  if (isCut && (kinds.includes('appointment') || kinds.includes('reminded'))) return false;
  return !kinds.includes('new') || (from === undefined && before === undefined);
}

function piecesOf(spans: readonly DueSpan[], place: number): Piece[] {
  return spans.flatMap((span) => span.kinds.map((kind) => ({ place, kind, span })));
}

type Alike<P> = readonly [first: P, pieces: readonly P[]];

function alike<P extends Piece>(pieces: readonly P[], also: (piece: P) => unknown): Alike<P>[] {
  const groups = Map.groupBy(pieces, (piece) =>
    JSON.stringify([piece.span.by, piece.span.missedBefore !== undefined, also(piece)]),
  );
  return Array.from(groups.values()).flatMap((own) => (own[0] ? [[own[0], own] as const] : []));
}

function rowsOf([{ span }, pieces]: Alike<Piece>): RawBuilder<unknown> {
  const isMissed = span.missedBefore !== undefined;
  const type = sql.raw(span.by === 'response' ? 'timestamptz' : 'timestamp');
  const rows = pieces.map(
    ({ place, kind, span: { from = '-infinity', before = 'infinity', missedBefore } }) =>
      sql`(${sql.lit(place)}, ${sql.lit(kind)}, ${from}::${type}, ${before}::${type}${isMissed ? sql`, ${missedBefore}::timestamptz` : sql``})`,
  );
  return sql`(values ${sql.join(rows)}) span (place, kind, since, until${isMissed ? sql`, missed_before` : sql``})`;
}

function conditionsOf(scope: QueueScope, bounded: DueSpan): RawBuilder<unknown> {
  const { by, missedBefore } = bounded;
  const { offering, advisor } = scope;
  const at = columnOf(bounded);
  return joinConditions([
    // Of nothing else is the moment to answer kept in an index.
    by === 'response' ? sql`due_kind = 'new'` : sql`due_kind = span.kind`,
    by === 'response' || typeof advisor === 'string' ? undefined : hasNotArrived,
    sql`${at} >= span.since and ${at} < span.until`,
    missedBefore === undefined
      ? undefined
      : sql`(response_due_at < span.missed_before or response_due_at is null)`,
    isOneWalk(scope, bounded) ? inCenters(scope.centers) : sql`service_center_id = center`,
    offering === undefined ? undefined : sql`offering_id = ${offering}`,
    advisor === undefined
      ? undefined
      : advisor === null
        ? sql`advisor_id is null`
        : sql`advisor_id = ${advisor}`,
  ]);
}

function isOneWalk({ advisor, centers, offering }: QueueScope, { by }: DueSpan): boolean {
  if (typeof advisor === 'string') return true;
  return by === undefined && centers === undefined && offering === undefined;
}

function columnOf({ by }: DueSpan): RawBuilder<unknown> {
  return sql.ref(by === 'response' ? 'response_due_at' : 'due_at');
}

function directionOf({ isNewestFirst }: { isNewestFirst: boolean }): RawBuilder<unknown> {
  return isNewestFirst ? sql`desc` : sql`asc`;
}

function centersToWalk(scope: QueueScope, span: DueSpan): RawBuilder<unknown> {
  return isOneWalk(scope, span) ? sql`` : sql`cross join unnest(${centersOf(scope)}) center`;
}

function centersOf({ centers }: QueueScope): RawBuilder<unknown> {
  return centers ? sql`${centers}::uuid[]` : sql`array(select id from service_centers)`;
}

function inCenters(centers: readonly string[] | undefined): RawBuilder<unknown> | undefined {
  return centers && sql`service_center_id = any(${centers}::uuid[])`;
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
    delete from ${counts} c using emptied e
    where (c.slot, ${of('c', columns)}) = (e.slot, ${of('e', columns)})`.execute(db);
}

function of(table: string, columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));
}
