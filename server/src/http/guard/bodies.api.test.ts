import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { basePath } from '#contract/call/endpoint.ts';
import { errorBody } from '#contract/call/errors.ts';
import { createInvite } from '#contract/invites.ts';
import { createLead, moveLead } from '#contract/leads/leads.ts';
import { editMe } from '#contract/session.ts';
import { addFixtures } from '#server/testing/lead-samples.ts';
import { Mailbox } from '#server/testing/mailbox.ts';
import { TestApp } from '#server/testing/test-app.ts';

const soon = { headersMs: 150, bodyMs: 150, strangerUploadMs: 300, uploadMs: 60_000 };
const megabyte = 1024 * 1024;

let app: TestApp;
let hasty: TestApp;
let narrow: TestApp;
let mailbox: Mailbox;
const sockets: Socket[] = [];

beforeAll(async () => {
  app = await TestApp.open();
  mailbox = await Mailbox.open(app);
  hasty = await TestApp.open({ limits: soon });
  await hasty.app.listen({ port: 0, host: '127.0.0.1' });
  const few = { uploadBytes: 3 * megabyte, strangerUploadBytes: megabyte, connectionsPerNetwork: 30 };
  narrow = await TestApp.open({ limits: few });
  await narrow.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await mailbox.close();
  await app.close();
  await hasty.close();
  await narrow.close();
});

const post = (path: string, payload: string, headers: Record<string, string> = {}) =>
  app.send({
    method: 'POST',
    url: `${basePath}${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });

describe('a body', () => {
  test('of a public call is read up to 16 KB, and its mistakes are named up to 20 (F2)', async () => {
    const keys = (many: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: many }, (_, n) => [`unknown-${n}`, 1])));
    expect((await post(auth.login.path, keys(98_000))).status).toBe(413);
    const refused = await post(auth.login.path, keys(900));
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.error.fields ?? {})).toHaveLength(20);
    const long = await post(auth.login.path, JSON.stringify({ ['x'.repeat(10_000)]: 1 }));
    expect(long.text.length).toBeLessThan(500);
  });

  test('of any other call is read as far as its longest texts reach, however they are escaped (F2)', async () => {
    const { north } = await addFixtures(app);
    const { token } = await app.signIn('dataEntry');
    const lead = { name: 'Rahim', phone: '01712345678', serviceCenter: north };
    const { data } = await app.call(createLead, { token, body: { ...lead, notes: 'ক'.repeat(4_000) } });
    const escaped = '\\u0995'.repeat(4_000);
    const payload = `{"notes":"${escaped}","lostReason":"${escaped}","status":"lostCustomer"}`;
    const url = `${basePath}${moveLead.path.replace(':id', data._id)}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    expect(await app.send({ method: 'PATCH', url, headers, payload })).toMatchObject({ status: 200 });
    const large = JSON.stringify({ notes: 'x'.repeat(70_000) });
    expect((await app.send({ method: 'PATCH', url, headers, payload: large })).status).toBe(413);
  });

  test('is not read from a network that tried too often (F2)', async () => {
    const path = auth.verifyEmail.path;
    for (let turn = 0; turn < 100; turn++) expect((await post(path, 'no JSON')).status).toBe(400);
    const refused = await post(path, 'no JSON');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test.each([
    ['headers that stall', 'POST /api/employeeApp/public/auth/login HTTP/1.1\r\nhost: a\r\n', ''],
    ['nothing at all', '', ''],
    ['JSON that stalls', undefined, '{"email":'],
    ['an upload that stalls', undefined, undefined],
  ])('does not arrive for ever: %s (F3)', async (_what, head, body) => {
    const socket = await open();
    if (body === undefined) socket.write(upload(auth.registerAccount.path, {}, 1_000, 10));
    else socket.write(`${head ?? headOf(auth.login.path, 'application/json', 100)}${body}`);
    const answer = await everything(socket);
    if (head === '') return;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(errorBody.safeParse(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).success).toBe(true);
  });

  test('that nobody reads does not arrive for ever either (F3)', async () => {
    const socket = await open();
    socket.write(headOf(createLead.path, 'application/json', 100));
    expect(await everything(socket)).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('may take its time when an employee uploads it (F3)', async () => {
    const { token } = await hasty.signIn('manager');
    const sent = upload(editMe.path, { authorization: `Bearer ${token}` }, 1_000, 10, 'PATCH');
    const [slow, quick] = [await open(), await open()];
    slow.write(sent);
    quick.write(upload(auth.registerAccount.path, {}, 1_000, 10));
    await everything(quick);
    slow.write(Buffer.concat([Buffer.alloc(990), Buffer.from('\r\n--b--\r\n')]));
    const [answer] = await once(slow, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 [\s\S]*Choose a JPEG/);
  });
});

describe('uploads under way', () => {
  test('hold a bounded memory, strangers less of it, and give it back (F3)', async () => {
    const { token } = await narrow.signIn('manager');
    const own = { authorization: `Bearer ${token}` };
    const strangers = await sendHalves(upload(auth.registerAccount.path, {}, megabyte, 600_000));
    expect(strangers.answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: \d/i);
    const employees = await sendHalves(upload(editMe.path, own, 3 * megabyte, 1_500_000, 'PATCH'));
    expect(employees.answer).toMatch(/^HTTP\/1\.1 503 /);
    for (const socket of [...strangers.halves, ...employees.halves]) socket.destroy();
    const whole = Buffer.concat([
      upload(editMe.path, own, 2 * megabyte, 2 * megabyte, 'PATCH'),
      Buffer.from('\r\n--b--\r\n'),
    ]);
    for (let turn = 0; turn < 3; turn++) await expect.poll(() => send(whole)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('of whoever holds an invitation are no strangers’ (F3)', async () => {
    const boss = await narrow.signIn('superAdmin');
    const body = { email: 'invited@bodies.example' };
    const { data } = await narrow.call(createInvite, { token: boss.token, body });
    const invitation = data.link.split('/').at(-1) ?? '';
    const path = auth.registerAccount.path;
    const size = 2 * megabyte;
    const end = Buffer.from('\r\n--b--\r\n');
    const stranger = await send(Buffer.concat([upload(path, {}, size, size), end]));
    expect(stranger).toMatch(/^HTTP\/1\.1 503 /);
    const invited = upload(path, {}, size, size, 'POST', { token: invitation });
    expect(await send(Buffer.concat([invited, end]))).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('connections from one network', () => {
  test('are bounded (F3)', async () => {
    const opened = await Promise.all(Array.from({ length: 31 }, () => open(narrow)));
    await Promise.race(opened.map((socket) => once(socket, 'close')));
    const [socket] = opened.filter(({ destroyed }) => !destroyed);
    socket?.destroy();
    expect(opened.filter(({ destroyed }) => destroyed)).toHaveLength(2);
  });

  test.each([[1], [['127.0.0.0/8']]])(
    'are not, where the peer is a trusted proxy: %j (F3)',
    async (trustProxy) => {
      const behind = await TestApp.open({ trustProxy, limits: { connectionsPerNetwork: 1 } });
      const address = await behind.app.listen({ port: 0, host: '127.0.0.1' });
      const idle = await Promise.all([openAt(address), openAt(address)]);
      expect((await fetch(`${address}/health/live`)).status).toBe(200);
      expect(idle.filter(({ destroyed }) => destroyed)).toEqual([]);
      for (const socket of idle) socket.destroy();
      await behind.close();
    },
  );
});

function headOf(
  path: string,
  type: string,
  length: number,
  headers: Record<string, string> = {},
  method = 'POST',
) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${basePath}${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n${lines.join('')}\r\n`;
}

function upload(
  path: string,
  headers: Record<string, string>,
  size: number,
  sent: number,
  method = 'POST',
  fields: Record<string, string> = {},
): Buffer {
  const texts = Object.entries(fields).map(
    ([name, text]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  const begin = `${texts.join('')}--b\r\ncontent-disposition: form-data; name="dp"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const length = begin.length + size + '\r\n--b--\r\n'.length;
  const head = headOf(path, 'multipart/form-data; boundary=b', length, headers, method);
  return Buffer.concat([Buffer.from(head + begin), Buffer.alloc(sent)]);
}

function open(to: TestApp = hasty): Promise<Socket> {
  const { port } = to.app.server.address() as AddressInfo;
  return openAt(`http://127.0.0.1:${port}`);
}

async function openAt(address: string): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

async function sendHalves(bytes: Buffer): Promise<{ halves: Socket[]; answer: string }> {
  const halves = [await open(narrow), await open(narrow)];
  for (const socket of halves) socket.write(bytes);
  const [answer] = await Promise.race(halves.map((socket) => once(socket, 'data')));
  return { halves, answer: String(answer) };
}

async function send(bytes: Buffer): Promise<string> {
  const socket = await open(narrow);
  socket.write(bytes);
  const [answer] = await once(socket, 'data');
  return String(answer);
}

async function everything(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}
