// `npm test`: everything, on a fresh clone too. Ends with `N passed, N failed`.
import { ensureDependencies, nodeBinary } from './bootstrap.mjs';
import { Run } from './steps.mjs';
import { apiEmbedded, apiTcp, build, playwright, quickSteps, vitest } from './test-steps.mjs';

const run = new Run(nodeBinary);
await ensureDependencies();
const isBuilt = await run.step(build);
await Promise.all(quickSteps.map((step) => run.step(step)));
// The fault tests mostly wait, so others run beside them.
const faults = run.step(vitest('fault')).then(() => run.step(apiTcp));
await run.step(apiEmbedded);
if (isBuilt) await run.step(playwright());
await faults;
run.checkNothingLeft();
run.finish();
