// `npm run bench [-- browser | -- dealers | -- live | -- intake | -- messages | -- hours] [--leads N --seconds N --only NAME --keep FOLDER --compare --write --profile FOLDER --against COMMIT [--connections N]]`
import { spawnSync } from 'node:child_process';
import { ensureDependencies, ensureWebBuilt, findNodeBinary } from './bootstrap.mjs';
import { environment } from './run-server.mjs';
import { root } from './steps.mjs';

await ensureDependencies({ tools: true });
if (process.argv.includes('browser')) await ensureWebBuilt();
const args = ['--disable-warning=ExperimentalWarning', 'bench/main.ts', ...process.argv.slice(2)];
const { status } = spawnSync(findNodeBinary(), args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...environment, ...process.env },
});
process.exitCode = status ?? 1;
