import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReleaseWhileWaiting } from '#server/context.ts';
import { openLimiter } from '#server/lib/limit.ts';
import { getNetwork } from '#server/lib/network.ts';
import type { RequestLimits } from './limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    callSlot: CallSlot | null;
  }
}

type CallSlot = { releaseWhileWaiting: ReleaseWhileWaiting; release: () => void };

/** The slots of {@link openCallSlots}, one for each call that is worked on. */
export type CallSlots = ReturnType<typeof openCallSlots>;

/**
 * Makes slots that bound the calls under way by fixed numbers; none is taken by itself. People with a session have many slots and get
 * 503 when all are taken. Strangers have a few of their own, where their networks take turns: no flood of theirs takes a slot of
 * anybody who works. Bodies still arriving do not count: slow clients keep nobody out. Live streams and downloads have other bounds;
 * health and the web app's files need none.
 *
 * @returns the slots: a route or hook takes one with `acquire`, which is free again with the reply, or for a piece of work with `run`.
 */
export function openCallSlots(app: FastifyInstance, limits: RequestLimits) {
  const people = openLimiter(limits.calls, 0);
  const strangers = openLimiter(
    limits.strangerCalls,
    limits.strangersWaiting,
    limits.strangersWaitingPerNetwork,
  );
  const limiterOf = ({ session }: FastifyRequest) => (session ? people : strangers);
  // People never wait, so only strangers take turns.
  const groupOf = ({ ip, session }: FastifyRequest) => (session ? undefined : getNetwork(ip));

  app.decorateRequest('callSlot', null);
  app.addHook('onSend', async (request) => releaseSlot(request));

  return {
    areEmpty: () => people.isEmpty() && strangers.isEmpty(),

    /** Work for a call before its handler, such as asking who calls. @throws TooBusyError */
    run: <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> =>
      limiterOf(request).run(work, groupOf(request)),

    /** Takes a slot for a call that has none yet. @throws TooBusyError */
    async acquire(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (request.callSlot) return;
      const limiter = limiterOf(request);
      await limiter.acquire(groupOf(request));
      let isHeld = true;
      request.callSlot = {
        release: () => {
          if (isHeld) limiter.release();
          isHeld = false;
        },
        releaseWhileWaiting: async (wait) => {
          limiter.release();
          return wait().finally(() => limiter.reacquire());
        },
      };
      // The client may leave before the handler begins; a running handler counts until done.
      if (reply.raw.closed) releaseSlot(request);
      else reply.raw.once('close', () => releaseSlot(request));
    },
  };
}

/** Tells whether a request has no body that is still to arrive. */
export function isFullyReceived({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

function releaseSlot(request: FastifyRequest): void {
  request.callSlot?.release();
  request.callSlot = null;
}
