// `npm run pictures`: retakes docs/pictures, or those that are named.
import { spawnSync } from 'node:child_process';
import { ensureDependencies, ensureWebBuilt, findNodeBinary } from './bootstrap.mjs';
import { root } from './steps.mjs';

await ensureDependencies({ tools: true });
await ensureWebBuilt();
const { status } = spawnSync(findNodeBinary(), ['e2e/support/take-pictures.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
