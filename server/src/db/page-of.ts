import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { countPages } from '#contract/call/paging.ts';
import { capCount } from '#server/lib/counted.ts';
import type { Db } from './transaction.ts';

/** A page, counted from 1, and how many rows it has; without `page` all rows are read. */
export type PageOptions = { page?: number | undefined; limit: number };

/** Counts the rows of a query. */
export async function countRows(db: Db, rows: Expression<unknown>): Promise<number> {
  const counted = await sql<{ count: number }>`select count(*)::int as count from (${rows}) counted`.execute(
    db,
  );
  return counted.rows[0]?.count ?? 0;
}

/**
 * Reads a page of a query's rows, or all of them without `page`, and how many there are.
 *
 * @param most where the list ends: what comes after is neither read nor counted.
 */
export async function readPage<Tables, Names extends keyof Tables, Row>(
  db: Db,
  query: SelectQueryBuilder<Tables, Names, Row>,
  { page, limit }: PageOptions,
  most?: number,
): Promise<{ rows: Row[]; total: number; isCapped: boolean; totalPages: number }> {
  const offset = ((page ?? 1) - 1) * limit;
  const ones = query.clearSelect().select(sql.lit(1).as('one'));
  // In their order, so that its index gives the first ones.
  const counted = most === undefined ? ones.clearOrderBy() : ones.limit(most + 1);
  const [rows, found] = await Promise.all([
    most !== undefined && offset >= most
      ? []
      : query.$if(page !== undefined, (rows) => rows.limit(limit).offset(offset)).execute(),
    countRows(db, counted),
  ]);
  const { count: total, isCapped } = capCount(found, most ?? Number.POSITIVE_INFINITY);
  return { rows, total, isCapped, totalPages: countPages(total, limit) };
}
