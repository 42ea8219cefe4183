// The systemd unit without systemd: its verdict, and the command under what the unit forbids.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ensureWebBuilt } from '../bootstrap.mjs';
import { root } from '../steps.mjs';
import { makeMachine } from './confined.mjs';
import { recordFirstLead } from './dealer.mjs';
import { freePort, has, inFolder, run } from './program.mjs';

const mostExposed = 25;

/** Checks the systemd unit, and runs Pitlane by it on a machine with systemd. @throws when it does not work. */
export function holdService() {
  return inFolder(async (folder) => {
    await ensureWebBuilt();
    const unit = run('node', [join(root, 'scripts/install-service.mjs'), '--print', '--user', 'nobody']);
    const file = join(folder, 'pitlane.service');
    writeFileSync(file, unit);
    run('systemd-analyze', ['verify', file]);
    run('systemd-analyze', ['security', '--offline=true', `--threshold=${mostExposed}`, file]);
    refuseElsewhere();
    await runUnit(folder, unit);
  });
}

function refuseElsewhere() {
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const script = join(root, 'scripts/install-service.mjs');
  const { status, stderr } = spawnSync('node', [script], { ...user, encoding: 'utf8' });
  if (
    status !== 1 ||
    !/^(systemd does not run|Only root can)[^\n]+--print only prints the unit\.\n$/.test(stderr)
  )
    throw new Error(`Installing is not refused plainly: ${stderr}`);
}

async function runUnit(folder, unit) {
  const machine = makeMachine(join(folder, 'machine'));
  const data = '/var/lib/pitlane';
  const state = join(folder, 'machine', 'var-lib', 'pitlane');
  mkdirSync(state, { mode: 0o700 });
  chownSync(state, machine.uid, machine.uid);
  const port = await freePort();
  const isTraced = has('strace', '-V');
  // -D: the program itself gets the signals.
  const tracer = ['strace', '-D', '-f', '-qq', '-c', '-U', 'name', '-o', `${data}/calls`];
  const words = [...(isTraced ? tracer : []), ...linesOf(unit, 'ExecStart').join(' ').split(' ')];
  const env = Object.fromEntries(
    linesOf(unit, 'Environment').flatMap((line) =>
      line.split(' ').map((pair) => pair.split(/=(.*)/).slice(0, 2)),
    ),
  );
  const program = machine.start(words, {
    cwd: linesOf(unit, 'WorkingDirectory').join(),
    env: { ...env, PORT: String(port) },
    writable: data,
  });
  try {
    const link = await program.printed(/http:\/\/localhost:\d+\/setup\/\S+/);
    await recordFirstLead(`http://localhost:${port}`, link);
    const code = await program.stop('SIGTERM');
    if (code !== 0) throw new Error(`The command ended with ${code}:\n${program.output()}`);
    if (isTraced) await compareCalls(join(state, 'calls'), linesOf(unit, 'SystemCallFilter'));
    else console.log('System calls are not compared, strace is missing: apt-get install strace');
  } finally {
    program.kill();
  }
}

async function compareCalls(file, filters) {
  for (let attempt = 0; attempt < 200 && !(existsSync(file) && statSync(file).size > 0); attempt++)
    await wait(50);
  const called = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim());
  const allowed = allowedBy(filters);
  const forbidden = called.filter(
    (name) => /^[a-z]\w*$/.test(name) && !['syscall', 'total'].includes(name) && !allowed.has(name),
  );
  if (!called.includes('read')) throw new Error(`No system calls were counted:\n${called.join('\n')}`);
  if (forbidden.length > 0) throw new Error(`The unit forbids what Pitlane calls: ${forbidden.join(', ')}`);
}

function allowedBy(filters) {
  const groups = new Map();
  for (const block of run('systemd-analyze', ['syscall-filter']).split(/\n(?=@)/)) {
    const [name = '', ...lines] = block.split('\n').map((line) => line.trim());
    groups.set(
      name,
      lines.filter((line) => line && !line.startsWith('#')),
    );
  }
  const expand = (name) => (name.startsWith('@') ? (groups.get(name) ?? []).flatMap(expand) : [name]);
  const allowed = new Set(expand('@default'));
  for (const filter of filters) {
    const names = filter.replace(/^~/, '').split(' ').flatMap(expand);
    for (const name of names) filter.startsWith('~') ? allowed.delete(name) : allowed.add(name);
  }
  return allowed;
}

function linesOf(unit, name) {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}
