// `npm run bench [-- --leads N --seconds N --only NAME --keep FOLDER --write]`
import { spawnSync } from 'node:child_process';
import { ensureDependencies, nodeBinary } from './bootstrap.mjs';
import { root } from './steps.mjs';

await ensureDependencies();
const args = ['--disable-warning=ExperimentalWarning', 'bench/main.ts', ...process.argv.slice(2)];
const { status } = spawnSync(nodeBinary(), args, { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
