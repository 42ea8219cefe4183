import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import type { NewPasskey, PasskeyRequest, startPasskeyRegistration } from '#contract/login/passkeys.ts';
import type { PasskeyProof } from '#contract/login/second-factor.ts';

/** The browser gave no passkey, because the user cancelled or it refused. */
export class NoPasskeyError extends Error {
  readonly isKnown: boolean;

  constructor(cause: unknown) {
    super('no passkey', { cause });
    this.isKnown = cause instanceof Error && cause.name === 'InvalidStateError';
  }
}

/**
 * Has the browser create a passkey by the server's options.
 *
 * @throws NoPasskeyError when the user cancels or the browser refuses.
 */
export async function createPasskey(
  options: EndpointReply<typeof startPasskeyRegistration>,
): Promise<NewPasskey> {
  const made = await startRegistration({ optionsJSON: options }).catch(refused);
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  return {
    id: made.id,
    rawId: made.rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, transports },
  };
}

/**
 * Has the browser prove a passkey by the server's options.
 *
 * @throws NoPasskeyError when the user cancels or the browser refuses.
 */
export async function signWithPasskey(request: PasskeyRequest): Promise<PasskeyProof> {
  const proof = await startAuthentication({ optionsJSON: request }).catch(refused);
  const { clientDataJSON, authenticatorData, signature, userHandle } = proof.response;
  return {
    id: proof.id,
    rawId: proof.rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  };
}

function refused(cause: unknown): never {
  throw new NoPasskeyError(cause);
}
