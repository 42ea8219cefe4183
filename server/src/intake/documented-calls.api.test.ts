import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConnection } from '#contract/intake/connections.ts';
import { listDeliveries } from '#contract/intake/deliveries.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';
import { workDueDeliveries } from './work-deliveries.service.ts';

const run = promisify(execFile);
const page = readFileSync(new URL('../../../docs/CONNECTIONS.md', import.meta.url), 'utf8');
const calls = [...page.matchAll(/```\n(curl [^`]*leads\.example\.com[^`]*)```/g)].map(
  ([, call = '']) => call,
);

let app: TestApp;
let address: string;

beforeAll(async () => {
  app = await TestApp.open();
  address = new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).host;
});
afterAll(() => app.close());

test('the calls that docs/CONNECTIONS.md shows make leads', async () => {
  const { token } = await app.signIn('superAdmin');
  const { north } = await addFixtures(app);
  const states = await Promise.all(
    calls.map(async (call, at) => {
      const kind = call.includes('mail:') ? 'email' : 'webhook';
      const body = { name: `Sender ${at}`, kind, platform: 'website', serviceCenter: north } as const;
      const { data } = await app.call(createConnection, { token, body });
      const own = call
        .replace('mail:whsec_…', `mail:${encodeURIComponent(data.secret)}`)
        .replace('whsec_…', data.secret)
        .replace('https://', 'http://')
        .replace('leads.example.com', address)
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, data.connection._id);
      const { stdout } = await run('bash', ['-c', own.replace('curl', "curl -sS -w ' %{http_code}'")]);
      expect(stdout).toBe('{"received":true} 200');
      await workDueDeliveries(app.context);
      const query = { connection: data.connection._id };
      const found = async () =>
        (await app.call(listDeliveries, { token, query })).data.deliveries.map(({ state }) => state);
      await expect.poll(found).not.toContain('waiting');
      return found();
    }),
  );
  expect(states.flat().sort()).toEqual(['joined', 'lead']);
});
