import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { endSocketWithError } from '#server/http/broken-request.ts';

type Waiting = { timer: NodeJS.Timeout; since: number; answer: ServerResponse };

const waiting = new WeakMap<IncomingMessage, Waiting>();

/** Makes the app end requests whose body takes longer to arrive, with 408. */
export function limitBodyTime(app: FastifyInstance, milliseconds: number): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const hasBody =
      raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
    if (!hasBody || !(raw.socket instanceof Socket)) return;
    waiting.set(raw, {
      timer: wait(raw, reply.raw, milliseconds),
      since: performance.now(),
      answer: reply.raw,
    });
    raw.once('close', () => clearTimeout(waiting.get(raw)?.timer));
  });
}

/** Gives a request another time for its body, counted from its beginning. */
export function allowBodyTime(raw: IncomingMessage, milliseconds: number): void {
  const found = waiting.get(raw);
  if (!found) return;
  clearTimeout(found.timer);
  found.timer = wait(raw, found.answer, found.since + milliseconds - performance.now());
}

function wait(raw: IncomingMessage, answer: ServerResponse, milliseconds: number): NodeJS.Timeout {
  const end = () => {
    if (raw.complete) return;
    if (answer.headersSent) raw.socket.destroy();
    else endSocketWithError(raw.socket, 408, 'The request took too long to arrive');
  };
  return setTimeout(end, Math.max(0, milliseconds)).unref();
}
