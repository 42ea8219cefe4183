// What `npm test` cannot try, each part by itself.
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { holdClone } from './clone.mjs';
import { cannotConfine } from './confined.mjs';
import { holdImage } from './image.mjs';
import {
  cannotArchive,
  cannotCluster,
  cannotPool,
  holdCluster,
  holdPgBackRest,
  holdPgBouncer,
} from './machines.mjs';
import { has } from './program.mjs';
import { holdCaddy, holdNginx } from './proxies.mjs';
import { cannotScan, holdScan } from './scan.mjs';
import { holdService } from './service.mjs';
import { holdTest } from './tests.mjs';

/** @typedef {{ what: string, hold: (options: { commit: string, rounds: string }) => Promise<void>, missing: () => string | false }} Part */

const noOpenssl = () => !has('openssl', 'version') && 'openssl is missing: apt-get install openssl';

const libfaketime = () => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0];

const onlyLinux = () => process.platform !== 'linux' && 'only Linux tells how much a process holds';

/** @type {Record<string, Part>} `missing` says what to install. */
const parts = {
  clone: {
    what: 'a clean clone starts, for every user',
    hold: holdClone,
    missing: () => !has('git', '--version') && 'git is missing: apt-get install git',
  },
  kills: {
    what: 'every acknowledged write outlives kills of Pitlane and of its database',
    // Three minutes.
    hold: () => holdTest('kills', 'An acknowledged write was lost, or a counter is wrong'),
    missing: () => process.platform === 'win32' && 'Windows kills processes in another way',
  },
  intake: {
    what: 'enquiries that come repeatedly, to processes that are killed, are one lead each, answered once; replies are sent once',
    // Six minutes.
    hold: () => holdTest('intake', 'An enquiry was lost, or is there twice'),
    missing: () => process.platform === 'win32' && 'Windows kills processes in another way',
  },
  messages: {
    what: 'reminders that are due at once, from processes that are killed, tell each customer what is true, once',
    // Eight minutes beside other work.
    hold: () => holdTest('messages', 'A customer was told twice, not at all, or what is not true'),
    missing: () => process.platform === 'win32' && 'Windows kills processes in another way',
  },
  hostile: {
    what: 'a thousand monsters at every door keep nobody waiting',
    // Ten minutes; the times are those of two quiet cores.
    hold: () => holdTest('hostile', 'What strangers send keeps people waiting'),
    missing: onlyLinux,
  },
  import: {
    what: 'a file of 100,000 rows comes in within two minutes while others work, and goes out again',
    // Five minutes; the times are those of two quiet cores.
    hold: () => holdTest('import', 'A file came in too slowly, or not exactly'),
    missing: () => process.platform === 'win32' && 'Windows kills processes in another way',
  },
  freeze: {
    what: 'a frozen database costs nothing but the time',
    // Two minutes.
    hold: () => holdTest('freeze', 'A frozen database is not outlived'),
    missing: () => process.platform === 'win32' && 'Windows freezes processes in another way',
  },
  'full-disk': {
    what: 'a full disk loses nothing, is told plainly, and is over once there is space',
    // Two minutes; what it mounts goes with it.
    hold: () => holdTest('full-disk', 'A full disk is not outlived', {}, ['unshare', '--mount']),
    missing: cannotConfine,
  },
  sigterm: {
    what: 'SIGTERM under load cuts no answer and loses no write',
    hold: () => holdTest('sigterm', 'SIGTERM does not stop it in order'),
    missing: () => process.platform === 'win32' && 'Windows has no SIGTERM',
  },
  overload: {
    what: 'five times what it carries is refused down to what it does',
    // One minute.
    hold: () => holdTest('overload', 'Overload is not outlived'),
    missing: onlyLinux,
  },
  'slow-clients': {
    what: 'slow clients of every kind are cut, take little, and keep nobody out',
    // Four minutes.
    hold: () => holdTest('slow-clients', 'Slow clients keep others out, or connections'),
    missing: onlyLinux,
  },
  clock: {
    what: 'a clock that jumps by a day, and clocks that change, lose nothing and run nothing twice',
    // Three minutes.
    hold: () => holdTest('clock', 'A clock that jumps does harm', { LIBFAKETIME: libfaketime() ?? '' }),
    missing: () => !libfaketime() && 'libfaketime is missing: apt-get install libfaketime',
  },
  major: {
    what: 'data of the PostgreSQL before go to the one of now by backup and restore',
    // One minute; 25 MB from the registry.
    hold: () => holdTest('major', 'Data of the PostgreSQL before are lost'),
    missing: () => !has('npm', '--version') && 'npm is missing',
  },
  memory: {
    what: 'memory is given back after the sample dealer, pictures, exports, and uploads that stall',
    // Eleven minutes.
    hold: () => holdTest('memory', 'Memory was not given back'),
    missing: onlyLinux,
  },
  image: {
    what: 'the steps of the Dockerfile, and what they make',
    hold: holdImage,
    missing: cannotConfine,
  },
  service: {
    what: 'the systemd unit, and its command under what it forbids',
    hold: holdService,
    missing: () =>
      cannotConfine() ||
      (!has('systemd-analyze', '--version') && 'systemd is missing: apt-get install systemd'),
  },
  scan: {
    what: 'wapiti and sqlmap find nothing, npm audit neither',
    // Ten minutes at most.
    hold: holdScan,
    missing: cannotScan,
  },
  nginx: {
    what: 'deploy/nginx in front of a demo',
    hold: holdNginx,
    missing: () => (!has('nginx', '-v') && 'nginx is missing: apt-get install nginx-light') || noOpenssl(),
  },
  caddy: {
    what: 'deploy/caddy in front of a demo',
    hold: holdCaddy,
    missing: () => (!has('caddy', 'version') && 'caddy is missing: apt-get install caddy') || noOpenssl(),
  },
  pgbouncer: {
    what: 'Pitlane behind deploy/pgbouncer, with session and transaction pooling',
    hold: holdPgBouncer,
    missing: cannotPool,
  },
  pgbackrest: {
    what: 'a database restored by deploy/pgbackrest as it was at a moment',
    hold: holdPgBackRest,
    missing: cannotArchive,
  },
  cluster: {
    what: 'deploy/cluster with every machine three times: what each kind of harm costs, and that nothing is lost',
    hold: holdCluster,
    missing: cannotCluster,
  },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { commit: { type: 'string', default: 'HEAD' }, rounds: { type: 'string', default: '10' } },
});
const unknown = positionals.find((name) => !(name in parts));
if (unknown) {
  console.error(`There is no part ${unknown}; there are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
for (const [name, { what, hold, missing }] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const reason = missing();
  if (reason) {
    console.log(`– ${name}: not tried, ${reason}`);
    if (positionals.length > 0) process.exitCode = 1;
    continue;
  }
  await hold(values);
  console.log(`✓ ${name}: ${what}`);
}
