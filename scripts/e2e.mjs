// `npm run e2e [filter]`: the browser tests alone.
import { spawnSync } from 'node:child_process';
import { ensureDependencies, ensureWebBuilt, findNodeBinary } from './bootstrap.mjs';
import { root } from './steps.mjs';
import { playwright } from './test-steps.mjs';

await ensureDependencies({ tools: true });
await ensureWebBuilt();
const { status } = spawnSync(findNodeBinary(), playwright(process.argv.slice(2)).args, {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
