// `npm run demo`: the sample dealer, made anew at each start; with `-- --enquiries` enquiries go on coming in.
import { ensureDependencies, ensureWebBuilt } from './bootstrap.mjs';
import { sendEnquiries } from './demo-enquiries.mjs';
import { openDemoMeta } from './demo-meta.mjs';
import { openDemoGateway } from './demo-sms.mjs';
import { runServer } from './run-server.mjs';

await ensureDependencies();
await ensureWebBuilt();
const meta = await openDemoMeta({ isChatty: true });
const gateway = await openDemoGateway();
process.env.META_GRAPH_URL = meta.url;
process.env.SMS_LOCAL_GATEWAY = 'allow';
runServer(['--demo']);
void sendEnquiries({ goOn: process.argv.includes('--enquiries'), meta, gateway });
