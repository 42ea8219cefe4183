// `npm run hold [-- PART…] [--commit C] [--rounds N]`: what `npm test` cannot try. Without names: all parts for which this
// machine has the tools, some minutes.
import { spawnSync } from 'node:child_process';
import { ensureDependencies, findNodeBinary } from './bootstrap.mjs';
import { root } from './steps.mjs';

await ensureDependencies({ tools: true });
const { status } = spawnSync(findNodeBinary(), ['scripts/hold/parts.mjs', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
