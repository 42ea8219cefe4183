import type { Retention } from '#contract/privacy/retention.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { findRetention, lockDealer, updateDealer } from './dealer.db.ts';

const keepAll = { archivedMonths: null, auditMonths: null, setBy: null };

/** Reads the terms in months, and who set them; null, for ever, before set-up. */
export async function readRetention({
  db,
}: Pick<Context, 'db'>): Promise<Retention & { setBy: string | null }> {
  return (await findRetention(db)) ?? keepAll;
}

export function setRetention(context: ActorContext, wished: Retention): Promise<Retention> {
  return inTransaction(context, async (inside) => {
    await lockDealer(inside.db);
    const before = await readRetention(inside);
    const fields = (['archivedMonths', 'auditMonths'] as const).filter(
      (each) => wished[each] !== before[each],
    );
    if (fields.length === 0) return wished;
    const by = context.actor._id;
    const { archivedMonths, auditMonths } = wished;
    await updateDealer(inside.db, {
      archived_months: archivedMonths,
      audit_months: auditMonths,
      retention_by: by,
    });
    await recordAudit(inside, { action: 'settingsChanged', actor: by, details: { fields } });
    return wished;
  });
}
