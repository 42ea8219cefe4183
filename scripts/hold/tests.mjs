import { spawnSync } from 'node:child_process';
import { findNodeBinary } from '../bootstrap.mjs';
import { root } from '../steps.mjs';

/**
 * Runs the hold tests of a name.
 *
 * @throws with `failure` when one fails.
 * @param {string} name
 * @param {string} failure
 * @param {Record<string, string>} [env]
 * @param {string[]} [wrapper] the words before it
 */
export async function holdTest(name, failure, env = {}, wrapper = []) {
  const args = ['run', '--disable-console-intercept', '--project', 'hold', name];
  const words = [...wrapper, findNodeBinary(), 'node_modules/vitest/vitest.mjs', ...args];
  const { status } = spawnSync(words[0] ?? '', words.slice(1), {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(failure);
}
