import { spawnSync } from 'node:child_process';
import { nodeBinary } from '../bootstrap.mjs';
import { root } from '../steps.mjs';

/**
 * Runs a `*.hold.test.ts`.
 *
 * @param {string} name @param {string} failure @param {Record<string, string>} [env]
 */
export async function holdTest(name, failure, env = {}) {
  const args = ['run', '--disable-console-intercept', '--project', 'hold', name];
  const { status } = spawnSync(nodeBinary(), ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(failure);
}
