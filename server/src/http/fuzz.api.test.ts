import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basePath, type Endpoint, getFullPath } from '#contract/call/endpoint.ts';
import { endpoints } from '#contract/call/endpoints.ts';
import { errorBody } from '#contract/call/errors.ts';
import { type Level, levels } from '#contract/levels.ts';
import { authorizationCalls, type CallArguments } from '#server/testing/authorization-calls.ts';
import { hostileFields, hostileText, hostileValue } from '#server/testing/hostile.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { TestApp } from '#server/testing/test-app.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20_260_310);
const numRuns = Number(process.env.FUZZ_RUNS ?? (isLongRun ? 32 : 4));

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Awaited<ReturnType<TestApp['signIn']>>;

beforeAll(async () => {
  app = await TestApp.open({ registration: 'open' });
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
});
afterAll(() => app.close());

const isLive = ({ streams }: Endpoint) => streams === 'text/event-stream';
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

type Caller = Level | 'nobody';
const callers: readonly Caller[] = ['nobody', ...levels];

type Attack = {
  from: Caller;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  mixed: boolean;
  files: Record<string, string>;
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

function attackOn({ who, params, query, body, multipart, files }: Endpoint): fc.Arbitrary<Attack> {
  return fc.record({
    from: fc.oneof(
      { weight: 7, arbitrary: fc.constantFrom(...(who === 'public' ? callers : who)) },
      { weight: 1, arbitrary: fc.constantFrom(...callers) },
    ),
    params: hostileFields(params),
    query: hostileFields(query),
    body: hostileFields(body instanceof Object ? body : undefined),
    mixed: fc.constantFrom(true, true, true, false),
    files: fc.dictionary(fc.constantFrom(...(files ?? []), 'file'), hostileText, { maxKeys: 2 }),
    form: fc.oneof(
      { weight: 6, arbitrary: fc.constant('json') },
      { weight: multipart ? 6 : 1, arbitrary: fc.constant('multipart') },
      { weight: 1, arbitrary: fc.constant('raw') },
    ),
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

  test('nor does what runs before a request is validated, for nobody and for every level (F40)', async () => {
    for (const endpoint of endpoints) {
      await app.pool.query('delete from throttles');
      for (const from of callers) {
        const isAllowed = endpoint.who === 'public' || (from !== 'nobody' && endpoint.who.includes(from));
        if (isAllowed && isLive(endpoint)) continue;
        const { token } = from === 'nobody' ? {} : await app.signIn(from);
        for (const [param, form] of hostileForms(endpoint)) {
          const { status } = await app.send({
            method: endpoint.method,
            url: getFullPath(endpoint).replace(/:\w+/g, param),
            headers: { ...form.headers, ...(token && { authorization: `Bearer ${token}` }) },
            ...(endpoint.method !== 'GET' && { payload: form.payload }),
          });
          const call = [nameOf(endpoint), from, param, form.headers['content-type']];
          if (isAllowed) expect(status, String(call)).toBeLessThan(500);
          else expect([...call, status]).toEqual([...call, from === 'nobody' ? 401 : 403]);
        }
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
  const caller = await app.signIn(attack.from === 'nobody' ? 'manager' : attack.from, [fixtures.north]);
  const right: CallArguments =
    attack.mixed && authorizationCalls[call]
      ? await authorizationCalls[call]({ app, boss, caller, center: fixtures.north })
      : {};
  const params = { ...attack.params, ...right.params };
  const path = getFullPath(endpoint).replace(/:(\w+)/g, (_, name: string) => encode(params[name] ?? 'x'));
  const query = Object.entries({ ...right.query, ...attack.query }).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}=${encode(each)}`),
  );
  const { payload, type } = bodyOf({ ...right.body, ...attack.body }, attack);
  const hasBody = endpoint.method !== 'GET';
  return {
    method: endpoint.method,
    url: `${path}?${query.join('&')}`,
    headers: {
      ...(attack.from !== 'nobody' && { authorization: `Bearer ${caller.token}` }),
      ...attack.headers,
      ...(hasBody && type && { 'content-type': type }),
    },
    ...(hasBody && { payload }),
  };
}

function bodyOf(
  body: Record<string, unknown>,
  { form, files, raw, type }: Attack,
): { payload: string; type: string } {
  if (form === 'json') return { payload: JSON.stringify(body), type: 'application/json' };
  if (form === 'raw') return { payload: typeof raw === 'string' ? raw : JSON.stringify(raw), type };
  const parts = [
    ...Object.entries(body).map(([name, value]) => partOf(name, String(value))),
    ...Object.entries(files).map(([name, content]) => partOf(name, content, '; filename="a"')),
  ];
  const end = typeof raw === 'string' ? '--b--\r\n' : '--b';
  return { payload: parts.join('') + end, type: multipartType };
}

const multipartType = 'multipart/form-data; boundary=b';

function partOf(name: string, content: string, file = ''): string {
  return `--b\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
}

function hostileForms({ params, multipart, files = [] }: Endpoint) {
  const json = { headers: { 'content-type': 'application/json' }, payload: '{"a":"\\u0000"}' };
  const text = partOf('token', '\u0000') + partOf('a', '\u0000');
  const forms = ['file', ...files].map((name) => ({
    headers: { 'content-type': multipartType },
    payload: `${text}${partOf(name, 'no picture', '; filename="a"')}--b--\r\n`,
  }));
  const hostile = params ? ['%00', '%EF%BF%BE', 'x'.repeat(250)] : [''];
  return hostile.flatMap((param) =>
    [json, ...(multipart ? forms : forms.slice(0, 1))].map((form) => [param, form] as const),
  );
}

function encode(value: unknown): string {
  return encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());
}
