import { isIP } from 'node:net';
import type { EndpointReply } from '#contract/call/endpoint.ts';
import type { NewPasskey, PasskeyRequest, startPasskeyRegistration } from '#contract/login/passkeys.ts';
import type { PasskeyProof } from '#contract/login/second-factor.ts';
import type { ActorContext, Context } from '#server/context.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import { notFound } from '#server/lib/refusal.ts';
import {
  type ChallengeOwner,
  findPasskeys,
  type PasskeyRow,
  storeChallenge,
  takeChallenge,
  updatePasskeyUse,
} from './passkeys.db.ts';

/** The site at which passkeys work: this origin alone, and no other name of the server. */
export type RelyingParty = { id: string; origin: string };

const lifetime = 5 * 60_000;

const userVerification = 'preferred';

// Loaded with the first passkey: it takes longer than the rest of a start.
const library = () => import('@simplewebauthn/server');

/**
 * Returns the site at which passkeys work; undefined where browsers allow none: at an IP address, and without TLS but on this machine.
 */
export function toRelyingParty(publicUrl: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl);
  if (isIP(hostname) || hostname.startsWith('[')) return undefined;
  return protocol === 'https:' || hostname === 'localhost' ? { id: hostname, origin } : undefined;
}

/** Makes what a browser needs to create a passkey, and stores the challenge for the session. */
export async function createPasskeyOptions(
  context: ActorContext,
  rp: RelyingParty,
  sessionId: string,
): Promise<EndpointReply<typeof startPasskeyRegistration>> {
  const { _id, name, email } = context.actor;
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: (await readDealer(context)).name,
    rpID: rp.id,
    userID: new TextEncoder().encode(_id),
    userName: email,
    userDisplayName: name,
    timeout: lifetime,
    attestationType: 'none',
    excludeCredentials: (await findPasskeys(context.db, _id)).map(named),
    authenticatorSelection: { residentKey: 'discouraged', userVerification },
  });
  await keep(context, { purpose: 'add', sessionId }, options.challenge);
  const { pubKeyCredParams, excludeCredentials = [] } = options;
  return {
    rp: { id: rp.id, name: options.rp.name },
    user: options.user,
    challenge: options.challenge,
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    timeout: lifetime,
    excludeCredentials: excludeCredentials.map(described),
    authenticatorSelection: { residentKey: 'discouraged', requireResidentKey: false, userVerification },
    attestation: 'none',
  };
}

/**
 * Verifies a passkey that a browser created, which spends the session's challenge; stores nothing else.
 *
 * @returns what to store of it; undefined when it does not fit what was asked for.
 */
export async function verifyNewPasskey(
  context: Context,
  rp: RelyingParty,
  sessionId: string,
  passkey: NewPasskey,
) {
  const expectedChallenge = await takeChallenge(
    context.db,
    { purpose: 'add', sessionId },
    context.clock.now(),
  );
  if (!expectedChallenge) return undefined;
  const { verifyRegistrationResponse } = await library();
  const found = await verifyRegistrationResponse({
    response: { ...passkey, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: false,
  }).catch(() => undefined);
  if (!found?.verified) return undefined;
  const { id: credentialId, publicKey, counter } = found.registrationInfo.credential;
  const { transports } = passkey.response;
  return { credentialId, publicKey: Buffer.from(publicKey), counter, transports };
}

/**
 * Makes what a browser needs to use one of an employee's passkeys, and stores the challenge.
 *
 * @throws Refusal 404 when they have none.
 */
export async function createPasskeyRequest(
  context: Context,
  rp: RelyingParty,
  of: ChallengeOwner,
  employeeId: string,
): Promise<PasskeyRequest> {
  const passkeys = await findPasskeys(context.db, employeeId);
  if (passkeys.length === 0) throw notFound();
  const { generateAuthenticationOptions } = await library();
  const { challenge } = await generateAuthenticationOptions({ rpID: rp.id });
  await keep(context, of, challenge);
  return {
    challenge,
    rpId: rp.id,
    allowCredentials: passkeys.map(named).map(described),
    timeout: lifetime,
    userVerification,
  };
}

/**
 * Tells whether an employee's passkey signed the challenge, which this spends, and stores the use. A counter that does not advance is
 * refused.
 */
export async function verifyPasskey(
  context: Context,
  rp: RelyingParty,
  of: ChallengeOwner,
  employeeId: string,
  proof: PasskeyProof,
): Promise<boolean> {
  const { db, clock } = context;
  const expectedChallenge = await takeChallenge(db, of, clock.now());
  const passkey = (await findPasskeys(db, employeeId)).find((each) => each.credential_id === proof.id);
  if (!expectedChallenge || !passkey) return false;
  const { verifyAuthenticationResponse } = await library();
  const found = await verifyAuthenticationResponse({
    response: { ...proof, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: false,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
  }).catch(() => undefined);
  if (!found?.verified) return false;
  return updatePasskeyUse(db, passkey, { counter: found.authenticationInfo.newCounter, at: clock.now() });
}

function keep({ db, clock }: Context, of: ChallengeOwner, challenge: string): Promise<void> {
  return storeChallenge(db, of, { challenge, expiresAt: new Date(clock.now().getTime() + lifetime) });
}

const named = ({ credential_id: id, transports }: PasskeyRow) => ({ id, transports });

const described = ({ id, transports = [] }: { id: string; transports?: string[] }) => ({
  id,
  type: 'public-key' as const,
  transports,
});
