import type { EndpointQuery, EndpointReply } from '#contract/call/endpoint.ts';
import { importLimits } from '#contract/import-settings.ts';
import type { ImportDetail, ImportSummary, listImports as listCall } from '#contract/imports.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { findDifferingRows } from './import-rows.db.ts';
import { findImport, findImports, findLeftNames, findPeopleByIds, type ImportRow } from './imports.db.ts';
import { getImporterScope, maySeeImport } from './imports.policy.ts';

const listed = 1_000;

/** Finds an import that the caller may see. @throws Refusal 404. */
export async function getVisibleImport(
  { db, actor }: Pick<ActorContext, 'db' | 'actor'>,
  id: string,
): Promise<ImportRow> {
  const row = await findImport(db, id);
  if (!row || !maySeeImport(actor, row.employee_id)) throw notFound();
  return row;
}

/** Reads an import that the actor may see, as the contract describes it. @throws Refusal 404. */
export async function getImport(context: ActorContext, id: string): Promise<ImportDetail> {
  return describeImport(context, await getVisibleImport(context, id));
}

/** Finds an import as the contract describes it; undefined for one that the actor may not see. */
export async function findVisibleImport(
  context: ActorContext,
  id: string,
): Promise<ImportDetail | undefined> {
  const row = await findImport(context.db, id);
  return row && maySeeImport(context.actor, row.employee_id) ? describeImport(context, row) : undefined;
}

async function describeImport(context: Context, row: ImportRow): Promise<ImportDetail> {
  const { id } = row;
  const [summary] = await summariesOf(context, [row]);
  if (!summary) throw notFound();
  const differing = await findDifferingRows(context.db, id, importLimits.listedKept);
  const names = new Map((await findLeftNames(context.db, row.kept)).map(({ id, name }) => [id, name]));
  return {
    ...summary,
    ...{ kind: row.kind, encoding: row.encoding, separator: row.separator },
    ...{ sheets: row.sheets, sheet: row.sheet, headerRow: row.header_row, top: row.top },
    ...{ headers: row.headers, sample: row.sample, settings: row.settings, isRemembered: row.is_remembered },
    // A check of before an upgrade did not count all.
    check: row.checked && {
      ...uncounted,
      ...row.checked,
      values: row.checked.values.map((each) => ({ ...unmatched, ...each })),
    },
    differing: differing.rows,
    differingCount: differing.count,
    kept: row.kept.flatMap(({ id, noun, reason }) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ _id: id, noun, name, reason }];
    }),
  };
}

const uncounted = {
  withoutAdvisor: 0,
  otherPeople: 0,
  dayOrders: { day: 0, month: 0 },
  sharedPhones: [],
  sharedPhoneCount: 0,
  leftOutRows: 0,
  leftOut: [],
};

const unmatched = { to: null };

/** Lists the actor's imports, management everyone's, newest first. */
export async function listImports(
  context: ActorContext,
  page: EndpointQuery<typeof listCall>,
): Promise<EndpointReply<typeof listCall>> {
  const { rows, totalPages, total, isCapped } = await findImports(
    context.db,
    { ...page, importer: getImporterScope(context.actor) },
    listed,
  );
  const imports = await summariesOf(context, rows);
  return { imports, totalPages, totalImportCount: total, isTotalCapped: isCapped };
}

async function summariesOf(context: Context, rows: readonly ImportRow[]): Promise<ImportSummary[]> {
  const named = rows.flatMap(({ employee_id, reverted_by }) => [
    employee_id,
    ...(reverted_by ? [reverted_by] : []),
  ]);
  const people = await findPeopleByIds(context.db, [...new Set(named)]);
  const personOf = (id: string) => people.find(({ _id }) => _id === id) ?? { _id: id, name: '' };
  const now = context.clock.now().getTime();
  return rows.map((row) => {
    const end = row.ended_at ? row.ended_at.getTime() + importLimits.revertWindowMs : 0;
    const isRevertible =
      ['done', 'stopped', 'failed'].includes(row.state) && hasRevertibleRows(row) && end >= now;
    return {
      _id: row.id,
      noun: row.noun,
      fileName: row.file_name,
      by: personOf(row.employee_id),
      state: row.state,
      ...{ rows: row.rows, handled: row.handled, taken: row.taken, joined: row.joined, skipped: row.skipped },
      beside: row.beside,
      ...{
        refused: row.refused,
        reverted: row.reverted_leads + row.reverted_customers,
        revertedBy: row.reverted_by === null ? null : personOf(row.reverted_by),
        restored: row.restored,
        keptCount: row.kept_count,
        fault: row.fault,
      },
      createdAt: row.created_at.toISOString(),
      startedAt: row.started_at?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
      revertUntil: isRevertible ? new Date(end).toISOString() : null,
    };
  });
}

/** Tells whether an import brought in anything that a revert would take back. */
export function hasRevertibleRows({ noun, taken, joined }: ImportRow): boolean {
  return taken > 0 || (noun === 'leads' && joined > 0);
}
