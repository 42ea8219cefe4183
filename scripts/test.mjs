// `npm test`: everything, on a fresh clone too. Ends with `N passed, N failed`. With `-- --all` walks and property tests run many times, of which
// `npm test` takes a few.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies, nodeBinary } from './bootstrap.mjs';
import { Run } from './steps.mjs';
import { apiEmbedded, apiTcp, build, playwright, quickSteps, sampleDealer, vitest } from './test-steps.mjs';

if (process.argv.includes('--all')) process.env.PITLANE_LONG = '1';

const run = new Run(nodeBinary);
await ensureDependencies({ tools: true });
const isBuilt = await run.step(build);
await Promise.all(quickSteps.map((step) => run.step(step)));
const dealer = join(run.folder, 'sample-dealer');
const dealerIsMade = run.step(sampleDealer(dealer));
// The fault tests mostly wait, so others run beside them.
await Promise.all([
  dealerIsMade.then(() => run.step(vitest('fault'))).then(() => run.step(apiTcp)),
  run
    .step(apiEmbedded)
    .then(() => dealerIsMade)
    .then(() => isBuilt && run.step(playwright([], dealer))),
]);
rmSync(dealer, { recursive: true, force: true });
run.checkNothingLeft();
run.finish();
