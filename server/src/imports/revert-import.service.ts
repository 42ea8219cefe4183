import { importLimits } from '#contract/import-settings.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Context } from '#server/context.ts';
import { dropImportedCustomers } from '#server/customers/import-customers.service.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { revertLeads } from '#server/leads/bulk/revert-leads.service.ts';
import { workInBatches } from '#server/lib/batches.ts';
import { findJoined } from './import-rows.db.ts';
import { type ImportRow, type KeptRecord, lockImport, updateImport } from './imports.db.ts';

/** Records per transaction. */
const batch = 500;

const rest = 0.1;

/**
 * Deletes what an import brought in, from where it was left.
 *
 * @returns whether it has ended; false when the process is to stop.
 */
export function runRevert(context: Context, id: string, stopping: AbortSignal): Promise<boolean> {
  const next = async (inside: Context) => {
    const row = await lockImport(inside.db, id);
    return row?.state === 'reverting' && revertNext(inside, row);
  };
  return workInBatches(() => inTransaction(context, next), { rest, stopping });
}

/** Leads, then customers, in the transaction of `inside.db`. @returns whether there may be more. */
async function revertNext(inside: Context, row: ImportRow): Promise<boolean> {
  const part = { importId: row.id, most: batch };
  const leads = await revertLeads(inside, { ...part, after: row.reverted_lead });
  if (leads.last) {
    await note(inside, row, leads, 'leads', { reverted_lead: leads.last });
    return true;
  }
  const customers = await dropImportedCustomers(inside, { ...part, after: row.reverted_customer });
  if (customers.last) {
    await note(inside, row, customers, 'customers', { reverted_customer: customers.last });
    return true;
  }
  const { ids, count } = await findJoined(inside.db, row.id, importLimits.kept);
  const joined = ids.map((id): KeptRecord => ({ id, noun: row.noun, reason: 'joined' }));
  await updateImport(inside.db, row.id, {
    state: 'reverted',
    kept_count: row.kept_count + count,
    kept: [...row.kept, ...joined].slice(0, importLimits.kept),
  });
  await recordAudit(inside, {
    action: 'importReverted',
    actor: row.reverted_by,
    details: { import: row.id, leads: row.reverted_leads, customers: row.reverted_customers },
  });
  return false;
}

async function note(
  { db }: Context,
  row: ImportRow,
  { deleted, kept }: { deleted: number; kept: readonly Omit<KeptRecord, 'noun'>[] },
  noun: KeptRecord['noun'],
  cursor: Partial<ImportRow>,
): Promise<void> {
  await updateImport(db, row.id, {
    ...cursor,
    ...(noun === 'leads'
      ? { reverted_leads: row.reverted_leads + deleted }
      : { reverted_customers: row.reverted_customers + deleted }),
    kept_count: row.kept_count + kept.length,
    kept: [...row.kept, ...kept.map((each) => ({ ...each, noun }))].slice(0, importLimits.kept),
  });
}
