import { Writable } from 'node:stream';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { createLog } from '#server/lib/log.ts';
import { handleErrors } from './errors.ts';

test('a full disk, and a database that is away, write one line for a flood of refused calls (F52)', async () => {
  const lines: { msg: string }[] = [];
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const log: FastifyBaseLogger = createLog('warn', output);
  const app = Fastify({ loggerInstance: log });
  handleErrors(app);
  app.post('/:code', async ({ params }) => {
    throw Object.assign(new Error('No'), { severity: 'ERROR', ...(params as { code: string }) });
  });
  for (const code of ['53100', '57P01']) {
    for (let call = 0; call < 50; call++) {
      const { statusCode, headers } = await app.inject({ method: 'POST', url: `/${code}` });
      expect([statusCode, headers['retry-after']]).toEqual([503, expect.any(String)]);
    }
  }
  expect(lines.map(({ msg }) => msg)).toEqual(['the disk of the database is full', 'unavailable']);
  await app.close();
});
