// `npm test` shows what a change is likely to break, on a fresh clone too; `npm test -- --all` shows everything (docs/TESTING.md).
// Both end with `N passed, N failed`.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies, findNodeBinary } from './bootstrap.mjs';
import { Run } from './steps.mjs';
import { apiEmbedded, apiTcp, build, playwright, quickSteps, sampleDealer, vitest } from './test-steps.mjs';

const isLong = process.argv.includes('--all');
if (isLong) process.env.PITLANE_LONG = '1';

const run = new Run(findNodeBinary);
await ensureDependencies({ tools: true });
const isBuilt = await run.step(build);
await Promise.all(quickSteps.map((step) => run.step(step)));
const dealer = join(run.folder, 'sample-dealer');
const dealerIsMade = run.step(sampleDealer(dealer));
// The fault tests mostly wait, so others run beside them.
await Promise.all([
  dealerIsMade.then(() => run.step(vitest('fault'))).then(() => isLong && run.step(apiTcp)),
  run
    .step(apiEmbedded)
    .then(() => dealerIsMade)
    .then(() => isBuilt && run.step(playwright([], dealer))),
]);
rmSync(dealer, { recursive: true, force: true });
run.checkNothingLeft();
run.finish();
