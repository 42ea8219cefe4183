// `npm run build`: the web app, unless it is built from the very same sources already.
import { ensureDependencies, ensureWebBuilt } from './bootstrap.mjs';

await ensureDependencies();
await ensureWebBuilt();
