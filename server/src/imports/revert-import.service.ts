import { importLimits } from '#contract/import-settings.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Context } from '#server/context.ts';
import { revertCustomers } from '#server/customers/import-customers.service.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { restoreJoinedLeads, revertLeads } from '#server/leads/bulk/revert-leads.service.ts';
import { workInBatches } from '#server/lib/batches.ts';
import { addVersionsOfImport, deleteExportedLeadIds } from './exported-leads.db.ts';
import { findJoinedCustomers } from './import-rows.db.ts';
import { type ImportRow, lockImport, type RecordLeftByRevert, updateImport } from './imports.db.ts';

const batch = 500;

const rest = 0.1;

/**
 * Deletes what an import brought in, and takes back what it added to leads, from where it was left.
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

/** Leads, then customers, then leads that rows joined, in the transaction of `inside.db`. @returns whether there may be more. */
async function revertNext(inside: Context, row: ImportRow): Promise<boolean> {
  const part = { importId: row.id, most: batch, editor: row.reverted_by };
  const leads = await revertLeads(inside, { ...part, after: row.reverted_lead });
  await addVersionsOfImport(inside.db, leads.parted);
  if (leads.last) {
    const counted = { reverted_leads: row.reverted_leads + leads.deleted, reverted_lead: leads.last };
    return note(inside, row, 'leads', leads.kept, counted);
  }
  const customers = await revertCustomers(inside, { ...part, after: row.reverted_customer });
  if (customers.last) {
    const reverted_customers = row.reverted_customers + customers.deleted;
    const counted = { reverted_customers, reverted_customer: customers.last };
    return note(inside, row, 'customers', customers.kept, counted);
  }
  const joined = await restoreJoinedLeads(inside, { ...part, after: row.reverted_joined });
  if (joined.last) {
    const counted = { restored: row.restored + joined.restored, reverted_joined: joined.last };
    return note(inside, row, 'leads', joined.kept, counted);
  }
  const { ids, count } =
    row.noun === 'customers' ? await findJoinedCustomers(inside.db, row.id, importLimits.listedKept) : none;
  await deleteExportedLeadIds(inside.db, row.id);
  const left = ids.map((id): RecordLeftByRevert => ({ id, noun: 'customers', reason: 'joined' }));
  await updateImport(inside.db, row.id, {
    state: 'reverted',
    kept_count: row.kept_count + count,
    kept: [...row.kept, ...left].slice(0, importLimits.listedKept),
  });
  await recordAudit(inside, {
    action: 'importReverted',
    actor: row.reverted_by,
    details: {
      ...{ import: row.id, leads: row.reverted_leads, customers: row.reverted_customers },
      restored: row.restored,
    },
  });
  return false;
}

const none = { ids: [], count: 0 };

async function note(
  { db }: Context,
  row: ImportRow,
  noun: RecordLeftByRevert['noun'],
  kept: readonly Omit<RecordLeftByRevert, 'noun'>[],
  counted: Partial<ImportRow>,
): Promise<true> {
  await updateImport(db, row.id, {
    ...counted,
    kept_count: row.kept_count + kept.length,
    kept: [...row.kept, ...kept.map((each) => ({ ...each, noun }))].slice(0, importLimits.listedKept),
  });
  return true;
}
