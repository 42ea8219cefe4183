import { defaultNeglectedAfterDays } from '#contract/business.ts';
import type { NeglectedAfterDays } from '#contract/dealer.ts';
import type { FirstStep } from '#contract/first-steps.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { ActorContext, Context, DealerRules } from '#server/context.ts';
import type { Db } from '#server/db/transaction.ts';
import {
  findDealerRow,
  findDismissedSteps,
  findSecondFactorRule,
  lockDealer,
  updateDealer,
} from './dealer.db.ts';

/** Reads the rules in a write's transaction, since the time zone may have changed meanwhile; undefined before set-up. */
export async function readDealerRules(db: Db): Promise<DealerRules | undefined> {
  const row = await findDealerRow(db);
  return row && toDealerRules(row);
}

/** Reads after how many days without attention an open lead is neglected, by its status. */
export async function readNeglectedAfterDays(db: Db): Promise<NeglectedAfterDays> {
  const row = await findDealerRow(db);
  return row?.neglected_after_days ?? defaultNeglectedAfterDays;
}

/** Tells whether the dealer lets an enquiry join a person's open lead. */
export async function readJoinsOpenLeads(db: Db): Promise<boolean> {
  return (await findDealerRow(db))?.joins_open_leads ?? true;
}

/** Converts the dealer's columns to the rules that every call follows. */
export function toDealerRules(row: {
  time_zone: string;
  phone_country: string;
  service_may_correct: boolean;
  service_may_merge: boolean;
  service_may_overbook: boolean;
}): DealerRules {
  return {
    timeZone: row.time_zone,
    phoneCountry: row.phone_country,
    serviceMayCorrect: row.service_may_correct,
    serviceMayMerge: row.service_may_merge,
    serviceMayOverbook: row.service_may_overbook,
  };
}

/** Tells whether the dealer requires a second factor of management; no other level needs one. */
export async function isSecondFactorRequired({ db }: Pick<Context, 'db'>): Promise<boolean> {
  return (await findSecondFactorRule(db)) ?? false;
}

/** Sets whether management must have a second factor, in a transaction, and audits a change. */
export async function setSecondFactorRequired(context: ActorContext, isRequired: boolean): Promise<void> {
  await lockDealer(context.db);
  if ((await isSecondFactorRequired(context)) === isRequired) return;
  await updateDealer(context.db, { requires_second_factor: isRequired });
  const details = { fields: ['requiresSecondFactor'] };
  await recordAudit(context, { action: 'settingsChanged', actor: context.actor._id, details });
}

/** Reads which first steps the dealer does not need. */
export function readDismissedSteps(db: Db): Promise<FirstStep[]> {
  return findDismissedSteps(db);
}

/**
 * Stores which first steps the dealer does not need, in place of the earlier ones, and audits a change. The caller holds a
 * transaction.
 */
export async function dismissSteps(context: ActorContext, steps: readonly FirstStep[]): Promise<void> {
  await lockDealer(context.db);
  const before = await findDismissedSteps(context.db);
  const after = [...new Set(steps)];
  if (after.length === before.length && after.every((step) => before.includes(step))) return;
  await updateDealer(context.db, { dismissed_steps: JSON.stringify(after) });
  const details = { fields: ['firstSteps'] };
  await recordAudit(context, { action: 'settingsChanged', actor: context.actor._id, details });
}
