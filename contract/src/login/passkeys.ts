import { z } from 'zod';
import { textLength } from '#contract/business.ts';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { levels } from '#contract/levels.ts';
import { signedInAccount } from '#contract/people.ts';
import { idParams, requiredText } from '#contract/text/text.ts';
import {
  addedFactorReply,
  base64UrlText,
  currentPasswordBody,
  passkeyProof,
  passwordUnlessRecentBody,
  secondFactor,
  secondStepToken,
} from './second-factor.ts';

const tag = 'Two-step login';
const base = '/session/secondFactor/passkeys';

export const maxPasskeys = 20;

const credentialName = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** Source: WebAuthn, PublicKeyCredentialCreationOptionsJSON. */
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(credentialName),
  authenticatorSelection: z.object({
    residentKey: z.enum(['discouraged', 'preferred', 'required']),
    requireResidentKey: z.boolean(),
    userVerification: z.enum(['discouraged', 'preferred', 'required']),
  }),
  attestation: z.literal('none'),
});

const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: z.array(credentialName),
  timeout: z.int(),
  userVerification: z.enum(['discouraged', 'preferred', 'required']),
});
/** The options by which a browser asks for a passkey. Source: WebAuthn, PublicKeyCredentialRequestOptionsJSON. */
export type PasskeyRequest = z.infer<typeof requestOptions>;

const newPasskey = z.object({
  id: base64UrlText,
  rawId: base64UrlText,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64UrlText,
    attestationObject: base64UrlText,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
});
/** A passkey that a browser has created. Source: WebAuthn, RegistrationResponseJSON. */
export type NewPasskey = z.infer<typeof newPasskey>;

export const passkeyName = requiredText(textLength.name, messages.nameRequired);

/** Returns the options by which a browser creates a passkey, which `addPasskey` then takes. */
export const startPasskeyRegistration = endpoint({
  method: 'POST',
  path: `${base}/start`,
  summary:
    'What a browser needs to make a passkey, to be confirmed in this session within five minutes; 400 beside `password` when it is needed, 404 where `PUBLIC_URL` allows no passkeys',
  tag,
  changes: [],
  who: levels,
  duringEnrolment: true,
  body: passwordUnlessRecentBody,
  reply: creationOptions,
  refusals: [404, 429],
});

/** Stores a passkey as a second step of the caller's login; the first factor comes with recovery codes and ends other sessions. */
export const addPasskey = endpoint({
  method: 'POST',
  path: base,
  summary:
    'Take this passkey as a second step from now on. The first factor ends every other session and comes with recovery codes',
  tag,
  changes: ['account', 'sessions'],
  who: levels,
  duringEnrolment: true,
  body: z.strictObject({ name: passkeyName, passkey: newPasskey }),
  reply: addedFactorReply,
  refusals: [404],
});

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  summary: 'Call one of your own passkeys something else',
  tag,
  changes: ['account'],
  who: levels,
  params: idParams,
  body: z.strictObject({ name: passkeyName }),
  reply: secondFactor,
  refusals: [404],
});

/** Removes one of the caller's passkeys, unless it is the only second step. */
export const removePasskey = endpoint({
  method: 'POST',
  path: `${base}/:id/remove`,
  summary:
    'Remove one of your own passkeys, unless it is the only second step: two-step login is then turned off instead',
  tag,
  changes: ['account', 'sessions'],
  who: levels,
  params: idParams,
  body: currentPasswordBody,
  reply: secondFactor,
  refusals: [404, 429],
});

/** Begins to confirm by a passkey, within a session, that its employee is the one who acts, such as before two-step login is turned off. */
export const startPasskeyConfirmation = endpoint({
  method: 'POST',
  path: `${base}/ask`,
  summary: 'What a browser needs to use one of your own passkeys in this session, within five minutes',
  tag,
  changes: [],
  who: levels,
  reply: requestOptions,
  refusals: [404],
});

/** Returns the options by which a browser takes the second step of a login with a passkey. */
export const startPasskeyLogin = endpoint({
  method: 'POST',
  path: '/public/auth/login/passkey/start',
  summary:
    "What a browser needs to take the second step of a login by a passkey; 401 when the step's token is unknown, used or expired",
  tag,
  changes: [],
  who: 'public',
  body: z.strictObject({ token: secondStepToken }),
  reply: requestOptions,
  refusals: [401, 404],
});

/** Takes the second step of a login by a passkey and replies with the session. */
export const finishPasskeyLogin = endpoint({
  method: 'POST',
  path: '/public/auth/login/passkey',
  summary:
    "The second step of a login by a passkey; 400 beside `passkey` when it is refused, 401 when the step's token is unknown, used or expired",
  tag,
  changes: ['sessions'],
  who: 'public',
  body: z.strictObject({ token: secondStepToken, passkey: passkeyProof }),
  reply: signedInAccount,
  refusals: [401, 404, 429],
});
