import type { Logger } from 'pino';
import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/failures.ts';
import { outlastDatabase } from '#server/db/outlast.ts';
import { type JobKind, recurringJob } from '#server/jobs/jobs.service.ts';
import { getErrorCode } from '#server/lib/errors.ts';
import { getRetryPauseMs } from '#server/lib/pause-after.ts';
import {
  areCustomerMessagesDue,
  failAskedMessage,
  failUnansweredMessages,
  findDueMessageIds,
  markMessageSent,
  markWayRefused,
  postponeAttempt,
} from './customer-messages.db.ts';
import { type AskedMessage, decideMessage } from './decide-message.service.ts';
import {
  type DeliveryOutcome,
  type DeliveryParts,
  sendMessageEmail,
  sendSms,
} from './deliver-message.service.ts';

const second = 1_000;
const minute = 60 * second;
const lookEvery = 2 * second;
/** Milliseconds after which nobody answers any more: no way takes longer. */
const answersWithin = 5 * minute;
const pause = { first: minute, longest: 60 * minute };
const batch = 100;
const lanes = 8;

/** Sends the messages to customers that are due. */
export type CustomerMessageSender = { sendDue: (stopping?: AbortSignal) => Promise<void> };

/**
 * Makes the sender of messages; nothing is sent before it is asked. It holds no transaction or lock while it calls a gateway or mail
 * server.
 */
export function openCustomerMessages(
  context: Context,
  parts: DeliveryParts,
  log: Pick<Logger, 'warn'>,
): CustomerMessageSender {
  const { db, clock } = context;

  async function sendDue(stopping?: AbortSignal): Promise<void> {
    const now = clock.now();
    await failUnansweredMessages(db, getAskedBefore(now), now);
    const seen = new Set<string>();
    while (!stopping?.aborted) {
      const due = (await findDueMessageIds(db, clock.now(), batch)).filter((id) => !seen.has(id));
      if (due.length === 0) return;
      for (const id of due) seen.add(id);
      await Promise.all(Array.from({ length: lanes }, () => sendEach(due, stopping)));
    }
  }

  // One that fails waits for the next look.
  async function sendEach(due: string[], stopping: AbortSignal | undefined): Promise<void> {
    for (let id = due.shift(); id !== undefined && !stopping?.aborted; id = due.shift())
      await sendOne(id, stopping).catch((error: unknown) => {
        const reason = getErrorCode(error) || 'unknown';
        log.warn({ reason }, 'a message to a customer waits: it could not be decided or sent');
      });
  }

  async function sendOne(id: string, stopping: AbortSignal | undefined): Promise<void> {
    const asked = await decideMessage(context, id);
    if (!asked) return;
    const outcome = await deliver(asked).catch(toUnsent);
    const at = clock.now();
    await outlastDatabase(() => store(asked, outcome, at), { longest: answersWithin, stopping });
  }

  function store(asked: AskedMessage, outcome: DeliveryOutcome, at: Date): Promise<void> {
    const { id, way, askedAt } = asked;
    if (outcome === 'sent') return markMessageSent(db, id, at);
    if (outcome === 'unknown') return failAskedMessage(db, id, { reason: 'unknown', at });
    if (outcome === 'refused') return markWayRefused(db, id, { way, reason: 'refused', askedAt, at });
    return postpone(asked, at);
  }

  // Not broken off when the process is to stop: what was asked for would then be unknown.
  function deliver({ way, ...asked }: AskedMessage): Promise<DeliveryOutcome> {
    return way === 'email' ? sendMessageEmail(context, parts.mailer, asked) : sendSms(context, parts, asked);
  }

  function postpone({ id, attempts, askedAt }: AskedMessage, at: Date): Promise<void> {
    const tryAt = new Date(at.getTime() + getRetryPauseMs(attempts, pause));
    return postponeAttempt(db, id, { askedAt, tryAt });
  }

  return { sendDue };
}

// How a way is called is read first: where that fails, nobody was called.
function toUnsent(error: unknown): DeliveryOutcome {
  if (isDatabaseAway(error)) return 'unsent';
  throw error;
}

const getAskedBefore = (now: Date) => new Date(now.getTime() - answersWithin);

/** Makes the job that looks every two seconds for messages to customers that are due, and sends them. */
export function sendCustomerMessagesJob(context: Context, sender: CustomerMessageSender): JobKind {
  return recurringJob(context, {
    name: 'sendCustomerMessages',
    every: lookEvery,
    mayTakeLong: true,
    hasWork: (now) => areCustomerMessagesDue(now, getAskedBefore(now)),
    run: (stopping) => sender.sendDue(stopping),
  });
}
