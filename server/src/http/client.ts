import type { FastifyRequest } from 'fastify';

export type Client = { address: string; userAgent: string | null };

/** `address`: as the server saw it, never as the client claims. */
export function clientOf(request: FastifyRequest): Client {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? null };
}
