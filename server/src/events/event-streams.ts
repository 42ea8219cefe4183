import { PassThrough, type Readable } from 'node:stream';
import { heartbeatSeconds } from '#contract/events.ts';
import { findSessionById } from '#server/auth/sessions.service.ts';
import type { Context, RequestSession } from '#server/context.ts';
import type { EventHub } from '#server/events/event-hub.ts';
import { mayHear } from '#server/events/events.policy.ts';
import type { Notice } from '#server/events/notices.ts';
import { Refusal } from '#server/http/refusal.ts';

const mostStreams = 1_000;
const mostPerSession = 12;
/** Bytes that may wait for a slow reader before it is cut off; it connects again and refetches. */
const mostWaiting = 256 * 1024;

type Stream = { session: RequestSession; output: PassThrough; end: () => void };

/** The open streams of a process. */
export type EventStreams = {
  /** @throws Refusal 503 when the process has too many streams. */
  open(session: RequestSession): Readable;
  closeAll(): void;
};

/** Passes notices on to the open streams whose employees may hear them. */
export function eventStreams(context: Context, hub: EventHub): EventStreams {
  const streams = new Set<Stream>();

  function open(session: RequestSession): Readable {
    if (streams.size >= mostStreams)
      throw new Refusal('unavailable', 'Too many open screens', { retryAfter: 30 });
    const siblings = [...streams].filter((stream) => stream.session.sessionId === session.sessionId);
    if (siblings.length >= mostPerSession) siblings[0]?.end();

    const output = new PassThrough();
    const unsubscribe = hub.subscribe((notice) => void hear(stream, notice));
    const heartbeat = setInterval(() => void beat(stream), heartbeatSeconds * 1_000).unref();
    const stream: Stream = { session, output, end: () => output.end() };
    streams.add(stream);
    output.once('close', () => {
      unsubscribe();
      clearInterval(heartbeat);
      streams.delete(stream);
    });
    output.write(': open\n\n');
    return output;
  }

  async function hear(stream: Stream, notice: Notice): Promise<void> {
    const { session } = stream;
    if (notice.kind === 'sessionEnd') {
      if ('session' in notice.scope && notice.scope.session === session.sessionId) stream.end();
      return;
    }
    if (notice.kind === 'account' && mayHear(session.actor, notice) && !(await renew(stream))) return;
    if (mayHear(stream.session.actor, notice))
      send(stream, `event: ${notice.kind}\ndata: ${JSON.stringify(notice.data)}\n\n`);
  }

  /** A session that ran out, or whose level or centers changed, is noticed here at the latest. */
  async function beat(stream: Stream): Promise<void> {
    if (await renew(stream)) send(stream, ': beat\n\n');
  }

  async function renew(stream: Stream): Promise<boolean> {
    try {
      const session = await findSessionById(context, stream.session.sessionId);
      if (!session) stream.end();
      else stream.session = session;
      return session !== undefined;
    } catch {
      stream.end();
      return false;
    }
  }

  function send({ output, end }: Stream, text: string): void {
    if (output.writableEnded || output.destroyed) return;
    output.write(text);
    if (output.writableLength + output.readableLength > mostWaiting) end();
  }

  return {
    open,
    closeAll: () => {
      for (const stream of streams) stream.end();
    },
  };
}
