import { type RawBuilder, sql } from 'kysely';
import type { LeadSort } from '#contract/leads/lead-lists.ts';
import { hasOpenStatus } from '#server/db/fragments.ts';

/** The column by which a list is sorted, and the direction. */
export type ListOrder = { sort: LeadSort; isDescending: boolean };

/** The order of lists that nobody has sorted: by entry, the newest first. */
export const newestFirst: ListOrder = { sort: 'entered', isDescending: true };

// `isReversed`: the sort runs against its columns. `isGreatest`: of their greatest, as its index has it. `among`: what its partial
// index holds, which no list with this sort lacks; literal, since a prepared plan does not know the status.
type Ordering = {
  columns: readonly string[];
  collation?: string;
  isReversed?: true;
  isGreatest?: true;
  among?: RawBuilder<unknown>;
};

const orderings: Record<LeadSort, Ordering> = {
  entered: { columns: ['created_at'] },
  name: { columns: ['name'], collation: '"und-x-icu"' },
  statusSince: { columns: ['status_at'] },
  followUp: { columns: ['follow_up_on'], among: sql`status = 'potential'` },
  appointment: { columns: ['appointment_date', 'appointment_time'], among: sql`status = 'booked'` },
  waiting: {
    columns: ['status_at', 'last_contact_at'],
    isReversed: true,
    isGreatest: true,
    among: hasOpenStatus(),
  },
};

/** Returns, in SQL, the columns by which a list is sorted. */
export function getOrderColumns({ sort }: ListOrder): RawBuilder<unknown> {
  return sql.raw(orderings[sort].columns.join(', '));
}

/** Returns ` and …`, the condition of the partial index that holds a sort's order; empty when the index holds all leads. */
export function partialIndexCondition({ sort }: ListOrder): RawBuilder<unknown> {
  const { among } = orderings[sort];
  return among ? sql` and ${among}` : sql``;
}

/**
 * Writes an `order by` that one index holds in both directions.
 *
 * @param options `table`: the leads' alias. `ofNobody`: PostgreSQL does not see that an index by advisor holds those without one in
 * order, unless asked for the order by advisor too.
 */
export function buildOrderBy(
  { sort, isDescending }: ListOrder,
  {
    table,
    isFromEnd = false,
    ofNobody = false,
  }: { table?: string; isFromEnd?: boolean; ofNobody?: boolean } = {},
): RawBuilder<unknown> {
  const { columns, collation, isReversed = false, isGreatest = false } = orderings[sort];
  const direction = (isDescending !== isReversed) !== isFromEnd ? 'desc' : 'asc';
  const of = table ? `${table}.` : '';
  const collated = collation ? ` collate ${collation}` : '';
  const named = columns.map((column) => `${of}${column}${collated}`);
  const keys = [...(isGreatest ? [`greatest(${named.join(', ')})`] : named), `${of}id`];
  const advisor = direction === 'desc' ? 'advisor_id, ' : 'advisor_id desc, ';
  const first = ofNobody && sort === 'entered' ? advisor : '';
  return sql.raw(`order by ${first}${keys.map((key) => `${key} ${direction}`).join(', ')}`);
}
