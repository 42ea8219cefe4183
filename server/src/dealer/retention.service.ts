import { type Retention, retention } from '#contract/privacy/retention.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { findRetention, lockDealer, updateDealer } from './dealer.db.ts';

const keepAll = {
  ...{ archivedMonths: null, auditMonths: null, pictureMonths: null, pictureMegabytes: 10 },
  setBy: null,
};

/** Reads after how many months personal data are erased, and who set that; null, for ever, before set-up. */
export async function readRetention({
  db,
}: Pick<Context, 'db'>): Promise<Retention & { setBy: string | null }> {
  return (await findRetention(db)) ?? keepAll;
}

/** Sets after how many months personal data are erased, and audits a change; terms that are absent stay. */
export function setRetention(context: ActorContext, given: Partial<Retention>): Promise<Retention> {
  return inTransaction(context, async (inside) => {
    await lockDealer(inside.db);
    const { setBy: _, ...before } = await readRetention(inside);
    const wished = { ...before, ...given };
    const fields = retention.keyof().options.filter((each) => wished[each] !== before[each]);
    if (fields.length === 0) return wished;
    const by = context.actor._id;
    const { archivedMonths, auditMonths, pictureMonths, pictureMegabytes } = wished;
    await updateDealer(inside.db, {
      archived_months: archivedMonths,
      audit_months: auditMonths,
      picture_months: pictureMonths,
      picture_megabytes: pictureMegabytes,
      retention_by: by,
    });
    await recordAudit(inside, { action: 'settingsChanged', actor: by, details: { fields } });
    return wished;
  });
}
