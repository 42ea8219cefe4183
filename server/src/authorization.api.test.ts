import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { basePath, type Endpoint } from '#contract/call/endpoint.ts';
import { endpoints } from '#contract/call/endpoints.ts';
import { type Level, levels } from '#contract/levels.ts';
import { authorizationCalls, type CallArguments, type Scene } from '#server/testing/authorization-calls.ts';
import { authorizationTable, type Scope, scopes } from '#server/testing/authorization-table.ts';
import { addFixtures, noEmployeeId } from '#server/testing/lead-samples.ts';
import { isLongRun } from '#server/testing/long-run.ts';
import { TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
let address: string;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  boss = await app.signIn('superAdmin');
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const isProtected = ({ who }: Endpoint) => who !== 'public';
const byName = new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint]));

describe('the table', () => {
  test('has a row, and the tests a way to ask, for every protected call and no other', () => {
    const calls = endpoints.filter(isProtected).map(nameOf).sort();
    expect(authorizationTable.map(({ call }) => call).sort()).toEqual(calls);
    expect(Object.keys(authorizationCalls).sort()).toEqual(calls);
  });

  test('agrees with the levels that each call names', () => {
    for (const { call, answers } of authorizationTable) {
      const admitted = levels.filter((level) => answers[level].own !== 403);
      const who = byName.get(call)?.who ?? [];
      expect(admitted, call).toEqual(levels.filter((level) => who.includes(level)));
    }
  });

  test('lets unassigned employees reach their own profile only', () => {
    const reached = authorizationTable.filter(({ answers }) => answers.unassigned.own !== 403);
    for (const { call } of reached) expect(call).toMatch(/^\w+ \/session\//);
  });
});

describe('every call answers every level as the table says, and a denied write changes nothing', () => {
  test.each(authorizationTable)('$call', async ({ call, answers }) => {
    const isRefused = ({ level, scope }: Ask) => answers[level][scope] >= 400;
    const asks = levels.flatMap((level) => scopesOf(level).map((scope) => ({ level, scope })));
    const before = await makeAll(call, asks.filter(isRefused));
    const stored = await fingerprint();
    const refused = await askAll(call, before);
    expect(await fingerprint()).toEqual(stored);
    const admitted = [];
    for (const one of asks.filter((each) => !isRefused(each)))
      admitted.push(...(await askAll(call, await makeAll(call, [one]))));
    expect([...refused, ...admitted]).toEqual(
      [...refused, ...admitted].map((each) => ({ ...each, status: answers[each.level][each.scope] })),
    );
    expect(refused.length + admitted.length).toBe(asks.length);
  });
});

type Ask = { level: Level; scope: Scope };
type MadeAsk = Ask & { token: string; asked: CallArguments };

function scopesOf(level: Level): readonly Scope[] {
  return level === 'service' || isLongRun ? scopes : ['other'];
}

async function makeAll(call: string, asks: Ask[]): Promise<MadeAsk[]> {
  const made = [];
  for (const { level, scope } of asks) {
    const scene = await openScene(level, scope, call);
    const asked = (await authorizationCalls[call]?.(scene)) ?? {};
    made.push({ level, scope, token: scene.caller.token, asked });
  }
  return made;
}

async function askAll(call: string, asks: MadeAsk[]) {
  const answers = [];
  for (const { level, scope, token, asked } of asks)
    answers.push({ level, scope, status: await ask(call, token, asked) });
  return answers;
}

describe('what is out of scope', () => {
  const hidden = authorizationTable.filter(({ answers }) => answers.service.other === 404);

  test.each(hidden.map(({ call }) => call))('%s answers exactly as for what does not exist', async (call) => {
    const scene = await openScene('service', 'other', call);
    const asked = (await authorizationCalls[call]?.(scene)) ?? {};
    const missing = { ...asked, params: { [Object.keys(asked.params ?? {})[0] ?? 'id']: noEmployeeId } };
    const { token } = scene.caller;
    expect(await answer(call, token, asked)).toEqual(await answer(call, token, missing));
  });

  test.each([
    'GET /serviceCenter/manageLeads/getLeadsByServicesCenterAndStatus',
    'GET /serviceCenter/manageLeads/byPeriod',
    'GET /management/manageLeads/getLeadsCountByStatus',
  ])('%s tells of another center what it tells of none', async (call) => {
    const scene = await openScene('service', 'other', call);
    await authorizationCalls['GET /serviceCenter/manageLeads/getSingleLead/:id']?.(scene);
    const { token } = scene.caller;
    const asked = (await authorizationCalls[call]?.(scene)) ?? {};
    const missing = { query: { ...asked.query, serviceCenter: noEmployeeId } };
    const told = await answer(call, token, asked);
    expect(told).toEqual(await answer(call, token, missing));
    expect(JSON.stringify(told)).not.toMatch(/[1-9]\d* ?Lead|"name"/);
    const own = await openScene('service', 'own', call);
    await authorizationCalls['GET /serviceCenter/manageLeads/getSingleLead/:id']?.(own);
    expect(
      await answer(call, own.caller.token, { query: { ...asked.query, serviceCenter: fixtures.north } }),
    ).not.toEqual(told);
  });

  test('is not found by search either', async () => {
    const scene = await openScene('service', 'other');
    const make = authorizationCalls['GET /serviceCenter/manageLeads/getSingleLead/:id'];
    await make?.(scene);
    const call = 'GET /serviceCenter/manageLeads/getLeadsByServicesCenterAndStatus';
    const query = { status: 'pending', search: 'Lead' };
    const { rows } = await app.pool.query<{ id: string }>(
      'select id from leads where service_center_id = $1',
      [fixtures.south],
    );
    const told = JSON.stringify(await answer(call, scene.caller.token, { query }));
    expect(rows.length).toBeGreaterThan(0);
    for (const { id } of rows) expect(told).not.toContain(id);
  });

  test('a lead cannot be pulled in or pushed out by naming a center', async () => {
    const scene = await openScene('service', 'own');
    const body = { name: 'Smuggled', phone: '01712345678', serviceCenter: fixtures.south };
    const denied = await answer('POST /dataEntry/manageLeads', scene.caller.token, { body });
    expect(denied).toMatchObject({
      status: 400,
      error: { fields: { serviceCenter: 'Choose one of the service centers' } },
    });
    const unknown = { body: { ...body, serviceCenter: noEmployeeId } };
    expect(await answer('POST /dataEntry/manageLeads', scene.caller.token, unknown)).toEqual(denied);
  });
});

describe('unknown body fields', () => {
  const bodies = endpoints.filter(({ body }) => body !== undefined);

  test.each(bodies.map(nameOf))('%s refuses them with 400', async (call) => {
    const endpoint = byName.get(call);
    const scene = await openScene('superAdmin', 'own', call);
    const asked = (await authorizationCalls[call]?.(scene)) ?? publicBodies[call];
    const before = await fingerprint();
    const body = { ...asked?.body, isAdmin: true };
    const token = endpoint?.who === 'public' ? undefined : scene.caller.token;
    const { status, error } = await answer(call, token, { ...asked, body });
    expect(status).toBe(400);
    expect(JSON.stringify(error)).toMatch(/Unknown field|Check this value|This field is Required/);
    expect(await fingerprint()).toEqual(before);
  });

  test('a denied caller learns nothing from a wrong body', async () => {
    const scene = await openScene('unassigned', 'none');
    const right = (await authorizationCalls['POST /management/employeeinvite']?.(scene)) ?? {};
    const call = 'POST /management/employeeinvite';
    const wrong = { body: { email: 7, other: true } };
    expect(await answer(call, scene.caller.token, wrong)).toEqual(
      await answer(call, scene.caller.token, right),
    );
  });
});

const publicBodies: Record<string, CallArguments> = {
  'POST /public/auth/login': { body: { email: 'a@matrix.example', password: 'some-password-1' } },
  'POST /public/auth/login/passkey': { body: { token: 'x', passkey: {} } },
  'POST /public/auth/login/passkey/start': { body: { token: 'x' } },
  'POST /public/auth/login/code': { body: { token: 'x', code: '123456' } },
  'POST /public/auth/register': {
    body: { name: 'A', email: 'a@matrix.example', password: 'some-password-1' },
  },
  'POST /public/auth/forgotPassword': { body: { email: 'a@matrix.example' } },
  'POST /public/auth/requestInvitation': { body: { email: 'a@matrix.example' } },
  'POST /public/auth/resendCode': { body: { email: 'a@matrix.example' } },
  'POST /public/auth/verifyEmail': { body: { email: 'a@matrix.example', code: '123456' } },
  'PATCH /public/auth/resetEmployeePassword': { body: { token: 'x', newPassword: 'some-password-1' } },
  'POST /public/setup/:token': {
    params: { token: 'x'.repeat(43) },
    body: {
      dealerName: 'A',
      timeZone: 'Asia/Dhaka',
      phoneCountry: 'BD',
      serviceCenterName: 'A',
      name: 'A',
      email: 'a@matrix.example',
      password: 'some-password-1',
    },
  },
};

const callers = new Map<string, Scene['caller']>();

async function openScene(level: Level, scope: Scope, call = ''): Promise<Scene> {
  // All these calls come from one network, which throttles passwords.
  await app.pool.query('delete from throttles');
  const centers = scope === 'none' ? [] : [fixtures.north];
  const key = [level, ...centers].join();
  const isOfCaller = call.includes(' /session/');
  const caller = (!isOfCaller && callers.get(key)) || (await app.signIn(level, centers));
  if (!isOfCaller) callers.set(key, caller);
  return { app, boss, caller, center: scope === 'other' ? fixtures.south : fixtures.north };
}

async function ask(call: string, token: string, asked: CallArguments): Promise<number> {
  if (!byName.get(call)?.streams?.includes('event-stream')) return (await answer(call, token, asked)).status;
  const stop = new AbortController();
  const { status } = await fetch(`${address}${basePath}${call.split(' ')[1]}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  stop.abort();
  return status;
}

const errorOf = z.object({ error: z.record(z.string(), z.unknown()) });

async function answer(call: string, token: string | undefined, { params, query, body }: CallArguments) {
  const [method = '', path = ''] = call.split(' ');
  const filled = path.replace(/:(\w+)/g, (_, name: string) => params?.[name] ?? noEmployeeId);
  const { status, data } = await app.send({
    method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']).parse(method),
    url: `${basePath}${filled}`,
    ...(query && { query }),
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
    ...(body && { payload: body }),
  });
  const error = errorOf.safeParse(data).data?.error;
  return error ? { status, error: { ...error, requestId: '' } } : { status, data, error };
}

let statesOfTables: string | undefined;

async function fingerprint(): Promise<Record<string, string>> {
  statesOfTables ??= await readStatesOfTables();
  const { rows } = await app.pool.query<{ name: string; state: string }>({
    name: 'fingerprint',
    text: statesOfTables,
  });
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

async function readStatesOfTables(): Promise<string> {
  const { rows: tables } = await app.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('audit_log', 'throttles')`,
  );
  expect(tables.length).toBeGreaterThan(15);
  const states = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || max(xmin::text::bigint) as state from ${name}`,
  );
  return states.join(' union all ');
}
