import { type RawBuilder, sql } from 'kysely';
import { maxCountedRows } from '#contract/business.ts';
import { planEachTime } from '#server/db/connections/prepared.ts';
import { hasShortWord, matchesSearchWithoutIndex } from '#server/db/text-search.ts';
import type { Db } from '#server/db/transaction.ts';
import { columnsOfFound, type FoundLead } from '#server/leads/record/leads.db.ts';
import {
  type CappedCount,
  capCount,
  getRangeFromNearerEnd,
  type RowRange,
  toExactCount,
} from '#server/lib/counted.ts';
import { findCounter, readCounter } from './lead-counters.db.ts';
import { buildLeadCondition, type LeadFilter, leadConditions } from './lead-filter.db.ts';
import {
  buildOrderBy,
  getOrderColumns,
  type ListOrder,
  newestFirst,
  partialIndexCondition,
} from './lead-orders.db.ts';

/** A page of a list, counted from 1, and how many leads a page has. */
export type PageRange = { page: number; limit: number };

const sampled = 4_000;

const common = 40;

const commonWithShortWord = 4;

const read = 100_000;

// Counts to a multiple beyond the page, so that there is a next one.
const countStep = 100;

/** Finds a page of the leads of a filter and how many there are: exactly where a counter knows, else up to {@link maxCountedRows}. */
export async function findLeadPage(
  db: Db,
  filter: LeadFilter,
  timeZone: string,
  { page, limit }: PageRange,
  order: ListOrder = newestFirst,
): Promise<{ leads: FoundLead[]; total: CappedCount }> {
  const offset = (page - 1) * limit;
  const counter = findCounter(filter, timeZone);
  if (!counter) return findMatches(db, filter, limit, offset, order);
  // Counted first, a walk over others' leads ends with the last of its own.
  if (offset > 0 || !isHeldByIndex(filter, order)) {
    const total = (await readCounter(db, counter)) ?? 0;
    return {
      leads: await findRange(db, filter, getRangeFromNearerEnd(total, limit, offset), order),
      total: toExactCount(total),
    };
  }
  const { rows } = await sql<FoundLead & { total: number | null }>`
    select ${columnsOfFound}, (${counter}) as total from leads l
    where ${buildLeadCondition(leadConditions, filter)} ${planOf(filter, order)}
    ${buildOrderBy(order, { table: 'l' })} ${rowsOf(limit, 0)}`.execute(db);
  const total = rows.length > 0 ? rows[0]?.total : await readCounter(db, counter);
  return { leads: rows, total: toExactCount(total ?? 0) };
}

async function findRange(
  db: Db,
  filter: LeadFilter,
  { limit, offset, isFromEnd }: RowRange,
  order: ListOrder,
): Promise<FoundLead[]> {
  const { rows } = await sql<FoundLead>`
    select ${columnsOfFound} from (
      select id from leads where ${buildLeadCondition(leadConditions, filter)} ${planOf(filter, order)}
      ${buildOrderBy(order, { isFromEnd })} ${rowsOf(limit, offset)}) page
    join leads l using (id) ${buildOrderBy(order, { table: 'l' })}`.execute(db);
  return rows;
}

async function findMatches(db: Db, filter: LeadFilter, limit: number, offset: number, order: ListOrder) {
  const rows = rowsOf(limit, offset);
  const inOrder = buildOrderBy(order, { ofNobody: filter.advisor === 'nobody' });
  const leadsOfFilter = sql`leads where ${buildLeadCondition(leadConditions, filter)} ${inOrder}`;
  const newest = await matchNewest(db, filter, rows, offset + limit, order);
  return newest ?? match(db, leadsOfFilter, rows, order, maxCountedRows);
}

/**
 * Finds the first matches once, for page and count: for ten rows alone PostgreSQL may walk over all leads in search of what few
 * have.
 *
 * @param leads in order.
 */
async function match(
  db: Db,
  leads: RawBuilder<unknown>,
  rowsOfPage: RawBuilder<unknown>,
  order: ListOrder,
  most: number,
): Promise<{ leads: FoundLead[]; total: CappedCount }> {
  const { rows } = await sql<{ matches: number } & ({ id: null } | FoundLead)>`
    with matches as materialized (
      select id, ${getOrderColumns(order)} from ${leads} limit ${sql.lit(most + 1)})
    select counted.matches, ${columnsOfFound} from (select count(*) as matches from matches) counted
      left join (select id from matches ${buildOrderBy(order)} ${rowsOfPage}) page on true
      left join leads l on l.id = page.id
    ${buildOrderBy(order, { table: 'l' })} ${planEachTime}`.execute(db);
  return { leads: rows.filter((row) => row.id !== null), total: capCount(rows[0]?.matches ?? 0, most) };
}

/**
 * Finds what many leads have by reading the newest in an index with search keys, sooner than in the words' index. A sample
 * tells how many have it, and so how many can be counted.
 *
 * @param wanted the place of the page's last row.
 * @returns undefined when few have it, or no such index holds the list in order.
 */
async function matchNewest(
  db: Db,
  { search, ...filter }: LeadFilter,
  rowsOfPage: RawBuilder<unknown>,
  wanted: number,
  order: ListOrder,
) {
  if (!search || !isNewestFirst(order) || !isOfCenterAtMost(filter)) return undefined;
  const newest = (most: number) => sql`(select id, created_at, search_key from leads
    where ${buildLeadCondition(leadConditions, filter)} ${buildOrderBy(order)} limit ${sql.lit(most)}) newest
    where ${matchesSearchWithoutIndex(search)}`;
  const { rows } = await sql<{ found: string }>`select count(*) as found from ${newest(sampled)}`.execute(db);
  const found = Number(rows[0]?.found);
  if (found < (hasShortWord(search) ? commonWithShortWord : common)) return undefined;
  const expected = Math.floor(((found / sampled) * (read / 2)) / countStep) * countStep;
  const most = Math.min(maxCountedRows, Math.max(expected, (Math.floor(wanted / countStep) + 1) * countStep));
  const matched = await match(db, sql`${newest(read)} ${buildOrderBy(order)}`, rowsOfPage, order, most);
  return matched.total.isCapped ? matched : undefined;
}

/** Counts the leads of each filter, each up to {@link maxCountedRows}, in the order of the filters. */
export async function countMatches(db: Db, filters: readonly LeadFilter[]): Promise<CappedCount[]> {
  const counts = filters.map(
    (filter) => sql`(select count(*)::int from (
      select from leads where ${buildLeadCondition(leadConditions, filter)} limit ${sql.lit(maxCountedRows + 1)}) found)`,
  );
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}] as counts ${planEachTime}`.execute(db);
  return (rows[0]?.counts ?? []).map((count) => capCount(count));
}

/** Finds the ids of the first leads of a filter, at most `limit`. */
export async function findLeadIds(
  db: Db,
  filter: LeadFilter,
  limit: number,
  order: ListOrder = newestFirst,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from leads where ${buildLeadCondition(leadConditions, filter)}
    ${buildOrderBy(order)} limit ${limit} ${planEachTime}`.execute(db);
  return rows.map(({ id }) => id);
}

// Literal, since PostgreSQL guesses parameters badly; there are few page sizes.
function rowsOf(limit: number, offset: number): RawBuilder<unknown> {
  return offset === 0 ? sql`limit ${sql.lit(limit)}` : sql`limit ${sql.lit(limit)} offset ${offset}`;
}

// Only lists that an index holds have one plan for all values, which must be told what a partial index holds. Planned with the values,
// the same condition twice would pass for two that narrow.
function planOf(filter: LeadFilter, order: ListOrder): RawBuilder<unknown> {
  return isHeldByIndex(filter, order) ? partialIndexCondition(order) : planEachTime;
}

function isHeldByIndex({ status, ...filter }: LeadFilter, order: ListOrder): boolean {
  return isOfCenterAtMost(filter) && (isNewestFirst(order) || !filter.centers);
}

function isNewestFirst({ sort, isDescending }: ListOrder): boolean {
  return sort === newestFirst.sort && isDescending === newestFirst.isDescending;
}

function isOfCenterAtMost({ isActive, centers = [], ...narrowing }: LeadFilter): boolean {
  return centers.length <= 1 && Object.values(narrowing).every((part) => part === undefined);
}
