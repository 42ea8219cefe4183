// Clones into an empty folder and runs `npm start`, as this user; for root also as another, below a folder that only they may
// enter. Some minutes.
import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../steps.mjs';
import { logIn, recordFirstLead } from './dealer.mjs';
import { freePort, inFolder, run, start, waitForEndOfProcessesIn } from './program.mjs';

const nobody = { name: 'another user', uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;
const users = isRoot ? [{ name: 'root' }, nobody] : [{ name: 'this user' }];

/** Runs a new clone of this checkout. @param {{ commit: string }} options which one is cloned. @throws when something does not hold. */
export async function holdClone({ commit }) {
  for (const user of users) await inFolder((folder) => hold(user, folder, commit));
}

async function hold(user, folder, commit) {
  const clone = join(folder, 'pitlane');
  run('git', ['clone', '--quiet', '--no-hardlinks', root, clone]);
  run('git', ['-C', clone, 'checkout', '--quiet', commit]);
  prepareHome(user, folder);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const began = Date.now();
  const first = startClone(user, folder, port);
  const link = await first.printed(/http:\/\/localhost:\d+\/setup\/\S+/);
  console.log(`${user.name}: first start ready in ${seconds(began)}\n${indent(first.output())}`);
  await recordFirstLead(origin, link);
  await first.stop('SIGINT');
  await waitForEndOfProcessesIn(folder);
  if (/\bwarn|deprecat/i.test(first.output())) throw new Error(`${user.name}: it warns`);

  const again = Date.now();
  const second = startClone(user, folder, port);
  await second.printed(/Pitlane is ready/);
  console.log(`${user.name}: second start ready in ${seconds(again)}\n${indent(second.output())}`);
  await logIn(origin);
  await second.stop('SIGTERM');
  if (/\/setup\//.test(second.output())) throw new Error(`${user.name}: a second set-up link`);
  const left = await waitForEndOfProcessesIn(folder);
  if (left.length > 0) throw new Error(`${user.name}: still running: ${left.join(', ')}`);
}

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

function startClone({ uid, gid }, folder, port) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.includes('node_modules'));
  return start('npm', ['start'], {
    cwd: join(folder, 'pitlane'),
    env: {
      PATH: path.join(delimiter),
      HOME: join(folder, 'home'),
      PORT: String(port),
      npm_config_prefer_offline: 'true',
    },
    uid,
    gid,
  });
}

function seconds(began) {
  return `${((Date.now() - began) / 1000).toFixed(1)} s`;
}

function indent(text) {
  return text.trim().replace(/^/gm, '  ');
}
