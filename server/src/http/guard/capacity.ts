import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReleaseWhileWaiting } from '#server/context.ts';
import { openLimiter } from '#server/lib/limit.ts';
import { getNetwork } from '#server/lib/network.ts';
import type { RequestLimits } from './limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    place: Place | null;
  }
}

type Place = { aside: ReleaseWhileWaiting; leave: () => void };

export type CallSlots = ReturnType<typeof openCallSlots>;

/**
 * Bounds the calls under way by fixed numbers. People with a session have the large room, and get 503 when it is full. Strangers
 * have a small one, where their networks take turns: no flood of theirs takes a place of anybody who works. Bodies still
 * arriving do not count: slow clients keep nobody out. Live streams and downloads have other bounds; health and the web app's
 * files need none.
 */
export function openCallSlots(app: FastifyInstance, limits: RequestLimits) {
  const people = openLimiter(limits.calls, 0);
  const strangers = openLimiter(
    limits.strangerCalls,
    limits.strangersWaiting,
    limits.strangersWaitingPerNetwork,
  );
  const roomOf = ({ session }: FastifyRequest) => (session ? people : strangers);
  const groupOf = ({ ip }: FastifyRequest) => getNetwork(ip);

  app.decorateRequest('place', null);
  app.addHook('onSend', async (request) => leave(request));

  return {
    areEmpty: () => people.isEmpty() && strangers.isEmpty(),

    /** Work for a call before its handler, such as asking who calls. @throws TooBusyError */
    run: <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> =>
      roomOf(request).run(work, groupOf(request)),

    /** Enters a call that is not in already. @throws TooBusyError */
    async enter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (request.place) return;
      const room = roomOf(request);
      await room.enter(groupOf(request));
      let isInside = true;
      request.place = {
        leave: () => {
          if (isInside) room.leave();
          isInside = false;
        },
        aside: async (wait) => {
          room.leave();
          return wait().finally(() => room.comeBack());
        },
      };
      // The client may leave before the handler begins; a running handler counts until done.
      if (reply.raw.closed) leave(request);
      else reply.raw.once('close', () => leave(request));
    },
  };
}

export function isFullyReceived({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

function leave(request: FastifyRequest): void {
  request.place?.leave();
  request.place = null;
}
