// Runs Pitlane as a container or hardened service would: an ordinary user without rights, on a read-only machine.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNodeBinary } from '../bootstrap.mjs';
import { run, start } from './program.mjs';

const uid = 1000;
const accounts = {
  passwd: `root:x:0:0::/root:/bin/sh\nnode:x:${uid}:${uid}::/home/node:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n`,
  group: `root:x:0:\nnode:x:${uid}:\nnogroup:x:65534:\n`,
};

/** @returns {string | false} why not. */
export function cannotConfine() {
  const tried =
    process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']);
  return tried && tried.status === 0
    ? false
    : 'it needs root on Linux, and a machine that allows mount namespaces';
}

/**
 * Makes a machine below a folder.
 *
 * @returns its folder `srv`, the user's `uid`, `build`, which runs a command before it is read-only, and `start`, which starts a
 *   program on it as that user.
 */
export function makeMachine(folder) {
  for (const name of ['srv', 'var-lib', 'bin', 'etc']) mkdirSync(join(folder, name), { recursive: true });
  cpSync(findNodeBinary(), join(folder, 'bin', 'node'));
  for (const [name, text] of Object.entries(accounts)) writeFileSync(join(folder, 'etc', name), text);
  const mounts = [
    `mount --bind ${folder}/srv /srv`,
    `mount --bind ${folder}/var-lib /var/lib`,
    `mount --bind ${folder}/etc/passwd /etc/passwd`,
    `mount --bind ${folder}/etc/group /etc/group`,
  ];
  return {
    srv: join(folder, 'srv'),
    uid,
    build(command, cwd, env) {
      const path = `${folder}/bin:${process.env.PATH}`;
      const script = `${mounts.join('\n')}\ncd ${cwd}\nexec sh -c "$1"`;
      run('unshare', ['--mount', 'sh', '-ec', script, 'sh', command], {
        env: { PATH: path, HOME: process.env.HOME, ...env },
        maxBuffer: 2 ** 26,
      });
    },
    start(words, { cwd, env, writable }) {
      const script = `${mounts.join('\n')}
mount --bind ${folder}/bin /usr/local/bin
mount --bind ${writable} ${writable}
mount -o remount,bind,ro /srv
mount -o remount,bind,ro /
mount -t tmpfs -o mode=1777 none /tmp
cd ${cwd}
if touch ${cwd}/written 2>/dev/null; then echo 'It can be written'; exit 1; fi
exec setpriv --reuid=${uid} --regid=${uid} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`;
      return start('unshare', ['--mount', 'sh', '-ec', script, 'sh', ...words], {
        cwd: '/',
        env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', ...env },
      });
    },
  };
}
