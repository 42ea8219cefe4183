import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FaultHarness } from '#server/testing/fault-harness.ts';
import { freePort } from '#server/testing/free-port.ts';
import { Program } from '#server/testing/program.ts';

const megabyte = 1024;
/** Idle it holds 150 to 190 MB, of which 75 are Node's own program. */
const most = 220 * megabyte;
const pictures = 20;

let harness: FaultHarness;
beforeEach(async () => {
  harness = await FaultHarness.make();
});
afterEach(() => harness.clear());

it.runIf(process.platform === 'linux')(
  'memory is given back after the sample dealer, large pictures and exports (F15.9)',
  async () => {
    const port = await freePort();
    const start = `import { runServer } from './scripts/run-server.mjs'; runServer(['--demo'])`;
    const env = { PORT: String(port), DATA_DIR: harness.path('data') };
    const program = new Program(['--input-type=module', '-e', start], { env });
    while (!program.output.includes('is ready')) {
      await Promise.race([wait(200), program.ended.then(() => Promise.reject(new Error(program.errors)))]);
    }
    const server = await childOf(program.pid);
    await untilSmall(server);

    const api = `http://127.0.0.1:${port}/api/employeeApp`;
    const login = await fetch(`${api}/public/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'superadmin@pitlane.test', password: 'pitlane-demo' }),
    });
    const { token } = (await login.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const picture = await sharp({
      create: { width: 400, height: 300, channels: 3, background: 'red', noise },
    })
      .resize(5_600, 4_200)
      .jpeg()
      .toBuffer();
    const upload = async () => {
      const body = new FormData();
      body.append('dp', new Blob([new Uint8Array(picture)]), 'large.jpg');
      expect((await fetch(`${api}/session/me`, { method: 'PATCH', headers, body })).status).toBe(200);
    };
    for (let sent = 0; sent < pictures; sent += 4)
      await Promise.all([upload(), upload(), upload(), upload()]);
    const zip = await fetch(`${api}/management/reports/downloadAllCollections`, { headers });
    expect((await zip.arrayBuffer()).byteLength).toBeGreaterThan(megabyte);
    await untilSmall(server);
    expect(await program.end('SIGTERM')).toBe(0);
  },
);

/** The garbage collector needs a minute of idleness. */
async function untilSmall(pid: number): Promise<void> {
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
