import { z } from 'zod';
import { acceptedReply } from '#contract/auth.ts';
import { textLength } from '#contract/business.ts';
import { endpoint } from '#contract/call/endpoint.ts';
import { messages } from '#contract/call/messages.ts';
import { employee } from '#contract/employees.ts';
import { levels } from '#contract/levels.ts';
import { signedInAccount } from '#contract/people.ts';
import { instant } from '#contract/text/dates.ts';
import { id, idParams, singleLine, verbatimText } from '#contract/text/text.ts';

const tag = 'Two-step login';
const base = '/session/secondFactor';

export const authenticatorCodeLength = 6;

export const recoveryCodeCount = 10;

const recoveryCodes = z.array(z.string()).length(recoveryCodeCount);

/** A passkey of an employee, as its list shows it. */
export const passkey = z.object({
  _id: id,
  name: z.string(),
  addedAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/**
 * The second factor of the caller. `isRequired` of their level; passkeys come oldest first; `mayAddPasskey`: browsers allow them at
 * `PUBLIC_URL`; `recoveryCodesLeft` are unused.
 */
export const secondFactor = z.object({
  isOn: z.boolean(),
  isRequired: z.boolean(),
  app: z.object({ addedAt: instant }).nullable(),
  passkeys: z.array(passkey),
  mayAddPasskey: z.boolean(),
  recoveryCodesLeft: z.int(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

const typedPassword = verbatimText(textLength.line);
/** The caller's own password, which confirms what they do. */
export const currentPasswordBody = z.strictObject({ password: typedPassword });

/** A code of the app, or a recovery code. */
const typedCode = singleLine(textLength.line).min(1, messages.required);

/** A text that holds bytes in base64url. */
export const base64UrlText = z
  .string()
  .max(8_000)
  .regex(/^[\w-]+$/);

/** The proof that a browser signs with a passkey. Source: WebAuthn, AuthenticationResponseJSON. */
export const passkeyProof = z.object({
  id: base64UrlText,
  rawId: base64UrlText,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64UrlText,
    authenticatorData: base64UrlText,
    signature: base64UrlText,
    userHandle: base64UrlText.optional(),
  }),
});
export type PasskeyProof = z.infer<typeof passkeyProof>;

/** The password, which is not needed within ten minutes of the login. */
export const passwordUnlessRecentBody = z.strictObject({ password: typedPassword.optional() });

/** The recovery codes that come with the first factor; null with a further one. */
export const addedFactorReply = z.object({ recoveryCodes: recoveryCodes.nullable() });

/** Returns what the caller's login asks for after the password. */
export const getSecondFactor = endpoint({
  method: 'GET',
  path: base,
  summary: "What is asked for after one's own password",
  tag,
  reads: 'account',
  who: levels,
  duringEnrolment: true,
  reply: secondFactor,
});

/** Returns a secret for an authenticator app, which `confirmAuthenticatorSetUp` puts to use. */
export const startAuthenticatorSetUp = endpoint({
  method: 'POST',
  path: `${base}/app`,
  summary:
    'A secret for an authenticator app, to be confirmed in this session within 15 minutes; 400 beside `password` when it is needed: ten minutes after the login',
  tag,
  changes: [],
  who: levels,
  duringEnrolment: true,
  body: passwordUnlessRecentBody,
  reply: z.object({ secret: z.string(), link: z.string() }),
  refusals: [429],
});

/** Asks for codes of the app from now on, once one of its codes was right. */
export const confirmAuthenticatorSetUp = endpoint({
  method: 'POST',
  path: `${base}/app/confirm`,
  summary:
    'Ask for codes of the app from now on, which replaces an earlier one. The first factor ends every other session and comes with recovery codes',
  tag,
  changes: ['account', 'sessions'],
  who: levels,
  duringEnrolment: true,
  body: z.strictObject({ code: typedCode }),
  reply: addedFactorReply,
  refusals: [404, 429],
});

/** Replaces the caller's recovery codes and returns the new ones. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: `${base}/recoveryCodes`,
  summary: 'New recovery codes; the earlier ones stop working. 404 without a second factor',
  tag,
  changes: ['account'],
  who: levels,
  body: currentPasswordBody,
  reply: z.object({ recoveryCodes }),
  refusals: [404, 429],
});

/** Removes the caller's second factor with its recovery codes; 403 while the dealer requires one. */
export const turnOffSecondFactor = endpoint({
  method: 'POST',
  path: `${base}/off`,
  summary:
    'Ask for nothing after the password any more; recovery codes stop working. Takes a code or a passkey besides the password; 403 while the dealer requires a second factor of the level',
  tag,
  changes: ['account', 'sessions'],
  who: levels,
  body: z.strictObject({
    password: typedPassword,
    code: typedCode.optional(),
    passkey: passkeyProof.optional(),
  }),
  reply: acceptedReply,
  refusals: [429],
});

/** Removes another employee's second factor, who lost it, and ends their sessions. */
export const resetSecondFactor = endpoint({
  method: 'POST',
  path: '/management/manageEmployee/:id/resetSecondFactor',
  summary:
    "Remove somebody else's second factor, who lost it: ends their sessions, and they log in with the password alone",
  tag,
  changes: ['employees'],
  who: ['superAdmin'],
  params: idParams,
  reply: employee,
  refusals: [404],
});

/**
 * The dealer's rule about second factors. `isRequired`: management must have a second factor; `without`: those of its active `people` who
 * have none; `mayRequire`: the caller has one.
 */
export const secondFactorRule = z.object({
  isRequired: z.boolean(),
  people: z.int(),
  without: z.int(),
  mayRequire: z.boolean(),
});
export type SecondFactorRule = z.infer<typeof secondFactorRule>;

/** Returns whether management must have a second factor, and who of it has none. */
export const getSecondFactorRule = endpoint({
  method: 'GET',
  path: '/management/secondFactorRule',
  summary: 'Whether everybody in management must have a second factor, and how many have none',
  tag,
  reads: 'employees',
  who: ['superAdmin'],
  reply: secondFactorRule,
});

/** Requires a second factor of all in management, or no longer. */
export const editSecondFactorRule = endpoint({
  method: 'PATCH',
  path: '/management/secondFactorRule',
  summary:
    'Require a second factor of everybody in management, or no longer; whoever has none can then do nothing but set it up. 400 for a super admin who has none',
  tag,
  changes: ['employees'],
  who: ['superAdmin'],
  body: z.strictObject({ isRequired: z.boolean() }),
  reply: secondFactorRule,
});

/** A token that opens only the second step of a login, once, for ten minutes. */
export const secondStepToken = verbatimText(200);

/** Takes the second step of a login by a code of the app or a recovery code, and replies with the session. */
export const finishLoginWithCode = endpoint({
  method: 'POST',
  path: '/public/auth/login/code',
  summary:
    "The second step of a login: a code of the authenticator app, or a recovery code; 400 beside `code` when it is wrong, 401 when the step's token is unknown, used or expired",
  tag,
  changes: ['sessions'],
  who: 'public',
  body: z.strictObject({
    token: secondStepToken,
    code: typedCode,
  }),
  reply: signedInAccount,
  refusals: [401, 429],
});
