import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basePath, type Endpoint, getFullPath } from '#contract/call/endpoint.ts';
import { endpoints } from '#contract/call/endpoints.ts';
import { errorBody } from '#contract/call/errors.ts';
import { messages } from '#contract/call/messages.ts';
import { createInvite } from '#contract/invites.ts';
import { createLead, getLead, listLeads } from '#contract/leads/leads.ts';
import { editMe } from '#contract/session.ts';
import { waitingFor } from '#server/testing/databases.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { TestApp, testPublicUrl } from '#server/testing/test-app.ts';

let app: TestApp;
let fixtures: Awaited<ReturnType<typeof addFixtures>>;
let entry: Awaited<ReturnType<TestApp['signIn']>>;

beforeAll(async () => {
  app = await TestApp.open();
  fixtures = await addFixtures(app);
  entry = await app.signIn('dataEntry');
  await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const bearer = () => ({ authorization: `Bearer ${entry.token}` });
const body = () => ({ name: 'Rahim', phone: '01712345678', serviceCenter: fixtures.north });

describe('every answer', () => {
  test('is stripped to its schema', async () => {
    const { data } = await app.call(createLead, { token: entry.token, body: body() });
    const answer = await app.call(getLead, { token: entry.token, params: { id: data._id } });
    expect(answer.text).not.toMatch(/search_key|searchKey|center_name|password/);
    expect(Object.keys(data).sort()).toEqual(Object.keys(getLead.reply.shape).sort());
  });

  test('carries the headers that keep a browser safe, and a request id', async () => {
    const { headers } = await app.call(listLeads, { token: entry.token });
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(headers['content-security-policy']).toContain(rule);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  test('that refuses has the one error body, with the id of its request', async () => {
    for (const url of [
      '/api/nowhere',
      `${basePath}/dataEntry/manageLeads`,
      `${basePath}/public/setup/x`,
      '/pictures/x.webp',
    ]) {
      const answer = await app.send({ method: 'GET', url });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(errorBody.parse(JSON.parse(answer.text)).error.requestId).toBe(answer.headers['x-request-id']);
    }
  });
});

test('a full disk of the database refuses what is saved, plainly, and lets reads go on (F15.11)', async () => {
  await app.pool.query(`create function fill_disk() returns trigger language plpgsql as $$ begin
      raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on leads execute function fill_disk()`);
  const refused = await app.call(createLead, { token: entry.token, body: body() });
  expect([refused.status, refused.error.message]).toEqual([503, messages.diskFull]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await app.call(listLeads, { token: entry.token })).status).toBe(200);
  await app.pool.query('drop function fill_disk cascade');
  expect((await app.call(createLead, { token: entry.token, body: body() })).status).toBe(201);
});

test('a write that the database breaks off is told to be in doubt, a read to be tried again (F15.14)', async () => {
  const blocker = await app.pool.connect();
  await blocker.query('begin; lock table leads in access exclusive mode');
  const written = app.call(createLead, { token: entry.token, body: body() });
  const read = app.call(listLeads, { token: entry.token });
  const waiting = waitingFor('leads');
  await expect.poll(async () => (await app.pool.query(`select from ${waiting}`)).rowCount).toBe(2);
  await app.pool.query(`select pg_terminate_backend(pid) from ${waiting}`);
  for (const [call, message] of [
    [
      written,
      'The database did not answer. This may or may not have been saved: check before you try again.',
    ],
    [read, 'Busy. Try again shortly.'],
  ] as const) {
    const { status, error, headers } = await call;
    expect([status, error.message, Number(headers['retry-after']) > 0]).toEqual([503, message, true]);
  }
  await blocker.query('rollback');
  blocker.release();
});

describe('addresses', () => {
  test('take a slash at their end', async () => {
    const answer = await app.send({
      method: 'GET',
      url: `${basePath}/dataEntry/manageLeads/?page=1`,
      headers: bearer(),
    });
    expect(answer.status).toBe(200);
  });

  test('are all documented', async () => {
    const { data } = await app.send({ method: 'GET', url: '/api/docs/json' });
    const documented = Object.entries((data as unknown as { paths: Record<string, object> }).paths).flatMap(
      ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = endpoints.map(
      (each) => `${each.method} ${getFullPath(each).replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(documented.sort()).toEqual(declared.sort());
  });
});

test('the document of the API is whole: an independent linter finds nothing (F10.10)', async () => {
  const { text } = await app.send({ method: 'GET', url: '/api/docs/json' });
  const config = await createConfig({
    extends: ['recommended-strict'],
    // The specification gives the paths; the API has no license.
    rules: { 'no-ambiguous-paths': 'off', 'info-license': 'off' },
  });
  const problems = await lintDocument({
    document: makeDocumentFromString(text, 'api.json'),
    externalRefResolver: new BaseResolver(),
    config,
  });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
  const { paths, servers } = JSON.parse(text);
  const login = paths[`${basePath}/public/auth/login`].post;
  expect(login).toMatchObject({ operationId: 'login', security: [] });
  expect(login.responses[401].content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Error',
  });
  expect(servers).toEqual([{ url: testPublicUrl }]);
});

test('the document says of each call that takes a form that it takes JSON too, and what only one of both carries (F53)', async () => {
  const { data } = await app.send({ method: 'GET', url: '/api/docs/json' });
  const { paths } = data as unknown as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>>;
  };
  const contentOf = ({ method, path }: Endpoint) =>
    paths[`${basePath}${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]?.requestBody?.content ??
    {};
  for (const each of endpoints.filter(({ body }) => body)) {
    const types = each.multipart ? ['application/json', 'multipart/form-data'] : ['application/json'];
    expect([each.path, Object.keys(contentOf(each))]).toEqual([each.path, types]);
  }
  const invitation = contentOf(createInvite);
  expect(invitation['application/json']?.schema).toHaveProperty('properties.serviceCenter.type', 'array');
  const invitationForm = invitation['multipart/form-data']?.schema ?? {};
  expect(invitationForm).not.toHaveProperty('properties.serviceCenter');
  expect(invitationForm).toMatchObject({ properties: { email: {}, level: {} }, required: ['email'] });
  expect(contentOf(editMe)['multipart/form-data']?.schema).toMatchObject({
    properties: { name: {}, dp: { type: 'string', contentMediaType: 'application/octet-stream' } },
  });

  const { token } = await app.signIn('superAdmin');
  const body = { email: 'north@http.example', level: 'service' as const, serviceCenter: [fixtures.north] };
  expect((await app.call(createInvite, { token, body })).status).toBe(201);
  const form = 'content-disposition: form-data; name="email"\r\n\r\nform@http.example';
  const invited = await app.send({
    method: 'POST',
    url: `${basePath}${createInvite.path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    payload: `--b\r\n${form}\r\n--b--\r\n`,
  });
  expect(invited.status).toBe(201);
});

describe('odd requests get a clean refusal:', () => {
  const post = (payload: string | Buffer, type: string) =>
    app.send({
      method: 'POST',
      url: `${basePath}${createLead.path}`,
      headers: { ...bearer(), 'content-type': type },
      payload,
    });

  test.each([
    ['text', 'name=Rahim', 'text/plain', 415],
    ['XML', '<lead/>', 'application/xml', 415],
    ['a form', 'name=Rahim', 'application/x-www-form-urlencoded', 415],
    ['broken JSON', '{"name":', 'application/json', 400],
    ['an array', '[]', 'application/json', 400],
    ['a prototype', '{"__proto__":{"level":"superAdmin"}}', 'application/json', 400],
    ['deep JSON', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'application/json', 400],
    ['too much', JSON.stringify({ name: 'x'.repeat(2_000_000) }), 'application/json', 413],
    ['nothing', '', 'application/json', 400],
  ])('%s', async (_kind, payload, type, status) => {
    const answer = await post(payload, type);
    expect(answer.status).toBe(status);
    expect(errorBody.safeParse(JSON.parse(answer.text)).success).toBe(true);
  });

  test('an encoded slash and a bad escape', async () => {
    for (const id of ['..%2F..%2Fetc', '%E0%A4%A', '%00']) {
      const answer = await app.send({
        method: 'GET',
        url: `${basePath}/serviceCenter/manageLeads/getSingleLead/${id}`,
        headers: bearer(),
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
  });

  test('a method that nothing here takes', async () => {
    for (const method of ['TRACE', 'PUT', 'OPTIONS'])
      for (const url of ['/', `${basePath}${createLead.path}`]) {
        const answer = await app.send({ method: method as 'PUT', url, headers: bearer() });
        expect([method, url, answer.status]).toEqual([method, url, 404]);
        expect(answer.text).not.toContain(entry.token);
      }
  });

  test('a header longer than the server reads', async () => {
    const { port } = app.app.server.address() as AddressInfo;
    const { statusCode, headers } = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request({
        port,
        host: '127.0.0.1',
        path: '/health/live',
        headers: { 'x-long': 'x'.repeat(40_000) },
      });
      sent.once('response', (response) => {
        response.resume();
        resolve(response);
      });
      sent.once('error', reject);
      sent.end();
    });
    expect(statusCode).toBe(431);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });
});

describe('health', () => {
  test('is known without a session', async () => {
    expect((await app.send({ method: 'GET', url: '/health/live' })).status).toBe(200);
    expect((await app.send({ method: 'GET', url: '/health/ready' })).status).toBe(200);
  });
});
