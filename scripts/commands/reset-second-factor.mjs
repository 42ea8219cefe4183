// `npm run reset-second-factor -- EMAIL`: for somebody who lost their second factor, while Pitlane runs or not.
import { ensureDependencies } from '../bootstrap.mjs';
import { runProgram } from '../run-server.mjs';

await ensureDependencies();
runProgram('server/src/auth/second-factor/reset-command.ts', process.argv.slice(2));
