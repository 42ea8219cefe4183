import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basePath, type Endpoint } from '#contract/call/endpoint.ts';
import { endpoints } from '#contract/call/endpoints.ts';
import { errorBody } from '#contract/call/errors.ts';
import { type Level, levels } from '#contract/levels.ts';
import { type Asked, authorizationCalls } from '#server/testing/authorization-calls.ts';
import { hostileFields, hostileText, hostileValue } from '#server/testing/hostile.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp } from '#server/testing/test-app.ts';

/** Printed on failure; set it to repeat a run. */
const seed = Number(process.env.FUZZ_SEED ?? 20_260_310);
const numRuns = Number(process.env.FUZZ_RUNS ?? 16);

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Awaited<ReturnType<TestApp['signIn']>>;

beforeAll(async () => {
  app = await TestApp.open({ registration: 'open' });
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
});
afterAll(() => app.close());

/** Never ends, and takes nothing but a session. */
const isLive = ({ streams }: Endpoint) => streams === 'text/event-stream';
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

type Attack = {
  level: Level;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  mixed: boolean;
  form: 'json' | 'multipart' | 'raw';
  type: string;
  raw: unknown;
  headers: Record<string, string>;
};

const header = fc.string({ unit: fc.constantFrom(...'aZ09-_.:;,=/*" \u00e9\u00ff'), maxLength: 60 });
const headers = fc.record(
  {
    'idempotency-key': header,
    'if-none-match': header,
    'if-match': header,
    range: header,
    'accept-encoding': header,
    'user-agent': header,
    'x-forwarded-for': header,
    authorization: fc.oneof(header, fc.constant(`Bearer ${'x'.repeat(43)}`)),
  },
  { requiredKeys: [] },
);

function attackOn({ who, params, query, body }: Endpoint): fc.Arbitrary<Attack> {
  return fc.record({
    level: fc.constantFrom(...(who === 'public' ? levels : who)),
    params: hostileFields(params),
    query: hostileFields(query),
    body: hostileFields(body instanceof Object ? body : undefined),
    mixed: fc.constantFrom(true, true, true, false),
    form: fc.constantFrom('json', 'json', 'json', 'json', 'json', 'json', 'multipart', 'raw'),
    type: fc.constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'application/jsonx',
      'multipart/form-data',
      'multipart/form-data; boundary=b',
      'text/plain',
      '',
      ';',
    ),
    raw: hostileValue,
    headers: fc.oneof({ weight: 7, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
  });
}

describe('no request, however hostile, gets a 5xx', () => {
  test.each(endpoints.filter((each) => !isLive(each)).map((each) => [nameOf(each), each] as const))(
    '%s (F6)',
    async (call, endpoint) => {
      await fc.assert(
        fc.asyncProperty(attackOn(endpoint), async (attack) => {
          const { status, text, headers } = await app.send(await requestOf(call, endpoint, attack));
          expect(status, text).toBeLessThan(500);
          if (status >= 400 && String(headers['content-type']).includes('json') && text)
            expect(errorBody.safeParse(JSON.parse(text)).success, text).toBe(true);
        }),
        { seed, numRuns, endOnFailure: true },
      );
    },
  );

  test('nor does any level that may not call it, or nobody (F6)', async () => {
    for (const endpoint of endpoints) {
      const others = levels.filter((level) => endpoint.who !== 'public' && !endpoint.who.includes(level));
      for (const level of others) {
        const { token } = await app.signIn(level);
        const url = `${basePath}${endpoint.path.replace(/:\w+/g, '%00')}`;
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const { status } = await app.send({
          method: endpoint.method,
          url,
          headers,
          payload: '{"a":"\\u0000"}',
        });
        expect([nameOf(endpoint), level, status]).toEqual([nameOf(endpoint), level, 403]);
      }
    }
  });

  test('by any path below the API (F6)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
        hostileText,
        async (method, path) => {
          const url = `${basePath}/${path.toWellFormed().replaceAll('\u0000', '%00')}`;
          const { status, text } = await app.send({ method: method as 'GET', url: encodeURI(url) });
          expect(status, text).toBeLessThan(500);
        },
      ),
      { seed, numRuns: 100 },
    );
  });
});

async function requestOf(call: string, endpoint: Endpoint, attack: Attack): Promise<InjectOptions> {
  await app.pool.query('delete from throttles');
  const caller = await app.signIn(attack.level, [fixtures.north]);
  const right: Asked =
    attack.mixed && authorizationCalls[call]
      ? await authorizationCalls[call]({ app, boss, caller, center: fixtures.north })
      : {};
  const params = { ...attack.params, ...right.params };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encode(params[name] ?? 'x'));
  const query = Object.entries({ ...right.query, ...attack.query }).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}=${encode(each)}`),
  );
  const { payload, type } = bodyOf({ ...right.body, ...attack.body }, attack);
  const hasBody = endpoint.method !== 'GET';
  return {
    method: endpoint.method,
    url: `${basePath}${path}?${query.join('&')}`,
    headers: {
      ...(endpoint.who !== 'public' && { authorization: `Bearer ${caller.token}` }),
      ...attack.headers,
      ...(hasBody && type && { 'content-type': type }),
    },
    ...(hasBody && { payload }),
  };
}

function bodyOf(
  body: Record<string, unknown>,
  { form, raw, type }: Attack,
): { payload: string; type: string } {
  if (form === 'json') return { payload: JSON.stringify(body), type: 'application/json' };
  if (form === 'raw') return { payload: typeof raw === 'string' ? raw : JSON.stringify(raw), type };
  const parts = Object.entries(body).map(([name, value]) => {
    const file = name === 'dp' || name === 'logo' ? '; filename="a"' : '';
    return `--b\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${String(value)}\r\n`;
  });
  const end = typeof raw === 'string' ? '--b--\r\n' : '--b';
  return { payload: parts.join('') + end, type: 'multipart/form-data; boundary=b' };
}

function encode(value: unknown): string {
  return encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());
}
