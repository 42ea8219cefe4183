// `npm run demo`: the sample dealer, made anew at each start.
import { ensureDependencies, ensureWebBuilt } from './bootstrap.mjs';
import { runServer } from './run-server.mjs';

await ensureDependencies();
await ensureWebBuilt();
runServer(['--demo']);
