import type { FastifyRequest } from 'fastify';

/** Where a call comes from. */
export type Client = { address: string; userAgent: string | null };

/** @returns the address that the server saw (never one that the client merely claims) and the browser's name. */
export function clientOf(request: FastifyRequest): Client {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? null };
}
