import type { EndpointBody } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import type { editSecondFactorRule, SecondFactorRule } from '#contract/login/second-factor.ts';
import type { ActorContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { isSecondFactorRequired, setSecondFactorRequired } from '#server/dealer/dealer-rules.service.ts';
import { countPeopleInManagement } from '#server/employees/employees.service.ts';
import { invalidFields } from '#server/lib/refusal.ts';
import { lockSecondFactor } from './second-factor.db.ts';
import { readSecondFactor } from './second-factor.service.ts';

/**
 * Reads whether management must have a second factor, with how many of them have none. `mayRequire`: the actor has a second factor,
 * without which nobody may turn the rule on.
 */
export async function readSecondFactorRule(context: ActorContext): Promise<SecondFactorRule> {
  const isRequired = await isSecondFactorRequired(context);
  const { isOn: mayRequire } = await readSecondFactor(context, context.actor._id);
  return { isRequired, ...(await countPeopleInManagement(context)), mayRequire };
}

/**
 * Sets whether management must have a second factor. Whoever in management has none can then only set one up.
 *
 * @throws Refusal 400 beside `isRequired` when the actor has none.
 */
export function changeSecondFactorRule(
  context: ActorContext,
  { isRequired }: EndpointBody<typeof editSecondFactorRule>,
): Promise<SecondFactorRule> {
  const { _id: id } = context.actor;
  return inTransaction(context, async (inside) => {
    await lockSecondFactor(inside.db, id);
    if (isRequired && !(await readSecondFactorRule(inside)).mayRequire)
      throw invalidFields({ isRequired: messages.ownSecondFactorFirst });
    await setSecondFactorRequired(inside, isRequired);
    return readSecondFactorRule(inside);
  });
}
