import { PassThrough, type Readable } from 'node:stream';
import { heartbeatSeconds } from '#contract/events.ts';
import { isManagement } from '#contract/levels.ts';
import { findSessionById } from '#server/auth/sessions/sessions.service.ts';
import type { Context, RequestSession } from '#server/context.ts';
import type { RequestLimits } from '#server/http/guard/limits.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { EventHub } from './event-hub.ts';
import { mayReceiveNotice } from './events.policy.ts';
import type { Notice } from './notices.ts';

// Milliseconds until an ending stream is cut.
const farewellMs = 2_000;

type Stream = { session: RequestSession; output: PassThrough; end: () => void };

/** The streams of live events to browsers. `open` begins one; `count` says how many there are. */
export type EventStreams = {
  open(session: RequestSession): Readable;
  closeAll(): void;
  count(): number;
};

/**
 * Makes the streams, each of which gets the notices that its employee may hear. A person's newest streams stay; at too many in all,
 * `open` refuses with 503.
 */
export function openEventStreams(
  context: Context,
  hub: EventHub,
  limits: Pick<RequestLimits, 'streams' | 'streamsPerPerson' | 'streamBytes'>,
): EventStreams {
  const streams = new Set<Stream>();

  function open(session: RequestSession): Readable {
    const own = [...streams].filter((stream) => stream.session.actor._id === session.actor._id);
    for (const oldest of own.slice(0, Math.max(0, own.length - limits.streamsPerPerson + 1))) oldest.end();
    if (streams.size >= limits.streams)
      throw new Refusal('unavailable', 'Too many open screens. Try again shortly.', { retryAfter: 30 });

    const output = new PassThrough();
    const unsubscribe = hub.subscribe((notice) => void hear(stream, notice));
    const heartbeat = setInterval(() => void beat(stream), heartbeatSeconds * 1_000).unref();
    const forget = () => {
      unsubscribe();
      clearInterval(heartbeat);
      streams.delete(stream);
    };
    const end = () => {
      forget();
      output.end();
      setTimeout(() => output.destroy(), farewellMs).unref();
    };
    const stream: Stream = { session, output, end };
    streams.add(stream);
    output.once('close', forget);
    output.write(': open\n\n');
    return output;
  }

  async function hear(stream: Stream, notice: Notice): Promise<void> {
    const { session } = stream;
    if (notice.kind === 'sessionEnd') {
      if ('session' in notice.scope && notice.scope.session === session.sessionId) stream.end();
      return;
    }
    // A refresh may be of the dealer's rule for management.
    const mayChangeActor =
      notice.kind === 'account' || (notice.kind === 'refresh' && isManagement(session.actor.level));
    if (mayChangeActor && mayReceiveNotice(session.actor, notice) && !(await renew(stream))) return;
    if (mayReceiveNotice(stream.session.actor, notice))
      send(stream, `event: ${notice.kind}\ndata: ${JSON.stringify(notice.data)}\n\n`);
  }

  async function beat(stream: Stream): Promise<void> {
    if (await renew(stream)) send(stream, ': beat\n\n');
  }

  async function renew(stream: Stream): Promise<boolean> {
    try {
      const session = await findSessionById(context, stream.session.sessionId);
      const isAdmitted = session !== undefined && !session.actor.needsSecondFactor;
      if (isAdmitted) stream.session = session;
      else stream.end();
      return isAdmitted;
    } catch {
      stream.end();
      return false;
    }
  }

  function send({ output }: Stream, text: string): void {
    if (output.writableEnded || output.destroyed) return;
    output.write(text);
    if (output.writableLength + output.readableLength > limits.streamBytes) output.destroy();
  }

  return {
    open,
    closeAll: () => {
      for (const stream of streams) stream.end();
    },
    count: () => streams.size,
  };
}
