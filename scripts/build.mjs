// `npm run build`: the web app, unless its sources are unchanged.
import { ensureDependencies, ensureWebBuilt } from './bootstrap.mjs';

await ensureDependencies();
await ensureWebBuilt();
