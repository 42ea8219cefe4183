import type { ImportDuplicateChoice } from '#contract/import-settings.ts';
import { findFormerLeads } from './exported-leads.db.ts';
import type { TableRow } from './files/table.ts';
import { findKnownLeads } from './import-rows.db.ts';
import type { LeadOfRow, RowReading } from './read-lead.service.ts';
import { openRepeatIndex } from './repeats.ts';

/** A row without faults, with what was read of it. */
export type UnderstoodRow<Of> = { row: TableRow; read: Of };

/**
 * Finds which rows repeat a lead, or a row before them that becomes one; writes nothing. Whoever has the number of somebody else is
 * added whatever the choice.
 *
 * @returns `merged`: those of `repeats` whose lead was merged into another one, which says already what they say.
 */
export async function findRepeatedRows(
  { context, importId }: RowReading,
  understood: readonly UnderstoodRow<LeadOfRow>[],
  choice: ImportDuplicateChoice,
) {
  const fresh: UnderstoodRow<LeadOfRow>[] = [];
  const skipped: UnderstoodRow<LeadOfRow>[] = [];
  const repeats = new Map<UnderstoodRow<LeadOfRow>, string | UnderstoodRow<LeadOfRow>>();
  const beside = new Set<UnderstoodRow<LeadOfRow>>();
  const merged = new Set<UnderstoodRow<LeadOfRow>>();
  const { timeZone } = context.dealer;
  const known = openRepeatIndex<string | UnderstoodRow<LeadOfRow>>(timeZone);
  // Leads that an export tells apart by their IDs repeat only what was there before its import.
  const knownBefore = openRepeatIndex<string | UnderstoodRow<LeadOfRow>>(timeZone);
  const former = new Map<string, string | UnderstoodRow<LeadOfRow>>();
  const formerIds = understood.flatMap(({ read }) => read.formerId ?? []);
  const exported = await findFormerLeads(context.db, formerIds);
  for (const [formerId, { keptId }] of exported) former.set(formerId, keptId);
  const phones = [...new Set(understood.map(({ read }) => read.phone))];
  for (const lead of await findKnownLeads(context.db, phones)) {
    known.know(lead, lead.id);
    if (lead.importId !== importId) knownBefore.know(lead, lead.id);
  }
  for (const each of understood) {
    const { formerId } = each.read;
    const same = formerId === null ? undefined : former.get(formerId);
    const found = (formerId === null ? known : knownBefore).find(each.read);
    const { lead: repeated, isOtherPerson } = same ? { lead: same, isOtherPerson: false } : found;
    if (repeated === undefined || choice === 'add') {
      fresh.push(each);
      known.add(each.read, each);
      if (formerId !== null) former.set(formerId, each);
      if (repeated !== undefined || isOtherPerson) beside.add(each);
    } else if (choice === 'skip') skipped.push(each);
    else {
      repeats.set(each, repeated);
      // What it said is in the lead that it was merged into.
      if (formerId !== null && same && exported.get(formerId)?.isMerged) merged.add(each);
    }
  }
  return { fresh, repeats, skipped, beside, merged };
}
