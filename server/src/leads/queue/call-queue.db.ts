import { type RawBuilder, sql } from 'kysely';
import { countLimit } from '#contract/business.ts';
import type { Db } from '#server/db/transaction.ts';
import { columnsOfFound, type FoundLead } from '#server/leads/record/leads.db.ts';
import type { Counted } from '#server/lib/counted.ts';
import type { WalkedSpans } from './call-order.ts';
import {
  type DueKind,
  type DueSpan,
  dueLeads,
  isCounted,
  isOfCounter,
  type QueueScope,
  totalOf,
} from './lead-queue.db.ts';

export type DueLead = FoundLead & { due_kind: DueKind; response_due_at: Date | null };

/** @returns the first leads of each walk, in any of the scopes, in its order. */
export async function findStretches(
  db: Db,
  walks: readonly WalkedSpans[],
  scopes: readonly QueueScope[],
  most: number,
): Promise<DueLead[][]> {
  const parts = walks.map(
    (walk, place) => sql`select ${sql.lit(place)} as place, id, at from ${walked(walk, scopes, most)} due`,
  );
  const { rows } = await sql<DueLead & { place: number; at: number }>`
    select due.place, due.at, l.due_kind, l.response_due_at, ${columnsOfFound}
    from (${sql.join(parts, sql` union all `)}) due join leads l using (id) where l.due_kind is not null`.execute(
    db,
  );
  return walks.map(({ isNewestFirst }, place) => {
    const own = rows.filter((row) => row.place === place);
    const ordered = own.sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
    return isNewestFirst ? ordered.reverse() : ordered;
  });
}

/** Leads of some spans in a scope, each counted up to the limit unless a counter knows it. */
export async function countSpans(
  db: Db,
  asked: readonly { spans: readonly DueSpan[]; scope: QueueScope }[],
): Promise<Counted[]> {
  const parts = asked.flatMap(({ spans, scope }, place) =>
    spans.map(
      (span) => sql`select ${sql.lit(place)} as place, (${totalOf(span, scope)}) as total,
      ${sql.lit(isOfCounter(scope) && isCounted(span))} as is_exact`,
    ),
  );
  const { rows } = await sql<{ place: number; total: number; is_exact: boolean }>`
    ${sql.join(parts, sql` union all `)}`.execute(db);
  return asked.map((_, place) => {
    const own = rows.filter((row) => row.place === place);
    const count = own.reduce(
      (sum, { total, is_exact }) => sum + (is_exact ? total : Math.min(total, countLimit)),
      0,
    );
    return { count, isCapped: own.some(({ total, is_exact }) => !is_exact && total > countLimit) };
  });
}

/** `at` in seconds: moments of the dealer's clock and of UTC meet in one walk only where days apart matter. */
function walked(
  { spans, isNewestFirst }: WalkedSpans,
  scopes: readonly QueueScope[],
  most: number,
): RawBuilder<unknown> {
  const range = { limit: most, offset: 0, isFromEnd: isNewestFirst };
  const parts = scopes.flatMap((scope) =>
    spans.map(
      (span) =>
        sql`select id, extract(epoch from due_at)::float8 as at from ${dueLeads(span, scope, range)} part`,
    ),
  );
  const direction = isNewestFirst ? sql`desc` : sql`asc`;
  return sql`(select id, at from (${sql.join(parts, sql` union all `)}) parts
    order by at ${direction}, id ${direction} limit ${sql.lit(most)})`;
}
