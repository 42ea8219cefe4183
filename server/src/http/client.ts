import type { FastifyRequest } from 'fastify';

export type Client = { address: string; userAgent: string | null };

/** `address` is what the server saw, never what the client merely claims. */
export function clientOf(request: FastifyRequest): Client {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? null };
}
