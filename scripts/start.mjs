// `npm start`: installs, builds and runs Pitlane; what is done already is not done again.
import { ensureDependencies, ensureWebBuilt } from './bootstrap.mjs';
import { runServer } from './run-server.mjs';

await ensureDependencies();
await ensureWebBuilt();
runServer();
