// `npm start`: installs, builds and runs, skipping what is done.
import { ensureDependencies, ensureWebBuilt } from './bootstrap.mjs';
import { runServer } from './run-server.mjs';

await ensureDependencies();
await ensureWebBuilt();
runServer();
