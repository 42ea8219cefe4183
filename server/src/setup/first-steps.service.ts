import { allFirstSteps, type FirstStep, type FirstSteps, firstStepLevels } from '#contract/first-steps.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { dismissSteps, readDismissedSteps } from '#server/dealer/dealer-rules.service.ts';
import { readFoundSteps } from './first-steps.db.ts';

/** How this installation is set: whether links work on this machine only, emails are sent, and backups are made. */
export type Installation = { isLocalOnly: boolean; sendsMail: boolean; makesBackups: boolean };

/** Reads the state of the first steps that the actor's level can take. */
export async function readFirstSteps(
  context: ActorContext,
  { isLocalOnly, sendsMail, makesBackups }: Installation,
): Promise<FirstSteps> {
  const { leads: hasLeads, messageIsOn, phoneChannel, ...found } = await readFoundSteps(context.db);
  const dismissed = await readDismissedSteps(context.db);
  const isDone: Record<FirstStep, boolean> = {
    ...found,
    customerMessages: messageIsOn && (phoneChannel || sendsMail),
    address: !isLocalOnly,
    mail: sendsMail,
    backups: makesBackups,
  };
  const stateOf = (step: FirstStep) =>
    isDone[step] ? 'done' : dismissed.includes(step) ? 'dismissed' : 'open';
  const { level } = context.actor;
  const steps = allFirstSteps.filter((step) => firstStepLevels[step].some((each) => each === level));
  return { hasLeads, steps: steps.map((step) => ({ step, state: stateOf(step) })) };
}

/** Sets which first steps the dealer does not need, in place of the earlier ones, and returns the state of all. */
export async function setDismissedFirstSteps(
  context: ActorContext,
  dismissed: readonly FirstStep[],
  installation: Installation,
): Promise<FirstSteps> {
  return inTransaction(context, async (inside) => {
    await dismissSteps(inside, dismissed);
    return readFirstSteps(inside, installation);
  });
}
