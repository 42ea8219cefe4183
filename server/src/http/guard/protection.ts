import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { Refusal } from '#server/lib/refusal.ts';
import { sampleEventLoopDelay } from './event-loop-delay.ts';
import type { RequestLimits } from './limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    answersUnderPressure?: boolean;
  }
  interface FastifyInstance {
    // Milliseconds.
    readEventLoopDelay: () => number;
  }
}

/** Makes the app send security headers, and refuse requests while it is overloaded. */
export async function protectServer(
  app: FastifyInstance,
  { publicUrl, limits }: { publicUrl: string; limits: RequestLimits },
): Promise<void> {
  const isSecure = publicUrl.startsWith('https:');
  const headers = securityHeaders({
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
    // Over plain http a browser ignores these, and complains of them on every page.
    crossOriginOpenerPolicy: isSecure,
    originAgentCluster: isSecure,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
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
  const readDelay = sampleEventLoopDelay(app);
  app.decorate('readEventLoopDelay', readDelay);
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (routeOptions.config.answersUnderPressure) return;
    const delay = readDelay();
    // A process that stood still is late though it has nothing to do, and infinitely so without a sample.
    if (delay <= limits.eventLoopDelayMs || delay === Number.POSITIVE_INFINITY || app.callSlots.areEmpty())
      return;
    throw new Refusal('unavailable', 'Busy. Try again shortly.', { retryAfter: 2 });
  });
}

function securityHeaders(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  helmet(options)(request, answer, (error) => {
    if (error) throw error;
  });
  return Object.fromEntries(
    Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
