import { createHash } from 'node:crypto';
import * as auth from '#contract/auth.ts';
import type { Endpoint } from '#contract/call/endpoint.ts';
import { confirmAuthenticatorSetUp, finishLoginWithCode } from '#contract/login/second-factor.ts';
import { changePassword } from '#contract/session.ts';
import { recordAudit } from '#server/audit/audit.service.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { RequestGate } from '#server/http/serve.ts';
import { getClient } from '#server/http/session.ts';
import { getNetwork, getSite } from '#server/lib/network.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { addAttempt, forgetAttempts, type ThrottleKey, undoAttempt } from './throttles.db.ts';

const second = 1_000;
const minute = 60 * second;
const windowLength = 15 * minute;
const hour = 60 * minute;

const most = { account: 10, network: 100 } as const;

const mostMails = { site: 6, address: 24 } as const;

const mostCodes = { own: 5, network: 5, address: 30 } as const;

// Automatic answers by email that one connection sends in an hour: a stranger who gives the addresses chooses who gets them.
const mostAnswersOfConnection = 200;

const mostTestMessages = 20;

const mostForms = { proven: { network: 100, all: 3_000 }, plain: { network: 30, all: 300 } } as const;

const calls = {
  login: auth.login,
  register: auth.registerAccount,
  forgotPassword: auth.forgotPassword,
  reset: auth.resetPassword,
  verify: auth.verifyEmail,
  resend: auth.resendCode,
  invitation: auth.requestInvitation,
  password: changePassword,
  confirmApp: confirmAuthenticatorSetUp,
  secondStep: finishLoginWithCode,
} satisfies Record<string, Endpoint>;

const mostNumbersElsewhere = 30;

const ofAccount: readonly string[] = ['password', 'confirmApp', 'secondStep'];

type Attempt = { purpose: keyof typeof calls; address: string; account: string };

/**
 * Makes a gate that runs before the body is read and before capacity is asked. A network's attempts beyond its limit, on whatever
 * accounts, get 429 with the seconds until the window ends; the first is audited.
 */
export function throttleGate(purpose: Attempt['purpose']): Pick<RequestGate, 'before'> {
  const refused = new Map<string, Remembered>();
  return {
    before: async (context, request, inTurn) => {
      const { address } = getClient(request);
      const network = getNetwork(address);
      recall(context, refused.get(network));
      await inTurn(async () => {
        // Of those that waited with it, one may have been refused meanwhile.
        recall(context, refused.get(network));
        const counted = { key: keyOf(purpose, network), most: most.network };
        await allow(context, { purpose, address }, counted).catch((error: unknown) => {
          if (error instanceof Refusal) remember(context, refused, network, error);
          throw error;
        });
      });
    },
  };
}

type Remembered = { refusal: Refusal; endsAt: Date; until: number };

function remember(
  { clock }: Context,
  refused: Map<string, Remembered>,
  network: string,
  refusal: Refusal,
): void {
  const now = performance.now();
  const endsAt = new Date(clock.now().getTime() + (refusal.details.retryAfter ?? 0) * second);
  refused.delete(network);
  for (const [oldest, { until }] of refused) {
    if (until > now) break;
    refused.delete(oldest);
  }
  refused.set(network, { refusal, endsAt, until: now + second });
}

function recall({ clock }: Context, found: Remembered | undefined): void {
  if (found && found.until > performance.now() && found.endsAt > clock.now()) throw found.refusal;
}

/**
 * Counts an attempt on an account from a network, and refuses it beyond the limit; the first refusal is audited. Stores hashes, no
 * address or email.
 *
 * @throws Refusal 429 with the seconds until the window ends.
 */
export function countAttempt(context: Context, attempt: Attempt): Promise<void> {
  return allow(context, attempt, { key: keysOf(attempt).account, most: most.account });
}

async function allow(
  context: Context,
  attempt: Pick<Attempt, 'purpose' | 'address'>,
  counted: ThrottleKey,
): Promise<void> {
  const refused = await count(context, [counted], windowLength);
  if (!refused) return;
  if (refused.isFirst) await noteRefusal(context, attempt);
  throw new Refusal('too_many_requests', 'Too many attempts. Wait a little and try again.', {
    retryAfter: refused.seconds,
  });
}

/** Forgets, when one has succeeded, the attempts on the account from this network. */
export async function clearAttempts(context: Context, attempt: Attempt): Promise<void> {
  const { account, network } = keysOf(attempt);
  await forgetAttempts(context.db, account);
  await undoAttempt(context.db, network);
}

/**
 * Counts an email that a stranger asks for. No site can use up others' share.
 *
 * @returns false when the site or address had enough for an hour: then none may be sent.
 */
export async function countEmailToAddress(
  context: Context,
  email: string,
  address: string,
): Promise<boolean> {
  const receiver = email.trim().toLowerCase();
  const bySite = { key: keyOf('mail', getSite(address), receiver), most: mostMails.site };
  const byAddress = { key: keyOf('mail', receiver), most: mostMails.address };
  return (await count(context, [bySite, byAddress], hour)) === undefined;
}

/**
 * Counts an attempt to confirm a registration by its code, and says whether it may be tried. The browser that registered has attempts
 * that nobody else can use up; a fresh code starts anew.
 *
 * @param waiting the registration that is most likely meant.
 * @returns false after too many.
 */
export async function countCodeAttempt(
  context: Context,
  { email, address }: { email: string; address: string },
  waiting: { id: string; isOwn: boolean; code: string } | undefined,
): Promise<boolean> {
  const issue = waiting?.code ?? '';
  const receiver = email.trim().toLowerCase();
  const own = { key: keyOf('code', String(waiting?.id), issue), most: mostCodes.own };
  const byNetwork = { key: keyOf('code', receiver, getNetwork(address), issue), most: mostCodes.network };
  const byAddress = { key: keyOf('code', receiver), most: mostCodes.address };
  const counted = waiting?.isOwn ? ([own] as const) : ([byNetwork, byAddress] as const);
  return (await count(context, counted, hour)) === undefined;
}

/** Counts a login without its second step, once a day. @returns true for the first one of the day: only then the owner is emailed. */
export async function countMissingSecondStep(context: Context, employeeId: string): Promise<boolean> {
  return (
    (await count(context, [{ key: keyOf('missingStep', employeeId), most: 1 }], 24 * hour)) === undefined
  );
}

/**
 * Counts an automatic answer to an email address, as far as the transaction of `context` commits.
 *
 * @returns false when it had one within 24 hours.
 */
export async function countAutomaticAnswer(context: Context, email: string): Promise<boolean> {
  const receiver = { key: keyOf('answer', email.trim().toLowerCase()), most: 1 };
  return (await count(context, [receiver], 24 * hour)) === undefined;
}

/** Counts an automatic answer by email of a connection. @returns false when it has sent enough in this hour. */
export async function countAutomaticAnswerOfConnection(
  context: Context,
  connection: string,
): Promise<boolean> {
  const sender = { key: keyOf('answers', connection), most: mostAnswersOfConnection };
  return (await count(context, [sender], hour)) === undefined;
}

/** Counts a message that somebody sends to try it. @returns the seconds until they may send another, if they have had enough in this hour; else undefined. */
export async function countTestMessage(context: Context, employeeId: string): Promise<number | undefined> {
  const sender = { key: keyOf('testMessage', employeeId), most: mostTestMessages };
  return (await count(context, [sender], hour))?.seconds;
}

/**
 * Counts what a website's form sends. Without proof of work there is a smaller share, which leaves the others theirs.
 *
 * @returns the seconds until the window ends, if the network or form has had enough; else undefined.
 */
export async function countFormSubmission(
  context: Context,
  { form, address, isProven }: { form: string; address: string; isProven: boolean },
): Promise<number | undefined> {
  const share = isProven ? 'proven' : 'plain';
  const { network, all } = mostForms[share];
  const byNetwork = { key: keyOf('form', share, form, getNetwork(address)), most: network };
  const byForm = { key: keyOf('form', share, form), most: all };
  return (await count(context, [byNetwork, byForm], hour))?.seconds;
}

type AskedNumber = { employeeId: string; phone: string; day: string };

/**
 * Counts a number that somebody asks for, known or not, before it is looked up; the same number counts once a day.
 *
 * @returns false when the person has asked for too many in an hour: then the number is not counted.
 */
export async function countLookupElsewhere(
  context: Context,
  { employeeId, phone, day }: AskedNumber,
): Promise<boolean> {
  // The row of the number and day is locked until its hour is counted: who asks for it twice at once waits.
  return inTransaction(context, async (inside) => {
    const ofDay = keyOf('elsewhere', employeeId, phone, day);
    if (await count(inside, [{ key: ofDay, most: 1 }], 24 * hour)) return true;
    const ofHour = { key: keyOf('elsewhere', employeeId), most: mostNumbersElsewhere };
    if (!(await count(inside, [ofHour], hour))) return true;
    await forgetAttempts(inside.db, ofDay);
    return false;
  });
}

/** Counts that a person was told of a number, once a day. @returns true for the first time on this day. */
export async function isFirstAnswerElsewhere(
  context: Context,
  { employeeId, phone, day }: AskedNumber,
): Promise<boolean> {
  const told = { key: keyOf('toldElsewhere', employeeId, phone, day), most: 1 };
  return (await count(context, [told], 24 * hour)) === undefined;
}

/** Hashes the site (a whole network) of an address, so that attempts can be told apart without storing addresses. */
export function hashSite(address: string): string {
  return keyOf('site', getSite(address));
}

async function count(
  { db, clock }: Context,
  counted: readonly [ThrottleKey, ThrottleKey?],
  length: number,
): Promise<{ seconds: number; isFirst: boolean } | undefined> {
  const now = clock.now();
  const rows = await addAttempt(db, counted, now, new Date(now.getTime() + length));
  for (const [place, row] of rows.entries()) {
    const limit = counted[place]?.most ?? 0;
    if (row.tries <= limit) continue;
    const seconds = (row.resets_at.getTime() - now.getTime()) / 1000;
    return { seconds, isFirst: row.tries === limit + 1 };
  }
  return undefined;
}

async function noteRefusal(
  context: Context,
  { purpose, address }: Pick<Attempt, 'purpose' | 'address'>,
): Promise<void> {
  const isNoted = await count(
    context,
    [{ key: keyOf('noted', purpose, getNetwork(address)), most: 1 }],
    windowLength,
  );
  if (isNoted) return;
  const { method, path } = calls[purpose];
  await recordAudit(context, {
    action: 'throttled',
    actor: null,
    address,
    details: { call: `${method} ${path}` },
  });
}

function keysOf({ purpose, address, account }: Attempt) {
  const who = account.trim().toLowerCase();
  const network = getNetwork(address);
  return {
    account: ofAccount.includes(purpose) ? keyOf(purpose, who) : keyOf(purpose, network, who),
    network: keyOf(purpose, network),
  };
}

function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
