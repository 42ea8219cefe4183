import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { Limits } from './limits.ts';

/** Security headers, bounded uploads, and refusal of work under overload. */
export async function protect(
  app: FastifyInstance,
  { publicUrl, limits }: { publicUrl: string; limits: Limits },
): Promise<void> {
  const isSecure = publicUrl.startsWith('https:');
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        ...(isSecure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isSecure,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  });
  await app.register(multipart, {
    limits: {
      fileSize: limits.fileBytes,
      files: 1,
      fields: 16,
      fieldSize: 4 * 1024,
      fieldNameSize: 100,
      parts: 17,
      headerPairs: 20,
    },
  });
  await app.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelayMs,
    retryAfter: 2,
    exposeStatusRoute: false,
  });
}
