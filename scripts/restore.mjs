// `npm run restore -- [--allow-plain] FILE`: fills an empty database from a backup.
import { resolve } from 'node:path';
import { ensureDependencies } from './bootstrap.mjs';
import { runProgram } from './run-server.mjs';

await ensureDependencies();
const given = process.argv.slice(2);
const absolute = given.map((each) =>
  each.startsWith('--') ? each : resolve(process.env.INIT_CWD ?? '', each),
);
runProgram('server/src/backups/command.ts', ['restore', ...absolute]);
