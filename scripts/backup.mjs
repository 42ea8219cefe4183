// `npm run backup -- FILE`: writes the whole database into a new file, while Pitlane runs or not.
import { resolve } from 'node:path';
import { ensureDependencies } from './bootstrap.mjs';
import { runProgram } from './run-server.mjs';

await ensureDependencies();
const files = process.argv.slice(2).map((file) => resolve(process.env.INIT_CWD ?? '', file));
runProgram('server/src/backups/command.ts', ['backup', ...files]);
