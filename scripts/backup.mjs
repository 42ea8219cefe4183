// `npm run backup -- FILE`: the whole database into a new file, also while Pitlane runs.
import { resolve } from 'node:path';
import { ensureDependencies } from './bootstrap.mjs';
import { runProgram } from './run-server.mjs';

await ensureDependencies();
const files = process.argv.slice(2).map((file) => resolve(process.env.INIT_CWD ?? '', file));
runProgram('server/src/backups/command.ts', ['backup', ...files]);
