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

/** Returns false when this machine can run {@link holdCluster}, else what is missing. */
export const cannotCluster = missing(ofCluster);
/** Returns false when this machine can run {@link holdPgBouncer}, else what is missing. */
export const cannotPool = missing([postgres, pgbouncer]);
/** Returns false when this machine can run {@link holdPgBackRest}, else what is missing. */
export const cannotArchive = missing([postgres, pgbackrest]);

/** Runs the tests of Pitlane on several machines. @param {{ rounds: string }} options how often they are harmed. @throws when one fails. */
export async function holdCluster({ rounds }) {
  await ensureWebBuilt();
  await holdTest('cluster', 'Several machines do not outlive some harm', { HOLD_ROUNDS: rounds });
}

/** Runs the tests of Pitlane behind PgBouncer. @throws when one fails. */
export async function holdPgBouncer() {
  await holdTest('pgbouncer', 'Pitlane does not work through a pooler as it should');
}

/** Runs the tests of a database that is lost and restored by pgBackRest. @throws when one fails. */
export async function holdPgBackRest() {
  await holdTest('pgbackrest', 'A lost database is not restored as it was');
}
