// Pitlane with others' programs on several machines, each an address of the loopback interface.
import { ensureWebBuilt } from '../bootstrap.mjs';
import { has } from './program.mjs';
import { holdTest } from './tests.mjs';

const postgres = ['/usr/lib/postgresql/15/bin/postgres', '--version', 'postgresql-15'];
const pgbouncer = ['/usr/sbin/pgbouncer', '--version', 'pgbouncer'];
const pgbackrest = ['pgbackrest', 'version', 'pgbackrest'];
const ofCluster = [
  postgres,
  ['patroni', '--version', 'patroni'],
  ['etcd', '--version', 'etcd-server'],
  ['haproxy', '-v', 'haproxy'],
  ['nginx', '-v', 'nginx-light'],
];

/** @param {string[][]} programs @returns {() => string | false} what to install. */
function missing(programs) {
  return () => {
    if (process.platform !== 'linux') return 'only Linux gives each machine an address';
    const packages = programs
      .filter(([name = '', option = '']) => !has(name, option))
      .map(([, , one]) => one);
    return packages.length > 0 && `programs are missing: apt-get install ${packages.join(' ')}`;
  };
}

export const cannotCluster = missing(ofCluster);
export const cannotPool = missing([postgres, pgbouncer]);
export const cannotArchive = missing([postgres, pgbackrest]);

export async function holdCluster({ rounds }) {
  await ensureWebBuilt();
  await holdTest('cluster', 'Several machines do not outlive some harm', { HOLD_ROUNDS: rounds });
}

export async function holdPgBouncer() {
  await holdTest('pgbouncer', 'Pitlane does not work through a pooler as it should');
}

export async function holdPgBackRest() {
  await holdTest('pgbackrest', 'A lost database is not restored as it was');
}
