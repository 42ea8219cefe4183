import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { expect } from 'vitest';
import { Program } from './program.ts';

const megabyte = 1024;
/** Idle it holds 150 to 190 MB, of which 75 are Node's own program. */
const most = 220 * megabyte;
const pictures = 20;

/** As `npm start` does. @returns when ready; `server`: its server's process. */
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

/** Uploads large pictures at once, and downloads all data. @param api base URL. */
export async function workHard(api: string, person: { email: string; password: string }): Promise<void> {
  const login = await fetch(`${api}/public/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const { token } = (await login.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
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

/** The garbage collector needs a minute of idleness. */
export async function untilSmall(pid: number): Promise<void> {
  for (let second = 0; second < 60 && (await residentOf(pid)) > most; second++) await wait(1_000);
  expect(await residentOf(pid)).toBeLessThanOrEqual(most);
}

/** In kB. */
async function residentOf(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

async function childOf(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')[0]);
}
