// `npm run hold [commit]`: what a newcomer does. Clones HEAD into an empty folder and runs `npm start` there, as this user
// and, for root, also as another user below a folder that only they may enter. Takes some minutes.
import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './steps.mjs';

/** @typedef {{ name: string, uid?: number, gid?: number }} User */

const patience = 15 * 60_000;
const nobody = { name: 'another user', uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;
/** @type {User[]} */
const users = isRoot ? [{ name: 'root' }, nobody] : [{ name: 'this user' }];
const people = { email: 'rokeya@padma.test', password: 'a long way to Khulna' };

for (const user of users) await hold(user);
console.log('A clean clone holds.');

async function hold(user) {
  const folder = mkdtempSync(join(tmpdir(), 'pitlane-hold-'));
  const clone = join(folder, 'pitlane');
  try {
    run('git', ['clone', '--quiet', '--no-hardlinks', root, clone]);
    run('git', ['-C', clone, 'checkout', '--quiet', process.argv[2] ?? 'HEAD']);
    prepareHome(user, folder);
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const began = Date.now();
    const first = start(user, folder, port);
    const link = await first.printed(/http:\/\/localhost:\d+\/setup\/\S+/);
    console.log(`${user.name}: first start ready in ${seconds(began)}\n${indent(first.output())}`);
    await recordFirstLead(origin, link);
    await first.stop('SIGINT');
    if (/\bwarn|deprecat/i.test(first.output())) throw new Error(`${user.name}: it warns`);

    const again = Date.now();
    const second = start(user, folder, port);
    await second.printed(/Pitlane is ready/);
    console.log(`${user.name}: second start ready in ${seconds(again)}\n${indent(second.output())}`);
    await expectStatus(200, `${origin}/api/employeeApp/public/auth/login`, json(people));
    await second.stop('SIGTERM');
    if (/\/setup\//.test(second.output())) throw new Error(`${user.name}: a second set-up link`);
    const left = processesIn(folder);
    if (left.length > 0) throw new Error(`${user.name}: still running: ${left.join(', ')}`);
  } finally {
    for (const pid of processesIn(folder)) kill(Number(pid));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Hands the folder to the user, with a copy of the package cache to spare the network. */
function prepareHome({ uid, gid }, folder) {
  const cache = spawnSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).stdout.trim();
  const home = join(folder, 'home');
  mkdirSync(join(home, '.npm'), { recursive: true });
  if (existsSync(join(cache, '_cacache')))
    cpSync(join(cache, '_cacache'), join(home, '.npm', '_cacache'), { recursive: true });
  if (uid === undefined) return;
  run('chown', ['-R', `${uid}:${gid}`, folder]);
  chownSync(folder, uid, gid);
}

function start({ uid, gid }, folder, port) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.includes('node_modules'));
  const child = spawn('npm', ['start'], {
    cwd: join(folder, 'pitlane'),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: path.join(delimiter),
      HOME: join(folder, 'home'),
      PORT: String(port),
      npm_config_prefer_offline: 'true',
    },
    uid,
    gid,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => (text += part));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    output: () => text,
    async printed(pattern) {
      const giveUp = Date.now() + patience;
      while (Date.now() < giveUp && child.exitCode === null) {
        const found = pattern.exec(text)?.[0];
        if (found) return found;
        await wait(20);
      }
      throw new Error(`npm start did not print ${pattern}:\n${text}`);
    },
    /** SIGINT goes to the whole foreground, as from a terminal; SIGTERM to npm alone, as from a service manager. */
    async stop(signal) {
      process.kill(signal === 'SIGINT' ? -child.pid : child.pid, signal);
      await ended;
      for (let tries = 0; tries < 200 && processesIn(folder).length > 0; tries++) await wait(100);
    },
  };
}

async function recordFirstLead(origin, link) {
  await expectStatus(200, `${origin}/health/ready`);
  const page = await expectStatus(200, link);
  if (!page.headers.get('content-type')?.startsWith('text/html'))
    throw new Error('The set-up link leads to no page');
  const form = new FormData();
  const fields = {
    dealerName: 'Padma Motors',
    timeZone: 'Asia/Dhaka',
    phoneCountry: 'BD',
    serviceCenterName: 'Tejgaon',
    name: 'Rokeya Begum',
    ...people,
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const api = `${origin}/api/employeeApp`;
  const token = link.split('/').at(-1);
  await expectStatus(201, `${api}/public/setup/${token}`, { method: 'POST', body: form });
  const session = await (await expectStatus(200, `${api}/public/auth/login`, json(people))).json();
  const authorization = `Bearer ${session.token}`;
  const centersUrl = `${api}/serviceCenter/manageLeads/getServiceCenters`;
  const [center] = await (await expectStatus(200, centersUrl, { headers: { authorization } })).json();
  const lead = json({ name: 'Nadia', phone: '01712345678', serviceCenter: center._id }, { authorization });
  await expectStatus(201, `${api}/dataEntry/manageLeads`, lead);
}

function json(body, headers = {}) {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

async function expectStatus(status, url, options) {
  const answer = await fetch(url, options);
  if (answer.status !== status) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Processes whose command names the folder; Linux only. */
function processesIn(folder) {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
    } catch {
      return false;
    }
  });
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function run(command, args) {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    });
  });
}

function seconds(began) {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`;
}

function indent(text) {
  return text.trim().replace(/^/gm, '  ');
}
