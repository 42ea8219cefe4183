import { spawnSync } from 'node:child_process';
import { nodeBinary } from '../bootstrap.mjs';
import { root } from '../steps.mjs';

/**
 * Runs a `*.hold.test.ts`.
 *
 * @param {string} name @param {string} failure
 */
export async function holdTest(name, failure) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'hold', name];
  const { status } = spawnSync(nodeBinary(), args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(failure);
}
