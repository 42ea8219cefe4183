import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#server/lib/refusal.ts';
import { sendRefusal } from './errors.ts';

/** Makes the app serve the built web app, whose page answers for every screen's path; other unknown paths get 404. */
export async function serveWeb(app: FastifyInstance, webRoot: string): Promise<void> {
  const isBuilt = existsSync(webRoot);
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: webRoot,
      preCompressed: true,
      index: false,
      // Its own route reads whole folders at each request, to compare how the address is spelled.
      serve: false,
      setHeaders: (reply, path) => {
        const isHashed = /[\\/]assets[\\/]/.test(path);
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get('/', { schema: { hide: true } }, sendPage);
    app.get<{ Params: { '*': string } }>('/*', { schema: { hide: true } }, ({ params }, reply) => {
      reply.sendFile(params['*']);
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isScreen =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|assets|form|pictures|health)(\/|$)/.test(request.url);
    if (isScreen && isBuilt) sendPage(request, reply);
    else sendRefusal(notFound(), request, reply);
  });
}

function sendPage(_request: FastifyRequest, reply: FastifyReply): void {
  reply.header('cache-control', 'no-cache').sendFile('index.html');
}
