import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { expect } from 'vitest';
import { Program } from './program.ts';

const megabyte = 1024;
const most = 220 * megabyte;
const pictures = 20;

export async function startAsNpm(env: Record<string, string>, ...args: string[]) {
  const start = `import { runServer } from './scripts/run-server.mjs'; runServer(${JSON.stringify(args)})`;
  // A busy machine is no overload.
  const program = new Program(['--input-type=module', '-e', start], {
    env: { OVERLOAD_MS: '999999', ...env },
  });
  // The sample dealer may take a busy machine longer than `printed` waits; the test's limit ends it.
  while (!program.output.includes('is ready'))
    await Promise.race([wait(200), program.ended.then(() => Promise.reject(new Error(program.errors)))]);
  return { program, server: await childOf(program.pid) };
}

export async function workHard(api: string, person: { email: string; password: string }): Promise<void> {
  const headers = { authorization: `Bearer ${await logIn(api, person)}` };
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'red', noise } })
    .resize(5_600, 4_200)
    .jpeg()
    .toBuffer();
  const upload = async () => {
    const body = new FormData();
    body.append('dp', new Blob([new Uint8Array(picture)]), 'large.jpg');
    expect((await fetch(`${api}/session/me`, { method: 'PATCH', headers, body })).status).toBe(200);
  };
  for (let sent = 0; sent < pictures; sent += 4) await Promise.all([upload(), upload(), upload(), upload()]);
  const zip = await fetch(`${api}/management/reports/downloadAllCollections`, { headers });
  expect((await zip.arrayBuffer()).byteLength).toBeGreaterThan(megabyte);
}

export async function logIn(api: string, person: { email: string; password: string }): Promise<string> {
  const login = await fetch(`${api}/public/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const { token } = (await login.json()) as { token: string };
  return token;
}

const uploads = { count: 450, rounds: 3, bytes: 9_500_000 };

/**
 * Sends uploads that never end, as many at once as addresses may have, and gives them up, several times.
 *
 * @param pieceBytes what is written at once.
 * @param token of somebody known; strangers may hold less.
 */
export async function stallUploads(port: number, pieceBytes: number, token?: string): Promise<void> {
  const call = token ? 'PATCH /api/employeeApp/session/me' : 'POST /api/employeeApp/public/auth/register';
  const lines = [
    ...[`${call} HTTP/1.1`, 'host: localhost', ...(token ? [`authorization: Bearer ${token}`] : [])],
    ...['content-type: multipart/form-data; boundary=b', `content-length: ${uploads.bytes + 1_000}`, ''],
    ...[
      '--b',
      'content-disposition: form-data; name="dp"; filename="a.jpg"',
      'content-type: image/jpeg',
      '',
      '',
    ],
  ];
  for (let round = 0; round < uploads.rounds; round++) {
    const sockets: Socket[] = [];
    for (let number = 0; number < uploads.count; number++) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (number % 5)}` });
      sockets.push(socket);
      socket.on('error', () => undefined).resume();
      socket.write(lines.join('\r\n'));
      void sendPieces(socket, pieceBytes);
      await wait(5);
    }
    await wait(10_000);
    for (const socket of sockets) socket.destroy();
    await wait(2_000);
  }
}

async function sendPieces(socket: Socket, size: number): Promise<void> {
  const piece = Buffer.alloc(size, 'x');
  for (let left = uploads.bytes; left >= size && !socket.destroyed; left -= size) {
    if (socket.write(piece)) continue;
    const turn = new AbortController();
    const { signal } = turn;
    await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]).catch(() =>
      socket.destroy(),
    );
    turn.abort();
  }
}

export async function untilSmall(pid: number): Promise<void> {
  for (let second = 0; second < 60 && (await residentOf(pid)) > most; second++) await wait(1_000);
  expect(await residentOf(pid)).toBeLessThanOrEqual(most);
}

export async function holdsLittleAMinuteAfter(load: string, pid: number): Promise<string> {
  await wait(60_000);
  const held = await residentOf(pid);
  expect(held, load).toBeLessThanOrEqual(most);
  return `${(held / megabyte).toFixed(0)} MB a minute after ${load}`;
}

async function residentOf(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

async function childOf(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')[0]);
}
