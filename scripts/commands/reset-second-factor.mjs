// `npm run reset-second-factor -- EMAIL`: for somebody who lost theirs, also while Pitlane runs.
import { ensureDependencies } from '../bootstrap.mjs';
import { runProgram } from '../run-server.mjs';

await ensureDependencies();
runProgram('server/src/boot/reset-second-factor.ts', process.argv.slice(2));
