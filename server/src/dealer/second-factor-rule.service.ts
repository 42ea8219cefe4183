import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { findSecondFactorRule, holdDealer, updateDealer } from './dealer.db.ts';

/** Whether management must have a second factor. */
export async function isSecondFactorRequired({ db }: Pick<Context, 'db'>): Promise<boolean> {
  return (await findSecondFactorRule(db)) ?? false;
}

/** In a transaction. Holds from the next request on every process. */
export async function requireSecondFactor(context: ActorContext, isRequired: boolean): Promise<void> {
  await holdDealer(context.db);
  if ((await isSecondFactorRequired(context)) === isRequired) return;
  await updateDealer(context.db, { requires_second_factor: isRequired });
  const details = { fields: ['requiresSecondFactor'] };
  await recordAudit(context, { action: 'settingsChanged', actor: context.actor._id, details });
}
