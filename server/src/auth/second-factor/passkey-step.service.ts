import { messages } from '#contract/call/messages.ts';
import type { PasskeyRequest } from '#contract/login/passkeys.ts';
import { askForPasskey } from '#server/auth/passkeys/ceremonies.service.ts';
import type { RelyingParty } from '#server/auth/passkeys/relying-party.ts';
import type { Context } from '#server/context.ts';
import { hashToken } from '#server/lib/ids.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { findSecondStep } from './login-steps.service.ts';

/** @throws Refusal 401 for a dead token, 404 without a passkey. */
export async function startPasskeyStep(
  context: Context,
  rp: RelyingParty,
  token: string,
): Promise<PasskeyRequest> {
  const employeeId = await findSecondStep(context, token);
  if (!employeeId) throw new Refusal('unauthorized', messages.loginStepGone);
  return askForPasskey(context, rp, { purpose: 'logIn', loginStep: hashToken(token) }, employeeId);
}
