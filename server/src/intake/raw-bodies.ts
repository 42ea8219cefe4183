import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messages } from '#contract/call/messages.ts';
import { intakeLimits } from '#contract/intake/deliveries.ts';
import { id as idSchema } from '#contract/text/text.ts';
import type { Context } from '#server/context.ts';
import { toRefusal } from '#server/http/errors.ts';
import { allowBodyTime } from '#server/http/guard/body-deadline.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { mayBeLarge } from './receive.service.ts';
import { countRefusal } from './refusals.service.ts';

/**
 * Makes routes take deliveries as they come, whatever content type they name; only a mail or multipart form from its sender may be
 * large.
 */
export function takeRawBodies(raw: FastifyInstance, context: Context, sealing: Sealing): void {
  raw.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => request.uploadShare?.release());
  });
  raw.removeAllContentTypeParsers();
  raw.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { headers } = request;
    const length = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
    const isLarge =
      length > intakeLimits.deliveryBytes &&
      (await raw.callSlots.run(request, () =>
        mayBeLarge(context, sealing, getConnectionId(request), headers),
      ));
    if (!isLarge) return gather(payload, length, intakeLimits.deliveryBytes);
    allowBodyTime(request.raw, raw.limits.uploadMs);
    const share = raw.openUploadShare();
    request.uploadShare = share;
    return gather(payload, length, intakeLimits.mailBytes, (bytes) => share.take(bytes, true));
  });
  countRefusedBodies(raw, context, getConnectionId);
}

/** Makes routes count what is refused before a handler knows of it: too large, or of another kind. */
export function countRefusedBodies(
  routes: FastifyInstance,
  context: Context,
  connectionOf: (request: FastifyRequest) => string | undefined,
): void {
  routes.addHook('onError', async (request, _reply, error) => {
    const { status } = toRefusal(error);
    const connection = connectionOf(request);
    if (!connection || (status !== 413 && status !== 415)) return;
    await routes.callSlots
      .run(request, () => countRefusal(context, connection))
      // It is refused all the same.
      .catch(() => undefined);
  });
}

/** Returns the id of the connection in a request's path; undefined for what is no id. */
export function getConnectionId({ params }: FastifyRequest): string | undefined {
  const { connection } = params as { connection?: unknown };
  return idSchema.safeParse(connection).data;
}

/** @throws Refusal 413, 400 when the sender goes away, and what `take` throws; what still comes is passed over. */
function gather(
  payload: IncomingMessage,
  length: number,
  most: number,
  take: (bytes: number) => void = () => {},
): Promise<Buffer> {
  const isTooLong = Number.isFinite(length) && length > most;
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const add = (piece: Buffer) => {
      size += piece.length;
      try {
        if (size > most || isTooLong) throw new Refusal('too_large', messages.deliveryTooLarge);
        take(piece.length);
        pieces.push(piece);
      } catch (error) {
        payload.off('data', add).resume();
        pieces.length = 0;
        reject(error);
      }
    };
    const broken = () => reject(new Refusal('bad_request', 'The request is not valid'));
    payload.on('data', add).once('error', broken).once('close', broken);
    payload.once('end', () => {
      payload.off('close', broken);
      resolve(Buffer.concat(pieces, size));
    });
  });
}
