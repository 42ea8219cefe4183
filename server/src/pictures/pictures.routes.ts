import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { readPicture } from './pictures.service.ts';

const pictureName = /^[\w-]+\.webp$/;

export function pictureRoutes(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { name: string } }>(
    '/pictures/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params;
      const read = () => readPicture(context, `pictures/${name}`);
      const bytes = pictureName.test(name) && (await app.callSlots.run(request, read));
      if (!bytes) throw notFound();
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('image/webp')
        .send(bytes);
    },
  );
}
