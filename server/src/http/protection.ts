import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { largestFile } from '#server/http/multipart.ts';

/** Security headers, bounded uploads, and refusal of work under overload. */
export async function protect(app: FastifyInstance, publicUrl: string): Promise<void> {
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
    limits: { fileSize: largestFile, files: 1, fields: 20, fieldSize: 64 * 1024, parts: 24, headerPairs: 50 },
  });
  await app.register(underPressure, { maxEventLoopDelay: 1_000, retryAfter: 2, exposeStatusRoute: false });
}
