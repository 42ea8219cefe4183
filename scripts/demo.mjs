// `npm run demo`: the sample dealer, made anew at each start; with `-- --enquiries` one comes in every few seconds.
import { ensureDependencies, ensureWebBuilt } from './bootstrap.mjs';
import { sendEnquiries } from './demo-enquiries.mjs';
import { openDemoWhatsApp } from './demo-whatsapp.mjs';
import { runServer } from './run-server.mjs';

await ensureDependencies();
await ensureWebBuilt();
const whatsApp = await openDemoWhatsApp({ isChatty: true });
process.env.META_GRAPH_URL ||= whatsApp.url;
runServer(['--demo']);
void sendEnquiries({ goOn: process.argv.includes('--enquiries'), whatsApp });
