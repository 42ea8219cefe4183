import { spawnSync } from 'node:child_process';
import { nodeBinary } from '../bootstrap.mjs';
import { root } from '../steps.mjs';

/** Takes about three minutes. */
export async function holdKills() {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'hold', 'kills'];
  const { status } = spawnSync(nodeBinary(), args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('An acknowledged write was lost, or a counter is wrong');
}
