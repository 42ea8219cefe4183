import { messages } from '#contract/call/messages.ts';
import type { ActorContext } from '#server/context.ts';
import { getCredentials } from '#server/employees/employees.service.ts';
import type { Client } from '#server/http/session.ts';
import { invalidFields } from '#server/lib/refusal.ts';
import { verifyPassword } from './passwords.service.ts';
import { clearAttempts, countAttempt } from './throttles.service.ts';

/**
 * Requires the actor's password for what a session alone must not do.
 *
 * @param field of the request that holds the password.
 * @returns the actor's email address.
 * @throws Refusal 400 beside the field, 429.
 */
export async function requireOwnPassword(
  context: ActorContext,
  { field, password }: { field: string; password: string },
  client: Client,
): Promise<{ email: string }> {
  const { _id: id } = context.actor;
  const attempt = { purpose: 'password', address: client.address, account: id } as const;
  await countAttempt(context, attempt);
  const { email, passwordHash } = await getCredentials(context, id);
  if (!(await verifyPassword(context, passwordHash, password, client.address)))
    throw invalidFields({ [field]: messages.passwordWrong });
  await clearAttempts(context, attempt);
  return { email };
}
