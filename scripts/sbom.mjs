// `npm run sbom`: lists what Pitlane is made of; fails on a licence that is not allowed.
import { ensureDependencies } from './bootstrap.mjs';
import { runProgram } from './run-server.mjs';

await ensureDependencies({ tools: true });
runProgram('scripts/sbom/sbom.ts', []);
