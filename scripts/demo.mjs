// `npm run demo`: the sample dealer, made anew at each start; with `-- --enquiries` one comes in every few seconds.
import { ensureDependencies, ensureWebBuilt } from './bootstrap.mjs';
import { sendEnquiries } from './demo-enquiries.mjs';
import { runServer } from './run-server.mjs';

await ensureDependencies();
await ensureWebBuilt();
runServer(['--demo']);
void sendEnquiries({ goOn: process.argv.includes('--enquiries') });
