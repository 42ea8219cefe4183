// `npm run demo`: Pitlane with the sample dealer, on data made anew at each start.
import { ensureDependencies, ensureWebBuilt } from './bootstrap.mjs';
import { runServer } from './run-server.mjs';

await ensureDependencies();
await ensureWebBuilt();
runServer(['--demo']);
