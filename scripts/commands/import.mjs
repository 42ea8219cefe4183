// `npm run import -- FILE --as EMAIL`: leads or customers of a file, also while Pitlane runs.
import { resolve } from 'node:path';
import { ensureDependencies } from '../bootstrap.mjs';
import { runProgram } from '../run-server.mjs';

await ensureDependencies();
const [file, ...options] = process.argv.slice(2);
const path =
  file && !file.startsWith('--') ? [resolve(process.env.INIT_CWD ?? '', file)] : file ? [file] : [];
runProgram('server/src/imports/command.ts', [...path, ...options]);
