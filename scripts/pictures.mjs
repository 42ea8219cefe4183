// `npm run pictures`: retakes docs/pictures.
import { spawnSync } from 'node:child_process';
import { ensureDependencies, ensureWebBuilt, nodeBinary } from './bootstrap.mjs';
import { root } from './steps.mjs';

await ensureDependencies({ tools: true });
await ensureWebBuilt();
const { status } = spawnSync(nodeBinary(), ['e2e/support/take-pictures.ts'], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
