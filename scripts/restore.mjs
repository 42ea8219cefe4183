// `npm run restore -- FILE`: fills an empty database from a backup.
import { resolve } from 'node:path';
import { ensureDependencies } from './bootstrap.mjs';
import { runProgram } from './run-server.mjs';

await ensureDependencies();
const files = process.argv.slice(2).map((file) => resolve(process.env.INIT_CWD ?? '', file));
runProgram('server/src/backups/command.ts', ['restore', ...files]);
