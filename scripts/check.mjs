// `npm run check`: the quick part of `npm test` (types, lint, structure, unit).
import { ensureDependencies, findNodeBinary } from './bootstrap.mjs';
import { Run } from './steps.mjs';
import { quickSteps } from './test-steps.mjs';

const run = new Run(findNodeBinary);
await ensureDependencies({ tools: true });
await Promise.all(quickSteps.map((step) => run.step(step)));
run.finish();
