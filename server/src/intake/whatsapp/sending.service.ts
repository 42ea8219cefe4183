import type { Logger } from 'pino';
import type { MetaCredentials } from '#contract/intake/meta.ts';
import type { MessageFailure } from '#contract/intake/whatsapp.ts';
import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/failures.ts';
import { outlastDatabase } from '#server/db/outlast.ts';
import { findConnections } from '#server/intake/connections.db.ts';
import { type KeyedWorkers, openKeyedWorkers } from '#server/intake/keyed-workers.ts';
import { connectionPauses } from '#server/intake/meta/fetch-leads.service.ts';
import type { Graph } from '#server/intake/meta/graph.ts';
import { GraphError } from '#server/intake/meta/graph-call.ts';
import { pauseConnection, resumeConnection } from '#server/intake/meta/meta.db.ts';
import { unsealMetaCredentials } from '#server/intake/meta/meta-keys.service.ts';
import { type JobKind, recurringJob } from '#server/jobs/jobs.service.ts';
import { getRetryPauseMs } from '#server/lib/pause-after.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import {
  areMessagesDue,
  type ClaimedMessage,
  claimMessage,
  failUnansweredWhatsAppMessages,
  findConnectionIdsToSend,
  giveBackMessage,
  postponeMessage,
  saveMessageStatuses,
} from './messages.db.ts';

const second = 1_000;
const minute = 60 * second;
const sweepEvery = 5 * second;
const pause = { first: 5 * second, longest: 15 * minute };
const hearsWithin = 15 * minute;
/** Milliseconds for which what WhatsApp said is kept while the database is away. */
const keptFor = 5 * minute;
const getUnansweredSince = (now: Date) => new Date(now.getTime() - hearsWithin);

/** Source: https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes. */
const tooLate = 131_047;
/** Codes of templates that are not there, paused, disabled, or have other variables. */
const unapproved = [132_000, 132_001, 132_005, 132_007, 132_012, 132_015, 132_016];
const undeliverable = [131_021, 131_026, 131_030, 131_045, 131_051, 131_052, 131_053];

type FailureReason = MessageFailure | 'templateNotApproved';

/** Sends the messages that wait, each connection's in order and apart from the others. */
export type MessageSender = Omit<KeyedWorkers, 'stopping'> & {
  // Wakes all that have something due, and gives up what WhatsApp never answered about.
  look: () => Promise<void>;
};

/** Opens what sends messages; nothing is sent before it is woken. No transaction or lock is held while WhatsApp is asked. */
export function openMessageSender(
  context: Context,
  { sealing, graph }: { sealing: Sealing; graph: Pick<Graph, 'sendText'> },
  log: Pick<Logger, 'warn'>,
): MessageSender {
  const { db, clock } = context;
  const { wake, idle, stop, stopping } = openKeyedWorkers(
    {
      // In their order.
      most: 1,
      claim: (connection) => claimMessage(db, connection, clock.now()),
      work: sendOne,
      failed: 'messages wait: they could not be sent or what became of them stored',
    },
    log,
  );

  async function sendOne(connection: string, message: ClaimedMessage): Promise<void> {
    const { id, number, recipient, text, extra, until, isOfBooking } = message;
    if (until <= clock.now() && isOfBooking) return keep(() => giveBackMessage(db, id, clock.now()));
    if (until <= clock.now()) return settle(connection, id, 'windowClosed');
    let wamid: string | undefined;
    try {
      const keys = await keysOf(connection).catch(toUnsent);
      wamid = await graph.sendText({ number, recipient, text, extra, mark: id }, keys, stopping);
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      return fail(connection, message, error);
    }
    const at = clock.now();
    await keep(() => saveMessageStatuses(db, connection, [{ id, wamid, state: 'sent', reason: null, at }]));
    await resumeConnection(db, connection);
  }

  function keep(write: () => Promise<void>): Promise<void> {
    return outlastDatabase(write, { longest: keptFor, stopping });
  }

  async function fail(connection: string, message: ClaimedMessage, error: GraphError): Promise<void> {
    const { id, attempts } = message;
    const { failure, code, isUnsent } = error;
    if (code === tooLate) return settle(connection, id, 'windowClosed');
    if (failure === 'refused') return settle(connection, id, toMessageFailure(code));
    const now = clock.now();
    const rest = connectionPauses[failure];
    if (rest) {
      const pauses = { ...rest, hasTokenEnded: failure === 'tokenEnded' };
      await keep(() => pauseConnection(db, connection, now, pauses));
    }
    const wasRefused = code !== undefined || isUnsent || failure === 'limit';
    if (!wasRefused) return;
    const tryAt = new Date(now.getTime() + getRetryPauseMs(attempts, pause));
    await keep(() => postponeMessage(db, id, { attempts, tryAt }));
  }

  function settle(connection: string, id: string, reason: FailureReason): Promise<void> {
    const at = clock.now();
    return keep(() => saveMessageStatuses(db, connection, [{ id, state: 'failed', reason, at }]));
  }

  async function keysOf(connection: string): Promise<MetaCredentials> {
    const [found] = await findConnections(db, [connection]);
    const keys = found && unsealMetaCredentials(sealing, found);
    if (!keys) throw new GraphError('tokenEnded', { isUnsent: true });
    return keys;
  }

  async function look(): Promise<void> {
    const now = clock.now();
    await failUnansweredWhatsAppMessages(db, getUnansweredSince(now), now);
    (await findConnectionIdsToSend(db, now)).forEach(wake);
  }

  return { wake, idle, stop, look };
}

// The keys are read before WhatsApp is asked.
function toUnsent(error: unknown): never {
  throw isDatabaseAway(error) ? new GraphError('unreachable', { isUnsent: true }) : error;
}

/** Returns the kind of failure that a code of WhatsApp's means. */
export function toMessageFailure(code: number | undefined): FailureReason {
  if (code === tooLate) return 'windowClosed';
  if (code !== undefined && unapproved.includes(code)) return 'templateNotApproved';
  return code !== undefined && undeliverable.includes(code) ? 'undeliverable' : 'refused';
}

/** Makes the job that sends WhatsApp messages that wait, and gives up those that WhatsApp never answered about. */
export function sendMessagesJob(context: Context, sending: MessageSender): JobKind {
  return recurringJob(context, {
    name: 'sendWhatsApp',
    every: sweepEvery,
    hasWork: (now) => areMessagesDue(now, getUnansweredSince(now)),
    run: sending.look,
  });
}
