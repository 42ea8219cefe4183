import { newId } from '#server/lib/ids.ts';
import { advanceMilestones, type LeadMilestones } from './lead-milestones.ts';
import { computeResponseAfterChange, type LeadResponse, type ResponseClock } from './lead-response.ts';
import { getSearchKey, type LeadRow, type VersionedColumn, versionedFields } from './lead-rows.ts';

const plainColumns = [
  'contact_attempts',
  'last_contact_at',
  'try_again_at',
  'reminded_for',
  'arrived_for',
  'response_restarted_at',
  'filled_platform',
] as const;

type PlainColumn = (typeof plainColumns)[number];

/**
 * New values of a lead's columns; absent ones stay. Facts follow from the others unless they are given, as does the response.
 * `created_at`: only a merge or its undo changes it. `customer_id` and `source`: only an erased lead loses them.
 */
export type LeadChange = Partial<
  Pick<LeadRow, VersionedColumn | PlainColumn | keyof LeadMilestones | keyof LeadResponse | 'created_at'> & {
    customer_id: null;
    source: null;
  }
>;

/** A locked lead and what changes in it; an `editor` of null keeps the last one. */
export type LeadEdit = { lead: LeadRow; change: LeadChange; editor: string | null; at: Date };

/**
 * A lead as it will be stored. `versionId`: of its new version; null for none. `endedTryAgainAt`: the reminder that it replaces.
 * `isSearchKeyChanged`: only then are search indexes updated.
 */
export type LeadWrite = {
  versionId: string | null;
  endedTryAgainAt: Date | null;
  lead: LeadRow & { search_key: string };
  isSearchKeyChanged: boolean;
};

/**
 * Works out the row and version that an edit makes; writes nothing.
 *
 * @param clock without it nothing happens to the response, as when others get the lead.
 * @returns undefined when nothing changes.
 */
export function planWrite(
  { lead, change, editor, at }: LeadEdit,
  clock?: ResponseClock,
): LeadWrite | undefined {
  const responseOf = (after: LeadRow): Partial<LeadResponse> =>
    clock ? computeResponseAfterChange(clock, lead, after, at) : {};
  const fields = versionedFields.flatMap(([column, field]) => (differs(lead, change, column) ? [field] : []));
  if (fields.length > 0) {
    const { last_modified_by, editor_ids } = lead;
    const after = { ...lead, ...change };
    const row: LeadRow = {
      ...lead,
      version: lead.version + 1,
      changed_fields: fields,
      last_modified_by: editor ?? last_modified_by,
      editor_ids: editor === null || editor_ids.includes(editor) ? editor_ids : [...editor_ids, editor],
      updated_at: at,
      try_again_at: after.status === lead.status ? lead.try_again_at : null,
      ...advanceMilestones(lead, after, at),
      ...change,
      ...responseOf(after),
    };
    const key = getSearchKey(row);
    const isFoundAnew = key !== getSearchKey(lead);
    const isEnded = row.try_again_at?.getTime() !== lead.try_again_at?.getTime();
    const endedTryAgainAt = isEnded ? lead.try_again_at : null;
    return {
      versionId: newId(at),
      endedTryAgainAt,
      lead: { ...row, search_key: key },
      isSearchKeyChanged: isFoundAnew,
    };
  }
  if (!plainColumns.some((column) => differs(lead, change, column))) return undefined;
  const after = { ...lead, ...change };
  return {
    versionId: null,
    endedTryAgainAt: null,
    lead: { ...after, ...responseOf(after), search_key: getSearchKey(lead) },
    isSearchKeyChanged: false,
  };
}

/** Picks the columns of these fields of the contract from a row, as a change that sets them; fields without a version are left out. */
export function pickColumns(row: LeadRow, fields: readonly string[]): LeadChange {
  return Object.fromEntries(
    versionedFields.filter(([, field]) => fields.includes(field)).map(([column]) => [column, row[column]]),
  );
}

function differs(lead: LeadRow, change: LeadChange, column: VersionedColumn | PlainColumn): boolean {
  return column in change && JSON.stringify(lead[column]) !== JSON.stringify(change[column]);
}
